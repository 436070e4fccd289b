//! The lock services one meets, as profiles: which of the service's mechanisms each has, and with
//! which figures.
//!
//! Adding one is one entry in `PROFILES` and its texts. Nothing outside this file asks *which* service
//! it is, only what `Service` says. Every figure stands beside the place where it was read.

mod entries;

pub use entries::PROFILES;

use super::protection::Heartbeat;
use super::worker::DeadlineFrom;
use crate::clock::ClockKind;
use serde::{Deserialize, Serialize};

/// Who finds that a lease is over, and by which clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expiry {
    /// The service, by its own clock.
    Served,
    /// Whoever wants the lock, by its own steady clock: the record has not changed for a ttl.
    Observed,
    /// Whoever wants the lock, by its own wall clock, against the time that the owner wrote down by
    /// its own.
    Stamped,
    /// Nobody: the lock ends with its owner's connection.
    Connection,
}

/// What the lock gives that could be shown to a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A number that rises with every grant.
    Ordered,
    /// Nothing that is ordered.
    Missing,
    /// A number that is looked up when it is needed: that of the last grant, whosever it is. The
    /// look-up takes no time.
    LookedUp,
}

/// By what the service knows an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerName {
    /// Something of its own for each grant.
    Grant,
    /// Its host's name, and both workers run on one host.
    Host,
}

/// What becomes of a lease when the service fails over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewal {
    /// As the fault says.
    AsTold,
    /// It lasts for its whole length again, and this much longer.
    Whole { extra_ms: u64 },
    /// It lasts this much longer.
    Longer { by_ms: u64 },
}

/// What a failover can do at all; a fault that asks for more does only this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnFailover {
    pub may_lose_key: bool,
    pub may_lose_counter: bool,
    pub lease: Renewal,
}

/// From the ttl that is asked for to the instant at which the lease is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Rounded up to whole ones of these, and then into this range: this much the client is told.
    pub unit_ms: u64,
    pub min_ms: u64,
    pub max_ms: u64,
    /// The service keeps it so many times as long, and this much longer.
    pub times: u64,
    pub slack_ms: u64,
    /// It looks only at multiples of this on its own clock; 0: all the time.
    pub looks_every_ms: u64,
    /// A lease that ends just when it looks is found at the next look.
    pub next_look: bool,
}

/// A lock-delay: after an expiry nobody is granted the lock for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockDelay {
    /// If the protection asks for one, as long as the scenario has it.
    AsAsked,
    /// Always as long as the scenario has it, and at most this.
    Chosen {
        max_ms: u64,
    },
    Always {
        ms: u64,
    },
}

/// What is left of a grant: the ttl, less the time since it was asked for, less what clocks may drift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Validity {
    pub drift_percent: u64,
    pub drift_ms: u64,
}

impl Validity {
    /// How long a lease that was told so long may be relied on, in ms.
    pub fn usable_ms(&self, told_ms: u64) -> i64 {
        told_ms as i64 - (told_ms * self.drift_percent / 100 + self.drift_ms) as i64
    }
}

/// The mechanisms of a lock service and of the client that comes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    pub expiry: Expiry,
    /// `None`: the one that the scenario names.
    pub clock: Option<ClockKind>,
    pub term: Term,
    pub token: TokenKind,
    pub owner: OwnerName,
    /// Whether there is a release that asks no questions.
    pub blind_release: bool,
    pub lock_delay: LockDelay,
    pub failover: OnFailover,
    /// What its client does by itself, whatever the protection.
    pub heartbeat: Heartbeat,
    /// Renewals come every so many parts of the ttl: numerator and denominator.
    pub beat: (u64, u64),
    /// The client goes on trying to renew for this part of the ttl; `None`: the first failure counts.
    pub gives_up: Option<(u64, u64)>,
    /// A grant is taken only while it is worth something on the asker's own wall clock.
    pub validity: Option<Validity>,
    /// `None`: as the scenario has it.
    pub deadline_from: Option<DeadlineFrom>,
}

