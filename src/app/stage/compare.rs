//! Compare: the same faults under every protection, one row each. A row opens that run.

use crate::app::state::use_ui;
use crate::run::compare::{Compared, compare};
use crate::run::verdict::{Kind, Severity};
use crate::session::{Command, Session};
use crate::text::{Key, Text, seconds};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CompareProps {
    pub session: Session,
}

#[component]
pub fn Compare(props: &CompareProps) -> Html {
    let ui = use_ui();
    let text = ui.text;
    let open = use_state_eq(|| false);
    // Worked out only while somebody looks.
    let rows = use_memo((props.session.run.clone(), *open), |(run, open)| {
        if *open { compare(&run.trace) } else { Vec::new() }
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <section class="compare">
            <button type="button" class="disclose" aria-expanded={open.to_string()} onclick={toggle}>
                { text.get(Key::UiCompareTitle) }
            </button>
            if *open {
                <div class="table-scroll" tabindex="0" role="region"
                    aria-label={text.get(Key::UiCompareTitle)}>
                    <table>
                        <thead><tr>
                            <th scope="col">{ text.get(Key::UiCompareProtection) }</th>
                            <th scope="col">{ text.get(Key::UiCompareVerdict) }</th>
                            <th scope="col">{ text.get(Key::UiCompareTicks) }</th>
                            <th scope="col">{ text.get(Key::UiCompareDiffers) }</th>
                        </tr></thead>
                        <tbody>
                            for row in rows.iter() { { compared(row, &props.session, &ui) } }
                        </tbody>
                    </table>
                </div>
            }
        </section>
    }
}

fn compared(row: &Compared, session: &Session, ui: &crate::app::state::Ui) -> Html {
    let text = ui.text;
    let protection = row.protection;
    let chosen = protection == session.scenario().protection;
    let name = text.find(&format!("protection.{}.name", protection.id())).unwrap_or("");
    let ticks = format!("{}/{}", row.outcome.progress.ticks, row.outcome.progress.of);
    let differs = match row.differs_at {
        Some(at) => seconds(at.0),
        None => text.get(Key::UiCompareSame).to_owned(),
    };
    html! {
        <tr class={classes!(chosen.then_some("chosen"))} data-protection={protection.id()}>
            <th scope="row">
                <button type="button" class="button quiet" aria-current={chosen.then_some("true")}
                    onclick={ui.send(move || Command::Protect(protection))}>{ name }</button>
            </th>
            <td>{ signs(&row.outcome.kinds, text) }</td>
            <td>{ ticks }</td>
            <td>{ differs }</td>
        </tr>
    }
}

/// The verdicts of a run in signs and words; a check mark if it is safe.
pub fn signs(kinds: &[Kind], text: Text) -> Html {
    let bad = kinds.iter().any(|kind| kind.is_unsafe());
    html! {
        <span class="signs">
            if !bad {
                <span class="kind is-safe"><span aria-hidden="true">{ "✓ " }</span>
                    { text.get(Key::UiCompareSafe) }</span>
            }
            for kind in kinds {
                <span class={classes!("kind", kind.is_unsafe().then_some("is-bad"))}>
                    <span aria-hidden="true">{ sign(kind.severity()) }{ " " }</span>
                    { text.find(&format!("verdict.{}.name", kind.id())).unwrap_or(kind.id()) }
                </span>
            }
        </span>
    }
}

pub fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning | Severity::Cost => "△",
        Severity::BrokenExclusion | Severity::Corruption => "✕",
    }
}
