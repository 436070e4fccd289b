//! The store: one record, and the check that a write must pass.
//!
//! Owns the record and the rule. Compare, write and raise are one atomic step. A refused write
//! changes nothing and says why.

use super::node::WorkerId;
use serde::{Deserialize, Serialize};

/// The three stores to which every run is written side by side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    Unfenced,
    Fenced,
    Cas,
}

impl Slot {
    pub const ALL: [Slot; 3] = [Slot::Unfenced, Slot::Fenced, Slot::Cas];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn id(self) -> &'static str {
        ["unfenced", "fenced", "cas"][self.index()]
    }

    /// The slot of a store with this check.
    pub fn of(check: WriteCheck) -> Slot {
        match check {
            WriteCheck::Nothing => Slot::Unfenced,
            WriteCheck::Version => Slot::Cas,
            WriteCheck::TokenAtLeast | WriteCheck::TokenAbove | WriteCheck::Stamp => Slot::Fenced,
        }
    }

    /// What the store in this slot checks unless the protection brings a rule of its own.
    pub const fn usual_rule(self) -> StoreRule {
        let check = match self {
            Slot::Unfenced => WriteCheck::Nothing,
            Slot::Fenced => WriteCheck::TokenAtLeast,
            Slot::Cas => WriteCheck::Version,
        };
        StoreRule { check, raise: Raise::OnWrite, tick_ids: false, legacy_allowed: false }
    }
}

/// What a write must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteCheck {
    Nothing,
    /// token >= hi
    TokenAtLeast,
    /// token > hi
    TokenAbove,
    /// version == the one read
    Version,
    /// the row still bears the writer's stamp
    Stamp,
}

/// What, besides an accepted write, raises the highest token seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Raise {
    OnWrite,
    OnRead,
    OnClaim,
}

/// The switches of one store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StoreRule {
    pub check: WriteCheck,
    pub raise: Raise,
    /// The record keeps the ids of the ticks in it and acknowledges a repeated one unapplied.
    pub tick_ids: bool,
    /// A bare write on the old path is let through.
    pub legacy_allowed: bool,
}

/// The boss: its hit points, and how often each worker's tick is in them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Value {
    pub hp: i64,
    /// Times that A's and B's tick were taken off to get here.
    pub ticks: [u8; 2],
}

/// At or below this many hit points the boss is in its second phase.
pub const PHASE_2_HP: i64 = 700;

impl Value {
    pub fn phase(&self) -> u8 {
        if self.hp <= PHASE_2_HP { 2 } else { 1 }
    }

    /// The value after one more tick of `worker`. Hit points do not fall below 0.
    pub fn after_tick(mut self, worker: WorkerId, damage_hp: i64) -> Value {
        self.hp = (self.hp - damage_hp).max(0);
        self.ticks[worker.index()] = self.ticks[worker.index()].saturating_add(1);
        self
    }

    /// The workers whose ticks are in `self` and no longer, or less often, in `next`.
    pub fn loses_in(&self, next: &Value) -> [bool; 2] {
        [0, 1].map(|w| next.ticks[w] < self.ticks[w])
    }
}

/// What a read is answered with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Snapshot {
    pub value: Value,
    pub version: u32,
    pub last_writer: Option<WorkerId>,
}

/// A write as one store sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Write {
    pub worker: WorkerId,
    pub value: Value,
    pub read_version: u32,
    pub token: Option<u64>,
    pub stamp: Option<u64>,
    /// Sent down the old path: carries no token, version or stamp.
    pub legacy: bool,
}

/// Why a store refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "why")]
pub enum Refusal {
    /// The token is below (or, where it must be above, not above) the highest seen.
    StaleToken {
        token: u64,
        hi: u64,
    },
    NoToken,
    VersionChanged {
        read: u32,
        now: u32,
    },
    StampGone,
    /// A bare write where a check is demanded.
    Legacy,
    /// The checkpoint is not where the writer expects it.
    CursorMoved {
        expected: u16,
        now: u16,
    },
}

/// What a store says to a write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "decision")]
pub enum Decision {
    Accepted {
        before: Value,
        after: Value,
        version: u32,
    },
    /// Its tick is in the record already: acknowledged, not applied again.
    Repeated,
    Refused {
        refusal: Refusal,
    },
}

impl Decision {
    pub fn is_refusal(&self) -> bool {
        matches!(self, Decision::Refused { .. })
    }
}

/// The record, with what the store remembers about its writers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    pub value: Value,
    pub version: u32,
    /// Highest token seen.
    pub hi: u64,
    pub last_writer: Option<WorkerId>,
    pub stamp: Option<u64>,
}

impl Record {
    pub fn new(hp: i64) -> Record {
        let value = Value { hp, ticks: [0, 0] };
        Record { value, version: 0, hi: 0, last_writer: None, stamp: None }
    }

    /// Answers a read; where reads raise the highest token, one below it is refused.
    pub fn read(&mut self, rule: &StoreRule, token: Option<u64>) -> Result<Snapshot, Refusal> {
        if rule.raise == Raise::OnRead {
            self.raise(token)?;
        }
        Ok(Snapshot { value: self.value, version: self.version, last_writer: self.last_writer })
    }

    /// Raises the highest token seen to `token`, unless it is above that already.
    pub fn raise(&mut self, token: Option<u64>) -> Result<(), Refusal> {
        let token = token.ok_or(Refusal::NoToken)?;
        if token < self.hi {
            return Err(Refusal::StaleToken { token, hi: self.hi });
        }
        self.hi = token;
        Ok(())
    }

    pub fn write(&mut self, rule: &StoreRule, write: &Write) -> Decision {
        if rule.tick_ids && self.value.ticks[write.worker.index()] > 0 {
            return Decision::Repeated;
        }
        if let Err(refusal) = self.check(rule, write) {
            return Decision::Refused { refusal };
        }
        let before = std::mem::replace(&mut self.value, write.value);
        self.version += 1;
        self.last_writer = Some(write.worker);
        if let Some(token) = write.token.filter(|_| !write.legacy) {
            self.hi = self.hi.max(token);
        }
        Decision::Accepted { before, after: self.value, version: self.version }
    }

    fn check(&self, rule: &StoreRule, write: &Write) -> Result<(), Refusal> {
        if write.legacy && rule.check != WriteCheck::Nothing {
            return if rule.legacy_allowed { Ok(()) } else { Err(Refusal::Legacy) };
        }
        let stale = |token| Refusal::StaleToken { token, hi: self.hi };
        match rule.check {
            WriteCheck::Nothing => Ok(()),
            WriteCheck::TokenAtLeast => match write.token.ok_or(Refusal::NoToken)? {
                token if token >= self.hi => Ok(()),
                token => Err(stale(token)),
            },
            WriteCheck::TokenAbove => match write.token.ok_or(Refusal::NoToken)? {
                token if token > self.hi => Ok(()),
                token => Err(stale(token)),
            },
            WriteCheck::Version if write.read_version == self.version => Ok(()),
            WriteCheck::Version => {
                Err(Refusal::VersionChanged { read: write.read_version, now: self.version })
            }
            WriteCheck::Stamp if write.stamp.is_some() && write.stamp == self.stamp => Ok(()),
            WriteCheck::Stamp => Err(Refusal::StampGone),
        }
    }
}
