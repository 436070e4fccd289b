//! Messages late, lost and doubled; partitions and failovers.

use super::super::fault::Effect;
use super::super::shorthand::{a_before, a_cut_off, at, delay, loses_key, to_a_message};
use super::{Preset, USUAL};
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;

pub const PRESETS: &[Preset] = &[
    Preset {
        id: "doubled-write",
        protection: "owner-release",
        faults: &[to_a_message(Step::Write, Leg::Request, Effect::Duplicate { later_ms: 3_000 })],
        ..USUAL
    },
    Preset {
        id: "lost-reply",
        protection: "cas-no-lock",
        faults: &[to_a_message(Step::Write, Leg::Reply, Effect::Drop)],
        tune: |s| {
            s.b_starts_ms = 1_090;
            s.simulate_ms[1] = 300;
        },
        ..USUAL
    },
    Preset {
        id: "lost-grant",
        protection: "owner-release",
        faults: &[to_a_message(Step::Acquire, Leg::Reply, Effect::Drop)],
        tune: |s| s.retry_ms = 1_000,
        ..USUAL
    },
    Preset {
        id: "write-after-timeout",
        protection: "fence-read",
        faults: &[to_a_message(Step::Write, Leg::Request, delay(6_000))],
        ..USUAL
    },
    Preset {
        id: "cut-from-lock",
        protection: "owner-release",
        faults: &[a_cut_off(at(100), Node::Lock, 10_000)],
        tune: |s| s.simulate_ms[0] = 6_000,
        ..USUAL
    },
    Preset {
        id: "cut-from-lock-noticed",
        protection: "heartbeat",
        faults: &[a_cut_off(at(100), Node::Lock, 10_000)],
        tune: |s| s.simulate_ms[0] = 6_000,
        ..USUAL
    },
    Preset {
        id: "cut-from-store",
        protection: "owner-release",
        faults: &[a_cut_off(a_before(Step::Write), Node::Store, 3_000)],
        ..USUAL
    },
    Preset {
        id: "failover-loses-lock",
        protection: "owner-release",
        faults: &[loses_key(300, true)],
        ..USUAL
    },
];
