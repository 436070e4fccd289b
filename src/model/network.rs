//! The messages between workers, lock service and store, and what they say.
//!
//! Owns the wire: what is in flight, and in which order it arrives. Not FIFO: a delayed message may
//! be overtaken. Leaves delays, losses and copies to the driver, which applies the faults.

use super::lock::Grant;
use super::node::{Node, WorkerId};
use super::program::{Step, StepRef};
use super::store::{Decision, Refusal, Slot, Snapshot, Value};
use super::sync::SyncRequest;
use crate::time::TrueTime;
use serde::{Deserialize, Serialize};

/// One value for each of the three stores; `None` where this store is not asked.
pub type PerSlot<T> = [Option<T>; Slot::ALL.len()];

/// The next value as a worker computed it from what one store had answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Computed {
    pub value: Value,
    pub read_version: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WriteRequest {
    pub token: Option<u64>,
    pub stamp: Option<u64>,
    pub legacy: bool,
    pub computed: PerSlot<Computed>,
}

/// What goes with an acquire, for those services whose clients judge the lease.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Asking {
    /// The asker's wall clock.
    pub wall_ms: i64,
    /// It has seen this state of the record, unchanged, for a ttl by its steady clock.
    pub unchanged: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Request {
    Acquire(Asking),
    Renew { token: u64, wall_ms: i64 },
    Release { token: Option<u64> },
    Read { token: Option<u64>, slots: [bool; 3] },
    Claim { token: Option<u64> },
    Stamp { stamp: u64 },
    Write(WriteRequest),
    Sync(SyncRequest),
}

impl Request {
    /// Shows this token instead of its own, if it shows any.
    pub fn show(&mut self, shown: u64) {
        match self {
            Request::Read { token, .. }
            | Request::Claim { token }
            | Request::Sync(SyncRequest { token, .. })
            | Request::Write(WriteRequest { token, .. }) => *token = token.map(|_| shown),
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    Granted(Grant),
    Busy {
        holder: Option<WorkerId>,
        /// Which state of the record this is.
        record: u64,
    },
    Renewed,
    RenewRefused,
    Released,
    NotYours,
    Values(PerSlot<Result<Snapshot, Refusal>>),
    Claimed(Result<(), Refusal>),
    Stamped,
    /// What the store listened to decided.
    Judged(Decision),
    /// Where the checkpoint stands.
    Cursor(Result<u16, Refusal>),
    /// An apply, a side effect or a checkpoint was taken, or acknowledged, or refused.
    Synced(Result<(), Refusal>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    Request(Request),
    /// The reply to the request with this id.
    Reply {
        to: u32,
        reply: Reply,
    },
}

/// From a worker, or back to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    Request,
    Reply,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    At(TrueTime),
    /// Held until after a step of a worker; then it travels for `travel_ms`.
    Held {
        until: StepRef,
        travel_ms: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    pub id: u32,
    /// The worker whose step this message serves, and its life when it asked.
    pub worker: WorkerId,
    pub life: u16,
    pub step: Step,
    pub leg: Leg,
    pub arrives: Arrival,
    /// A second delivery of a message that has this id too.
    pub copy: bool,
    pub body: Body,
}

impl Message {
    /// The node at the other end from the worker.
    pub fn service(&self) -> Node {
        service_of(self.step)
    }

    pub fn to(&self) -> Node {
        match self.leg {
            Leg::Request => self.service(),
            Leg::Reply => self.worker.into(),
        }
    }

    pub fn arrives_at(&self) -> Option<TrueTime> {
        match self.arrives {
            Arrival::At(at) => Some(at),
            Arrival::Held { .. } => None,
        }
    }
}

/// Which service a step talks to.
pub fn service_of(step: Step) -> Node {
    match step {
        Step::Acquire | Step::Release | Step::Renew => Node::Lock,
        _ => Node::Store,
    }
}

/// What is in flight, in the order in which it was sent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wire {
    pub in_flight: Vec<Message>,
    pub last_id: u32,
}

impl Wire {
    /// The message that is delivered next among those that `reachable` lets through: the first to
    /// arrive, and of those that arrive together the first sent.
    pub fn next(&self, reachable: impl Fn(&Message) -> bool) -> Option<(usize, TrueTime)> {
        let due =
            |(i, m): (usize, &Message)| m.arrives_at().filter(|_| reachable(m)).map(|at| (i, at));
        self.in_flight.iter().enumerate().filter_map(due).min_by_key(|(i, at)| (*at, *i))
    }
}
