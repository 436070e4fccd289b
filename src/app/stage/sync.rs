//! How the worker syncs: one control for each of its switches.

use crate::app::choice::Choice;
use crate::app::state::Ui;
use crate::clock::ClockKind;
use crate::model::protection::ReleaseRule;
use crate::model::sync::{Job, SWITCHES, Switch, Sync};
use crate::scenario::Scenario;
use crate::session::Command;
use crate::text::Key;
use yew::prelude::*;

const CHECKS: [(Option<ClockKind>, Key, &str); 3] = [
    (None, Key::SyncStageCheckNone, "none"),
    (Some(ClockKind::Wall), Key::SyncStageCheckWall, "wall"),
    (Some(ClockKind::Steady), Key::SyncStageCheckSteady, "steady"),
];
const RELEASES: [(ReleaseRule, Key, &str); 2] = [
    (ReleaseRule::OwnerChecked, Key::SyncStageReleaseOwner, "owner"),
    (ReleaseRule::Blind, Key::SyncStageReleaseBlind, "blind"),
];

pub fn switches(scenario: &Scenario, sync: &Sync, ui: &Ui) -> Html {
    let text = ui.text;
    let words = |key: Key, value: &'static str| (text.get(key).to_owned(), value);
    let at_check = CHECKS.iter().position(|(check, ..)| *check == sync.check).unwrap_or(0);
    let at_release = RELEASES.iter().position(|(rule, ..)| *rule == sync.release).unwrap_or(0);
    html! {
        <details class="syncing" open=true>
            <summary>{ text.get(Key::SyncStageHow) }</summary>
            <div class="sync-switches">
                for switch in SWITCHES { { control(scenario, sync, switch, ui) } }
                <Choice label={text.get(Key::SyncStageCheck)} chosen={at_check}
                    options={CHECKS.map(|(_, key, id)| words(key, id)).to_vec()}
                    choose={set(scenario, sync, ui, |sync, i| {
                        sync.check = CHECKS.get(i).and_then(|(check, ..)| *check);
                    })} />
                <Choice label={text.get(Key::SyncStageRelease)} chosen={at_release}
                    options={RELEASES.map(|(_, key, id)| words(key, id)).to_vec()}
                    choose={set(scenario, sync, ui, |sync, i| {
                        sync.release = RELEASES.get(i).map_or(sync.release, |(rule, ..)| *rule);
                    })} />
            </div>
        </details>
    }
}

/// Changes one thing about the worker.
fn set(scenario: &Scenario, sync: &Sync, ui: &Ui, change: fn(&mut Sync, usize)) -> Callback<usize> {
    let (scenario, sync, dispatch) = (scenario.clone(), *sync, ui.dispatch.clone());
    Callback::from(move |index: usize| {
        let mut sync = sync;
        change(&mut sync, index);
        let next = Scenario { job: Job::Sync(sync), ..scenario.clone() };
        dispatch.dispatch(Command::Change(Box::new(next), None));
    })
}

fn control(scenario: &Scenario, sync: &Sync, switch: &'static Switch, ui: &Ui) -> Html {
    let said = |what: &str| {
        ui.text.find(&format!("sync.switch.{}.{what}", switch.id)).unwrap_or(switch.id)
    };
    let on = (switch.get)(sync);
    let (scenario, sync, dispatch) = (scenario.clone(), *sync, ui.dispatch.clone());
    let onchange = Callback::from(move |_: Event| {
        let mut sync = sync;
        (switch.set)(&mut sync, !on);
        let next = Scenario { job: Job::Sync(sync), ..scenario.clone() };
        dispatch.dispatch(Command::Change(Box::new(next), None));
    });
    html! {
        <label title={said("about")} data-switch={switch.id}>
            <input type="checkbox" checked={on} {onchange} />
            { said("name") }
        </label>
    }
}
