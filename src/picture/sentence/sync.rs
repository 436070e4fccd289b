//! The sync worker and its record, in sentences.

use super::sum::refusal_reason;
use super::{Part, Scene, Teller, Who, major, minor};
use crate::model::event::{Disbelief, Outcome, What};
use crate::model::node::WorkerId;
use crate::model::program::Step;
use crate::model::store::Refusal;
use crate::model::sync::{
    Applied, Checkpointed, EVENTS, Emitted, Recovery, START, between, index_of,
};
use crate::text::Key;

/// One event's effect at the record.
struct Effect {
    worker: WorkerId,
    event: u16,
    token: Option<u64>,
    legacy: bool,
    decision: Applied,
}

impl Teller<'_> {
    pub(super) fn tell_record(&self, scene: &Scene, i: usize) -> Option<Part> {
        match scene.events[i].what {
            What::CursorRead { worker, cursor, reason, refused, .. } => {
                self.cursor_read(worker, cursor, reason, refused)
            }
            What::WorkBegan { worker, event, ms } => {
                let time = self.text.span(ms);
                let args = [("event", &*event.to_string()), ("time", &time)];
                major(worker, self.say(Key::SaySyncWorks, worker, &args))
            }
            What::WorkEnded { worker, event } => {
                let args = [("event", &*event.to_string())];
                minor(worker, self.say(Key::SaySyncWorked, worker, &args))
            }
            What::Buffered { worker, step, event } => {
                let key = match step {
                    Step::Emit => Key::SaySyncBufferedEmit,
                    _ => Key::SaySyncBuffered,
                };
                minor(worker, self.say(key, worker, &[("event", &event.to_string())]))
            }
            What::Applied { worker, event, token, copy, legacy, decision, .. } => {
                let said = self.applied(&Effect { worker, event, token, legacy, decision });
                major(Who::Stores, self.with_copy(copy && i == 1, worker, said))
            }
            What::Emitted { worker, event, copy, decision, .. } => {
                let said = self.emitted(worker, event, decision);
                let said = self.with_copy(copy && i == 1, worker, said);
                match decision {
                    Emitted::Delivered { times: 1 } => minor(Who::Stores, said),
                    _ => major(Who::Stores, said),
                }
            }
            What::Checkpointed { worker, to, copy, legacy, decision, .. } => {
                let said = self.checkpointed(worker, to, decision);
                let said = self.with_old_path(legacy, worker, said);
                major(Who::Stores, self.with_copy(copy && i == 1, worker, said))
            }
            _ => None,
        }
    }

    fn with_copy(&self, copy: bool, worker: WorkerId, said: String) -> String {
        match copy {
            true => format!("{} {said}", self.say(Key::SaySyncCopy, worker, &[])),
            false => said,
        }
    }

    fn with_old_path(&self, legacy: bool, worker: WorkerId, said: String) -> String {
        match legacy {
            true => format!("{said} {}", self.say(Key::SaySyncLegacy, worker, &[])),
            false => said,
        }
    }

    fn cursor_read(
        &self,
        worker: WorkerId,
        cursor: u16,
        reason: Recovery,
        refused: Option<Refusal>,
    ) -> Option<Part> {
        if let Some(refusal) = refused {
            let why = refusal_reason(&refusal, self.text);
            let said = self.say(Key::SaySyncReadRefused, worker, &[("why", &why)]);
            return major(Who::Stores, said);
        }
        let key = match reason {
            Recovery::FirstOwner => Key::SaySyncReadFirst,
            Recovery::Handover => Key::SaySyncReadHandover,
            Recovery::Takeover => Key::SaySyncReadTakeover,
            Recovery::Restart => Key::SaySyncReadRestart,
        };
        major(Who::Stores, self.say(key, worker, &[("cursor", &cursor.to_string())]))
    }

    fn applied(&self, effect: &Effect) -> String {
        let worker = effect.worker;
        let late = self.known.is_late(worker, effect.token);
        let (event, mut many, mut why) = (effect.event.to_string(), String::new(), String::new());
        let key = match effect.decision {
            Applied::Accepted { times: 1 } if late => Key::SaySyncAppliedLate,
            Applied::Accepted { times: 1 } => Key::SaySyncApplied,
            Applied::Accepted { times } => {
                many = times.to_string();
                Key::SaySyncAppliedTwice
            }
            Applied::Repeated => Key::SaySyncRepeated,
            Applied::Outdated => Key::SaySyncOutdated,
            Applied::Refused { refusal } => {
                why = refusal_reason(&refusal, self.text);
                Key::SaySyncApplyRefused
            }
        };
        let args = [("event", &*event), ("times", &*many), ("why", &*why)];
        self.with_old_path(effect.legacy, worker, self.say(key, worker, &args))
    }

    fn emitted(&self, worker: WorkerId, event: u16, decision: Emitted) -> String {
        let (key, times) = match decision {
            Emitted::Delivered { times: 1 } => (Key::SaySyncDelivered, 1),
            Emitted::Delivered { times } => (Key::SaySyncDeliveredTwice, times),
            Emitted::Repeated => (Key::SaySyncEmitRepeated, 1),
        };
        let args = [("event", &*event.to_string()), ("times", &*times.to_string())];
        self.say(key, worker, &args)
    }

    fn checkpointed(&self, worker: WorkerId, to: u16, decision: Checkpointed) -> String {
        let to = to.to_string();
        let (key, from, event, why) = match decision {
            Checkpointed::Refused { refusal } => {
                (Key::SaySyncCheckpointRefused, 0, 0, refusal_reason(&refusal, self.text))
            }
            Checkpointed::Accepted { before, after } => {
                let missing = between(START, after).find(|e| !self.known.applied[index_of(*e)]);
                let (key, event) = match missing {
                    _ if after < before => (Key::SaySyncBack, after + 1),
                    Some(event) => (Key::SaySyncSkips, event),
                    None if after == before => (Key::SaySyncSame, 0),
                    None => (Key::SaySyncAdvanced, 0),
                };
                (key, before, event, String::new())
            }
        };
        let (from, event) = (from.to_string(), event.to_string());
        let args = [("from", &*from), ("to", &*to), ("event", &*event), ("why", &*why)];
        self.say(key, worker, &args)
    }

    /// A step of the sync worker. What is local to it is told by what comes of it.
    pub(super) fn tell_sync_step(&self, worker: WorkerId, step: Step) -> Option<Part> {
        let sync = self.trace.rules.switches().sync?;
        let of = &self.known.of[worker.index()];
        let to = (of.cursor + u16::from(sync.batch)).min(START + EVENTS as u16);
        let key = match step {
            Step::Cursor => Key::SaySyncCursor,
            Step::Apply if sync.one_transaction => return None,
            Step::Emit if sync.is_emit_local() => return None,
            Step::Apply => Key::SaySyncApplies,
            Step::Emit if sync.outbox => Key::SaySyncEmitsOutbox,
            Step::Emit => Key::SaySyncEmits,
            Step::Checkpoint if sync.one_transaction => Key::SaySyncCommits,
            Step::Checkpoint => Key::SaySyncAdvances,
            _ => return self.tell_step(worker, step, 1),
        };
        let from = match sync.one_transaction {
            true => of.cursor + 1,
            false => of.cursor,
        };
        let args = [
            ("event", &*of.event.to_string()),
            ("from", &*from.to_string()),
            ("to", &*to.to_string()),
        ];
        let said = self.say(key, worker, &args);
        if step == Step::Cursor { major(worker, said) } else { minor(worker, said) }
    }

    /// What both jobs have in common, where the sync worker needs other words.
    pub(super) fn tell_sync(&self, scene: &Scene, i: usize) -> Option<Part> {
        self.trace.rules.switches().sync?;
        let (worker, key) = match scene.events[i].what {
            What::Started { worker } if self.known.of[worker.index()].lives > 0 => {
                return major(worker, self.say(Key::SaySyncRestarts, worker, &[]));
            }
            What::Started { worker } => {
                return minor(worker, self.say(Key::SaySyncStarts, worker, &[]));
            }
            What::Disbelieves { worker, why: Disbelief::Refused } => {
                (worker, Key::SaySyncHeardRefused)
            }
            What::Finished { worker, outcome } => (
                worker,
                match outcome {
                    Outcome::Wrote => Key::SaySyncDone,
                    Outcome::Refused => Key::SaySyncDoneRefused,
                    Outcome::CheckFailed | Outcome::Cancelled => Key::SaySyncDoneGaveUp,
                    Outcome::Unknown => Key::SaySyncDoneUnknown,
                },
            ),
            _ => return None,
        };
        major(worker, self.say(key, worker, &[]))
    }
}
