//! The few signs on buttons, drawn: fonts differ, or have none.

use yew::prelude::*;

#[derive(Clone, Copy, PartialEq)]
pub enum Icon {
    Start,
    Back,
    Forward,
    End,
}

/// A sign of the size of its text; the button around it says what it means.
pub fn icon(which: Icon) -> Html {
    let d = match which {
        Icon::Start => "M3 3v10 M13 3v10l-8-5z",
        Icon::Back => "M12 3v10l-8-5z",
        Icon::Forward => "M4 3v10l8-5z",
        Icon::End => "M13 3v10 M3 3v10l8-5z",
    };
    html! {
        <svg class="icon-sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path {d} />
        </svg>
    }
}
