//! The document: its language, title and theme, and the sign that the app has started.

use super::window;
use crate::text::Lang;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    pub fn id(self) -> &'static str {
        ["auto", "light", "dark"][self as usize]
    }

    pub fn from_id(id: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

fn root() -> Option<web_sys::Element> {
    window()?.document()?.document_element()
}

pub fn set_theme(theme: Theme) {
    let Some(root) = root() else { return };
    let _ = match theme {
        Theme::Auto => root.remove_attribute("data-theme"),
        _ => root.set_attribute("data-theme", theme.id()),
    };
}

pub fn set_lang(lang: Lang) {
    if let Some(root) = root() {
        let _ = root.set_attribute("lang", lang.code());
    }
}

pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}

/// The languages that the reader prefers, best first.
pub fn preferred_lang() -> Option<Lang> {
    let languages = window()?.navigator().languages();
    languages.iter().filter_map(|code| code.as_string()).find_map(|code| Lang::from_code(&code))
}

/// Where the app is mounted: empties it of what stood there until now.
pub fn take_place() -> Option<web_sys::Element> {
    let place = window()?.document()?.get_element_by_id("app")?;
    place.set_inner_html("");
    Some(place)
}

/// Tells the page's watchdog that the app has started.
pub fn say_ready() {
    if let Some(place) = window().and_then(|w| w.document()?.get_element_by_id("app")) {
        let _ = place.set_attribute("data-ready", "1");
    }
}
