//! The text twin: each moment of a run as a sentence that is right by itself.
//!
//! Owns which moments a learner steps through, and what each says. One fold over the trace: before
//! an event is told, `Known` holds what came of all events before it. The words are in
//! `locales/*/say.toml`.

mod fault;
mod known;
mod lock;
mod owner;
mod store;
mod sum;
mod sync;
#[cfg(test)]
mod tests;
mod work;

pub use sum::{grouped, refusal, store_summary, verdict_sentence};

use crate::clock::ClockKind;
use crate::model::event::{EndReason, What};
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::store::Slot;
use crate::run::{Event, Trace};
use crate::text::{Key, Text};
use crate::time::TrueTime;
use known::Known;

/// Who a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    A,
    B,
    Lock,
    Stores,
    Network,
    Clock,
}

impl From<WorkerId> for Who {
    fn from(worker: WorkerId) -> Who {
        [Who::A, Who::B][worker.index()]
    }
}

/// Whether a learner steps through it, or only somebody who wants every message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    Minor,
    Major,
}

/// One moment in words. The weight is the same in every language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub moment: usize,
    pub at: TrueTime,
    pub who: Who,
    pub text: String,
    pub weight: Weight,
}

/// Every moment of a run, in order: one row each.
pub fn rows(trace: &Trace, text: Text) -> Vec<Row> {
    let mut teller = Teller { trace, text, known: Known::new(trace) };
    let mut rows: Vec<Row> = (0..trace.moments()).map(|moment| teller.row(moment)).collect();
    // What is said a second time in a row is news to nobody.
    let mut told: Option<usize> = None;
    for i in 0..rows.len() {
        if rows[i].weight == Weight::Major {
            if told.is_some_and(|last| rows[last].text == rows[i].text) {
                rows[i].weight = Weight::Minor;
            } else {
                told = Some(i);
            }
        }
    }
    rows
}

/// What one event adds to its moment's row.
struct Part {
    who: Who,
    weight: Weight,
    text: String,
}

fn major(who: impl Into<Who>, text: String) -> Option<Part> {
    Some(Part { who: who.into(), weight: Weight::Major, text })
}

fn minor(who: impl Into<Who>, text: String) -> Option<Part> {
    Some(Part { who: who.into(), weight: Weight::Minor, text })
}

/// The events of one moment, and the first event after it.
#[derive(Clone, Copy)]
struct Scene<'a> {
    at: TrueTime,
    events: &'a [Event],
    next: Option<&'a Event>,
}

impl Scene<'_> {
    fn has(&self, is_it: impl Fn(&What) -> bool) -> bool {
        self.events.iter().any(|event| is_it(&event.what))
    }
}

struct Teller<'a> {
    trace: &'a Trace,
    text: Text,
    known: Known,
}

impl Teller<'_> {
    fn row(&mut self, moment: usize) -> Row {
        let range = self.trace.moment(moment);
        let scene = Scene {
            at: self.trace.at(moment),
            next: self.trace.events.get(range.end),
            events: &self.trace.events[range],
        };
        let mut parts = Vec::new();
        for (i, event) in scene.events.iter().enumerate() {
            parts.extend(self.tell(&scene, i));
            self.known.hear(event, self.trace);
        }
        // A moment tells its news; where there is none, whatever there is to say.
        let weight = parts.iter().map(|part| part.weight).max().unwrap_or(Weight::Minor);
        parts.retain(|part| part.weight == weight);
        let who = parts.first().map_or(Who::Network, |part| part.who);
        let texts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
        Row { moment, at: scene.at, who, text: texts.join(" "), weight }
    }

    fn tell(&self, scene: &Scene, i: usize) -> Option<Part> {
        self.tell_sync(scene, i)
            .or_else(|| self.tell_owner(scene, i))
            .or_else(|| self.tell_work(scene, i))
            .or_else(|| self.tell_belief(scene, i))
            .or_else(|| self.tell_lock(scene, i))
            .or_else(|| self.tell_stores(scene, i))
            .or_else(|| self.tell_record(scene, i))
            .or_else(|| self.tell_fault(scene, i))
            .or_else(|| self.tell_loss(scene, i))
            .or_else(|| match scene.events[i].what {
                What::Ended { why } => minor(Who::Clock, self.text.get(end_key(why)).to_owned()),
                _ => None,
            })
    }

    /// A sentence about a worker: `{who}` and `{other}` are known to it.
    fn say(&self, key: Key, worker: WorkerId, more: &[(&str, &str)]) -> String {
        let mut args = vec![("who", worker.letter()), ("other", worker.other().letter())];
        args.extend_from_slice(more);
        self.text.fill(key, &args)
    }

    fn step(&self, step: Step) -> &'static str {
        let name = step.name(self.trace.rules.switches());
        self.text.find(&format!("step.{name}.name")).unwrap_or(name)
    }

    fn store(&self, slot: Slot) -> &'static str {
        self.text.get(STORES[slot.index()])
    }

    fn node(&self, node: Node) -> &'static str {
        self.text.get(NODES[node.index()])
    }

    fn clock(&self, clock: ClockKind) -> &'static str {
        self.text.get(match clock {
            ClockKind::Wall => Key::SayClockWall,
            ClockKind::Steady => Key::SayClockSteady,
        })
    }
}

const STORES: [Key; Slot::ALL.len()] =
    [Key::StoreUnfencedName, Key::StoreFencedName, Key::StoreCasName];
const NODES: [Key; Node::ALL.len()] =
    [Key::NodeAName, Key::NodeBName, Key::NodeLockName, Key::NodeStoreName];

fn end_key(why: EndReason) -> Key {
    match why {
        EndReason::Quiet => Key::EndQuiet,
        EndReason::Horizon => Key::EndHorizon,
        EndReason::EventLimit => Key::EndEventLimit,
    }
}
