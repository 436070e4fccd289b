//! The kinds of fault as a registry: what menus offer, and what each starts out as.
//!
//! Adding a fault is one entry here, its effect in `fault`, and its rule in the driver.

use super::Scenario;
use super::fault::{DEFAULT_SLEW_PPM, Effect, Fault, Lasting, Thread, Trigger};
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;

/// What a kind of fault can be done to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Worker,
    /// Any node's clocks.
    Clock,
    /// A message of a worker.
    Message,
    Link,
    LockService,
}

pub struct Kind {
    pub id: &'static str,
    pub target: Target,
    /// What it starts out as; the span is one that outlasts the lease.
    make: fn(Node, u64) -> Effect,
}

fn worker(node: Node) -> WorkerId {
    node.worker().unwrap_or_default()
}

const FAILS_OVER: Failover = Failover { key: false, counter: true, restarts_ttl: false };

/// Every kind, in the order in which menus show them.
pub const KINDS: &[Kind] = &[
    Kind {
        id: "pause",
        target: Target::Worker,
        make: |node, span| Effect::Pause {
            worker: worker(node),
            lasts: Lasting::ForMs(span),
            thread: Thread::Process,
        },
    },
    Kind {
        id: "suspend",
        target: Target::Worker,
        make: |node, span| Effect::Suspend {
            worker: worker(node),
            lasts: Lasting::ForMs(span),
            resync_ms: 0,
        },
    },
    Kind {
        id: "step",
        target: Target::Clock,
        make: |node, span| Effect::Step { node, by_ms: -(span as i64) },
    },
    Kind {
        id: "slew",
        target: Target::Clock,
        make: |node, span| Effect::Slew { node, by_ms: -(span as i64), ppm: DEFAULT_SLEW_PPM },
    },
    Kind {
        id: "drift",
        target: Target::Clock,
        make: |node, _| Effect::Drift { node, ppm: -1_000 },
    },
    Kind {
        id: "delay",
        target: Target::Message,
        make: |_, span| Effect::Delay { lasts: Lasting::ForMs(span) },
    },
    Kind { id: "drop", target: Target::Message, make: |_, _| Effect::Drop },
    Kind {
        id: "duplicate",
        target: Target::Message,
        make: |_, span| Effect::Duplicate { later_ms: span },
    },
    Kind { id: "legacy", target: Target::Message, make: |_, _| Effect::Legacy },
    Kind {
        id: "partition",
        target: Target::Link,
        make: |node, span| Effect::Partition {
            between: [worker(node).into(), Node::Lock],
            for_ms: span,
        },
    },
    Kind {
        id: "crash",
        target: Target::Worker,
        make: |node, _| Effect::Crash { worker: worker(node), restarts_after_ms: Some(1_000) },
    },
    Kind { id: "failover", target: Target::LockService, make: |_, _| Effect::Failover(FAILS_OVER) },
];

impl Kind {
    pub fn find(id: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.id == id)
    }

    /// The kind of an effect.
    pub fn of(effect: &Effect) -> &'static Kind {
        let id = match effect {
            Effect::Pause { .. } => "pause",
            Effect::Suspend { .. } => "suspend",
            Effect::Step { .. } => "step",
            Effect::Slew { .. } => "slew",
            Effect::Drift { .. } => "drift",
            Effect::Delay { .. } => "delay",
            Effect::Drop => "drop",
            Effect::Duplicate { .. } => "duplicate",
            Effect::Legacy => "legacy",
            Effect::Partition { .. } => "partition",
            Effect::Crash { .. } => "crash",
            Effect::Failover(_) => "failover",
        };
        KINDS.iter().find(|kind| kind.id == id).unwrap_or(&KINDS[0])
    }

    /// A fault of this kind at a node, with a trigger that suits it.
    pub fn fault(&self, node: Node, when: Trigger, scenario: &Scenario) -> Fault {
        let span_ms = (scenario.ttl_ms + 1_000).next_multiple_of(500);
        let what = (self.make)(node, span_ms);
        let when = match (self.target, when) {
            (Target::Message, Trigger::Message { .. }) => when,
            (Target::Message, _) => message_near(node, when),
            (_, Trigger::Message { worker, step, nth, .. }) => {
                Trigger::Before(crate::model::program::StepRef { worker, step, nth })
            }
            _ => when,
        };
        Fault { when, what }
    }
}

/// The message of the step at which somebody pointed; the write's if it was none.
fn message_near(node: Node, when: Trigger) -> Trigger {
    let (worker, step, nth) = match when {
        Trigger::Before(at) | Trigger::During(at) | Trigger::After(at) if at.step.asks() => {
            (at.worker, at.step, at.nth)
        }
        _ => (worker(node), Step::Write, 1),
    };
    Trigger::Message { worker, step, leg: Leg::Request, nth }
}
