//! What protects against what: every hazard under every protection, as the engine decides it. Each
//! cell opens its run.

use super::compare::sign;
use crate::app::state::{Ui, use_ui};
use crate::model::protection::Protection;
use crate::run::compare::{Outcome, TruthRow, truth};
use crate::scenario::hazards::Hazard;
use crate::session::Command;
use crate::text::{Key, Text};
use yew::prelude::*;

#[component]
pub fn Truth() -> Html {
    let ui = use_ui();
    let text = ui.text;
    let open = use_state_eq(|| false);
    // Several hundred runs: worked out once, when somebody looks.
    let rows = use_memo(*open, |open| if *open { truth() } else { Vec::new() });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <section class="truth">
            <button type="button" class="disclose" aria-expanded={open.to_string()} onclick={toggle}>
                { text.get(Key::UiTruthTitle) }
            </button>
            if *open {
                <p class="hint">{ text.get(Key::UiTruthHint) }</p>
                <div class="table-scroll" tabindex="0" role="region"
                    aria-label={text.get(Key::UiTruthTitle)}>
                    <table>
                        <thead><tr>
                            <th scope="col">{ text.get(Key::UiTruthHazard) }</th>
                            for p in Protection::all() {
                                <th scope="col" class="upright"><span>{ protection_name(p, text) }</span></th>
                            }
                        </tr></thead>
                        <tbody>
                            for row in rows.iter() { { truth_row(row, &ui) } }
                        </tbody>
                    </table>
                </div>
                <p class="legend">
                    <span>{ "✓ " }{ text.get(Key::UiCompareSafe) }</span>
                    <span>{ "△ " }{ text.get(Key::UiTruthCost) }</span>
                    <span class="is-bad">{ "✕ " }{ text.get(Key::UiTruthUnsafe) }</span>
                </p>
            }
        </section>
    }
}

fn protection_name(p: Protection, text: Text) -> &'static str {
    text.find(&format!("protection.{}.name", p.id())).unwrap_or(p.id())
}

fn truth_row(row: &TruthRow, ui: &Ui) -> Html {
    let text = ui.text;
    let name = text.find(&format!("hazard.{}.name", row.hazard.id)).unwrap_or(row.hazard.id);
    let about = text.find(&format!("hazard.{}.about", row.hazard.id)).unwrap_or("");
    html! {
        <tr>
            <th scope="row" title={about}>{ name }</th>
            for (p, outcome) in Protection::all().zip(&row.outcomes) {
                { cell(row.hazard, name, p, outcome, ui) }
            }
        </tr>
    }
}

fn cell(hazard: &'static Hazard, name: &str, p: Protection, outcome: &Outcome, ui: &Ui) -> Html {
    let text = ui.text;
    let worst = outcome.kinds.first();
    let stuck = outcome.progress.ticks < outcome.progress.of;
    let mark = match worst {
        Some(kind) if kind.is_unsafe() => sign(kind.severity()),
        Some(kind) if kind.is_cost() || stuck => "△",
        None if stuck => "△",
        _ => "✓",
    };
    let kinds = outcome.kinds.iter();
    let mut words: Vec<&str> =
        kinds.map(|k| text.find(&format!("verdict.{}.name", k.id())).unwrap_or(k.id())).collect();
    if outcome.is_safe() {
        words.insert(0, text.get(Key::UiCompareSafe));
    }
    let ticks = format!("{}/{}", outcome.progress.ticks, outcome.progress.of);
    let said = format!("{} · {name}: {} · {ticks}", protection_name(p, text), words.join(", "));
    html! {
        <td>
            <button type="button" class={classes!("cell", (!outcome.is_safe()).then_some("is-bad"))}
                aria-label={said.clone()} title={said} onclick={ui.send(move || {
                    Command::Load(Box::new(hazard.scenario(p)), None)
                })}>{ mark }</button>
        </td>
    }
}
