//! The ways out, and what each leaves open.

use super::super::fault::Effect;
use super::super::fault::{Fault, Lasting};
use super::super::shorthand::{
    a_after, a_before, a_crashes, a_during, a_pauses, delay, loses_key, to_a_message, until_b,
};
use super::{Preset, USUAL};
use crate::model::network::Leg;
use crate::model::program::Step;

const ASLEEP: &[Fault] = &[a_pauses(a_before(Step::Write), Lasting::ForMs(6_000))];
/// A's late write comes between B's read and B's write.
const LATE_BUT_FIRST: &[Fault] = &[a_pauses(a_before(Step::Write), until_b(Step::Read))];
/// The lock and its counter are lost: B gets the token that A has.
const COUNTER_LOST: &[Fault] = &[loses_key(300, false)];
/// The write arrives after its sender has given it up and works again.
const OVERDUE: &[Fault] = &[to_a_message(Step::Write, Leg::Request, delay(1_500))];
const CRASHED: &[Fault] = &[a_crashes(a_after(Step::Write), Some(100))];

pub const PRESETS: &[Preset] = &[
    Preset { id: "fence-fixes", protection: "fence", faults: ASLEEP, ..USUAL },
    Preset { id: "token-on-reads", protection: "fence-read", faults: LATE_BUT_FIRST, ..USUAL },
    Preset { id: "claim-first", protection: "claim", faults: LATE_BUT_FIRST, ..USUAL },
    Preset { id: "stamp-the-row", protection: "stamp", faults: LATE_BUT_FIRST, ..USUAL },
    Preset {
        id: "stamp-comes-twice",
        protection: "stamp",
        faults: &[
            to_a_message(Step::Stamp, Leg::Request, Effect::Duplicate { later_ms: 8_000 }),
            a_pauses(a_before(Step::Write), Lasting::ForMs(9_000)),
        ],
        ..USUAL
    },
    Preset { id: "counter-lost", protection: "fence-read", faults: COUNTER_LOST, ..USUAL },
    Preset { id: "strict-tokens", protection: "fence-strict", faults: COUNTER_LOST, ..USUAL },
    Preset { id: "cas-retries", protection: "cas", faults: LATE_BUT_FIRST, ..USUAL },
    Preset { id: "cas-needs-no-lock", protection: "cas-no-lock", ..USUAL },
    Preset { id: "cas-double-tick", protection: "cas", faults: OVERDUE, ..USUAL },
    Preset { id: "cas-with-tick-ids", protection: "cas-idempotent", faults: OVERDUE, ..USUAL },
    Preset { id: "crash-does-it-again", protection: "fence-read", faults: CRASHED, ..USUAL },
    Preset { id: "crash-with-tick-ids", protection: "cas-idempotent", faults: CRASHED, ..USUAL },
    Preset {
        id: "heartbeat-keeps-the-lease",
        protection: "heartbeat",
        tune: |s| s.simulate_ms[0] = 8_000,
        ..USUAL
    },
    Preset {
        id: "heartbeat-cancels",
        protection: "heartbeat",
        faults: &[a_pauses(a_during(Step::Simulate), Lasting::ForMs(6_000))],
        ..USUAL
    },
    Preset { id: "heartbeat-gap", protection: "heartbeat", faults: ASLEEP, ..USUAL },
    Preset { id: "heartbeat-and-token", protection: "heartbeat-fence", faults: ASLEEP, ..USUAL },
    Preset { id: "lock-delay-waits", protection: "lock-delay", faults: ASLEEP, ..USUAL },
    Preset {
        id: "lock-delay-too-short",
        protection: "lock-delay",
        faults: &[a_pauses(a_before(Step::Write), Lasting::ForMs(11_500))],
        ..USUAL
    },
    Preset {
        id: "lock-delay-after-release",
        protection: "lock-delay",
        faults: &[to_a_message(Step::Write, Leg::Request, delay(6_000))],
        ..USUAL
    },
];
