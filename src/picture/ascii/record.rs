//! The sync worker's record in the text picture: three lanes in the place of the stores.

use super::Sheet;
use super::notes::why;
use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::sync::{Applied, Checkpointed, Emitted, FIRST_EVENT};
use crate::run::Trace;

/// The lanes' heads, and the lane of each.
pub(super) const HEADS: [&str; 3] = ["  applied", "  checkpoint", "  effects"];
const APPLIED: usize = 3;
const CURSOR: usize = 4;
const EFFECTS: usize = 5;

impl Sheet<'_> {
    pub(super) fn hear_record(&mut self, what: What) {
        let by = |worker: WorkerId, copy: bool, legacy: bool| {
            let copy = if copy { " copy" } else { "" };
            let legacy = if legacy { " legacy" } else { "" };
            format!("{}{copy}{legacy}", worker.letter())
        };
        let (lane, note) = match what {
            What::Applied { worker, event, copy, legacy, decision, .. } => {
                let became = match decision {
                    Applied::Accepted { times: 1 } => "in".to_owned(),
                    Applied::Accepted { times } => format!("in ×{times} !!"),
                    Applied::Repeated => "is in already".to_owned(),
                    Applied::Outdated => "is outdated".to_owned(),
                    Applied::Refused { refusal } => format!("✗ {}", why(refusal)),
                };
                (APPLIED, format!("{} {event} {became}", by(worker, copy, legacy)))
            }
            What::Emitted { worker, event, copy, decision, .. } => {
                let became = match decision {
                    Emitted::Delivered { times: 1 } => "sent".to_owned(),
                    Emitted::Delivered { times } => format!("sent ×{times} !!"),
                    Emitted::Repeated => "was sent".to_owned(),
                };
                (EFFECTS, format!("{} {event} {became}", by(worker, copy, false)))
            }
            What::CursorRead { worker, cursor, refused, .. } => {
                let became = match refused {
                    None => cursor.to_string(),
                    Some(refusal) => format!("✗ {}", why(refusal)),
                };
                (CURSOR, format!("{} reads {became}", worker.letter()))
            }
            What::Checkpointed { worker, copy, legacy, decision, .. } => {
                let became = match decision {
                    Checkpointed::Accepted { before, after } if after < before => {
                        format!("{before} → {after} !!")
                    }
                    Checkpointed::Accepted { before, after } => format!("{before} → {after}"),
                    Checkpointed::Refused { refusal } => format!("✗ {}", why(refusal)),
                };
                (CURSOR, format!("{} {became}", by(worker, copy, legacy)))
            }
            _ => return,
        };
        self.note(lane, note);
    }
}

/// What came of each event, in one line.
pub(super) fn sum(trace: &Trace) -> String {
    let record = trace.seek(trace.moments()).record;
    let each = record.applied.iter().zip(record.delivered).zip(FIRST_EVENT..);
    let events = each.map(|((applied, sent), event)| format!("{event} ×{applied}/{sent}"));
    format!("checkpoint {} · {}", record.checkpoint, events.collect::<Vec<_>>().join(" "))
}
