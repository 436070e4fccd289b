//! The frame around the stage: header, notes, footer.

use super::browser::document::Theme;
use super::browser::{address, clipboard};
use super::files::Files;
use super::notes::{Notes, Said};
use super::presets::{PresetList, PresetMenu};
use super::root::link_of;
use super::stage::Stage;
use super::state::use_ui;
use crate::link;
use crate::session::Session;
use crate::text::{Key, Lang};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FrameProps {
    pub session: Session,
    pub theme: Theme,
    pub said: Said,
    pub choose_lang: Callback<Lang>,
    pub choose_theme: Callback<Theme>,
    pub say: Callback<Said>,
}

#[component]
pub fn Frame(props: &FrameProps) -> Html {
    let embed = address::presentation().embed;
    html! {
        <>
            if !embed {
                <Header session={props.session.clone()} theme={props.theme} say={props.say.clone()}
                    choose_lang={props.choose_lang.clone()}
                    choose_theme={props.choose_theme.clone()} />
            }
            <main id="ls-main">
                <Notes said={props.said.clone()} say={props.say.clone()}
                    preset={props.session.scenario().preset.clone()} />
                <Stage session={props.session.clone()} />
                if !embed {
                    <PresetList current={props.session.scenario().preset.clone()} />
                    <Files session={props.session.clone()} say={props.say.clone()} />
                }
            </main>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct HeaderProps {
    session: Session,
    theme: Theme,
    choose_lang: Callback<Lang>,
    choose_theme: Callback<Theme>,
    say: Callback<Said>,
}

#[component]
fn Header(props: &HeaderProps) -> Html {
    let ui = use_ui();
    let text = ui.text;
    let pick_theme = props.choose_theme.reform(|event: Event| {
        let id = event.target_dyn_into::<HtmlSelectElement>().map(|s| s.value());
        id.and_then(|id| Theme::from_id(&id)).unwrap_or_default()
    });
    let theme_name = |theme: Theme| {
        text.get(match theme {
            Theme::Auto => Key::UiHeaderThemeAuto,
            Theme::Light => Key::UiHeaderThemeLight,
            Theme::Dark => Key::UiHeaderThemeDark,
        })
    };
    html! {
        <header class="header">
            <a class="skip" href="#ls-main">{ text.get(Key::UiHeaderSkip) }</a>
            <span class="brand">{ "Leasescope" }</span>
            <PresetMenu current={props.session.scenario().preset.clone()} />
            <div class="header-right">
                <div class="languages" role="group" aria-label={text.get(Key::UiHeaderLanguage)}>
                    for lang in Lang::ALL {
                        <button type="button" lang={lang.code()}
                            aria-pressed={(lang == text.0).to_string()}
                            onclick={props.choose_lang.reform(move |_| lang)}>
                            { lang.name() }
                        </button>
                    }
                </div>
                <label class="pick">
                    <span class="visually-hidden">{ text.get(Key::UiHeaderTheme) }</span>
                    <select onchange={pick_theme}>
                        for theme in Theme::ALL {
                            <option value={theme.id()} selected={theme == props.theme}>
                                { theme_name(theme) }
                            </option>
                        }
                    </select>
                </label>
                <Share session={props.session.clone()} say={props.say.clone()} />
            </div>
        </header>
    }
}

#[derive(Properties, PartialEq)]
struct ShareProps {
    session: Session,
    say: Callback<Said>,
}

/// Copies the link to what is on the screen; where a browser refuses, shows it to be copied by hand.
#[component]
fn Share(props: &ShareProps) -> Html {
    let ui = use_ui();
    let onclick = {
        let (session, say) = (props.session.clone(), props.say.clone());
        Callback::from(move |_: MouseEvent| {
            let link = link_of(&session);
            let say = say.clone();
            if link.len() > link::LENGTH_MAX {
                return say.emit(Said::TooLong(link.len(), Box::new(session.scenario().clone())));
            }
            wasm_bindgen_futures::spawn_local(async move {
                let address = address::with_link(&link);
                let copied = clipboard::copy(&address).await;
                say.emit(match copied {
                    true => Said::Copied(link.len()),
                    false => Said::CopyByHand(address),
                });
            });
        })
    };
    html! {
        <button type="button" class="button" {onclick}>{ ui.text.get(Key::UiHeaderShare) }</button>
    }
}
