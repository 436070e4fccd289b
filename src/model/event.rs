//! The vocabulary of a trace: everything that can be said to have happened.
//!
//! Owns the words, and their JSON shape (`docs/scenario-and-trace.md`). Who says them, and when, is
//! the business of the state machines and of the driver.

use super::coordinator::Why;
use super::network::{Leg, PerSlot};
use super::node::{Node, WorkerId};
use super::program::Step;
use super::store::{Decision, Refusal, Slot, Snapshot, Value};
use super::sync::{Applied, Checkpointed, Emitted, Recovery};
use crate::clock::{ClockKind, Readings};
use crate::time::TrueTime;
use serde::Serialize;

/// Why a worker stops believing that it holds the lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disbelief {
    Released,
    Refused,
    CheckFailed,
    RenewalLost,
    Crashed,
}

/// What became of a worker's tick, as far as the worker knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Wrote,
    Refused,
    CheckFailed,
    Cancelled,
    Unknown,
}

/// What became of a message that was not delivered as usual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unheard {
    /// Dropped by a fault.
    Dropped,
    /// Lost in a partition.
    Partitioned,
    /// It arrived, and nobody was waiting for it any more.
    TooLate,
    /// It was meant for a life of the worker that has ended.
    OldLife,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Nothing is left to happen.
    Quiet,
    Horizon,
    EventLimit,
}

/// Something that happened. Worker, message ids and times as in `model.md`; times in ms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum What {
    /// A worker starts its tick, in its first life or after a restart.
    Started {
        worker: WorkerId,
    },
    /// A step is executed for the `nth` time.
    Step {
        worker: WorkerId,
        step: Step,
        nth: u8,
    },
    /// A message is put on the wire; `arrives` is unknown while a fault holds or drops it.
    Sent {
        msg: u32,
        worker: WorkerId,
        step: Step,
        leg: Leg,
        from: Node,
        to: Node,
        arrives: Option<TrueTime>,
        copy: bool,
    },
    Delivered {
        msg: u32,
        worker: WorkerId,
        step: Step,
        leg: Leg,
    },
    Unheard {
        msg: u32,
        worker: WorkerId,
        step: Step,
        leg: Leg,
        why: Unheard,
    },

    Granted {
        worker: WorkerId,
        token: u64,
        expires_ms: i64,
    },
    Busy {
        worker: WorkerId,
        holder: Option<WorkerId>,
    },
    Renewed {
        worker: WorkerId,
        token: u64,
        expires_ms: i64,
    },
    RenewRefused {
        worker: WorkerId,
        token: u64,
    },
    /// `by` removes the lock that `holder` held.
    Released {
        by: WorkerId,
        holder: WorkerId,
        token: u64,
    },
    ReleaseIgnored {
        by: WorkerId,
    },
    Expired {
        worker: WorkerId,
        token: u64,
    },
    LockDelayOver,
    /// The coordinator takes the resource from one worker, gives it to one, or both. What ends and
    /// what is granted stands beside it.
    Rebalanced {
        from: Option<WorkerId>,
        to: Option<WorkerId>,
        why: Why,
    },
    FailedOver {
        lost: Option<WorkerId>,
    },

    /// The stores answer a read, each from its own state.
    Read {
        worker: WorkerId,
        answers: PerSlot<Result<Snapshot, Refusal>>,
    },
    Claimed {
        worker: WorkerId,
        token: Option<u64>,
        refused: Option<Refusal>,
    },
    Stamped {
        worker: WorkerId,
    },
    /// One store judges a write. `listened`: this is the store that the worker hears.
    Judged {
        msg: u32,
        worker: WorkerId,
        slot: Slot,
        listened: bool,
        token: Option<u64>,
        copy: bool,
        legacy: bool,
        #[serde(flatten)]
        decision: Decision,
    },

    /// The record answers a read of the checkpoint.
    CursorRead {
        worker: WorkerId,
        token: Option<u64>,
        cursor: u16,
        reason: Recovery,
        refused: Option<Refusal>,
    },
    WorkBegan {
        worker: WorkerId,
        #[serde(rename = "of")]
        event: u16,
        ms: u64,
    },
    WorkEnded {
        worker: WorkerId,
        #[serde(rename = "of")]
        event: u16,
    },
    /// An apply or a side effect becomes part of the transaction, and is not sent yet.
    Buffered {
        worker: WorkerId,
        step: Step,
        #[serde(rename = "of")]
        event: u16,
    },
    /// The record decides about one event's effect.
    Applied {
        msg: u32,
        worker: WorkerId,
        #[serde(rename = "of")]
        event: u16,
        token: Option<u64>,
        copy: bool,
        legacy: bool,
        #[serde(flatten)]
        decision: Applied,
    },
    /// One event's side effect, direct or through the outbox.
    Emitted {
        msg: u32,
        worker: WorkerId,
        #[serde(rename = "of")]
        event: u16,
        outbox: bool,
        copy: bool,
        #[serde(flatten)]
        decision: Emitted,
    },
    Checkpointed {
        msg: u32,
        worker: WorkerId,
        from: u16,
        to: u16,
        token: Option<u64>,
        copy: bool,
        legacy: bool,
        #[serde(flatten)]
        decision: Checkpointed,
    },

    Believes {
        worker: WorkerId,
        token: u64,
    },
    /// A worker hears of another epoch of its own.
    EpochRaised {
        worker: WorkerId,
        token: u64,
    },
    Disbelieves {
        worker: WorkerId,
        why: Disbelief,
    },
    /// The grant came so late that nothing of it is left: it is not taken.
    GrantTooOld {
        worker: WorkerId,
        token: u64,
    },
    DeadlineSet {
        worker: WorkerId,
        clock: ClockKind,
        readings: Readings,
        deadline_ms: i64,
    },
    SimulateBegan {
        worker: WorkerId,
        ms: u64,
    },
    SimulateEnded {
        worker: WorkerId,
        next: PerSlot<Value>,
    },
    Checked {
        worker: WorkerId,
        clock: ClockKind,
        readings: Readings,
        deadline_ms: i64,
        holds: bool,
    },
    /// The cancel flag of the heartbeat was set when the write was about to be sent.
    WriteCancelled {
        worker: WorkerId,
    },
    /// A reply did not come in time: the outcome is unknown.
    TimedOut {
        worker: WorkerId,
        step: Step,
    },
    /// A reply was handled, and the step is over.
    Handled {
        worker: WorkerId,
        step: Step,
    },
    /// The write of unknown outcome turns out to be in the record.
    FoundDone {
        worker: WorkerId,
    },
    Finished {
        worker: WorkerId,
        outcome: Outcome,
    },

    FaultBegan {
        fault: u8,
    },
    FaultEnded {
        fault: u8,
    },
    /// After a suspension, or by a step: the wall clock jumps by this much.
    WallJumped {
        node: Node,
        by_ms: i64,
    },
    Crashed {
        worker: WorkerId,
    },
    Ended {
        why: EndReason,
    },
}

impl What {
    /// Whether it only says that the run is over.
    pub fn is_end(&self) -> bool {
        matches!(self, What::Ended { .. })
    }
}
