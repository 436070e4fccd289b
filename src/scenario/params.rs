//! The parameters of a scenario as a registry: what a form offers, besides faults.
//!
//! Adding one is its field in `Scenario` and one entry here.

use super::Scenario;
use crate::clock::{ClockKind, Platform};
use crate::model::worker::DeadlineFrom;

/// A number of a scenario, in ms.
pub struct Number {
    pub id: &'static str,
    pub get: fn(&Scenario) -> u64,
    pub set: fn(&mut Scenario, u64),
    /// By how much its field goes up or down.
    pub step: u64,
}

pub const NUMBERS: &[Number] = &[
    Number { id: "ttl", get: |s| s.ttl_ms, set: |s, ms| s.ttl_ms = ms, step: 500 },
    Number {
        id: "work-a",
        get: |s| s.simulate_ms[0],
        set: |s, ms| s.simulate_ms[0] = ms,
        step: 500,
    },
    Number {
        id: "work-b",
        get: |s| s.simulate_ms[1],
        set: |s, ms| s.simulate_ms[1] = ms,
        step: 500,
    },
    Number { id: "b-starts", get: |s| s.b_starts_ms, set: |s, ms| s.b_starts_ms = ms, step: 100 },
    Number { id: "retry", get: |s| s.retry_ms, set: |s, ms| s.retry_ms = ms, step: 100 },
    Number { id: "delay", get: |s| s.delay_ms, set: |s, ms| s.delay_ms = ms, step: 10 },
    Number { id: "timeout", get: |s| s.timeout_ms, set: |s, ms| s.timeout_ms = ms, step: 100 },
];

/// A choice of a scenario between two.
pub struct Switch {
    pub id: &'static str,
    /// The ids of its two sides, the default first.
    pub sides: [&'static str; 2],
    pub get: fn(&Scenario) -> bool,
    pub set: fn(&mut Scenario, bool),
}

pub const SWITCHES: &[Switch] = &[
    Switch {
        id: "platform",
        sides: ["linux", "counts-sleep"],
        get: |s| s.platform == Platform::CountsSleep,
        set: |s, on| s.platform = if on { Platform::CountsSleep } else { Platform::Linux },
    },
    Switch {
        id: "deadline",
        sides: ["reply", "request"],
        get: |s| s.deadline_from == DeadlineFrom::Request,
        set: |s, on| s.deadline_from = if on { DeadlineFrom::Request } else { DeadlineFrom::Reply },
    },
    Switch {
        id: "lock-clock",
        sides: ["steady", "wall"],
        get: |s| s.lock_clock == ClockKind::Wall,
        set: |s, on| s.lock_clock = if on { ClockKind::Wall } else { ClockKind::Steady },
    },
];
