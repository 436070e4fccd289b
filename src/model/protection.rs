//! The protections: named bundles of independent switches.
//!
//! Adding one is one entry in `PROTECTIONS`. Nothing outside this file asks *which* protection is
//! on, only what a switch says.

use super::store::{Raise, Slot, StoreRule, WriteCheck};
use super::sync::Sync;
use crate::clock::ClockKind;
use serde::{Deserialize, Serialize};

/// What is done between acquire and read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prelude {
    #[default]
    Nothing,
    Claim,
    Stamp,
}

/// What a release removes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseRule {
    /// Whatever lock is there.
    Blind,
    /// Only the lock of the token given, compared and deleted in one step.
    #[default]
    OwnerChecked,
}

/// What keeps two workers from being at it at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exclusion {
    Nothing,
    /// A lock with a lease, asked for and given back.
    #[default]
    Lease,
    /// A coordinator that assigns the resource to one of those that are there.
    Coordinator,
}

/// Whether a thread of its own renews the lease, and what it does when that fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heartbeat {
    #[default]
    No,
    /// It sets the flag at which the work thread looks before it writes.
    Cancels,
    /// It ends, and tells nobody.
    Silent,
}

/// Everything that makes one protection differ from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Switches {
    pub lock: Exclusion,
    /// Checks a deadline on this clock before it writes.
    pub check: Option<ClockKind>,
    pub release: ReleaseRule,
    pub heartbeat: Heartbeat,
    pub prelude: Prelude,
    /// Which of the three stores the worker listens to.
    pub listens: Slot,
    /// The rule of the store listened to.
    pub rule: StoreRule,
    /// A write refused or of unknown outcome is read again, simulated again and retried.
    pub retries: bool,
    /// The lock service waits before it grants again after an expiry.
    pub lock_delay: bool,
    /// The job is the sync worker's, with these switches of its own.
    #[serde(skip)]
    pub sync: Option<Sync>,
}

const BLIND: Switches = Switches {
    lock: Exclusion::Lease,
    check: None,
    release: ReleaseRule::Blind,
    heartbeat: Heartbeat::No,
    prelude: Prelude::Nothing,
    listens: Slot::Unfenced,
    rule: Slot::Unfenced.usual_rule(),
    retries: false,
    lock_delay: false,
    sync: None,
};
/// What the sync worker starts from: its own switches decide the rest.
pub(super) const SYNC_BASE: Switches = OWNED;
const OWNED: Switches = Switches { release: ReleaseRule::OwnerChecked, ..BLIND };
const FENCED: Switches =
    Switches { listens: Slot::Fenced, rule: Slot::Fenced.usual_rule(), ..OWNED };
const FENCED_READ: Switches =
    Switches { rule: StoreRule { raise: Raise::OnRead, ..FENCED.rule }, ..FENCED };
const VERSIONED: Switches =
    Switches { listens: Slot::Cas, rule: Slot::Cas.usual_rule(), retries: true, ..OWNED };

/// A protection: an index into `PROTECTIONS`, named by its id in links and files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Protection(u8);

/// One entry of the registry.
pub struct Entry {
    pub id: &'static str,
    pub switches: Switches,
}

/// Every protection, in the order in which menus show them.
pub const PROTECTIONS: &[Entry] = &[
    Entry { id: "none", switches: BLIND },
    Entry { id: "owner-release", switches: OWNED },
    Entry { id: "wall-check", switches: Switches { check: Some(ClockKind::Wall), ..BLIND } },
    Entry { id: "steady-check", switches: Switches { check: Some(ClockKind::Steady), ..BLIND } },
    Entry { id: "heartbeat", switches: Switches { heartbeat: Heartbeat::Cancels, ..OWNED } },
    Entry { id: "lock-delay", switches: Switches { lock_delay: true, ..OWNED } },
    Entry { id: "fence", switches: FENCED },
    Entry {
        id: "fence-strict",
        switches: Switches {
            rule: StoreRule { check: WriteCheck::TokenAbove, ..FENCED.rule },
            ..FENCED
        },
    },
    Entry { id: "fence-read", switches: FENCED_READ },
    Entry {
        id: "claim",
        switches: Switches {
            prelude: Prelude::Claim,
            rule: StoreRule { raise: Raise::OnClaim, ..FENCED.rule },
            ..FENCED
        },
    },
    Entry {
        id: "stamp",
        switches: Switches {
            prelude: Prelude::Stamp,
            rule: StoreRule { check: WriteCheck::Stamp, ..FENCED.rule },
            ..FENCED
        },
    },
    Entry {
        id: "heartbeat-fence",
        switches: Switches { heartbeat: Heartbeat::Cancels, ..FENCED_READ },
    },
    Entry {
        id: "partition",
        switches: Switches {
            lock: Exclusion::Coordinator,
            heartbeat: Heartbeat::Cancels,
            ..FENCED_READ
        },
    },
    Entry { id: "cas", switches: VERSIONED },
    Entry { id: "cas-no-lock", switches: Switches { lock: Exclusion::Nothing, ..VERSIONED } },
    Entry {
        id: "cas-idempotent",
        switches: Switches { rule: StoreRule { tick_ids: true, ..VERSIONED.rule }, ..VERSIONED },
    },
];

impl Protection {
    pub fn all() -> impl Iterator<Item = Protection> {
        (0..PROTECTIONS.len() as u8).map(Protection)
    }

    pub fn from_id(id: &str) -> Option<Protection> {
        Protection::all().find(|p| p.id() == id)
    }

    pub fn id(self) -> &'static str {
        PROTECTIONS[usize::from(self.0)].id
    }

    pub fn switches(self) -> &'static Switches {
        &PROTECTIONS[usize::from(self.0)].switches
    }
}

impl Serialize for Protection {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Protection {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Protection::from_id(&id)
            .ok_or_else(|| serde::de::Error::custom(format!("no protection is called {id:?}")))
    }
}
