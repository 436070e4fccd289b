//! Faults at work: what triggers them, what they do, and how they end.

use super::rules::Rules;
use super::world::{Cut, Halt, HaltEnd, Log, World};
use crate::model::event::{Unheard, What};
use crate::model::network::{Arrival, Body, Message, Request};
use crate::model::node::{Node, WorkerId};
use crate::model::profile::Expiry;
use crate::model::program::{Point, Step, StepRef};
use crate::model::worker::Phase;
use crate::scenario::{Effect, Lasting, Thread, Trigger};
use crate::time::TrueTime;

impl World {
    /// A worker has passed points of its program: triggers faults, ends what waited for them.
    pub(super) fn pass_points(&mut self, id: WorkerId, rules: &Rules, log: &mut Log) {
        for (point, step) in log.points.drain(..) {
            let worker = &self.workers[id.index()];
            let begun = worker.begun[step.index()];
            let nth = match point {
                Point::Before => begun.saturating_add(1),
                Point::During => begun,
                Point::After => worker.completed[step.index()],
            };
            let here = StepRef { worker: id, step, nth };
            for (i, fault) in rules.scenario.faults.iter().enumerate() {
                let hit = match (fault.when, point) {
                    (Trigger::Before(at), Point::Before)
                    | (Trigger::During(at), Point::During)
                    | (Trigger::After(at), Point::After) => at == here,
                    _ => false,
                };
                self.triggered |= u32::from(hit) << i;
            }
            if point == Point::After {
                self.release_waiting(here);
            }
        }
    }

    /// Ends the pauses and lets go the messages that lasted until this step was done.
    fn release_waiting(&mut self, done: StepRef) {
        for halt in &mut self.halts {
            if halt.end == HaltEnd::After(done) {
                halt.end = HaltEnd::At(self.now);
            }
        }
        for message in &mut self.wire.in_flight {
            if let Arrival::Held { until, travel_ms } = message.arrives
                && until == done
            {
                message.arrives = Arrival::At(self.now + travel_ms);
            }
        }
    }

    /// A fault fires.
    pub(super) fn strike(&mut self, fault: u8, rules: &Rules, log: &mut Log) {
        self.fired |= 1 << fault;
        self.triggered &= !(1 << fault);
        log.events.push(What::FaultBegan { fault });
        let now = self.now;
        match rules.scenario.faults[usize::from(fault)].what {
            Effect::Pause { worker, lasts, thread } => {
                self.halt(fault, worker, thread, None, lasts)
            }
            Effect::Suspend { worker, lasts, resync_ms } => {
                self.halt(fault, worker, Thread::Process, Some(resync_ms), lasts);
                self.clocks[Node::from(worker).index()].suspend(now);
            }
            Effect::Step { node, by_ms } => {
                self.clocks[node.index()].step(now, by_ms);
                log.events.push(What::WallJumped { node, by_ms });
            }
            Effect::Slew { node, by_ms, ppm } => {
                self.clocks[node.index()].slew(now, by_ms, ppm);
            }
            Effect::Drift { node, ppm } => self.clocks[node.index()].drift(now, ppm),
            Effect::Partition { between, for_ms } => {
                self.cuts.push(Cut { fault, between, until: now + for_ms });
                self.lose_in_flight(between, log);
            }
            Effect::Crash { worker, restarts_after_ms } => {
                self.crash(worker, restarts_after_ms, rules, log);
            }
            Effect::Failover(keeps) => {
                let (lost, now_ms) = (self.lock.holder, self.lock_now_ms(rules));
                let was_ms = lost.map_or(now_ms, |grant| grant.expires_ms);
                let (keeps, ends_ms) = rules.failover(keeps, was_ms, now_ms);
                self.lock.fail_over(keeps, rules.scenario.first_token, ends_ms);
                let lost = lost.filter(|_| !keeps.key).map(|grant| grant.worker);
                log.events.push(What::FailedOver { lost });
            }
            // These wait for their message: see `dispatch`.
            Effect::Delay { .. } | Effect::Drop | Effect::Duplicate { .. } | Effect::Legacy => {}
        }
    }

    fn halt_end(&self, lasts: Lasting) -> HaltEnd {
        match lasts {
            Lasting::ForMs(ms) => HaltEnd::At(self.now + ms),
            Lasting::UntilAfter(step) if self.is_done(&step) => HaltEnd::At(self.now),
            Lasting::UntilAfter(step) => HaltEnd::After(step),
        }
    }

    fn halt(
        &mut self,
        fault: u8,
        worker: WorkerId,
        thread: Thread,
        resync_ms: Option<u64>,
        lasts: Lasting,
    ) {
        let end = self.halt_end(lasts);
        let halt = Halt { fault, worker, thread, resync_ms, end };
        self.halts.push(halt);
        if self.is_halted(halt.worker, Thread::Work)
            && let Phase::Working { left_ms, since, .. } =
                &mut self.workers[halt.worker.index()].phase
            && let Some(since) = since.take()
        {
            *left_ms -= (self.now - since).min(*left_ms);
        }
    }

