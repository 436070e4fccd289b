//! Copying text: the clipboard, else the old command, else a field to copy from by hand.

use super::window;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlTextAreaElement};

/// Copies, and tells whether it worked.
pub async fn copy(text: &str) -> bool {
    let Some(window) = window() else { return false };
    // In a page that is not secure there is no clipboard at all.
    if window.is_secure_context() {
        let promise = window.navigator().clipboard().write_text(text);
        if wasm_bindgen_futures::JsFuture::from(promise).await.is_ok() {
            return true;
        }
    }
    copy_by_command(text).unwrap_or(false)
}

fn copy_by_command(text: &str) -> Option<bool> {
    let document = window()?.document()?.dyn_into::<HtmlDocument>().ok()?;
    let field = document.create_element("textarea").ok()?.dyn_into::<HtmlTextAreaElement>().ok()?;
    field.set_class_name("offscreen");
    field.set_value(text);
    document.body()?.append_child(&field).ok()?;
    field.select();
    let copied = document.exec_command("copy").unwrap_or(false);
    field.remove();
    Some(copied)
}
