//! What the two interview answers claim, each claim by itself.

use super::super::fault::Lasting;
use super::super::shorthand::{
    a_after, a_before, a_during, a_pauses, delay, steps, to_a_message, until_b,
};
use super::{Preset, USUAL};
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;
use crate::model::worker::DeadlineFrom;

/// The C# question.
pub const CS: &[Preset] = &[
    Preset { id: "cs-no-expiry-check", tune: |s| s.simulate_ms[0] = 6_600, ..USUAL },
    Preset {
        id: "cs-no-token",
        protection: "owner-release",
        faults: &[a_pauses(a_during(Step::Read), Lasting::ForMs(6_000))],
        ..USUAL
    },
    Preset { id: "cs-foreign-release", tune: |s| s.simulate_ms[0] = 5_500, ..USUAL },
];

/// The C++ question.
pub const CPP: &[Preset] = &[
    Preset {
        id: "cpp-wall-clock",
        protection: "wall-check",
        faults: &[steps(Node::A, 2_000, -1_000)],
        tune: |s| s.simulate_ms[0] = 5_500,
        ..USUAL
    },
    Preset {
        id: "cpp-deadline-from-reply",
        protection: "steady-check",
        faults: &[to_a_message(Step::Acquire, Leg::Reply, delay(900))],
        tune: |s| {
            s.simulate_ms[0] = 4_900;
            s.retry_ms = 100;
        },
        ..USUAL
    },
    Preset {
        id: "cpp-toctou",
        protection: "steady-check",
        faults: &[a_pauses(a_after(Step::Check), Lasting::ForMs(1_600))],
        tune: |s| s.simulate_ms[0] = 4_900,
        ..USUAL
    },
    Preset {
        id: "cpp-no-token",
        protection: "steady-check",
        faults: &[a_pauses(a_after(Step::Check), until_b(Step::Write))],
        tune: |s| s.deadline_from = DeadlineFrom::Request,
        ..USUAL
    },
    Preset {
        id: "cpp-foreign-release",
        protection: "steady-check",
        faults: &[a_pauses(a_before(Step::Release), Lasting::ForMs(6_000))],
        tune: |s| s.simulate_ms[1] = 3_000,
        ..USUAL
    },
];
