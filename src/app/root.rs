//! The root: where the session, the language and the theme live, and the address is kept in step.

use super::browser::document::Theme;
use super::browser::{Listener, address, document, storage, window};
use super::frame::Frame;
use super::said::Said;
use super::state::{State, Ui, link_of};
use crate::link::{self, Note};
use crate::session::{Command, Session};
use crate::text::{Key, Lang, Text};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// How long the state must rest before the address follows, in ms.
const ADDRESS_REST_MS: u32 = 250;

/// Mounts the page over what stood in its place until now.
pub fn mount() {
    if let Some(place) = document::take_place() {
        yew::Renderer::<Root>::with_root(place).render();
    }
}

/// What the address asks for: a session, and what is to be said of its link.
fn from_address() -> (Session, Vec<Note>) {
    let text = address::link_text();
    if text.is_empty() {
        return (Session::first(), Vec::new());
    }
    let reading = link::read(&text);
    let scenario = Box::new(reading.link.scenario);
    let session = Session::first().apply(Command::Load(scenario, reading.link.at));
    // Whoever embeds a scenario has written its link by hand, and readers can do nothing about it.
    let embed = address::presentation().embed;
    let notes = reading.notes.into_iter().filter(|note| !(embed && *note == Note::NoCheck));
    (session, notes.collect())
}

#[hook]
fn use_lang() -> UseStateHandle<Lang> {
    let lang = use_state_eq(|| {
        let stored = || storage::get("lang").and_then(|code| Lang::from_code(&code));
        let asked = address::presentation().lang;
        asked.or_else(stored).or_else(document::preferred_lang).unwrap_or(Lang::En)
    });
    use_effect_with(*lang, |lang| document::set_lang(*lang));
    lang
}

#[hook]
fn use_theme() -> UseStateHandle<Theme> {
    let theme = use_state_eq(|| {
        let stored = || storage::get("theme").and_then(|id| Theme::from_id(&id));
        address::presentation().theme.or_else(stored).unwrap_or_default()
    });
    use_effect_with(*theme, |theme| document::set_theme(*theme));
    theme
}

/// What the address says now: the link, and how many scenarios had been opened by then.
#[derive(Default)]
struct Shown {
    link: String,
    opened: u32,
    /// The session has just been taken from the address: there is nothing to write.
    taken: bool,
    /// It has been said that the scenario is too long for a link.
    too_long: bool,
}

/// Lets the address follow the session, once it rests; an opened scenario gets its own entry.
#[hook]
fn use_address(session: &Session, shown: &Rc<RefCell<Shown>>, say: Callback<Said>) {
    let shown = Rc::clone(shown);
    let (link, opened) = (link_of(session), session.opened);
    use_effect_with((link, opened), move |(link, opened)| {
        let (link, opened) = (link.clone(), *opened);
        let rest = Timeout::new(ADDRESS_REST_MS, move || {
            let mut shown = shown.borrow_mut();
            let fits = link.len() <= link::LENGTH_MAX;
            if !std::mem::take(&mut shown.taken) && shown.link != link && fits {
                address::show(&link, shown.opened != opened);
            }
            if !fits && !shown.too_long {
                say.emit(Said::TooLong(link.len()));
            }
            *shown = Shown { link, opened, taken: false, too_long: !fits };
        });
        move || drop(rest)
    });
}

/// What is no error is said until the reader goes on.
#[hook]
fn use_passing(session: &Session, said: &UseStateHandle<Said>) {
    let first = use_mut_ref(|| true);
    let said = said.clone();
    use_effect_with((session.playhead, session.run.clone()), move |_| {
        if !std::mem::replace(&mut *first.borrow_mut(), false) && said.is_mild() {
            said.set(Said::Link(Vec::new()));
        }
    });
}

/// Opens what the address says when the reader changes it or goes back.
#[hook]
fn use_navigation(
    state: UseReducerDispatcher<State>,
    shown: &Rc<RefCell<Shown>>,
    said: Callback<Said>,
) {
    let shown = Rc::clone(shown);
    use_effect_with((), move |()| {
        let listener = window().map(|w| {
            Listener::new(&w, "popstate", move |_| {
                let text = address::link_text();
                let reading = link::read(&text);
                shown.borrow_mut().taken = true;
                let scenario = Box::new(reading.link.scenario);
                state.dispatch(Command::Load(scenario, reading.link.at));
                // The plain address is the first visit's: there is nothing to say of it.
                let notes = if text.is_empty() { Vec::new() } else { reading.notes };
                said.emit(Said::Link(notes));
            })
        });
        move || drop(listener)
    });
}

#[component]
fn Root() -> Html {
    let boot = use_memo((), |()| from_address());
    let state = {
        let boot = Rc::clone(&boot);
        use_reducer(move || State(boot.0.clone()))
    };
    let said = {
        let boot = Rc::clone(&boot);
        use_state(move || Said::Link(boot.1.clone()))
    };
    let (lang, theme) = (use_lang(), use_theme());
    let say = {
        let said = said.clone();
        use_callback((), move |what: Said, ()| said.set(what))
    };
    use_passing(&state.0, &said);
    let shown = {
        let link = link_of(&state.0);
        use_mut_ref(move || Shown { link, ..Shown::default() })
    };
    use_address(&state.0, &shown, say.clone());
    use_navigation(state.dispatcher(), &shown, say.clone());
    use_effect_with((), |()| document::say_ready());
    let text = Text(*lang);
    let title = text.find(&format!("preset.{}.title", state.0.scenario().preset));
    let title = title.unwrap_or(text.get(Key::UiPresetCustom)).to_owned();
    use_effect_with(title, |title| document::set_title(&format!("{title} · Leasescope")));

    let choose_lang = Callback::from(move |code: Lang| {
        storage::set("lang", code.code());
        lang.set(code);
    });
    let choose_theme = {
        let theme = theme.clone();
        Callback::from(move |next: Theme| {
            storage::set("theme", next.id());
            theme.set(next);
        })
    };
    let ui = Ui { text, dispatch: state.dispatcher(), say };
    html! {
        <ContextProvider<Ui> context={ui}>
            <Frame session={state.0.clone()} theme={*theme} said={(*said).clone()}
                {choose_lang} {choose_theme} />
        </ContextProvider<Ui>>
    }
}
