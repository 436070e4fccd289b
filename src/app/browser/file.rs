//! Files: saving a scenario as one, and reading one that the reader chose.

use super::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url};

/// Offers a text as a file to save; tells whether the browser took it.
pub fn save(name: &str, text: &str) -> bool {
    offer(name, text).is_some()
}

fn offer(name: &str, text: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let document = window()?.document()?;
    let anchor = document.create_element("a").ok()?.dyn_into::<HtmlAnchorElement>().ok()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&url).ok()
}

/// The text of the file chosen in an input, if it is not longer than `max_bytes`; else its length.
pub async fn chosen(input: &HtmlInputElement, max_bytes: usize) -> Option<Result<String, usize>> {
    let file = input.files()?.get(0)?;
    let bytes = file.size() as usize;
    if bytes > max_bytes {
        return Some(Err(bytes));
    }
    let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?;
    input.set_value("");
    Some(Ok(text.as_string().unwrap_or_default()))
}
