//! The faults of version 1: `target.verb=trigger`, then what the verb needs, with dots between.
//!
//! `a.pause=before-write.8000`, `b.pause=after-a-read-2.until-a-write.heartbeat`,
//! `lock.step=at-3000.-6000`, `a.delay=write-request.until-b-read`, `net.cut=at-1000.a-lock.3000`.
//! A step without a worker is the target's own, and a number after it says which time.

use super::keys::{count, named, number, word_of};
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::scenario::{Effect, Fault, Lasting, Thread, Trigger};
use crate::time::TrueTime;
use std::fmt::Display;

const WORKERS: &[(&str, WorkerId)] = &[("a", WorkerId::A), ("b", WorkerId::B)];
const NODES: &[(&str, Node)] =
    &[("a", Node::A), ("b", Node::B), ("lock", Node::Lock), ("store", Node::Store)];
const LEGS: &[(&str, Leg)] = &[("request", Leg::Request), ("reply", Leg::Reply)];
const THREADS: &[(&str, Thread)] =
    &[("process", Thread::Process), ("work", Thread::Work), ("heartbeat", Thread::Heartbeat)];
/// The rate of a slew that names none, as version 1 has it.
const SLEW_PPM: u32 = 500;

/// Every verb, and what it is done to.
pub const VERBS: &[(&str, &[&str])] = &[
    ("pause", &["a", "b"]),
    ("suspend", &["a", "b"]),
    ("crash", &["a", "b"]),
    ("step", &["a", "b", "lock", "store"]),
    ("slew", &["a", "b", "lock", "store"]),
    ("drift", &["a", "b", "lock", "store"]),
    ("delay", &["a", "b"]),
    ("drop", &["a", "b"]),
    ("duplicate", &["a", "b"]),
    ("legacy", &["a", "b"]),
    ("cut", &["net"]),
    ("failover", &["lock"]),
];

/// Whether a key is a fault's.
pub fn is_key(key: &str) -> bool {
    key.split_once('.')
        .and_then(|(target, verb)| Some(named(VERBS, verb)?.contains(&target)))
        .unwrap_or(false)
}

/// A fault being written.
struct Text {
    own: Option<WorkerId>,
    text: String,
}

/// A sound fault as `key=value`.
pub fn write(fault: &Fault) -> String {
    let (target, verb) = key_of(fault);
    let mut out = Text { own: named(WORKERS, target), text: format!("{target}.{verb}=") };
    out.trigger(&fault.when);
    match fault.what {
        Effect::Pause { lasts, thread, .. } => {
            out.lasting(lasts);
            if thread != Thread::Process {
                out.part(word_of(THREADS, thread));
            }
        }
        Effect::Suspend { lasts, resync_ms, .. } => {
            out.lasting(lasts);
            if resync_ms != 0 {
                out.part(format_args!("resync-{resync_ms}"));
            }
        }
        Effect::Step { by_ms, .. } => out.part(by_ms),
        Effect::Slew { by_ms, ppm, .. } => {
            out.part(by_ms);
            if ppm != SLEW_PPM {
                out.part(ppm);
            }
        }
        Effect::Drift { ppm, .. } => out.part(ppm),
        Effect::Delay { lasts } => out.lasting(lasts),
        Effect::Drop | Effect::Legacy => {}
        Effect::Duplicate { later_ms } => out.part(later_ms),
        Effect::Partition { between: [one, other], for_ms } => {
            let (one, other) = (word_of(NODES, one), word_of(NODES, other));
            out.part(format_args!("{one}-{other}"));
            out.part(for_ms);
        }
        Effect::Crash { restarts_after_ms, .. } => {
            if let Some(ms) = restarts_after_ms {
                out.part(format_args!("restart-{ms}"));
            }
        }
        Effect::Failover(keeps) => {
            for (word, on) in failover_words(keeps) {
                if on {
                    out.part(word);
                }
            }
        }
    }
    out.text
}

fn failover_words(keeps: Failover) -> [(&'static str, bool); 3] {
    [
        ("keeps-key", keeps.key),
        ("keeps-counter", keeps.counter),
        ("restarts-ttl", keeps.restarts_ttl),
    ]
}

/// Target and verb.
fn key_of(fault: &Fault) -> (&'static str, &'static str) {
    let sender = match fault.when {
        Trigger::Message { worker, .. } => word_of(WORKERS, worker),
        _ => "",
    };
    match fault.what {
        Effect::Pause { worker, .. } => (word_of(WORKERS, worker), "pause"),
        Effect::Suspend { worker, .. } => (word_of(WORKERS, worker), "suspend"),
        Effect::Crash { worker, .. } => (word_of(WORKERS, worker), "crash"),
        Effect::Step { node, .. } => (word_of(NODES, node), "step"),
        Effect::Slew { node, .. } => (word_of(NODES, node), "slew"),
        Effect::Drift { node, .. } => (word_of(NODES, node), "drift"),
        Effect::Delay { .. } => (sender, "delay"),
        Effect::Drop => (sender, "drop"),
        Effect::Duplicate { .. } => (sender, "duplicate"),
        Effect::Legacy => (sender, "legacy"),
        Effect::Partition { .. } => ("net", "cut"),
        Effect::Failover(_) => ("lock", "failover"),
    }
}

impl Text {
    fn part(&mut self, part: impl Display) {
        self.text.push_str(&format!(".{part}"));
    }

    fn trigger(&mut self, when: &Trigger) {
        let text = match *when {
            Trigger::At(TrueTime(ms)) => format!("at-{ms}"),
            Trigger::Before(step) => format!("before-{}", self.step(step)),
            Trigger::During(step) => format!("during-{}", self.step(step)),
            Trigger::After(step) => format!("after-{}", self.step(step)),
            Trigger::Message { step, leg, nth, .. } => {
                format!("{}-{}{}", step.id(), word_of(LEGS, leg), nth_text(nth))
            }
        };
        self.text.push_str(&text);
    }

    fn lasting(&mut self, lasts: Lasting) {
        match lasts {
            Lasting::ForMs(ms) => self.part(ms),
            Lasting::UntilAfter(step) => self.part(format!("until-{}", self.step(step))),
        }
    }

    fn step(&self, at: StepRef) -> String {
        let step = format!("{}{}", at.step.id(), nth_text(at.nth));
        if self.own == Some(at.worker) {
            return step;
        }
        format!("{}-{step}", word_of(WORKERS, at.worker))
    }
}

fn nth_text(nth: u8) -> String {
    match nth {
        1 => String::new(),
        nth => format!("-{nth}"),
    }
}

/// A fault being read: the parts of its value.
struct Parts<'t> {
    own: Option<WorkerId>,
    rest: std::iter::Peekable<std::str::Split<'t, char>>,
}

