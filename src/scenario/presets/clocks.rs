//! What clocks can and can't tell.

use super::super::fault::Lasting;
use super::super::shorthand::{
    a_before, a_during, a_pauses, a_suspends, delay, drifts, slews, steps, to_a_message,
};
use super::{Preset, USUAL};
use crate::clock::{ClockKind, Platform};
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;
use crate::model::worker::DeadlineFrom;

const SIX_SECONDS: Lasting = Lasting::ForMs(6_000);

pub const PRESETS: &[Preset] = &[
    Preset {
        id: "clocks-apart",
        protection: "wall-check",
        tune: |s| s.clocks[Node::A as usize].offset_ms = -180_000,
        ..USUAL
    },
    Preset {
        id: "ntp-step-forward",
        protection: "wall-check",
        faults: &[steps(Node::A, 500, 6_000)],
        ..USUAL
    },
    Preset {
        id: "slow-clock",
        protection: "steady-check",
        faults: &[drifts(Node::A, 0, -100_000)],
        tune: |s| s.simulate_ms[0] = 5_500,
        ..USUAL
    },
    Preset {
        id: "ntp-slew",
        protection: "steady-check",
        faults: &[slews(Node::A, 0, -3_000, 83_333)],
        tune: |s| {
            s.simulate_ms[0] = 5_300;
            s.retry_ms = 20;
        },
        ..USUAL
    },
    Preset {
        id: "deadline-from-request",
        protection: "steady-check",
        faults: &[to_a_message(Step::Acquire, Leg::Reply, delay(900))],
        tune: |s| {
            s.simulate_ms[0] = 4_900;
            s.retry_ms = 100;
            s.deadline_from = DeadlineFrom::Request;
        },
        ..USUAL
    },
    Preset {
        id: "asleep-while-asking",
        protection: "steady-check",
        faults: &[a_pauses(a_during(Step::Acquire), SIX_SECONDS)],
        ..USUAL
    },
    Preset {
        id: "suspend-counted",
        protection: "steady-check",
        faults: &[a_suspends(a_before(Step::Check), SIX_SECONDS)],
        tune: |s| s.platform = Platform::CountsSleep,
        ..USUAL
    },
    Preset {
        id: "suspended-heartbeat",
        protection: "heartbeat",
        faults: &[a_suspends(a_during(Step::Simulate), SIX_SECONDS)],
        ..USUAL
    },
    Preset {
        id: "lock-clock-jumps",
        protection: "steady-check",
        faults: &[steps(Node::Lock, 300, 6_000)],
        tune: |s| s.lock_clock = ClockKind::Wall,
        ..USUAL
    },
];
