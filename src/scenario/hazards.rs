//! The hazards: what can go wrong, each as a change to any protection's own program.
//!
//! Owns the columns of the truth table, protection × hazard. A hazard hits every program at the
//! comparable point; one that lacks the step is hit at its write. Leaves running to `run`.

use super::Scenario;
use super::fault::{Effect, Fault, Lasting, Thread, Trigger};
use super::shorthand::{
    a_after, a_before, a_crashes, a_cut_off, a_during, a_pauses, a_stalls, a_suspends, at, delay,
    drifts, loses_key, slews, steps, to_a_message, until_b,
};
use crate::clock::ClockKind;
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;
use crate::model::protection::Protection;

/// One hazard. Ids live for ever.
pub struct Hazard {
    pub id: &'static str,
    /// Puts it into a scenario whose protection is set.
    pub strike: fn(&mut Scenario),
}

const SIX_SECONDS: Lasting = Lasting::ForMs(6_000);
/// Work that outlasts the lease of 5 s.
const LONG_WORK_MS: u64 = 6_000;

/// Before the worker's last look at its lease: the local check, or else the write.
fn before_look(s: &Scenario) -> Trigger {
    a_before(if Step::Check.is_in(s.protection.switches()) { Step::Check } else { Step::Write })
}

/// While the worker asks for the lock; one that takes none is hit while it reads.
fn while_asking(s: &Scenario) -> Trigger {
    a_during(first_asked(s))
}

fn first_asked(s: &Scenario) -> Step {
    if Step::Acquire.is_in(s.protection.switches()) { Step::Acquire } else { Step::Read }
}

fn push(s: &mut Scenario, fault: Fault) {
    s.faults.push(fault);
}

fn to_write(leg: Leg, what: Effect) -> Fault {
    to_a_message(Step::Write, leg, what)
}

/// Every hazard: pauses, clocks, messages, partitions and crashes, the lock service.
pub const HAZARDS: &[Hazard] = &[
    Hazard { id: "no-fault", strike: |_| {} },
    Hazard { id: "long-work", strike: |s| s.simulate_ms[0] = LONG_WORK_MS },
    Hazard {
        id: "pause-in-work",
        strike: |s| push(s, a_pauses(a_during(Step::Simulate), SIX_SECONDS)),
    },
    Hazard { id: "pause-before-look", strike: |s| push(s, a_pauses(before_look(s), SIX_SECONDS)) },
    Hazard {
        id: "pause-before-write",
        strike: |s| push(s, a_pauses(a_before(Step::Write), SIX_SECONDS)),
    },
    Hazard {
        id: "pause-longer",
        strike: |s| push(s, a_pauses(a_before(Step::Write), Lasting::ForMs(11_500))),
    },
    Hazard {
        id: "late-but-first",
        strike: |s| push(s, a_pauses(a_before(Step::Write), until_b(Step::Read))),
    },
    Hazard {
        id: "late-while-b-works",
        strike: |s| {
            s.simulate_ms[1] = 4_000;
            push(s, a_pauses(a_before(Step::Write), SIX_SECONDS));
        },
    },
    Hazard {
        id: "pause-while-asking",
        strike: |s| push(s, a_pauses(while_asking(s), SIX_SECONDS)),
    },
    Hazard {
        id: "heartbeat-starves",
        strike: |s| {
            s.simulate_ms[0] = LONG_WORK_MS;
            push(s, a_stalls(at(100), Thread::Heartbeat, Lasting::ForMs(12_000)));
        },
    },
    Hazard { id: "suspend", strike: |s| push(s, a_suspends(before_look(s), SIX_SECONDS)) },
    Hazard {
        id: "ntp-back",
        strike: |s| {
            push(s, a_pauses(before_look(s), SIX_SECONDS));
            push(s, steps(Node::A, 3_000, -6_000));
        },
    },
    Hazard { id: "ntp-forward", strike: |s| push(s, steps(Node::A, 500, 6_000)) },
    Hazard {
        id: "slow-clock",
        strike: |s| {
            s.simulate_ms[0] = 5_500;
            push(s, drifts(Node::A, 0, -100_000));
        },
    },
    Hazard {
        id: "slew",
        strike: |s| {
            (s.simulate_ms[0], s.retry_ms) = (5_300, 20);
            push(s, slews(Node::A, 0, -3_000, 83_333));
        },
    },
    Hazard {
        id: "late-grant",
        strike: |s| {
            (s.simulate_ms[0], s.retry_ms) = (4_900, 100);
            push(s, to_a_message(first_asked(s), Leg::Reply, delay(900)));
        },
    },
    Hazard { id: "delayed-write", strike: |s| push(s, to_write(Leg::Request, delay(6_000))) },
    Hazard { id: "overdue-write", strike: |s| push(s, to_write(Leg::Request, delay(1_500))) },
    Hazard {
        id: "lost-reply",
        strike: |s| {
            (s.b_starts_ms, s.simulate_ms[1]) = (1_090, 300);
            push(s, to_write(Leg::Reply, Effect::Drop));
        },
    },
    Hazard {
        id: "doubled-write",
        strike: |s| push(s, to_write(Leg::Request, Effect::Duplicate { later_ms: 3_000 })),
    },
    Hazard {
        id: "legacy-write",
        strike: |s| {
            push(s, a_pauses(a_before(Step::Write), SIX_SECONDS));
            push(s, to_write(Leg::Request, Effect::Legacy));
        },
    },
    Hazard {
        id: "cut-from-lock",
        strike: |s| {
            s.simulate_ms[0] = LONG_WORK_MS;
            push(s, a_cut_off(at(100), Node::Lock, 20_000));
        },
    },
    Hazard {
        id: "cut-from-store",
        strike: |s| push(s, a_cut_off(a_before(Step::Write), Node::Store, 3_000)),
    },
    Hazard {
        id: "crash-before-write",
        strike: |s| push(s, a_crashes(a_before(Step::Write), None)),
    },
    Hazard {
        id: "crash-after-write",
        strike: |s| push(s, a_crashes(a_after(Step::Write), Some(100))),
    },
    Hazard { id: "failover-key", strike: |s| push(s, loses_key(300, true)) },
    Hazard { id: "failover-counter", strike: |s| push(s, loses_key(300, false)) },
    Hazard {
        id: "lock-clock-jumps",
        strike: |s| {
            s.lock_clock = ClockKind::Wall;
            push(s, steps(Node::Lock, 300, 6_000));
        },
    },
];

impl Hazard {
    pub fn find(id: &str) -> Option<&'static Hazard> {
        HAZARDS.iter().find(|hazard| hazard.id == id)
    }

    /// The hazard under a protection, on the ground that the presets share.
    pub fn scenario(&self, protection: Protection) -> Scenario {
        let mut scenario = Scenario { protection, first_token: 33, ..Scenario::default() };
        (self.strike)(&mut scenario);
        scenario
    }
}
