//! The row of protections: how A and B protect themselves.

use crate::app::state::use_ui;
use crate::model::protection::Protection;
use crate::session::Command;
use crate::text::Key;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ProtectProps {
    pub protection: Protection,
}

#[component]
pub fn Protect(props: &ProtectProps) -> Html {
    let ui = use_ui();
    let named = |p: Protection, what: &str| {
        ui.text.find(&format!("protection.{}.{what}", p.id())).unwrap_or(p.id())
    };
    html! {
        <fieldset class="protect">
            <legend>{ ui.text.get(Key::UiProtectLegend) }</legend>
            for p in Protection::all() {
                <button type="button" class="pill" aria-pressed={(p == props.protection).to_string()}
                    title={named(p, "about")} data-protection={p.id()}
                    onclick={ui.send(move || Command::Protect(p))}>
                    { named(p, "name") }
                </button>
            }
            <p class="about">{ named(props.protection, "about") }</p>
        </fieldset>
    }
}
