//! The lock service: one key, leases with tokens.
//!
//! Owns who holds the lock and which token comes next. Judges time only by the readings of its own
//! clock that it is handed. Leaves delivery, and the clock itself, to the driver.

use super::coordinator::Member;
use super::node::WorkerId;
use super::protection::ReleaseRule;
use serde::Serialize;

/// One grant: free → held. A renewal prolongs it, a re-acquisition makes a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Grant {
    pub worker: WorkerId,
    /// Which life of the worker asked: a restarted worker is somebody else.
    pub life: u16,
    pub token: u64,
    /// Valid while the service's own clock reads less than this.
    pub expires_ms: i64,
}

/// What an acquire comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Acquired {
    Granted(Grant),
    /// Held by this worker, perhaps by the one who asks.
    Busy(WorkerId),
    /// Nobody holds it, but a lock-delay has not passed yet.
    Delayed,
}

/// What a release comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Released {
    /// This grant ended.
    Removed(Grant),
    /// Nothing was there to remove, or, owner-checked, it was not the asker's.
    NotYours,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lock {
    pub holder: Option<Grant>,
    pub last_token: u64,
    /// After an expiry nobody is granted the lock before the service's clock reads this.
    pub delayed_until_ms: Option<i64>,
    /// Who is there, where the lock node is a coordinator.
    pub members: [Option<Member>; 2],
    /// Counts the changes of the record: who watches it sees that the owner is alive.
    pub record: u64,
}

impl Lock {
    /// A free lock whose first grant bears `first_token`.
    pub fn new(first_token: u64) -> Lock {
        let last_token = first_token - 1;
        Lock { holder: None, last_token, delayed_until_ms: None, members: [None; 2], record: 0 }
    }

    pub fn acquire(&mut self, worker: WorkerId, life: u16, expires_ms: i64) -> Acquired {
        if let Some(grant) = self.holder {
            return Acquired::Busy(grant.worker);
        }
        if self.delayed_until_ms.is_some() {
            return Acquired::Delayed;
        }
        self.last_token += 1;
        let token = self.last_token;
        let grant = Grant { worker, life, token, expires_ms };
        self.record += 1;
        self.holder = Some(grant);
        Acquired::Granted(grant)
    }

    /// Prolongs the grant of `token`; `None` if it is no longer there.
    pub fn renew(&mut self, token: u64, expires_ms: i64) -> Option<Grant> {
        let grant = self.holder.as_mut().filter(|grant| grant.token == token)?;
        grant.expires_ms = expires_ms;
        self.record += 1;
        Some(*grant)
    }

    pub fn release(&mut self, rule: ReleaseRule, token: Option<u64>) -> Released {
        match self.holder {
            Some(grant) if rule == ReleaseRule::Blind || Some(grant.token) == token => {
                self.holder = None;
                Released::Removed(grant)
            }
            _ => Released::NotYours,
        }
    }

    /// The lease is over on the service's clock. A lock-delay, if any, begins.
    pub fn expire(&mut self, now_ms: i64, lock_delay_ms: Option<u64>) -> Option<Grant> {
        let grant = self.holder.take()?;
        self.delayed_until_ms = lock_delay_ms.map(|delay| now_ms + delay as i64);
        Some(grant)
    }

    /// The service fails over to a replica. `ends_ms`: when the lease ends from now on, if that changes.
    pub fn fail_over(&mut self, keeps: Failover, first_token: u64, ends_ms: Option<i64>) {
        if !keeps.key {
            self.holder = None;
            self.members = [None; 2];
        }
        if !keeps.counter {
            self.last_token = first_token - 1;
        }
        if let (Some(grant), Some(ends_ms)) = (&mut self.holder, ends_ms) {
            grant.expires_ms = ends_ms;
        }
    }
}

/// What survives a failover of the lock service.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failover {
    pub key: bool,
    pub counter: bool,
    pub restarts_ttl: bool,
}
