//! What does not change during a run, worked out once from the scenario.

use crate::clock::ClockKind;
use crate::model::lock::Failover;
use crate::model::profile::{Expiry, LockDelay, OwnerName, PLAIN, Renewal, Service};
use crate::model::protection::{Exclusion, Heartbeat, ReleaseRule, Switches};
use crate::model::store::{Slot, StoreRule};
use crate::model::worker::WorkerRules;
use crate::scenario::Scenario;

/// Later than any run: the lease of a lock without one.
const NO_END_MS: i64 = 86_400_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    pub scenario: Scenario,
    pub worker: WorkerRules,
    /// The rule of each of the three stores: the usual one, or the protection's own.
    pub stores: [StoreRule; Slot::ALL.len()],
}

impl Rules {
    /// The scenario must be within its limits: callers clamp or refuse it before.
    pub fn new(scenario: &Scenario) -> Rules {
        let mut switches: Switches = scenario.switches();
        let leased = switches.lock == Exclusion::Lease;
        let service = if leased { scenario.profile.service() } else { &PLAIN };
        // What the service's own client does, and what its release can't.
        if leased && switches.heartbeat == Heartbeat::No {
            switches.heartbeat = service.heartbeat;
        }
        if leased && !service.blind_release {
            switches.release = ReleaseRule::OwnerChecked;
        }
        let stores = Slot::ALL
            .map(|slot| if slot == switches.listens { switches.rule } else { slot.usual_rule() });
        let worker = WorkerRules {
            switches,
            ttl_ms: service.term.told_ms(scenario.ttl_ms),
            retry_ms: scenario.retry_ms,
            timeout_ms: scenario.timeout_ms,
            simulate_ms: scenario.simulate_ms,
            damage_hp: scenario.damage_hp,
            deadline_from: service.deadline_from.unwrap_or(scenario.deadline_from),
            service,
            seed: scenario.seed,
        };
        Rules { scenario: scenario.clone(), worker, stores }
    }

    pub fn switches(&self) -> &Switches {
        &self.worker.switches
    }

    pub fn service(&self) -> &'static Service {
        self.worker.service
    }

    /// The clock of its own on which the lock service judges.
    pub fn lock_clock(&self) -> ClockKind {
        self.service().clock.unwrap_or(self.scenario.lock_clock)
    }

    /// When a lease that is granted or renewed now is over: by the service's clock, or by that of
    /// whoever asked where the service takes the asker's word for it.
    pub fn ends_ms(&self, now_ms: i64, asker_wall_ms: i64) -> i64 {
        let told_ms = self.worker.ttl_ms;
        match self.service().expiry {
            Expiry::Served | Expiry::Observed => self.service().term.ends_ms(told_ms, now_ms),
            Expiry::Stamped => asker_wall_ms + told_ms as i64,
            Expiry::Connection => now_ms + NO_END_MS,
        }
    }

    /// How long the service waits after an expiry.
    pub fn lock_delay_ms(&self) -> Option<u64> {
        let asked_ms = self.scenario.lock_delay_ms;
        match self.service().lock_delay {
            LockDelay::AsAsked => self.switches().lock_delay.then_some(asked_ms),
            LockDelay::Chosen { max_ms } => Some(asked_ms.min(max_ms)),
            LockDelay::Always { ms } => Some(ms),
        }
    }

    /// What a release removes, as the service can tell.
    pub fn release(&self) -> ReleaseRule {
        match self.service().owner {
            OwnerName::Host => ReleaseRule::Blind,
            OwnerName::Grant => self.switches().release,
        }
    }

    /// What survives a failover of this service, and when a lease that was to end then ends now.
    pub fn failover(&self, asked: Failover, ends_ms: i64, now_ms: i64) -> (Failover, Option<i64>) {
        let can = self.service().failover;
        let keeps = Failover {
            key: asked.key || !can.may_lose_key,
            counter: asked.counter || !can.may_lose_counter,
            ..asked
        };
        let whole_ms = self.ends_ms(now_ms, now_ms);
        let ends_ms = match can.lease {
            Renewal::AsTold => asked.restarts_ttl.then_some(whole_ms),
            Renewal::Whole { extra_ms } => Some(whole_ms + extra_ms as i64),
            Renewal::Longer { by_ms } => Some(ends_ms + by_ms as i64),
        };
        (keeps, ends_ms)
    }
}