    /// A pause or suspension is over.
    pub(super) fn end_halt(&mut self, index: usize, log: &mut Log) {
        let halt = self.halts.remove(index);
        log.events.push(What::FaultEnded { fault: halt.fault });
        let suspended = |h: &Halt| h.worker == halt.worker && h.resync_ms.is_some();
        if let Some(resync_ms) = halt.resync_ms
            && !self.halts.iter().any(suspended)
        {
            self.clocks[Node::from(halt.worker).index()].resume(self.now, resync_ms);
        }
        if !self.is_halted(halt.worker, Thread::Work)
            && let Phase::Working { since, .. } = &mut self.workers[halt.worker.index()].phase
        {
            since.get_or_insert(self.now);
        }
    }

    /// A lock that lives as long as its owner's connection ends as soon as that is known.
    fn close_connection(&mut self, worker: WorkerId, rules: &Rules) {
        let known_ms = self.lock_now_ms(rules) + rules.scenario.delay_ms as i64;
        let tied = rules.service().expiry == Expiry::Connection;
        if let Some(grant) = self.lock.holder.as_mut().filter(|g| tied && g.worker == worker) {
            grant.expires_ms = known_ms;
        }
    }

    fn crash(
        &mut self,
        worker: WorkerId,
        restarts_after_ms: Option<u64>,
        rules: &Rules,
        log: &mut Log,
    ) {
        self.with_worker(worker, rules, log, |w, _, out| w.crash(out));
        self.close_connection(worker, rules);
        self.restarts[worker.index()] = restarts_after_ms.map(|ms| self.now + ms);
        // A dead process is not paused any more. A suspended machine stays suspended.
        let ended = |halt: &Halt| halt.worker == worker && halt.resync_ms.is_none();
        log.events.extend(
            self.halts.iter().filter(|h| ended(h)).map(|h| What::FaultEnded { fault: h.fault }),
        );
        self.halts.retain(|halt| !ended(halt));
    }

    /// Puts a message on the wire, or loses it, as the faults that wait for it have it.
    pub(super) fn dispatch(&mut self, mut m: Message, nth: u8, rules: &Rules, log: &mut Log) {
        let (worker, step, leg) = (m.worker, m.step, m.leg);
        let (mut dropped, mut copies) = (false, Vec::new());
        for (i, fault) in rules.scenario.faults.iter().enumerate() {
            let awaited = Trigger::Message { worker, step, leg, nth };
            if fault.when != awaited || self.fired & 1 << i != 0 {
                continue;
            }
            self.fired |= 1 << i;
            log.events.push(What::FaultBegan { fault: i as u8 });
            match fault.what {
                Effect::Delay { lasts } => self.delay(&mut m, lasts),
                Effect::Drop => dropped = true,
                Effect::Duplicate { later_ms } => copies.push(later_ms),
                _ => match &mut m.body {
                    Body::Request(Request::Write(write)) => write.legacy = true,
                    Body::Request(Request::Sync(sync)) => sync.legacy = true,
                    _ => {}
                },
            }
        }
        self.launch(m, dropped.then_some(Unheard::Dropped), log);
        for later_ms in copies {
            let arrives = match m.arrives {
                Arrival::At(at) => Arrival::At(at + later_ms),
                Arrival::Held { until, travel_ms } => {
                    Arrival::Held { until, travel_ms: travel_ms + later_ms }
                }
            };
            self.launch(Message { arrives, copy: true, ..m }, None, log);
        }
    }

    fn delay(&self, m: &mut Message, lasts: Lasting) {
        match (lasts, m.arrives) {
            (Lasting::ForMs(ms), Arrival::At(at)) => m.arrives = Arrival::At(at + ms),
            (Lasting::ForMs(ms), Arrival::Held { until, travel_ms }) => {
                m.arrives = Arrival::Held { until, travel_ms: travel_ms + ms };
            }
            (Lasting::UntilAfter(until), Arrival::At(at)) if !self.is_done(&until) => {
                m.arrives = Arrival::Held { until, travel_ms: at - self.now };
            }
            (Lasting::UntilAfter(_), _) => {}
        }
    }

    fn launch(&mut self, m: Message, lost: Option<Unheard>, log: &mut Log) {
        let (worker, step, leg, to) = (m.worker, m.step, m.leg, m.to());
        let from = if to == m.service() { worker.into() } else { m.service() };
        let cut = |cut: &Cut| cut.between == [from, to] || cut.between == [to, from];
        let lost = lost.or(self.cuts.iter().any(cut).then_some(Unheard::Partitioned));
        let arrives = m.arrives_at().filter(|_| lost.is_none());
        let copy = m.copy;
        log.events.push(What::Sent { msg: m.id, worker, step, leg, from, to, arrives, copy });
        match lost {
            Some(why) => log.events.push(What::Unheard { msg: m.id, worker, step, leg, why }),
            None => self.wire.in_flight.push(m),
        }
    }

    /// What is in flight between the two nodes is lost; what has arrived and waits is not.
    fn lose_in_flight(&mut self, between: [Node; 2], log: &mut Log) {
        let now: TrueTime = self.now;
        let lost = |m: &Message| {
            let ends = [Node::from(m.worker), m.service()];
            let linked = between == ends || between == [ends[1], ends[0]];
            linked && m.arrives_at().is_none_or(|at| at >= now)
        };
        let why = Unheard::Partitioned;
        for m in self.wire.in_flight.iter().filter(|m| lost(m)) {
            let (worker, step, leg): (WorkerId, Step, _) = (m.worker, m.step, m.leg);
            log.events.push(What::Unheard { msg: m.id, worker, step, leg, why });
        }
        self.wire.in_flight.retain(|m| !lost(m));
    }
}
