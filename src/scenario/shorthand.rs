//! Short ways to write a fault down, for the tables of presets and hazards.
//!
//! Owns nothing: each is a constructor of `fault`, usable in a constant.

use super::fault::{Effect, Fault, Lasting, Thread, Trigger};
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::time::TrueTime;

pub const fn at(ms: u64) -> Trigger {
    Trigger::At(TrueTime(ms))
}

pub const fn a_before(step: Step) -> Trigger {
    Trigger::Before(StepRef::first(WorkerId::A, step))
}

pub const fn a_during(step: Step) -> Trigger {
    Trigger::During(StepRef::first(WorkerId::A, step))
}

pub const fn a_after(step: Step) -> Trigger {
    Trigger::After(StepRef::first(WorkerId::A, step))
}

/// Until B has done this step for the first time.
pub const fn until_b(step: Step) -> Lasting {
    Lasting::UntilAfter(StepRef::first(WorkerId::B, step))
}

pub const fn a_pauses(when: Trigger, lasts: Lasting) -> Fault {
    a_stalls(when, Thread::Process, lasts)
}

/// One thread of A stops, or both.
pub const fn a_stalls(when: Trigger, thread: Thread, lasts: Lasting) -> Fault {
    Fault { when, what: Effect::Pause { worker: WorkerId::A, lasts, thread } }
}

pub const fn a_suspends(when: Trigger, lasts: Lasting) -> Fault {
    Fault { when, what: Effect::Suspend { worker: WorkerId::A, lasts, resync_ms: 0 } }
}

pub const fn a_crashes(when: Trigger, restarts_after_ms: Option<u64>) -> Fault {
    Fault { when, what: Effect::Crash { worker: WorkerId::A, restarts_after_ms } }
}

pub const fn steps(node: Node, at_ms: u64, by_ms: i64) -> Fault {
    Fault { when: at(at_ms), what: Effect::Step { node, by_ms } }
}

pub const fn slews(node: Node, at_ms: u64, by_ms: i64, ppm: u32) -> Fault {
    Fault { when: at(at_ms), what: Effect::Slew { node, by_ms, ppm } }
}

pub const fn drifts(node: Node, at_ms: u64, ppm: i64) -> Fault {
    Fault { when: at(at_ms), what: Effect::Drift { node, ppm } }
}

/// Something done to A's first message of a step.
pub const fn to_a_message(step: Step, leg: Leg, what: Effect) -> Fault {
    Fault { when: Trigger::Message { worker: WorkerId::A, step, leg, nth: 1 }, what }
}

pub const fn delay(ms: u64) -> Effect {
    Effect::Delay { lasts: Lasting::ForMs(ms) }
}

/// A can't reach a service.
pub const fn a_cut_off(when: Trigger, from: Node, for_ms: u64) -> Fault {
    Fault { when, what: Effect::Partition { between: [Node::A, from], for_ms } }
}

/// The lock's key is lost in a failover, and perhaps its counter.
pub const fn loses_key(at_ms: u64, keeps_counter: bool) -> Fault {
    let keeps = Failover { key: false, counter: keeps_counter, restarts_ttl: false };
    Fault { when: at(at_ms), what: Effect::Failover(keeps) }
}
