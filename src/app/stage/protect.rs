//! The row of protections, and each of their switches to be set by itself.

use crate::app::choice::Choice;
use crate::app::state::Ui;
use crate::model::protection::Protection;
use crate::model::switch::SWITCHES;
use crate::scenario::Scenario;
use crate::session::Command;
use crate::text::Key;
use yew::prelude::*;

pub fn protect(scenario: &Scenario, ui: &Ui) -> Html {
    let protection = scenario.protection;
    let named = |p: Protection, what: &str| {
        ui.text.find(&format!("protection.{}.{what}", p.id())).unwrap_or(p.id())
    };
    let dispatch = ui.dispatch.clone();
    let choose = Callback::from(move |index: usize| {
        if let Some(p) = Protection::all().nth(index) {
            dispatch.dispatch(Command::Protect(p));
        }
    });
    html! {
        <>
            <fieldset class="protect">
                <legend>{ ui.text.get(Key::UiProtectLegend) }</legend>
                for p in Protection::all() {
                    <button type="button" class="pill" aria-pressed={(p == protection).to_string()}
                        title={named(p, "about")} data-protection={p.id()}
                        onclick={ui.send(move || Command::Protect(p))}>
                        { named(p, "name") }
                    </button>
                }
                // Where there is no room for them all side by side.
                <Choice label={ui.text.get(Key::UiProtectLegend)} quiet=true class="by-menu"
                    options={Protection::all().map(|p| (named(p, "name").to_owned(), p.id())).collect::<Vec<_>>()}
                    chosen={Protection::all().position(|p| p == protection).unwrap_or(0)}
                    choose={choose} />
                <p class="about">{ named(protection, "about") }</p>
            </fieldset>
            { apart(scenario, ui) }
        </>
    }
}
