//! The event queue: what is due next, and the one order of what falls on the same instant.
//!
//! The variants of `Due` stand in that order: faults that start · what ends and restarts · lease
//! expiry and lock-delay end · deliveries in send order · heartbeat threads · work threads, A before
//! B. It is worked out afresh before every step, from the world alone: nothing is queued that a
//! clock step, a pause or a crash could make untrue.

use super::rules::Rules;
use super::world::{HaltEnd, World};
use crate::clock::ClockKind;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::profile::Expiry;
use crate::model::program::Step;
use crate::model::worker::Phase;
use crate::scenario::{Thread, Trigger};
use crate::time::TrueTime;

/// Something that is due. Indices are into the world's own lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Due {
    Fault(u8),
    HaltEnds(usize),
    CutEnds(usize),
    Resync(Node),
    Restart(WorkerId),
    LeaseExpires,
    LockDelayOver,
    Delivery(usize),
    Heart(WorkerId),
    Work(WorkerId),
}

/// Keeps the earliest; at one instant, the first in the order of `Due`.
#[derive(Default)]
struct Earliest(Option<(TrueTime, Due)>);

impl Earliest {
    fn offer(&mut self, at: Option<TrueTime>, due: Due) {
        let Some(at) = at else { return };
        if self.0.is_none_or(|best| (at, due) < best) {
            self.0 = Some((at, due));
        }
    }
}

impl World {
    /// What is due next, and when; `None`: nothing will ever happen again.
    pub(super) fn next(&self, rules: &Rules) -> Option<(TrueTime, Due)> {
        let mut earliest = Earliest::default();
        self.offer_faults(rules, &mut earliest);
        self.offer_ends(&mut earliest);
        let lock = &self.clocks[Node::Lock.index()];
        let reaches = |ms: i64| lock.reaches(rules.lock_clock(), ms, self.now);
        // Where those who want the lock judge, the service itself lets nothing expire.
        let served = matches!(rules.service().expiry, Expiry::Served | Expiry::Connection);
        let holder = self.lock.holder.filter(|_| served);
        let expires = holder.and_then(|grant| reaches(grant.expires_ms));
        earliest.offer(expires, Due::LeaseExpires);
        let delay_over = self.lock.delayed_until_ms.and_then(reaches);
        earliest.offer(delay_over, Due::LockDelayOver);
        let heard = |m: &crate::model::network::Message| {
            let thread = if m.step == Step::Renew { Thread::Heartbeat } else { Thread::Work };
            m.leg == Leg::Request || !self.is_halted(m.worker, thread)
        };
        if let Some((index, at)) = self.wire.next(heard) {
            earliest.offer(Some(at.max(self.now)), Due::Delivery(index));
        }
        for worker in WorkerId::ALL {
            earliest.offer(self.heart_due(worker), Due::Heart(worker));
            earliest.offer(self.work_due(worker, rules), Due::Work(worker));
        }
        earliest.0
    }

    fn offer_faults(&self, rules: &Rules, earliest: &mut Earliest) {
        for (i, fault) in rules.scenario.faults.iter().enumerate() {
            let bit = 1 << i;
            if self.fired & bit != 0 {
                continue;
            }
            let at = match fault.when {
                Trigger::At(at) => Some(at.max(self.now)),
                _ => (self.triggered & bit != 0).then_some(self.now),
            };
            earliest.offer(at, Due::Fault(i as u8));
        }
    }

    fn offer_ends(&self, earliest: &mut Earliest) {
        for (i, halt) in self.halts.iter().enumerate() {
            if let HaltEnd::At(at) = halt.end {
                earliest.offer(Some(at.max(self.now)), Due::HaltEnds(i));
            }
        }
        for (i, cut) in self.cuts.iter().enumerate() {
            earliest.offer(Some(cut.until), Due::CutEnds(i));
        }
        for node in Node::ALL {
            earliest.offer(self.clocks[node.index()].resync_at(), Due::Resync(node));
        }
        for worker in WorkerId::ALL {
            earliest.offer(self.restarts[worker.index()], Due::Restart(worker));
        }
    }

    /// When a worker's own steady clock reads `ms`.
    fn timer(&self, worker: WorkerId, ms: i64) -> Option<TrueTime> {
        self.clocks[Node::from(worker).index()].reaches(ClockKind::Steady, ms, self.now)
    }

    fn heart_due(&self, worker: WorkerId) -> Option<TrueTime> {
        let heart = &self.worker(worker).heart;
        if self.is_halted(worker, Thread::Heartbeat) {
            return None;
        }
        if heart.ready {
            return Some(self.now);
        }
        let ms = heart.waiting.map(|(_, until_ms)| until_ms).or(heart.due_ms)?;
        self.timer(worker, ms)
    }

    fn work_due(&self, worker: WorkerId, rules: &Rules) -> Option<TrueTime> {
        if self.is_halted(worker, Thread::Work) {
            return None;
        }
        let starts_ms = [0, rules.scenario.b_starts_ms][worker.index()];
        match self.worker(worker).phase {
            Phase::NotStarted => Some(self.now.max(TrueTime(starts_ms))),
            Phase::Ready(_) => Some(self.now),
            Phase::Waiting { until_ms, .. } | Phase::Backoff { until_ms } => {
                self.timer(worker, until_ms)
            }
            Phase::Working { left_ms, since, .. } => since.map(|since| since + left_ms),
            Phase::Done | Phase::Crashed => None,
        }
    }
}
