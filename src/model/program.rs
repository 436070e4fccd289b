//! The workers' programs: labelled steps, in order, and which protection includes which.
//!
//! A step is a value with a meaning. Code lines, segments of the timeline, sentences and fault
//! triggers are all keyed by it, and its letter is the interview question's own.

use super::node::WorkerId;
use super::protection::{Exclusion, Heartbeat, Prelude, Switches};
use serde::{Deserialize, Serialize};

/// One step of a worker's program, in program order. `Renew` belongs to the heartbeat thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    Acquire,
    /// Tell the store one's token before reading.
    Claim,
    /// Mark the row as one's own before reading.
    Stamp,
    /// deadline := clock + ttl
    Deadline,
    Read,
    Simulate,
    /// Is the clock still before the deadline?
    Check,
    Write,
    Release,
    Renew,
    /// Sync worker: read the checkpoint.
    Cursor,
    /// Sync worker: the work that one event takes.
    Work,
    /// Sync worker: write one event's effect.
    Apply,
    /// Sync worker: send one event's side effect.
    Emit,
    /// Sync worker: advance the checkpoint; with one transaction, its commit.
    Checkpoint,
}

/// The steps of both jobs in the order in which a program comes to them; the heartbeat's is not one.
const ORDER: [Step; Step::COUNT - 1] = [
    Step::Acquire,
    Step::Claim,
    Step::Stamp,
    Step::Deadline,
    Step::Read,
    Step::Cursor,
    Step::Simulate,
    Step::Work,
    Step::Check,
    Step::Write,
    Step::Apply,
    Step::Emit,
    Step::Checkpoint,
    Step::Release,
];

impl Step {
    pub const ALL: [Step; 15] = [
        Step::Acquire,
        Step::Claim,
        Step::Stamp,
        Step::Deadline,
        Step::Read,
        Step::Simulate,
        Step::Check,
        Step::Write,
        Step::Release,
        Step::Renew,
        Step::Cursor,
        Step::Work,
        Step::Apply,
        Step::Emit,
        Step::Checkpoint,
    ];
    pub const COUNT: usize = Step::ALL.len();

    pub fn index(self) -> usize {
        self as usize
    }

    /// The name in links and files.
    pub fn id(self) -> &'static str {
        [
            "acquire",
            "claim",
            "stamp",
            "deadline",
            "read",
            "simulate",
            "check",
            "write",
            "release",
            "renew",
            "cursor",
            "work",
            "apply",
            "emit",
            "checkpoint",
        ][self.index()]
    }

    pub fn from_id(id: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.id() == id)
    }

    /// Whether the step sends a request and waits for its reply.
    pub fn asks(self) -> bool {
        !matches!(self, Step::Deadline | Step::Simulate | Step::Work | Step::Check)
    }

    /// Whether the step changes what is stored or sent out: a heartbeat's flag is looked at before
    /// it, and what became of it can stay unknown.
    pub fn is_write(self) -> bool {
        matches!(self, Step::Write | Step::Apply | Step::Emit | Step::Checkpoint)
    }

    /// Whether a worker with these switches ever comes to this step.
    pub fn is_in(self, switches: &Switches) -> bool {
        match self {
            Step::Acquire | Step::Release => switches.lock != Exclusion::Nothing,
            Step::Claim => switches.prelude == Prelude::Claim,
            Step::Stamp => switches.prelude == Prelude::Stamp,
            Step::Deadline | Step::Check => switches.check.is_some(),
            Step::Read | Step::Simulate | Step::Write => switches.sync.is_none(),
            Step::Cursor | Step::Work | Step::Apply | Step::Emit | Step::Checkpoint => {
                switches.sync.is_some()
            }
            Step::Renew => switches.heartbeat != Heartbeat::No,
        }
    }

    /// The step's letter. Programs with a local check use the C++ question's letters, the others
    /// the C# question's; a claim or a stamp is A′, a renewal ♥. The sync worker's
    /// letters stay the same under every switch: its deadline is A′, its check C′.
    pub fn letter(self, switches: &Switches) -> &'static str {
        let [plain, checked] = match self {
            Step::Acquire => ["A", "A"],
            Step::Claim | Step::Stamp => ["A′", "A′"],
            Step::Deadline if switches.sync.is_some() => ["A′", "A′"],
            Step::Deadline => ["B", "B"],
            Step::Read => ["B", "C"],
            Step::Simulate => ["C", "D"],
            Step::Check if switches.sync.is_some() => ["C′", "C′"],
            Step::Check => ["E", "E"],
            Step::Write => ["D", "F"],
            Step::Release if switches.sync.is_some() => ["G", "G"],
            Step::Release => ["E", "G"],
            Step::Renew => ["♥", "♥"],
            Step::Cursor => ["B", "B"],
            Step::Work => ["C", "C"],
            Step::Apply => ["D", "D"],
            Step::Emit => ["E", "E"],
            Step::Checkpoint => ["F", "F"],
        };
        if switches.check.is_some() { checked } else { plain }
    }

    /// What a step is called: with a coordinator, the three that talk to it have other names.
    pub fn name(self, switches: &Switches) -> &'static str {
        match (self, switches.lock) {
            (Step::Acquire, Exclusion::Coordinator) => "hello",
            (Step::Renew, Exclusion::Coordinator) => "ping",
            (Step::Release, Exclusion::Coordinator) => "done",
            _ => self.id(),
        }
    }

    /// The next step of the program after this one; `None` at its end.
    pub fn following(self, switches: &Switches) -> Option<Step> {
        program(switches).skip_while(|step| *step != self).nth(1)
    }
}

/// The steps of the work thread, in order.
pub fn program(switches: &Switches) -> impl Iterator<Item = Step> + '_ {
    ORDER.into_iter().filter(|step| step.is_in(switches))
}

/// Where in a step a fault begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Point {
    /// The step is about to be executed.
    Before,
    /// Its request has been sent; a step without a request has begun.
    During,
    /// Its reply has been handled, or it is done. After acquire: the grant has been handled.
    After,
}

/// The `nth` start of a step of a worker, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRef {
    pub worker: WorkerId,
    pub step: Step,
    #[serde(default = "first")]
    pub nth: u8,
}

fn first() -> u8 {
    1
}

impl StepRef {
    pub const fn first(worker: WorkerId, step: Step) -> StepRef {
        StepRef { worker, step, nth: 1 }
    }
}
