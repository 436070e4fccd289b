//! The presets: named scenarios, each made to show one thing.
//!
//! Adding one is one entry here and its texts in `locales/`. Ids live for ever, and so does what an
//! id means: links write down only what differs from it.

use super::Scenario;
use super::fault::{Effect, Fault, Lasting, Thread, Trigger};
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::model::protection::Protection;
use crate::time::TrueTime;

/// One entry: an id, and the scenario as a function of the common ground.
pub struct Preset {
    pub id: &'static str,
    pub protection: &'static str,
    /// How long A's work takes, in ms.
    pub a_simulates_ms: u64,
    pub faults: &'static [Fault],
}

/// The preset of a first visit.
pub const FIRST: &str = "gc-pause";

const fn a_before(step: Step) -> Trigger {
    Trigger::Before(StepRef { worker: WorkerId::A, step, nth: 1 })
}

const fn a_pause(when: Trigger, lasts: Lasting) -> Fault {
    Fault { when, what: Effect::Pause { worker: WorkerId::A, lasts, thread: Thread::Process } }
}

const SIX_SECONDS: Lasting = Lasting::ForMs(6_000);
const PAUSED_BEFORE_CHECK: Fault = a_pause(a_before(Step::Check), SIX_SECONDS);
/// While A sleeps, NTP puts its wall clock back by as much as it slept.
const STEPPED_BACK: Fault = Fault {
    when: Trigger::At(TrueTime(3_000)),
    what: Effect::Step { node: Node::A, by_ms: -6_000 },
};

/// Every preset, in the order in which the page lists them: each asks what the last one left open.
pub const PRESETS: &[Preset] = &[
    Preset { id: "no-fault", protection: "none", a_simulates_ms: 1_000, faults: &[] },
    Preset {
        id: "gc-pause",
        protection: "none",
        a_simulates_ms: 1_000,
        faults: &[a_pause(a_before(Step::Write), SIX_SECONDS)],
    },
    Preset {
        id: "ntp-step-back",
        protection: "wall-check",
        a_simulates_ms: 1_000,
        faults: &[PAUSED_BEFORE_CHECK, STEPPED_BACK],
    },
    Preset {
        id: "steady-survives-ntp",
        protection: "steady-check",
        a_simulates_ms: 1_000,
        faults: &[PAUSED_BEFORE_CHECK, STEPPED_BACK],
    },
    Preset {
        id: "check-then-pause",
        protection: "steady-check",
        a_simulates_ms: 1_000,
        faults: &[a_pause(a_before(Step::Write), SIX_SECONDS)],
    },
    Preset {
        id: "suspend",
        protection: "steady-check",
        a_simulates_ms: 1_000,
        faults: &[Fault {
            when: a_before(Step::Check),
            what: Effect::Suspend { worker: WorkerId::A, lasts: SIX_SECONDS, resync_ms: 0 },
        }],
    },
    Preset {
        id: "delayed-write",
        protection: "steady-check",
        a_simulates_ms: 1_000,
        faults: &[Fault {
            when: Trigger::Message {
                worker: WorkerId::A,
                step: Step::Write,
                leg: Leg::Request,
                nth: 1,
            },
            what: Effect::Delay { lasts: SIX_SECONDS },
        }],
    },
    Preset {
        id: "foreign-release",
        protection: "steady-check",
        a_simulates_ms: 5_500,
        faults: &[],
    },
    Preset {
        id: "fenced-late-first",
        protection: "fence",
        a_simulates_ms: 1_000,
        faults: &[a_pause(
            a_before(Step::Write),
            Lasting::UntilAfter(StepRef { worker: WorkerId::B, step: Step::Read, nth: 1 }),
        )],
    },
];

impl Preset {
    pub fn find(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    pub fn scenario(&self) -> Scenario {
        Scenario {
            preset: self.id.to_owned(),
            protection: Protection::from_id(self.protection).unwrap_or_default(),
            simulate_ms: [self.a_simulates_ms, 1_000],
            first_token: 33,
            faults: self.faults.to_vec(),
            ..Scenario::default()
        }
    }
}
