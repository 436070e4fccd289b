//! The sync worker's job: its switches, the events that wait, and the record they are applied to.
//!
//! Owns what the store decides about an apply, a side effect and a checkpoint. Compare, write and
//! raise are one atomic step. Leaves the worker's way through its batch to `pass`.

use super::node::WorkerId;
use super::protection::{Heartbeat, ReleaseRule, SYNC_BASE, Switches};
use super::store::Refusal;
use crate::clock::ClockKind;
use serde::{Deserialize, Serialize};

/// How many events wait, and the id of the first.
pub const EVENTS: usize = 8;
pub const FIRST_EVENT: u16 = 101;
/// Where the checkpoint stands at the start.
pub const START: u16 = FIRST_EVENT - 1;
/// Events 101 and 105 change the same object, so do 102 and 106, and so on.
const OBJECTS: usize = 4;

/// What the two workers are there for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// Read, simulate, write one value.
    #[default]
    Tick,
    /// Apply a batch of events and advance a checkpoint.
    Sync(Sync),
}

/// The switches of the sync worker, each independent of the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sync {
    /// Apply and checkpoint carry the token, and the record refuses one below the highest seen.
    pub token: bool,
    /// The read of the checkpoint carries it too, and raises the highest seen.
    pub token_on_read: bool,
    /// The checkpoint is advanced only from where the worker had read it.
    pub expected_cursor: bool,
    /// Idempotent apply: a log of processed events.
    pub log: bool,
    /// An event is applied only to an object older than itself.
    pub source_version: bool,
    /// Applies, outbox and checkpoint are one transaction, committed at the end.
    pub one_transaction: bool,
    /// The checkpoint is advanced before the applies. One transaction knows no order.
    pub checkpoint_first: bool,
    /// Side effects go through an outbox keyed by event id.
    pub outbox: bool,
    /// A bare request on the old path is let through.
    pub legacy_allowed: bool,
    pub check: Option<ClockKind>,
    pub heartbeat: bool,
    pub release: ReleaseRule,
    pub batch: u8,
    /// What one event takes.
    pub work_ms: u64,
}

impl Sync {
    /// The lease alone: what every switch is unless somebody sets it.
    pub const LEASE_ALONE: Sync = Sync {
        token: false,
        token_on_read: false,
        expected_cursor: false,
        log: false,
        source_version: false,
        one_transaction: false,
        checkpoint_first: false,
        outbox: false,
        legacy_allowed: false,
        check: None,
        heartbeat: false,
        release: ReleaseRule::OwnerChecked,
        batch: 4,
        work_ms: 200,
    };
}

impl Default for Sync {
    fn default() -> Sync {
        Sync::LEASE_ALONE
    }
}

/// One of the switches that are on or off, as menus and links have it.
pub struct Switch {
    pub id: &'static str,
    pub get: fn(&Sync) -> bool,
    pub set: fn(&mut Sync, bool),
}

/// Every such switch, in the order in which menus show them.
pub const SWITCHES: &[Switch] = &[
    Switch { id: "token", get: |s| s.token, set: |s, on| s.token = on },
    Switch { id: "token-on-read", get: |s| s.token_on_read, set: |s, on| s.token_on_read = on },
    Switch {
        id: "expected-cursor",
        get: |s| s.expected_cursor,
        set: |s, on| s.expected_cursor = on,
    },
    Switch { id: "log", get: |s| s.log, set: |s, on| s.log = on },
    Switch { id: "source-version", get: |s| s.source_version, set: |s, on| s.source_version = on },
    Switch { id: "outbox", get: |s| s.outbox, set: |s, on| s.outbox = on },
    Switch {
        id: "one-transaction",
        get: |s| s.one_transaction,
        set: |s, on| s.one_transaction = on,
    },
    Switch {
        id: "checkpoint-first",
        get: |s| s.checkpoint_first,
        set: |s, on| s.checkpoint_first = on,
    },
    Switch { id: "heartbeat", get: |s| s.heartbeat, set: |s, on| s.heartbeat = on },
    Switch { id: "legacy", get: |s| s.legacy_allowed, set: |s, on| s.legacy_allowed = on },
];

impl Job {
    pub fn sync(&self) -> Option<&Sync> {
        match self {
            Job::Tick => None,
            Job::Sync(sync) => Some(sync),
        }
    }

