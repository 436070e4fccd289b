//! The address: the link in it, and the presentation in its query.

use super::{is_framed, window};
use crate::text::Lang;
use wasm_bindgen::JsValue;

/// How the page shows itself, from the query. A bad value falls back, silently: it is not content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presentation {
    pub embed: bool,
    pub lang: Option<Lang>,
    pub theme: Option<super::document::Theme>,
}

fn parameter(query: &str, name: &str) -> Option<String> {
    let pairs = query.trim_start_matches('?').split('&');
    let value = pairs.filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?.1;
    Some(value.to_owned())
}

pub fn presentation() -> Presentation {
    let query = window().and_then(|w| w.location().search().ok()).unwrap_or_default();
    Presentation {
        embed: parameter(&query, "embed").as_deref() == Some("1"),
        lang: parameter(&query, "lang").and_then(|code| Lang::from_code(&code)),
        theme: parameter(&query, "theme").and_then(|id| super::document::Theme::from_id(&id)),
    }
}

/// The link text: of the fragment, or of `?s=` where a host has dropped the fragment.
pub fn link_text() -> String {
    let Some(location) = window().map(|w| w.location()) else {
        return String::new();
    };
    let fragment = location.hash().unwrap_or_default();
    let fragment = fragment.trim_start_matches('#');
    if !fragment.is_empty() {
        return fragment.to_owned();
    }
    parameter(&location.search().unwrap_or_default(), "s").unwrap_or_default()
}

/// The whole address with this link as its fragment, to be shared.
pub fn with_link(link: &str) -> String {
    let href = window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    let base = href.split(['#', '?']).next().unwrap_or_default();
    format!("{base}#{link}")
}

/// Puts a link into the address: over the last one, or as an entry of its own. Never in a frame.
pub fn show(link: &str, new_entry: bool) {
    if is_framed() {
        return;
    }
    let Some(history) = window().and_then(|w| w.history().ok()) else {
        return;
    };
    let url = format!("#{link}");
    // Browsers refuse when called too often; the next change tries again.
    let _ = match new_entry {
        true => history.push_state_with_url(&JsValue::NULL, "", Some(&url)),
        false => history.replace_state_with_url(&JsValue::NULL, "", Some(&url)),
    };
}
