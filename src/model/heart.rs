//! A worker's heartbeat thread: renews the lease, and says when it is lost.
//!
//! Owns when a renewal is due and what its answer means. Leaves the work thread, which looks at the
//! cancel flag right before it writes, to `worker`.

use super::event::{Disbelief, What};
use super::network::{Reply, Request};
use super::program::{Point, Step};
use super::protection::Heartbeat;
use super::worker::{Report, Worker, WorkerRules};

/// The heartbeat thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heart {
    /// The next renewal is due when the steady clock reads this; `None`: the thread has ended.
    pub due_ms: Option<i64>,
    /// Due, and about to send.
    pub ready: bool,
    /// The renewal under way: its message, and when it times out on the steady clock.
    pub waiting: Option<(u32, i64)>,
    pub cancelled: bool,
    /// When the lease was last known to be good, on the steady clock.
    pub ok_ms: i64,
}

impl WorkerRules {
    /// So many parts of the ttl: numerator and denominator.
    fn part_ms(&self, (parts, of): (u64, u64)) -> i64 {
        (self.ttl_ms * parts / of).max(1) as i64
    }

    /// Between two renewals: a third of the ttl, if the service has it no otherwise.
    pub(super) fn beat_ms(&self) -> i64 {
        self.part_ms(self.service.beat)
    }
}

impl Worker {
    /// A renewal is due: the heartbeat thread is about to send it.
    pub fn heart_due(&mut self, out: &mut Report) {
        self.heart.ready = true;
        out.points.push((Point::Before, Step::Renew));
    }

    /// The heartbeat thread sends its renewal.
    pub fn beat(&mut self, rules: &WorkerRules, out: &mut Report) -> Option<Request> {
        self.heart.ready = false;
        self.heart.due_ms = Some(out.clock.steady.0 + rules.beat_ms());
        let token = self.locals.token?;
        self.begin(Step::Renew, out);
        Some(Request::Renew { token, wall_ms: out.clock.wall.0 })
    }

    /// What the heartbeat thread heard of its renewal; `None`: nothing in time.
    pub fn heart_heard(&mut self, reply: Option<Reply>, rules: &WorkerRules, out: &mut Report) {
        self.heart.waiting = None;
        match reply {
            Some(_) => out.say(What::Handled { worker: self.id, step: Step::Renew }),
            None => out.say(What::TimedOut { worker: self.id, step: Step::Renew }),
        }
        self.complete(Step::Renew, out);
        let steady_ms = out.clock.steady.0;
        if reply == Some(Reply::Renewed) {
            self.heart.ok_ms = steady_ms;
        } else if rules
            .service
            .gives_up
            .is_some_and(|part| steady_ms < self.heart.ok_ms + rules.part_ms(part))
        {
            // It tries again when the next renewal is due.
        } else {
            let cancelled = rules.switches.heartbeat == Heartbeat::Cancels;
            self.heart = Heart { cancelled, ..Heart::default() };
            if cancelled {
                self.disbelieve(Disbelief::RenewalLost, out);
            }
        }
    }
}