    /// Its switches, to be set; a tick becomes the sync worker's job by that.
    pub fn sync_mut(&mut self) -> &mut Sync {
        if *self == Job::Tick {
            *self = Job::Sync(Sync::default());
        }
        match self {
            Job::Sync(sync) => sync,
            Job::Tick => unreachable!("a tick was just made a sync worker"),
        }
    }
}

impl Sync {
    /// The switches of the program and of the lock, with these in them.
    pub fn switches(&self) -> Switches {
        Switches {
            check: self.check,
            heartbeat: if self.heartbeat { Heartbeat::Cancels } else { Heartbeat::No },
            release: self.release,
            sync: Some(*self),
            ..SYNC_BASE
        }
    }

    pub fn is_checkpoint_first(&self) -> bool {
        self.checkpoint_first && !self.one_transaction
    }

    /// Whether a side effect waits for the commit, so that its step sends nothing.
    pub fn is_emit_local(&self) -> bool {
        self.one_transaction && self.outbox
    }

    fn checks(&self) -> bool {
        self.token || self.expected_cursor
    }
}

/// What is asked of the record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Read the checkpoint, and note whose lease this is.
    Cursor {
        expires_ms: i64,
    },
    Apply {
        event: u16,
    },
    Emit {
        event: u16,
    },
    /// Advance the checkpoint. `commit`: apply what lies between in the same transaction.
    Checkpoint {
        from: u16,
        to: u16,
        commit: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyncRequest {
    pub act: Act,
    /// The worker's token. The record looks at it only where a switch says so.
    pub token: Option<u64>,
    pub legacy: bool,
}

/// What becomes of one event's effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "decision")]
pub enum Applied {
    /// It is in the record so many times now.
    Accepted {
        times: u8,
    },
    /// The log has it already: acknowledged, not applied again.
    Repeated,
    /// Its object is as new or newer: acknowledged, not applied.
    Outdated,
    Refused {
        refusal: Refusal,
    },
}

/// What becomes of one event's side effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "decision")]
pub enum Emitted {
    /// It has been delivered so many times now.
    Delivered { times: u8 },
    /// The outbox has an entry for this event.
    Repeated,
}

/// What becomes of a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "decision")]
pub enum Checkpointed {
    Accepted { before: u16, after: u16 },
    Refused { refusal: Refusal },
}

/// Why an owner starts from the checkpoint. For people: nothing is decided by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    /// Nobody was there before.
    FirstOwner,
    /// The owner before had advanced its checkpoint.
    Handover,
    /// The owner before had not.
    Takeover,
    /// The same worker, by a new lease.
    Restart,
}

/// The lease as its owner noted it when it read the checkpoint. Never used to decide a write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lease {
    pub owner: WorkerId,
    pub token: u64,
    /// By the lock service's clock.
    pub expires_ms: i64,
    pub previous_owner: Option<WorkerId>,
    /// By the store's wall clock.
    pub handoff_started_ms: i64,
    pub reason: Recovery,
    /// The checkpoint has been advanced under it.
    is_done: bool,
}

/// The state that the second seed recommends, with what has come of each event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyncRecord {
    /// How often each event's effect is in.
    pub applied: [u8; EVENTS],
    /// How often each event's side effect was delivered.
    pub delivered: [u8; EVENTS],
    outbox: [bool; EVENTS],
    /// The newest event applied to each object.
    versions: [u16; OBJECTS],
    pub checkpoint: u16,
    pub checkpoint_token: Option<u64>,
    pub last_applied: Option<u16>,
    pub hi: u64,
    pub lease: Option<Lease>,
}

impl Default for SyncRecord {
    fn default() -> SyncRecord {
        SyncRecord {
            applied: [0; EVENTS],
            delivered: [0; EVENTS],
            outbox: [false; EVENTS],
            versions: [0; OBJECTS],
            checkpoint: START,
            checkpoint_token: None,
            last_applied: None,
            hi: 0,
            lease: None,
        }
    }
}

/// Index of an event in the record's lists.
pub fn index_of(event: u16) -> usize {
    let index = usize::from(event.saturating_sub(FIRST_EVENT));
    assert!(event >= FIRST_EVENT && index < EVENTS, "no event {event}: was a batch not cut off?");
    index
}

