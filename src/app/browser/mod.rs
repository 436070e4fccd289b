//! The browser: address, clipboard, storage, sizes. The only users of `web_sys`.
//!
//! Every access may fail (a sandboxed frame, a refused permission) and says so by `None` or `false`.

pub mod address;
pub mod clipboard;
pub mod document;
pub mod size;
pub mod storage;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget};

/// Listens to an event of a target until dropped.
pub struct Listener {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub fn new(
        target: &EventTarget,
        name: &'static str,
        handle: impl FnMut(Event) + 'static,
    ) -> Listener {
        let closure = Closure::<dyn FnMut(Event)>::new(handle);
        let function = closure.as_ref().unchecked_ref();
        // Only a target that is gone refuses a listener; then there is nothing to hear either.
        let _ = target.add_event_listener_with_callback(name, function);
        Listener { target: target.clone(), name, closure }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let function = self.closure.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(self.name, function);
    }
}

/// The window: there always is one where this runs.
pub fn window() -> Option<web_sys::Window> {
    web_sys::window()
}

/// Whether the page stands in somebody's frame.
pub fn is_framed() -> bool {
    let Some(window) = window() else { return false };
    match window.top() {
        Ok(Some(top)) => top != window,
        _ => true,
    }
}
