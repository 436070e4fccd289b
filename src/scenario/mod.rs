//! A scenario: the only source of truth. A run is a pure function of it.
//!
//! Owns the value that links, files and hands edit, its limits and its validation, and the presets.
//! Leaves out how it is written down (`link`) and what comes of it (`run`).

pub mod fault;
pub mod file;
pub mod hazards;
pub mod kinds;
pub mod limits;
pub mod params;
pub mod presets;
mod shorthand;

pub use fault::{Amount, Effect, Fault, Lasting, Thread, Trigger};
pub use limits::{Limit, Problem};

use crate::clock::{ClockKind, Platform};
use crate::model::node::Node;
use crate::model::profile::Profile;
use crate::model::protection::{Protection, Switches};
use crate::model::switch::Custom;
use crate::model::sync::Job;
use crate::model::worker::DeadlineFrom;
use serde::{Deserialize, Serialize};

/// What a node's clocks start with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NodeClock {
    /// How far the wall clock is ahead of true time at the start.
    pub offset_ms: i64,
    /// How much faster than true time both clocks run, in parts per million.
    pub drift_ppm: i64,
}

/// Everything that determines a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenario {
    /// The preset from which it was made: its question stands above the stage. "" for none.
    pub preset: String,
    pub protection: Protection,
    /// What the workers do; the sync worker has switches of its own instead of a protection.
    pub job: Job,
    /// Switches set otherwise than the protection has them.
    pub switches: Custom,
    /// Which lock service it is.
    pub profile: Profile,
    pub ttl_ms: u64,
    pub retry_ms: u64,
    /// How long A's and B's work takes.
    pub simulate_ms: [u64; 2],
    /// When B starts its tick; A starts at 0.
    pub b_starts_ms: u64,
    /// One way, on every link.
    pub delay_ms: u64,
    /// How long a worker waits for a reply.
    pub timeout_ms: u64,
    pub lock_delay_ms: u64,
    /// The clock of its own on which the lock service judges expiry.
    pub lock_clock: ClockKind,
    pub horizon_ms: u64,
    pub boss_hp: i64,
    /// What A's and B's tick take off.
    pub damage_hp: [i64; 2],
    /// The token of the first grant.
    pub first_token: u64,
    pub platform: Platform,
    pub deadline_from: DeadlineFrom,
    /// Of A, B, the lock service and the store.
    pub clocks: [NodeClock; Node::ALL.len()],
    pub seed: u64,
    pub faults: Vec<Fault>,
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario {
            preset: String::new(),
            protection: Protection::default(),
            job: Job::Tick,
            switches: Custom::default(),
            profile: Profile::default(),
            ttl_ms: 5_000,
            retry_ms: 500,
            simulate_ms: [1_000, 1_000],
            b_starts_ms: 500,
            delay_ms: 20,
            timeout_ms: 1_000,
            lock_delay_ms: 5_000,
            lock_clock: ClockKind::Steady,
            horizon_ms: 20_000,
            boss_hp: 1_000,
            damage_hp: [120, 300],
            first_token: 1,
            platform: Platform::Linux,
            deadline_from: DeadlineFrom::Reply,
            clocks: [NodeClock::default(); Node::ALL.len()],
            seed: 0,
            faults: Vec::new(),
        }
    }
}

impl Scenario {
    /// What the workers and the store do: the protection's switches, with those set otherwise, or
    /// the sync worker's own.
    pub fn switches(&self) -> Switches {
        match &self.job {
            Job::Tick => self.switches.apply(self.protection.switches()),
            Job::Sync(sync) => sync.switches(),
        }
    }
}