/// The events after one checkpoint, up to and with another.
pub fn between(from: u16, to: u16) -> impl Iterator<Item = u16> {
    from + 1..=to
}

impl SyncRecord {
    /// Answers a read of the checkpoint, and notes the lease of the one who reads.
    pub fn read(
        &mut self,
        rules: &Sync,
        worker: WorkerId,
        token: Option<u64>,
        expires_ms: i64,
        now_ms: i64,
    ) -> Result<u16, Refusal> {
        if rules.token_on_read {
            let token = token.ok_or(Refusal::NoToken)?;
            if token < self.hi {
                return Err(Refusal::StaleToken { token, hi: self.hi });
            }
            self.hi = token;
        }
        let token = token.unwrap_or(0);
        if self.lease.is_none_or(|lease| lease.token != token) {
            let reason = match self.lease {
                None => Recovery::FirstOwner,
                Some(last) if last.owner == worker => Recovery::Restart,
                Some(last) if last.is_done => Recovery::Handover,
                Some(_) => Recovery::Takeover,
            };
            self.lease = Some(Lease {
                owner: worker,
                token,
                expires_ms,
                previous_owner: self.lease.map(|last| last.owner),
                handoff_started_ms: now_ms,
                reason,
                is_done: false,
            });
        }
        Ok(self.checkpoint)
    }

    pub fn apply(&mut self, rules: &Sync, event: u16, token: Option<u64>, legacy: bool) -> Applied {
        let (i, object) = (index_of(event), index_of(event) % OBJECTS);
        if rules.log && self.applied[i] > 0 {
            return Applied::Repeated;
        }
        if let Err(refusal) = self.check(rules, token, legacy) {
            return Applied::Refused { refusal };
        }
        if rules.source_version && !legacy && self.versions[object] >= event {
            return Applied::Outdated;
        }
        self.versions[object] = self.versions[object].max(event);
        self.applied[i] = self.applied[i].saturating_add(1);
        self.last_applied = Some(event);
        self.raise(token, legacy);
        Applied::Accepted { times: self.applied[i] }
    }

    /// A side effect. One that goes down the old path goes past the outbox.
    pub fn emit(&mut self, rules: &Sync, event: u16, legacy: bool) -> Emitted {
        let i = index_of(event);
        if rules.outbox && !legacy && std::mem::replace(&mut self.outbox[i], true) {
            return Emitted::Repeated;
        }
        self.delivered[i] = self.delivered[i].saturating_add(1);
        Emitted::Delivered { times: self.delivered[i] }
    }

    pub fn advance(
        &mut self,
        rules: &Sync,
        from: u16,
        to: u16,
        token: Option<u64>,
        legacy: bool,
    ) -> Checkpointed {
        if let Err(refusal) = self.check_advance(rules, from, token, legacy) {
            return Checkpointed::Refused { refusal };
        }
        let before = std::mem::replace(&mut self.checkpoint, to);
        self.checkpoint_token = token.filter(|_| !legacy);
        self.raise(token, legacy);
        if let Some(lease) = self.lease.as_mut().filter(|lease| Some(lease.token) == token) {
            lease.is_done = true;
        }
        Checkpointed::Accepted { before, after: to }
    }

    /// Whether a checkpoint, and what is committed with it, would be taken.
    pub fn check_advance(
        &self,
        rules: &Sync,
        from: u16,
        token: Option<u64>,
        legacy: bool,
    ) -> Result<(), Refusal> {
        self.check(rules, token, legacy)?;
        if rules.expected_cursor && !legacy && self.checkpoint != from {
            return Err(Refusal::CursorMoved { expected: from, now: self.checkpoint });
        }
        Ok(())
    }

    fn check(&self, rules: &Sync, token: Option<u64>, legacy: bool) -> Result<(), Refusal> {
        if legacy && rules.checks() {
            return if rules.legacy_allowed { Ok(()) } else { Err(Refusal::Legacy) };
        }
        if !rules.token {
            return Ok(());
        }
        match token.ok_or(Refusal::NoToken)? {
            token if token >= self.hi => Ok(()),
            token => Err(Refusal::StaleToken { token, hi: self.hi }),
        }
    }

    fn raise(&mut self, token: Option<u64>, legacy: bool) {
        if let Some(token) = token.filter(|_| !legacy) {
            self.hi = self.hi.max(token);
        }
    }
}
