//! One pass over a trace: events become stretches of time with a beginning and an end.
//!
//! Owns what belongs together (a grant and its end, a message and its arrival, a pause and its
//! resume). Leaves where it is drawn to `draw`.

use super::timeline::Part;
use crate::clock::{ClockKind, Readings};
use crate::model::event::What;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::store::{Decision, Refusal, Slot};
use crate::model::sync::{Applied, Checkpointed, Emitted};
use crate::run::Trace;
use crate::time::TrueTime;

/// A stretch of true time, and the moment at which it began.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stretch {
    pub from: TrueTime,
    pub to: TrueTime,
    pub since: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct StepSpan {
    pub worker: WorkerId,
    pub step: Step,
    pub stretch: Stretch,
    pub timed_out: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct GrantSpan {
    pub worker: WorkerId,
    pub token: u64,
    pub stretch: Stretch,
    /// Ended by expiry, and not by a release.
    pub expired: Option<usize>,
    /// Ended by the other worker's release, in this moment.
    pub removed: Option<usize>,
    pub renewals: Vec<(TrueTime, usize)>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MessageSpan {
    pub worker: WorkerId,
    pub step: Step,
    pub leg: Leg,
    msg: u32,
    copy: bool,
    pub from: Node,
    pub to: Node,
    pub stretch: Stretch,
    pub lost: bool,
    open: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct JudgedAt {
    pub worker: WorkerId,
    pub slot: Slot,
    pub token: Option<u64>,
    pub decision: Decision,
    pub at: TrueTime,
    pub since: usize,
}

/// What the sync worker's record said to one request, or to several of the same moment.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordAt {
    pub worker: WorkerId,
    pub part: Part,
    /// The events, first and last; of a checkpoint, from where to where.
    pub first: u16,
    pub last: u16,
    pub said: Said,
    pub at: TrueTime,
    pub since: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Said {
    Taken,
    /// It is in, or was delivered, so many times now.
    Again {
        times: u8,
    },
    Noted,
    Refused {
        refusal: Refusal,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct CheckAt {
    pub worker: WorkerId,
    pub clock: ClockKind,
    pub readings: Readings,
    pub deadline_ms: i64,
    pub holds: bool,
    pub at: TrueTime,
    pub since: usize,
}

/// Everything that a timeline shows, in time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fold {
    pub steps: Vec<StepSpan>,
    pub grants: Vec<GrantSpan>,
    pub beliefs: Vec<(WorkerId, Stretch)>,
    pub overlaps: Vec<Stretch>,
    /// Index of the fault, and while it lasts.
    pub faults: Vec<(usize, Stretch)>,
    pub messages: Vec<MessageSpan>,
    pub judged: Vec<JudgedAt>,
    pub checks: Vec<CheckAt>,
    pub record: Vec<RecordAt>,
    pub busy: Vec<(WorkerId, TrueTime, usize)>,
    open_steps: [Option<(Step, Stretch)>; 2],
    open_beliefs: [Option<Stretch>; 2],
    /// The acquire under way was answered "busy": its reply is not drawn.
    turned_away: [bool; 2],
}

/// Whether an event is more than another round of asking for a lock that is held.
pub fn is_told(what: &What) -> bool {
    match what {
        What::Step { step, .. }
        | What::Sent { step, .. }
        | What::Delivered { step, .. }
        | What::Handled { step, .. } => !matches!(step, Step::Acquire | Step::Renew),
        What::Busy { .. } | What::Renewed { .. } | What::Ended { .. } => false,
        _ => true,
    }
}

/// Folds a trace.
pub fn fold(trace: &Trace) -> Fold {
    let mut fold = Fold::default();
    for moment in 0..trace.moments() {
        for event in &trace.events[trace.moment(moment)] {
            fold.hear(&event.what, event.at, moment);
        }
    }
    fold.close(trace.ended_at());
    fold
}

impl Fold {
    fn hear(&mut self, what: &What, at: TrueTime, moment: usize) {
        let point = Stretch { from: at, to: at, since: moment };
        match *what {
            What::Step { worker, step, .. } if step != Step::Renew => {
                if step.asks() || matches!(step, Step::Simulate | Step::Work) {
                    self.open_steps[worker.index()] = Some((step, point));
                } else {
                    self.steps.push(StepSpan { worker, step, stretch: point, timed_out: false });
                }
            }
            What::Handled { worker, step } if step != Step::Renew => {
                self.end_step(worker, at, false);
            }
            What::SimulateEnded { worker, .. }
            | What::WorkEnded { worker, .. }
            | What::Buffered { worker, .. } => self.end_step(worker, at, false),
            What::TimedOut { worker, step } if step != Step::Renew => {
                self.end_step(worker, at, true);
            }
            What::Crashed { worker } => self.end_step(worker, at, true),
            What::Believes { worker, .. } => {
                self.open_beliefs[worker.index()] = Some(point);
            }
            What::Disbelieves { worker, .. } => self.end_belief(worker, at),
            What::FaultBegan { fault } => self.faults.push((usize::from(fault), point)),
            What::FaultEnded { fault } => {
                let ours = |(i, _): &&mut (usize, Stretch)| *i == usize::from(fault);
                if let Some((_, stretch)) = self.faults.iter_mut().find(ours) {
                    stretch.to = at;
                }
            }
            What::Judged { worker, slot, token, decision, .. } => {
                self.judged.push(JudgedAt { worker, slot, token, decision, at, since: moment });
            }
            What::Checked { worker, clock, readings, deadline_ms, holds } => {
                let since = moment;
                self.checks.push(CheckAt {
                    worker,
                    clock,
                    readings,
                    deadline_ms,
                    holds,
                    at,
                    since,
                });
            }
            _ => {
                self.hear_lock(what, at, moment);
                self.hear_record(what, at, moment);
                self.hear_wire(what, at, moment);
            }
        }
    }

    fn hear_record(&mut self, what: &What, at: TrueTime, moment: usize) {
        let (worker, part, first, last, said) = match *what {
            What::Applied { worker, event, decision, .. } => {
                let said = match decision {
                    Applied::Accepted { times: 1 } => Said::Taken,
                    Applied::Accepted { times } => Said::Again { times },
                    Applied::Repeated | Applied::Outdated => Said::Noted,
                    Applied::Refused { refusal } => Said::Refused { refusal },
                };
                (worker, Part::Applied, event, event, said)
            }
            What::Emitted { worker, event, decision, .. } => {
                let said = match decision {
                    Emitted::Delivered { times: 1 } => Said::Taken,
                    Emitted::Delivered { times } => Said::Again { times },
                    Emitted::Repeated => Said::Noted,
                };
                (worker, Part::Effects, event, event, said)
            }
            What::Checkpointed { worker, from, to, decision, .. } => match decision {
                Checkpointed::Accepted { before, after } => {
                    (worker, Part::Cursor, before, after, Said::Taken)
                }
                Checkpointed::Refused { refusal } => {
                    (worker, Part::Cursor, from, to, Said::Refused { refusal })
                }
            },
            _ => return,
        };
        // Events of one transaction share a mark.
        let same = |r: &&mut RecordAt| r.since == moment && r.part == part && r.said == said;
        match self.record.iter_mut().rev().find(same).filter(|_| part != Part::Cursor) {
            Some(earlier) => earlier.last = last,
            None => {
                self.record.push(RecordAt { worker, part, first, last, said, at, since: moment });
            }
        }
    }

    fn hear_lock(&mut self, what: &What, at: TrueTime, moment: usize) {
        let stretch = Stretch { from: at, to: at, since: moment };
        match *what {
            What::Granted { worker, token, .. } => {
                let renewals = Vec::new();
                let (expired, removed) = (None, None);
                let grant = GrantSpan { worker, token, stretch, expired, removed, renewals };
                self.grants.push(grant);
            }
            What::Renewed { .. } => {
                if let Some(grant) = self.grants.last_mut() {
                    grant.renewals.push((at, moment));
                }
            }
            What::Released { by, holder, .. } => {
                let foreign = (by != holder).then_some(moment);
                self.end_grant(at, None, foreign);
            }
            What::FailedOver { lost: Some(_) } => self.end_grant(at, None, None),
            What::Expired { .. } => self.end_grant(at, Some(moment), None),
            What::Busy { worker, .. } => {
                self.busy.push((worker, at, moment));
                self.turned_away[worker.index()] = true;
                // The request that was turned away becomes a mark instead of an arrow.
                let asked = |m: &MessageSpan| m.worker == worker && m.step == Step::Acquire;
                if self.messages.last().is_some_and(asked) {
                    self.messages.pop();
                } else if let Some(i) = self.messages.iter().rposition(asked) {
                    self.messages.remove(i);
                }
            }
            _ => {}
        }
    }

    fn hear_wire(&mut self, what: &What, at: TrueTime, moment: usize) {
        match *what {
            What::Sent { msg, worker, step, leg, from, to, copy, .. } => {
                let busy = step == Step::Acquire && self.turned_away[worker.index()];
                if busy && leg == Leg::Reply {
                    return;
                }
                let stretch = Stretch { from: at, to: at, since: moment };
                self.messages.push(MessageSpan {
                    worker,
                    step,
                    leg,
                    msg,
                    copy,
                    from,
                    to,
                    stretch,
                    lost: false,
                    open: true,
                });
            }
            What::Delivered { msg, .. } => self.end_message(msg, at, false),
            What::Unheard { msg, .. } => self.end_message(msg, at, true),
            _ => {}
        }
    }

    fn end_message(&mut self, msg: u32, at: TrueTime, lost: bool) {
        let ours = |m: &&mut MessageSpan| m.open && m.msg == msg;
        if let Some(message) = self.messages.iter_mut().find(ours) {
            (message.stretch.to, message.lost, message.open) = (at, lost, false);
        }
    }

    fn end_step(&mut self, worker: WorkerId, at: TrueTime, timed_out: bool) {
        let turned_away = std::mem::take(&mut self.turned_away[worker.index()]);
        let Some((step, stretch)) = self.open_steps[worker.index()].take() else {
            return;
        };
        if !turned_away {
            let stretch = Stretch { to: at, ..stretch };
            self.steps.push(StepSpan { worker, step, stretch, timed_out });
        }
    }

    fn end_belief(&mut self, worker: WorkerId, at: TrueTime) {
        let Some(ours) = self.open_beliefs[worker.index()].take() else {
            return;
        };
        if let Some(theirs) = self.open_beliefs[worker.other().index()] {
            let later = if theirs.from > ours.from { theirs } else { ours };
            self.overlaps.push(Stretch { to: at, ..later });
        }
        self.beliefs.push((worker, Stretch { to: at, ..ours }));
    }

    fn end_grant(&mut self, at: TrueTime, expired: Option<usize>, removed: Option<usize>) {
        if let Some(grant) = self.grants.last_mut().filter(|g| g.stretch.to == g.stretch.from) {
            grant.stretch.to = at;
            (grant.expired, grant.removed) = (expired, removed);
        }
    }

    /// What is still open lasts until the end of the run.
    fn close(&mut self, end: TrueTime) {
        for worker in WorkerId::ALL {
            self.end_belief(worker, end);
            self.end_step(worker, end, true);
        }
        if let Some(grant) = self.grants.last_mut().filter(|g| g.stretch.to == g.stretch.from) {
            grant.stretch.to = end;
        }
        for message in self.messages.iter_mut().filter(|m| m.open) {
            (message.stretch.to, message.lost) = (end, true);
        }
    }
}
