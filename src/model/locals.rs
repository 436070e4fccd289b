//! What a worker remembers: the program's local variables, and what the work thread is at.

use super::event::Outcome;
use super::network::{Computed, PerSlot};
use super::pass::Pass;
use super::program::Step;
use super::store::Snapshot;
use crate::clock::Readings;
use crate::time::TrueTime;

/// The local variables of the program, as the code panel shows them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Locals {
    /// Both clocks when the last acquire was sent.
    pub asked: Readings,
    /// The record of a lock held by somebody else, and since when on the steady clock it is the same.
    pub watched: Option<(u64, i64)>,
    pub token: Option<u64>,
    /// The token under which the last read was made: what was computed from it is written with it.
    pub read_token: Option<u64>,
    pub stamp: Option<u64>,
    pub deadline_ms: Option<i64>,
    /// Both clocks at the last check, and whether it held.
    pub checked: Option<(Readings, bool)>,
    pub read: PerSlot<Snapshot>,
    pub next: PerSlot<Computed>,
    pub tries: u8,
    /// This pass repeats one that the store listened to refused: the shadows are left alone.
    pub alone: bool,
    /// The outcome of the last write is unknown: the next read tells, by this version.
    pub verify: Option<u32>,
    pub outcome: Option<Outcome>,
    /// Where the sync worker stands.
    pub pass: Pass,
}

/// What the work thread is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    NotStarted,
    /// About to execute this step.
    Ready(Step),
    /// The request `msg` is out; it times out when the steady clock reads `until_ms`.
    Waiting {
        step: Step,
        msg: u32,
        until_ms: i64,
    },
    /// Execution time: `left_ms` more from `since`, which is `None` while stopped.
    Working {
        left_ms: u64,
        since: Option<TrueTime>,
        then: Then,
    },
    /// Asks again when the steady clock reads this.
    Backoff {
        until_ms: i64,
    },
    Done,
    Crashed,
}

/// What follows a stretch of execution time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    Simulated,
    Write,
    /// The sync worker is done with one event.
    Worked,
}