/// A figure or a rule, and where it was read.
pub struct Source {
    pub what: &'static str,
    pub at: &'static str,
}

/// One entry of the registry.
pub struct Entry {
    pub id: &'static str,
    /// The ttl that it has if nobody asks for another, in ms.
    pub usual_ttl_ms: u64,
    pub service: Service,
    pub sources: &'static [Source],
}

const ANY: Term = Term {
    unit_ms: 1,
    min_ms: 1,
    max_ms: u64::MAX,
    times: 1,
    slack_ms: 0,
    looks_every_ms: 0,
    next_look: false,
};

/// What the model's own lock service does.
pub const PLAIN: Service = Service {
    expiry: Expiry::Served,
    clock: None,
    term: ANY,
    token: TokenKind::Ordered,
    owner: OwnerName::Grant,
    blind_release: true,
    lock_delay: LockDelay::AsAsked,
    failover: OnFailover { may_lose_key: true, may_lose_counter: true, lease: Renewal::AsTold },
    heartbeat: Heartbeat::No,
    beat: (1, 3),
    gives_up: None,
    validity: None,
    deadline_from: None,
};

impl Term {
    /// What the client is told that it has.
    pub fn told_ms(&self, asked_ms: u64) -> u64 {
        asked_ms.next_multiple_of(self.unit_ms).clamp(self.min_ms, self.max_ms)
    }

    /// When, on the clock that judges, a lease that was told so long and begins now is over.
    pub fn ends_ms(&self, told_ms: u64, now_ms: i64) -> i64 {
        let due = now_ms + (told_ms * self.times + self.slack_ms) as i64;
        let every = self.looks_every_ms as i64;
        match every {
            0 => due,
            _ if self.next_look => (due.div_euclid(every) + 1) * every,
            _ => (due + every - 1).div_euclid(every) * every,
        }
    }
}

/// A lock service: an index into `PROFILES`, named by its id in links and files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Profile(u8);

impl Profile {
    pub fn all() -> impl Iterator<Item = Profile> {
        (0..PROFILES.len() as u8).map(Profile)
    }

    pub fn from_id(id: &str) -> Option<Profile> {
        Profile::all().find(|p| p.id() == id)
    }

    pub fn entry(self) -> &'static Entry {
        &PROFILES[usize::from(self.0)]
    }

    pub fn id(self) -> &'static str {
        self.entry().id
    }

    pub fn service(self) -> &'static Service {
        &self.entry().service
    }
}

impl Serialize for Profile {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Profile::from_id(&id)
            .ok_or_else(|| serde::de::Error::custom(format!("no lock service is called {id:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_end_as_each_service_has_it() {
        let ends = |id: &str, asked_ms: u64, now_ms: i64| {
            let term = Profile::from_id(id).expect("a profile").service().term;
            term.ends_ms(term.told_ms(asked_ms), now_ms)
        };
        for (id, asked_ms, now_ms, ends_ms) in [
            ("plain", 5_000, 20, 5_020),
            ("redis", 5_000, 20, 5_021),
            ("redlock", 5_000, 20, 5_021),
            ("zookeeper", 5_000, 20, 6_000),
            ("zookeeper", 6_000, 0, 8_000),
            ("zookeeper", 1_000, 20, 6_000),
            ("etcd", 300, 20, 2_500),
            ("etcd", 4_001, 0, 5_000),
            ("consul", 10_000, 20, 20_020),
            ("hazelcast", 5_000, 20, 6_000),
        ] {
            assert_eq!(ends(id, asked_ms, now_ms), ends_ms, "{id} {asked_ms} at {now_ms}");
        }
    }

    #[test]
    fn each_says_where_its_figures_were_read() {
        for entry in &PROFILES[1..] {
            assert!(!entry.sources.is_empty(), "{}", entry.id);
        }
    }
}
