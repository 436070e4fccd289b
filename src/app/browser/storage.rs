//! What is remembered between visits: the language and the theme. Nothing is lost without storage:
//! in a sandboxed frame even looking at it throws, and then nothing is remembered.

use super::window;

fn storage() -> Option<web_sys::Storage> {
    window()?.local_storage().ok().flatten()
}

pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(&format!("leasescope.{key}")).ok().flatten()
}

pub fn set(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("leasescope.{key}"), value);
    }
}
