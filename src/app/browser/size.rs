//! Sizes: how wide an element is, followed as it changes; where in it a pointer is.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The width of the element behind `node` in whole px; `None` until it is known.
#[hook]
pub fn use_width(node: &NodeRef) -> Option<u32> {
    let width = use_state_eq(|| None);
    let (seen, target) = (width.clone(), node.clone());
    use_effect_with((), move |()| {
        let element = target.cast::<Element>();
        let observed = element.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            let now = observed.as_ref().map(|e| e.client_width().max(0) as u32);
            // A hidden frame is 0 wide: better keep the last picture than draw none.
            if now.is_some_and(|px| px > 0) {
                seen.set(now);
            }
        });
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, &element) {
            observer.observe(element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(changed);
        }
    });
    *width
}

/// Where a pointer is, in px from the element's top left.
pub fn within(event: &MouseEvent, node: &NodeRef) -> Option<(f64, f64)> {
    let area = node.cast::<Element>()?.get_bounding_client_rect();
    Some((f64::from(event.client_x()) - area.left(), f64::from(event.client_y()) - area.top()))
}

/// Brings a row of a scrolling box into view by moving the box alone, never the page around it.
pub fn scroll_into(container: &NodeRef, row: &NodeRef) {
    let (Some(container), Some(row)) = (container.cast::<Element>(), row.cast::<Element>()) else {
        return;
    };
    let (outer, inner) = (container.get_bounding_client_rect(), row.get_bounding_client_rect());
    let off = if inner.bottom() > outer.bottom() {
        inner.bottom() - outer.bottom() + 8.0
    } else if inner.top() < outer.top() {
        inner.top() - outer.top() - 8.0
    } else {
        return;
    };
    container.set_scroll_top(container.scroll_top() + off as i32);
}

/// Scrolls a box sideways, and nothing else, so that `x` is in view.
pub fn keep_in_view(container: &NodeRef, x: f64) {
    let Some(container) = container.cast::<Element>() else {
        return;
    };
    let (left, width) = (f64::from(container.scroll_left()), f64::from(container.client_width()));
    if x < left + width * 0.1 || x > left + width * 0.9 {
        container.set_scroll_left((x - width / 2.0).max(0.0) as i32);
    }
}

/// Lets an element hear of a pointer until it is lifted, wherever it goes.
pub fn hold(event: &PointerEvent, node: &NodeRef) {
    if let Some(element) = node.cast::<Element>() {
        // Refused only for a pointer that is gone already.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Makes a select show its option with this index.
pub fn show_choice(select: &NodeRef, chosen: usize) {
    let index = i32::try_from(chosen).unwrap_or(0);
    if let Some(select) = select.cast::<web_sys::HtmlSelectElement>()
        && select.selected_index() != index
    {
        select.set_selected_index(index);
    }
}

/// Gives the first button within an element the focus.
pub fn focus_first(group: &NodeRef) {
    let first = group.cast::<Element>().and_then(|g| g.query_selector("button").ok().flatten());
    if let Some(button) = first {
        focus(&button);
    }
}

/// If what had the focus is gone, gives it to the first of these that is there.
pub fn catch_focus(selectors: &[&str]) {
    let Some(document) = super::window().and_then(|w| w.document()) else { return };
    let lost = document.active_element().is_none_or(|e| e.tag_name().eq_ignore_ascii_case("body"));
    let found = |s: &&str| document.query_selector(s).ok().flatten();
    if let Some(element) = selectors.iter().find_map(found).filter(|_| lost) {
        focus(&element);
    }
}

/// Focuses an element and brings it into view; in a frame, where that would move the host's page,
/// without.
pub fn focus(element: &Element) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(super::is_framed());
    if let Some(element) = element.dyn_ref::<web_sys::HtmlElement>() {
        let _ = element.focus_with_options(&options);
    }
}

/// Brings keyboard and view to the page's main part.
pub fn focus_main() {
    let document = super::window().and_then(|w| w.document());
    if let Some(main) = document.and_then(|d| d.get_element_by_id("ls-main")) {
        focus(&main);
    }
}
