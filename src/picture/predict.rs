//! Predict before you look: the question that a moment asks before it is shown.
//!
//! Questions and answers come out of the run, for whatever scenario: a write that not every store
//! takes, a check of a lease that is over, a release that removes another's lock.

use crate::clock::ClockKind;
use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::store::Slot;
use crate::model::sync::Applied;
use crate::run::Trace;
use crate::text::{Key, Text};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub prompt: String,
    pub options: Vec<String>,
    /// Index of the option that the run will show to be right.
    pub right: usize,
}

/// The question that a moment asks; most ask none.
pub fn question(trace: &Trace, moment: usize, text: Text) -> Option<Question> {
    let events = trace.events.get(trace.moment(moment))?;
    events.iter().find_map(|event| match event.what {
        What::Judged { worker, .. } => judged(events.iter().map(|e| &e.what), worker, text),
        What::Applied { worker, event: of, decision, .. } => {
            applied(trace, trace.moment(moment).start, decision)
                .map(|right| apply_question(worker, of, right, text))
        }
        What::CursorRead { worker, refused, .. } if !holds_lock(trace, moment, worker) => {
            Some(cursor_question(worker, refused.is_some(), text))
        }
        What::Checked { worker, clock, holds, .. } => {
            let over = !holds || !holds_lock(trace, moment, worker);
            over.then(|| checked(worker, clock, holds, text))
        }
        What::Released { by, holder, .. } if by != holder => Some(released(by, text)),
        _ => None,
    })
}

/// Whether the lock service grants the lock to this worker right before a moment.
fn holds_lock(trace: &Trace, moment: usize, worker: WorkerId) -> bool {
    let before = trace.moment(moment).start;
    let last = trace.events[..before].iter().rev().find_map(|event| match event.what {
        What::Granted { worker, .. } => Some(Some(worker)),
        What::Expired { .. } | What::Released { .. } | What::FailedOver { lost: Some(_) } => {
            Some(None)
        }
        _ => None,
    });
    last.flatten() == Some(worker)
}

/// Asked where the stores do not agree, or where one of them loses an update.
fn judged<'e>(
    events: impl Iterator<Item = &'e What>,
    worker: WorkerId,
    text: Text,
) -> Option<Question> {
    let (mut takes, mut told) = ([false; Slot::ALL.len()], false);
    for what in events {
        let What::Judged { slot, decision, .. } = what else { continue };
        takes[slot.index()] = !decision.is_refusal();
        told |= decision.is_refusal() || super::words::loses(decision);
    }
    if !told {
        return None;
    }
    let mut sets = [[true; 3], [true, false, false], [true, true, false], [false; 3]];
    if !sets.contains(&takes) {
        sets[2] = takes;
    }
    let right = sets.iter().position(|set| *set == takes)?;
    let prompt = text.fill(Key::UiPredictWrite, &[("who", worker.letter())]);
    Some(Question { prompt, options: sets.iter().map(|set| takers(set, text)).collect(), right })
}

/// What becomes of an event: applied, acknowledged, refused. Asked where it is not what became of
/// the event before, or where it is applied again for the first time.
fn applied(trace: &Trace, before: usize, decision: Applied) -> Option<usize> {
    let class = |decision: Applied| match decision {
        Applied::Accepted { times: 1 } => 0,
        Applied::Repeated | Applied::Outdated => 1,
        Applied::Refused { .. } => 2,
        Applied::Accepted { .. } => 3,
    };
    let now = class(decision);
    let asked = trace.events[..before].iter().any(|event| match event.what {
        What::Applied { decision, .. } => class(decision) == now,
        _ => false,
    });
    (now != 0 && !asked).then_some(now % 3)
}

fn cursor_question(worker: WorkerId, refused: bool, text: Text) -> Question {
    let prompt = text.fill(Key::SyncStagePredictCursor, &[("who", worker.letter())]);
    let options = [Key::SyncStageTells, Key::SyncStageRefuses];
    let options = options.map(|key| text.get(key).to_owned()).to_vec();
    Question { prompt, options, right: usize::from(refused) }
}

fn apply_question(worker: WorkerId, event: u16, right: usize, text: Text) -> Question {
    let args = [("who", worker.letter()), ("event", &*event.to_string())];
    let options = [Key::SyncStageTakes, Key::SyncStageNotes, Key::SyncStageRefuses];
    let options = options.map(|key| text.get(key).to_owned()).to_vec();
    Question { prompt: text.fill(Key::SyncStagePredictApply, &args), options, right }
}

/// Which stores take it, by name.
fn takers(set: &[bool; Slot::ALL.len()], text: Text) -> String {
    let name = |slot: &Slot| {
        set[slot.index()].then(|| text.find(&format!("store.{}.name", slot.id())).unwrap_or(""))
    };
    let names: Vec<&str> = Slot::ALL.iter().filter_map(name).collect();
    match names.len() {
        0 => text.get(Key::UiPredictNone).to_owned(),
        3 => text.get(Key::UiPredictAll).to_owned(),
        1 => text.fill(Key::UiPredictOnly, &[("name", names[0])]),
        _ => names.join(" + "),
    }
}

fn checked(worker: WorkerId, clock: ClockKind, holds: bool, text: Text) -> Question {
    let clock = text.get(match clock {
        ClockKind::Wall => Key::UiCodeWall,
        ClockKind::Steady => Key::UiCodeSteady,
    });
    let prompt = text.fill(Key::UiPredictCheck, &[("who", worker.letter()), ("clock", clock)]);
    let options = [Key::UiPredictGoesOn, Key::UiPredictGivesUp].map(|key| text.get(key).to_owned());
    Question { prompt, options: options.to_vec(), right: usize::from(!holds) }
}

fn released(by: WorkerId, text: Text) -> Question {
    let prompt = text.fill(Key::UiPredictRelease, &[("who", by.letter())]);
    let other = text.fill(Key::UiPredictOthersLock, &[("who", by.other().letter())]);
    let [nothing, own] = [Key::UiPredictNothing, Key::UiPredictOwnLock].map(|key| text.get(key));
    let options = vec![nothing.to_owned(), own.to_owned(), other];
    Question { prompt, options, right: 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Kind, Verdict, run, verdicts};
    use crate::scenario::presets::PRESETS;
    use crate::text::Lang;

    #[test]
    fn every_preset_that_breaks_something_asks_and_knows_the_answer() {
        for preset in PRESETS {
            let trace = run(&preset.scenario());
            for lang in Lang::ALL {
                let ask = |moment| question(&trace, moment, Text(lang));
                let asked: Vec<Question> = (0..trace.moments()).filter_map(ask).collect();
                let breaks =
                    |v: &Verdict| matches!(v.kind, Kind::LostUpdate | Kind::ForeignRelease);
                let must_ask = verdicts(&trace).iter().any(breaks);
                assert!(!must_ask || !asked.is_empty(), "{} asks nothing", preset.id);
                assert!(preset.id != "no-fault" || asked.is_empty());
                for q in asked {
                    assert!(q.right < q.options.len() && q.options.len() <= 4, "{q:?}");
                    let mut apart = q.options.clone();
                    apart.sort();
                    apart.dedup();
                    assert_eq!(apart.len(), q.options.len(), "two answers are the same: {q:?}");
                }
            }
        }
    }
}