/// Reads the value of a key for which `is_key` holds.
pub fn read(key: &str, value: &str) -> Option<Fault> {
    let (target, verb) = key.split_once('.')?;
    let mut parts = Parts { own: named(WORKERS, target), rest: value.split('.').peekable() };
    let when = match verb {
        "delay" | "drop" | "duplicate" | "legacy" => parts.message()?,
        _ => parts.trigger()?,
    };
    let what = parts.effect(target, verb)?;
    // Whatever is left over means nothing.
    parts.rest.next().is_none().then_some(Fault { when, what })
}

impl<'t> Parts<'t> {
    fn effect(&mut self, target: &str, verb: &str) -> Option<Effect> {
        let worker = self.own.unwrap_or_default();
        let node = named(NODES, target).unwrap_or_default();
        Some(match verb {
            "pause" => Effect::Pause {
                worker,
                lasts: self.lasting()?,
                thread: match self.rest.next() {
                    Some(word) => named(THREADS, word)?,
                    None => Thread::Process,
                },
            },
            "suspend" => Effect::Suspend {
                worker,
                lasts: self.lasting()?,
                resync_ms: match self.rest.next() {
                    Some(word) => count(word.strip_prefix("resync-")?)?,
                    None => 0,
                },
            },
            "crash" => Effect::Crash {
                worker,
                restarts_after_ms: match self.rest.next() {
                    Some(word) => Some(count(word.strip_prefix("restart-")?)?),
                    None => None,
                },
            },
            "step" => Effect::Step { node, by_ms: number(self.rest.next()?)? },
            "slew" => Effect::Slew {
                node,
                by_ms: number(self.rest.next()?)?,
                ppm: match self.rest.next() {
                    Some(word) => count(word)?.try_into().unwrap_or(u32::MAX),
                    None => SLEW_PPM,
                },
            },
            "drift" => Effect::Drift { node, ppm: number(self.rest.next()?)? },
            "delay" => Effect::Delay { lasts: self.lasting()? },
            "drop" => Effect::Drop,
            "duplicate" => Effect::Duplicate { later_ms: count(self.rest.next()?)? },
            "legacy" => Effect::Legacy,
            "cut" => {
                let (one, other) = self.rest.next()?.split_once('-')?;
                Effect::Partition {
                    between: [named(NODES, one)?, named(NODES, other)?],
                    for_ms: count(self.rest.next()?)?,
                }
            }
            "failover" => Effect::Failover(self.failover()),
            _ => return None,
        })
    }

    fn trigger(&mut self) -> Option<Trigger> {
        let (word, rest) = self.rest.next()?.split_once('-')?;
        Some(match word {
            "at" => Trigger::At(TrueTime(count(rest)?)),
            "before" => Trigger::Before(self.step(rest)?),
            "during" => Trigger::During(self.step(rest)?),
            "after" => Trigger::After(self.step(rest)?),
            _ => return None,
        })
    }

    fn message(&mut self) -> Option<Trigger> {
        let mut words = self.rest.next()?.splitn(3, '-');
        Some(Trigger::Message {
            worker: self.own?,
            step: Step::from_id(words.next()?)?,
            leg: named(LEGS, words.next()?)?,
            nth: nth(words.next())?,
        })
    }

    fn lasting(&mut self) -> Option<Lasting> {
        let part = self.rest.next()?;
        match part.strip_prefix("until-") {
            Some(step) => self.step(step).map(Lasting::UntilAfter),
            None => count(part).map(Lasting::ForMs),
        }
    }

    fn step(&self, text: &str) -> Option<StepRef> {
        let named_worker =
            text.split_once('-').and_then(|(first, rest)| Some((named(WORKERS, first)?, rest)));
        let (worker, text) = match named_worker {
            Some(found) => found,
            None => (self.own?, text),
        };
        let mut words = text.splitn(2, '-');
        Some(StepRef { worker, step: Step::from_id(words.next()?)?, nth: nth(words.next())? })
    }

    /// Takes each word of a failover that comes, in the order in which they are written.
    fn failover(&mut self) -> Failover {
        let mut comes = |word| self.rest.next_if_eq(&word).is_some();
        Failover {
            key: comes("keeps-key"),
            counter: comes("keeps-counter"),
            restarts_ttl: comes("restarts-ttl"),
        }
    }
}

/// Which time; the first if nothing is said.
fn nth(text: Option<&str>) -> Option<u8> {
    match text {
        None => Some(1),
        Some(text) => Some(count(text)?.try_into().unwrap_or(u8::MAX)),
    }
}
