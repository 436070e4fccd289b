//! The row of protections: how A and B protect themselves.

use crate::app::state::Ui;
use crate::model::protection::Protection;
use crate::session::Command;
use crate::text::Key;
use yew::prelude::*;

pub fn protect(protection: Protection, ui: &Ui) -> Html {
    let named = |p: Protection, what: &str| {
        ui.text.find(&format!("protection.{}.{what}", p.id())).unwrap_or(p.id())
    };
    html! {
        <fieldset class="protect">
            <legend>{ ui.text.get(Key::UiProtectLegend) }</legend>
            for p in Protection::all() {
                <button type="button" class="pill" aria-pressed={(p == protection).to_string()}
                    title={named(p, "about")} data-protection={p.id()}
                    onclick={ui.send(move || Command::Protect(p))}>
                    { named(p, "name") }
                </button>
            }
            <p class="about">{ named(protection, "about") }</p>
        </fieldset>
    }
}
