//! Faults: when they fire, and what they do. Each fires once.
//!
//! A step trigger is the usual one: it keeps its meaning when durations change.

use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::time::TrueTime;
use serde::{Deserialize, Serialize};

/// One fault: a trigger and an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    pub when: Trigger,
    pub what: Effect,
}

/// When a fault fires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Trigger {
    /// At this true time, in ms.
    At(TrueTime),
    Before(StepRef),
    During(StepRef),
    After(StepRef),
    /// When the n-th message of a step and direction is sent; for the effects on a message.
    Message {
        worker: WorkerId,
        step: Step,
        leg: Leg,
        #[serde(default = "first")]
        nth: u8,
    },
}

fn first() -> u8 {
    1
}

/// How long something lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasting {
    ForMs(u64),
    /// Until this step is done; 0 ms if it is done already.
    UntilAfter(StepRef),
}

/// What of a worker's process is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thread {
    #[default]
    Process,
    Work,
    Heartbeat,
}

/// What a fault does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// GC, SIGSTOP, page fault, starvation: nothing is executed, both clocks run on.
    Pause {
        worker: WorkerId,
        lasts: Lasting,
        #[serde(default)]
        thread: Thread,
    },
    /// Laptop or VM suspend: nothing is executed, and clocks stop as the platform has it.
    Suspend {
        worker: WorkerId,
        lasts: Lasting,
        #[serde(default)]
        resync_ms: u64,
    },
    /// An NTP step of the wall clock.
    Step {
        node: Node,
        by_ms: i64,
    },
    /// An NTP slew: both clocks absorb `by_ms` at `ppm` of true time.
    Slew {
        node: Node,
        by_ms: i64,
        #[serde(default = "default_slew_ppm")]
        ppm: u32,
    },
    /// From now on both clocks run at 1 + ppm / 1 000 000.
    Drift {
        node: Node,
        ppm: i64,
    },
    /// The message is that much longer on the way.
    Delay {
        lasts: Lasting,
    },
    Drop,
    /// A copy arrives this much later.
    Duplicate {
        later_ms: u64,
    },
    /// The write goes down the path without a token.
    Legacy,
    /// Messages between two nodes are lost.
    Partition {
        between: [Node; 2],
        for_ms: u64,
    },
    Crash {
        worker: WorkerId,
        #[serde(default)]
        restarts_after_ms: Option<u64>,
    },
    /// The lock service fails over.
    Failover(Failover),
}

/// A number that an effect has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    ByMs,
    Ppm,
    ForMs,
    LaterMs,
    ResyncMs,
    RestartsAfterMs,
}

/// The rate of an NTP slew that names none, in ppm.
pub const DEFAULT_SLEW_PPM: u32 = 500;

fn default_slew_ppm() -> u32 {
    DEFAULT_SLEW_PPM
}

impl Effect {
    /// Whether it is done to a message, and so needs a message as its trigger.
    pub fn is_on_message(&self) -> bool {
        matches!(
            self,
            Effect::Delay { .. } | Effect::Drop | Effect::Duplicate { .. } | Effect::Legacy
        )
    }

    /// The plain numbers of the effect, with their values. How long it lasts is none of them: see
    /// `lasting`.
    pub fn amounts(&self) -> Vec<(Amount, i64)> {
        let some = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
        match *self {
            Effect::Step { by_ms, .. } => vec![(Amount::ByMs, by_ms)],
            Effect::Slew { by_ms, ppm, .. } => {
                vec![(Amount::ByMs, by_ms), (Amount::Ppm, i64::from(ppm))]
            }
            Effect::Drift { ppm, .. } => vec![(Amount::Ppm, ppm)],
            Effect::Duplicate { later_ms } => vec![(Amount::LaterMs, some(later_ms))],
            Effect::Partition { for_ms, .. } => vec![(Amount::ForMs, some(for_ms))],
            Effect::Suspend { resync_ms, .. } => vec![(Amount::ResyncMs, some(resync_ms))],
            Effect::Crash { restarts_after_ms: Some(ms), .. } => {
                vec![(Amount::RestartsAfterMs, some(ms))]
            }
            _ => Vec::new(),
        }
    }

    /// Sets one of `amounts`; what is out of range is left to `Scenario::clamp`.
    pub fn set(&mut self, amount: Amount, value: i64) {
        let span = u64::try_from(value).unwrap_or(0);
        match (self, amount) {
            (Effect::Step { by_ms, .. } | Effect::Slew { by_ms, .. }, Amount::ByMs) => {
                *by_ms = value;
            }
            (Effect::Slew { ppm, .. }, Amount::Ppm) => {
                *ppm = u32::try_from(value.max(0)).unwrap_or(u32::MAX);
            }
            (Effect::Drift { ppm, .. }, Amount::Ppm) => *ppm = value,
            (Effect::Duplicate { later_ms }, Amount::LaterMs) => *later_ms = span,
            (Effect::Partition { for_ms, .. }, Amount::ForMs) => *for_ms = span,
            (Effect::Suspend { resync_ms, .. }, Amount::ResyncMs) => *resync_ms = span,
            (Effect::Crash { restarts_after_ms, .. }, Amount::RestartsAfterMs) => {
                *restarts_after_ms = Some(span);
            }
            _ => {}
        }
    }

    /// How long the effect lasts, where it can be stretched.
    pub fn lasting(&self) -> Option<Lasting> {
        match *self {
            Effect::Pause { lasts, .. }
            | Effect::Suspend { lasts, .. }
            | Effect::Delay { lasts } => Some(lasts),
            Effect::Partition { for_ms, .. } => Some(Lasting::ForMs(for_ms)),
            _ => None,
        }
    }
}
