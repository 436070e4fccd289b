//! What has come of the events told so far: the ground on which the next one is told.

use crate::clock::Readings;
use crate::model::event::{Disbelief, What};
use crate::model::node::WorkerId;
use crate::model::program::Step;
use crate::model::store::{Decision, Slot};
use crate::model::sync::{Applied, EVENTS, index_of};
use crate::run::{Event, Trace};
use crate::scenario::limits::FAULTS_MAX;
use crate::scenario::{Effect, Thread};
use crate::time::TrueTime;

/// What is known of one worker.
#[derive(Clone, Copy, Default)]
pub(super) struct Of {
    pub lives: u8,
    /// The life that was granted its last lease.
    pub granted_life: u8,
    pub crashed: bool,
    pub believes: bool,
    /// Pauses and suspensions that hold its work thread, and how many of them are suspensions.
    pub halts: u8,
    pub suspensions: u8,
    /// It has asked for the lock in this life.
    pub asked: bool,
    /// Why it was last turned away, as long as it waits.
    pub turned_away: Option<Option<WorkerId>>,
    /// Both clocks when it set its deadline.
    pub set: Option<Readings>,
    /// What the store listened to last answered it, and what it computed from that.
    pub read_hp: i64,
    pub next_hp: i64,
    /// What became of its last write at the store listened to.
    pub judged: Option<Decision>,
    pub tries: u8,
    /// When its last grant ended.
    pub lease_ended: Option<TrueTime>,
    pub renewed: bool,
    /// A renewal failed: it knows that it lost its lease.
    pub knows_loss: bool,
    /// Of a sync worker: the checkpoint that it read, and the event at which it is.
    pub cursor: u16,
    pub event: u16,
}

pub(super) struct Known {
    pub of: [Of; 2],
    /// The last grant, and whether it still stands.
    pub grant: Option<(WorkerId, u64)>,
    pub held: bool,
    pub hp: [i64; Slot::ALL.len()],
    pub fault_began: [TrueTime; FAULTS_MAX],
    /// Events that are applied.
    pub applied: [bool; EVENTS],
    listens: Slot,
}

impl Known {
    pub fn new(trace: &Trace) -> Known {
        Known {
            of: [Of::default(); 2],
            grant: None,
            held: false,
            hp: [trace.rules.scenario.boss_hp; Slot::ALL.len()],
            fault_began: [TrueTime::ZERO; FAULTS_MAX],
            applied: [false; EVENTS],
            listens: trace.rules.switches().listens,
        }
    }

    /// The worker's last lease was granted to a life that has ended since.
    pub fn left_behind(&self, worker: WorkerId) -> bool {
        let of = &self.of[worker.index()];
        of.crashed || of.granted_life != of.lives
    }

    pub fn holder(&self) -> Option<WorkerId> {
        self.grant.filter(|_| self.held).map(|(worker, _)| worker)
    }

    /// A newer grant than this worker's was issued.
    pub fn is_late(&self, worker: WorkerId, token: Option<u64>) -> bool {
        token.is_some() && self.grant.is_some_and(|(w, t)| (w, Some(t)) != (worker, token))
    }

    /// The boss's hp at the store that the workers listen to.
    pub fn true_hp(&self) -> i64 {
        self.hp[self.listens.index()]
    }

    fn end_lease(&mut self, worker: WorkerId, at: TrueTime) {
        self.held = false;
        self.of[worker.index()].lease_ended = Some(at);
    }

