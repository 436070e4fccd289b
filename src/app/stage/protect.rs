//! The row of protections, and each of their switches to be set by itself.

use crate::app::choice::Choice;
use crate::app::state::Ui;
use crate::model::protection::Protection;
use crate::model::store::WriteCheck;
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
        <fieldset class="protect">
                <legend class="visually-hidden">{ ui.text.get(Key::UiProtectLegend) }</legend>
                for (side, checks) in [(Key::UiProtectWorker, false), (Key::UiProtectStore, true)] {
                    <div class="pills" role="group" aria-label={ui.text.get(side)}>
                        <span class="side" aria-hidden="true">{ ui.text.get(side) }</span>
                        for p in Protection::all().filter(|p| store_checks(*p) == checks) {
                            <button type="button" class="pill" data-protection={p.id()}
                                aria-pressed={(p == protection).to_string()} title={named(p, "about")}
                                onclick={ui.send(move || Command::Protect(p))}>
                                { named(p, "name") }
                            </button>
                        }
                    </div>
                }
                // Where there is no room for them all side by side.
                <Choice label={ui.text.get(Key::UiProtectLegend)} class="by-menu"
                    options={Protection::all().map(|p| (named(p, "name").to_owned(), p.id())).collect::<Vec<_>>()}
                    chosen={Protection::all().position(|p| p == protection).unwrap_or(0)}
                    choose={choose} />
                <p class="about">{ named(protection, "about") }</p>
        </fieldset>
    }
}

/// Whether it is the store that decides, and not the worker or the lock service.
fn store_checks(protection: Protection) -> bool {
    protection.switches().rule.check != WriteCheck::Nothing
}

/// "Take it apart": one select for each switch.
pub fn apart(scenario: &Scenario, ui: &Ui) -> Html {
    let count = (0..SWITCHES.len()).filter(|i| !scenario.switches.word(*i).is_empty()).count();
    html! {
        <details class="custom">
            <summary>
                { ui.text.get(Key::UiSwitchTitle) }
                if count > 0 {
                    <span class="set">
                        { ui.text.fill(Key::UiSwitchSet, &[("count", &count.to_string())]) }
                    </span>
                }
            </summary>
            <div class="switches">
                for i in 0..SWITCHES.len() { { one(i, scenario, ui) } }
            </div>
        </details>
    }
}

fn one(index: usize, scenario: &Scenario, ui: &Ui) -> Html {
    let switch = &SWITCHES[index];
    let (text, base) = (ui.text, scenario.protection.switches());
    let now = scenario.switches();
    let with = |word: &str| {
        let mut set = scenario.switches;
        set.set(index, word).map(|()| set)
    };
    let options = switch.words.iter().map(|word| {
        let name = text.find(&format!("ui.switch.{}-{word}", switch.id)).unwrap_or(word);
        let refused = with(word).is_some_and(|set| set.unmet(base).is_some());
        let name = match refused {
            true => text.fill(Key::UiSwitchRefused, &[("word", name)]),
            false => name.to_owned(),
        };
        (name, *word)
    });
    let set = scenario.clone();
    let dispatch = ui.dispatch.clone();
    let choose = Callback::from(move |at: usize| {
        let mut next = set.clone();
        let word = switch.words.get(at).copied().unwrap_or_default();
        if next.switches.set(index, word).is_some() {
            dispatch.dispatch(Command::Change(Box::new(next), None));
        }
    });
    let label = text.find(&format!("ui.switch.{}", switch.id)).unwrap_or(switch.id);
    html! {
        <Choice key={switch.id} {label} class="field" options={options.collect::<Vec<_>>()}
            chosen={switch.position(&now)} {choose} />
    }
}
