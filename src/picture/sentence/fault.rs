//! What faults do, and how they end, in sentences.

use super::{Part, Scene, Teller, Who, major};
use crate::clock::Platform;
use crate::model::event::{Unheard, What};
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::StepRef;
use crate::scenario::{Effect, Fault, Lasting, Thread, Trigger};
use crate::text::Key;

impl Teller<'_> {
    pub(super) fn tell_fault(&self, scene: &Scene, i: usize) -> Option<Part> {
        let faults = &self.trace.rules.scenario.faults;
        match scene.events[i].what {
            What::FaultBegan { fault } => self.began(faults.get(usize::from(fault))?),
            What::FaultEnded { fault } => {
                let index = usize::from(fault);
                let lasted_ms = scene.at.since(*self.known.fault_began.get(index)?);
                // A crash ends the pauses of its process: nobody wakes up.
                let crashed = scene.has(|what| matches!(what, What::Crashed { .. }));
                if crashed { None } else { self.ended(faults.get(index)?, lasted_ms) }
            }
            What::WallJumped { node, by_ms } => {
                let stepped = scene.has(|what| matches!(what, What::FaultBegan { .. }));
                major(Who::Clock, self.jumped(node, by_ms, stepped))
            }
            _ => None,
        }
    }

    pub(super) fn tell_loss(&self, scene: &Scene, i: usize) -> Option<Part> {
        let What::Unheard { worker, step, leg, why, .. } = scene.events[i].what else {
            return None;
        };
        match why {
            // The fault itself says so.
            Unheard::Dropped => None,
            Unheard::Partitioned => self.lost(worker, step, leg),
            Unheard::TooLate => self.late_reply(worker, step, Key::SayFaultTooLate),
            Unheard::OldLife => self.late_reply(worker, step, Key::SayFaultOldLife),
        }
    }

    fn began(&self, fault: &Fault) -> Option<Part> {
        match fault.what {
            Effect::Pause { worker, lasts, thread } => {
                let key = match thread {
                    Thread::Process => Key::SayFaultPause,
                    Thread::Work => Key::SayFaultPauseWork,
                    Thread::Heartbeat => Key::SayFaultPauseHeartbeat,
                };
                major(worker, self.halted(worker, key, &lasts, &fault.when))
            }
            Effect::Suspend { worker, lasts, .. } => {
                major(worker, self.halted(worker, Key::SayFaultSuspend, &lasts, &fault.when))
            }
            // Told by the jump.
            Effect::Step { .. } => None,
            Effect::Slew { node, by_ms, ppm } => {
                let key = if by_ms < 0 { Key::SayFaultSlewSlow } else { Key::SayFaultSlewFast };
                let time = self.text.span(by_ms.unsigned_abs());
                let args =
                    [("node", self.node(node)), ("time", &*time), ("ppm", &*ppm.to_string())];
                major(Who::Clock, self.text.fill(key, &args))
            }
            Effect::Drift { node, ppm } => {
                let key = if ppm < 0 { Key::SayFaultDriftSlow } else { Key::SayFaultDriftFast };
                let ppm = ppm.unsigned_abs().to_string();
                let args = [("node", self.node(node)), ("ppm", &*ppm)];
                major(Who::Clock, self.text.fill(key, &args))
            }
            Effect::Partition { between: [a, b], for_ms } => {
                let time = self.text.span(for_ms);
                let args = [("a", self.node(a)), ("b", self.node(b)), ("time", &*time)];
                major(Who::Network, sentence(&self.text.fill(Key::SayFaultPartition, &args)))
            }
            Effect::Crash { worker, .. } => {
                major(worker, self.say(Key::SayFaultCrash, worker, &[]))
            }
            Effect::Failover(keeps) => major(Who::Lock, self.failover(keeps)),
            Effect::Delay { .. } | Effect::Drop | Effect::Duplicate { .. } | Effect::Legacy => {
                self.on_message(fault)
            }
        }
    }

    fn halted(&self, worker: WorkerId, key: Key, lasts: &Lasting, when: &Trigger) -> String {
        let said = self.say(key, worker, &[("lasting", &self.lasting(lasts))]);
        let (key, at) = match when {
            Trigger::Before(at) => (Key::SayFaultBefore, at),
            Trigger::During(at) => (Key::SayFaultDuring, at),
            Trigger::After(at) => (Key::SayFaultAfter, at),
            Trigger::At(_) | Trigger::Message { .. } => return said,
        };
        if at.worker == worker { said + " " + &self.at_step(key, at) } else { said }
    }

    fn at_step(&self, key: Key, at: &StepRef) -> String {
        let letter = at.step.letter(self.trace.rules.switches());
        self.say(key, at.worker, &[("letter", letter), ("step", self.step(at.step))])
    }

    fn lasting(&self, lasts: &Lasting) -> String {
        match lasts {
            Lasting::ForMs(ms) => {
                self.text.fill(Key::SayFaultFor, &[("time", &self.text.span(*ms))])
            }
            Lasting::UntilAfter(at) => {
                self.say(Key::SayFaultUntil, at.worker, &[("step", self.step(at.step))])
            }
        }
    }

    fn on_message(&self, fault: &Fault) -> Option<Part> {
        let Trigger::Message { worker, leg, .. } = fault.when else {
            return None;
        };
        let request = leg == Leg::Request;
        let pick = |a: Key, b: Key| if request { a } else { b };
        let said = match fault.what {
            Effect::Delay { lasts } => {
                let key = pick(Key::SayFaultDelayRequest, Key::SayFaultDelayReply);
                self.say(key, worker, &[("lasting", &self.lasting(&lasts))])
            }
            Effect::Drop => {
                self.say(pick(Key::SayFaultDropRequest, Key::SayFaultDropReply), worker, &[])
            }
            Effect::Duplicate { later_ms } => {
                let key = pick(Key::SayFaultDuplicateRequest, Key::SayFaultDuplicateReply);
                self.say(key, worker, &[("time", &self.text.span(later_ms))])
            }
            _ => self.say(Key::SayFaultLegacy, worker, &[]),
        };
        major(Who::Network, said)
    }

    fn failover(&self, keeps: Failover) -> String {
        let mut said = match self.known.holder() {
            _ if keeps.key => self.text.get(Key::SayFaultFailover).to_owned(),
            Some(holder) => self.say(Key::SayFaultFailoverLost, holder, &[]),
            None => self.text.get(Key::SayFaultFailoverFree).to_owned(),
        };
        if !keeps.counter {
            said += " ";
            said += self.text.get(Key::SayFaultFailoverCounter);
        }
        said
    }

    fn ended(&self, fault: &Fault, lasted_ms: u64) -> Option<Part> {
        match fault.what {
            Effect::Pause { worker, thread: Thread::Heartbeat, .. } => {
                major(worker, self.say(Key::SayFaultWakesHeartbeat, worker, &[]))
            }
            Effect::Pause { worker, .. } | Effect::Suspend { worker, .. }
                if self.known.of[worker.index()].halts > 1 =>
            {
                major(worker, self.say(Key::SayFaultStill, worker, &[]))
            }
            Effect::Pause { worker, .. } => {
                major(worker, self.say(Key::SayFaultWakes, worker, &[]))
            }
            Effect::Suspend { worker, .. } => {
                let key = match self.trace.rules.scenario.platform {
                    Platform::Linux => Key::SayFaultResumesStopped,
                    Platform::CountsSleep => Key::SayFaultResumesCounted,
                };
                major(worker, self.say(key, worker, &[("time", &self.text.span(lasted_ms))]))
            }
            Effect::Partition { between: [a, b], .. } => {
                let args = [("a", self.node(a)), ("b", self.node(b))];
                major(Who::Network, sentence(&self.text.fill(Key::SayFaultPartitionOver, &args)))
            }
            _ => None,
        }
    }

    fn jumped(&self, node: Node, by_ms: i64, stepped: bool) -> String {
        let key = match (stepped, by_ms < 0) {
            (false, _) => Key::SayFaultCatchesUp,
            (true, true) => Key::SayFaultBack,
            (true, false) => Key::SayFaultForward,
        };
        let time = self.text.span(by_ms.unsigned_abs());
        let said = self.text.fill(key, &[("node", self.node(node)), ("time", &time)]);
        let halted = |worker: &WorkerId| self.known.of[worker.index()].halts > 0;
        match node.worker().filter(halted) {
            Some(worker) if stepped => said + " " + &self.say(Key::SayFaultUnnoticed, worker, &[]),
            _ => said,
        }
    }
}

/// A sentence that begins with a name: with a capital letter, where the script has them.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
