//! The frame around the stage: header, notes, footer.

use super::browser::document::Theme;
use super::browser::{address, clipboard, size};
use super::choice::Choice;
use super::notes::notes;
use super::presets::{preset_list, preset_menu};
use super::said::Said;
use super::stage::Stage;
use super::stage::truth::Truth;
use super::state::{Ui, link_of, use_ui};
use crate::link;
use crate::session::Session;
use crate::text::{Key, Lang};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FrameProps {
    pub session: Session,
    pub theme: Theme,
    pub said: Said,
    pub choose_lang: Callback<Lang>,
    pub choose_theme: Callback<Theme>,
}

#[component]
pub fn Frame(props: &FrameProps) -> Html {
    let ui = use_ui();
    let embed = address::presentation().embed;
    let preset = &props.session.scenario().preset;
    html! {
        <>
            if !embed {
                { header(props, &ui) }
            }
            <main id="ls-main" tabindex="-1">
                { notes(&props.said, preset, &ui) }
                <Stage session={props.session.clone()} />
                if !embed {
                    <Truth />
                    { preset_list(preset, &ui) }
                }
            </main>
        </>
    }
}

fn header(props: &FrameProps, ui: &Ui) -> Html {
    let text = ui.text;
    let choose = props
        .choose_theme
        .reform(|index: usize| Theme::ALL.get(index).copied().unwrap_or_default());
    // Its fragment would take the place of the scenario's link.
    let skip = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        size::focus_main();
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
            <a class="skip" href="#ls-main" onclick={skip}>{ text.get(Key::UiHeaderSkip) }</a>
            <span class="brand">{ "Leasescope" }</span>
            { preset_menu(&props.session.scenario().preset, ui) }
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
                <Choice label={text.get(Key::UiHeaderTheme)} quiet=true
                    options={Theme::ALL.map(|t| (theme_name(t).to_owned(), t.id())).to_vec()}
                    chosen={props.theme as usize} {choose} />
                { share(&props.session, ui) }
            </div>
        </header>
    }
}

/// Copies the link to what is on the screen; where a browser refuses, shows it to be copied by hand.
fn share(session: &Session, ui: &Ui) -> Html {
    let onclick = {
        let (session, say) = (session.clone(), ui.say.clone());
        Callback::from(move |_: MouseEvent| {
            let link = link_of(&session);
            let say = say.clone();
            if link.len() > link::LENGTH_MAX {
                return say.emit(Said::TooLong(link.len()));
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
