//! The first nine: each asks what the last one left open.

use super::super::fault::{Fault, Lasting};
use super::super::shorthand::{
    a_before, a_pauses, a_suspends, delay, steps, to_a_message, until_b,
};
use super::{Preset, USUAL};
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;

const SIX_SECONDS: Lasting = Lasting::ForMs(6_000);
/// Asleep before the check; meanwhile NTP puts the wall clock back by as much as it slept.
const ASLEEP_AND_STEPPED_BACK: &[Fault] =
    &[a_pauses(a_before(Step::Check), SIX_SECONDS), steps(Node::A, 3_000, -6_000)];

pub const PRESETS: &[Preset] = &[
    Preset { id: "no-fault", ..USUAL },
    Preset { id: "gc-pause", faults: &[a_pauses(a_before(Step::Write), SIX_SECONDS)], ..USUAL },
    Preset {
        id: "ntp-step-back",
        protection: "wall-check",
        faults: ASLEEP_AND_STEPPED_BACK,
        ..USUAL
    },
    Preset {
        id: "steady-survives-ntp",
        protection: "steady-check",
        faults: ASLEEP_AND_STEPPED_BACK,
        ..USUAL
    },
    Preset {
        id: "check-then-pause",
        protection: "steady-check",
        faults: &[a_pauses(a_before(Step::Write), SIX_SECONDS)],
        ..USUAL
    },
    Preset {
        id: "suspend",
        protection: "steady-check",
        faults: &[a_suspends(a_before(Step::Check), SIX_SECONDS)],
        ..USUAL
    },
    Preset {
        id: "delayed-write",
        protection: "steady-check",
        faults: &[to_a_message(Step::Write, Leg::Request, delay(6_000))],
        ..USUAL
    },
    Preset {
        id: "foreign-release",
        protection: "steady-check",
        tune: |s| s.simulate_ms[0] = 5_500,
        ..USUAL
    },
    Preset {
        id: "fenced-late-first",
        protection: "fence",
        faults: &[a_pauses(a_before(Step::Write), until_b(Step::Read))],
        ..USUAL
    },
];