    pub fn hear(&mut self, event: &Event, trace: &Trace) {
        match event.what {
            What::FaultBegan { fault } => {
                if let Some(began) = self.fault_began.get_mut(usize::from(fault)) {
                    *began = event.at;
                }
                self.halt(trace.rules.scenario.faults.get(usize::from(fault)).map(|f| f.what), 1);
            }
            What::FaultEnded { fault } => {
                self.halt(trace.rules.scenario.faults.get(usize::from(fault)).map(|f| f.what), -1);
            }
            What::Granted { worker, token, .. } => {
                (self.grant, self.held) = (Some((worker, token)), true);
                let of = &mut self.of[worker.index()];
                (of.lease_ended, of.turned_away, of.renewed) = (None, None, false);
                of.granted_life = of.lives;
            }
            What::Expired { worker, .. } => self.end_lease(worker, event.at),
            What::Released { holder, .. } => self.end_lease(holder, event.at),
            What::FailedOver { lost: Some(worker) } => self.end_lease(worker, event.at),
            What::Judged { slot, decision: Decision::Accepted { after, .. }, .. } => {
                self.hp[slot.index()] = after.hp;
                self.hear_worker(event);
            }
            _ => self.hear_worker(event),
        }
        if let What::Judged { worker, decision, listened: true, copy: false, .. } = event.what {
            self.of[worker.index()].judged = Some(decision);
        }
    }

    fn hear_worker(&mut self, event: &Event) {
        let listens = self.listens.index();
        match event.what {
            What::Started { worker } => {
                let of = &mut self.of[worker.index()];
                (of.lives, of.crashed) = (of.lives.saturating_add(1), false);
            }
            What::Step { worker, .. } => self.of[worker.index()].asked = true,
            What::Busy { worker, holder } => self.of[worker.index()].turned_away = Some(holder),
            What::Renewed { worker, .. } => self.of[worker.index()].renewed = true,
            What::Believes { worker, .. } => self.of[worker.index()].believes = true,
            What::Disbelieves { worker, why } => {
                let of = &mut self.of[worker.index()];
                of.believes = false;
                of.knows_loss |= why == Disbelief::RenewalLost;
            }
            What::DeadlineSet { worker, readings, .. } => {
                self.of[worker.index()].set = Some(readings);
            }
            What::Read { worker, answers } => {
                if let Some(Ok(snapshot)) = answers[listens] {
                    self.of[worker.index()].read_hp = snapshot.value.hp;
                }
            }
            What::SimulateEnded { worker, next } => {
                if let Some(value) = next[listens] {
                    self.of[worker.index()].next_hp = value.hp;
                }
            }
            What::CursorRead { worker, cursor, refused: None, .. } => {
                self.of[worker.index()].cursor = cursor;
            }
            What::WorkBegan { worker, event, .. } => self.of[worker.index()].event = event,
            What::Applied { event, decision: Applied::Accepted { .. }, .. } => {
                self.applied[index_of(event)] = true;
            }
            What::Handled { worker, step: Step::Write } => {
                let of = &mut self.of[worker.index()];
                let refused = of.judged.is_some_and(|d| d.is_refusal());
                of.tries = of.tries.saturating_add(u8::from(refused));
            }
            What::TimedOut { worker, step: Step::Write } => {
                let of = &mut self.of[worker.index()];
                of.tries = of.tries.saturating_add(1);
            }
            What::Crashed { worker } => {
                let old = self.of[worker.index()];
                self.of[worker.index()] = Of {
                    lives: old.lives,
                    granted_life: old.granted_life,
                    crashed: true,
                    halts: old.halts,
                    suspensions: old.suspensions,
                    lease_ended: old.lease_ended,
                    ..Of::default()
                };
            }
            _ => {}
        }
    }

    fn halt(&mut self, effect: Option<Effect>, by: i8) {
        match effect {
            Some(Effect::Pause { worker, thread: Thread::Process | Thread::Work, .. }) => {
                let halts = &mut self.of[worker.index()].halts;
                *halts = halts.saturating_add_signed(by);
            }
            Some(Effect::Suspend { worker, .. }) => {
                let of = &mut self.of[worker.index()];
                of.halts = of.halts.saturating_add_signed(by);
                of.suspensions = of.suspensions.saturating_add_signed(by);
            }
            _ => {}
        }
    }
}
