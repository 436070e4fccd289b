//! What does not change during a run, worked out once from the scenario.

use crate::model::protection::Switches;
use crate::model::store::{Slot, StoreRule};
use crate::model::worker::WorkerRules;
use crate::scenario::Scenario;

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
        let switches: Switches = scenario.switches();
        let stores = Slot::ALL
            .map(|slot| if slot == switches.listens { switches.rule } else { slot.usual_rule() });
        let worker = WorkerRules {
            switches,
            ttl_ms: scenario.ttl_ms,
            retry_ms: scenario.retry_ms,
            timeout_ms: scenario.timeout_ms,
            simulate_ms: scenario.simulate_ms,
            damage_hp: scenario.damage_hp,
            deadline_from: scenario.deadline_from,
            seed: scenario.seed,
        };
        Rules { scenario: scenario.clone(), worker, stores }
    }

    pub fn switches(&self) -> &Switches {
        &self.worker.switches
    }
}
