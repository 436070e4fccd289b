//! The code panel: a worker's program at one moment, with what was executed, what comes next, and
//! the locals beside the line that set them.

use super::listing::{Language, changed, listing};
use crate::clock::{ClockKind, Readings};
use crate::model::event::What;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::protection::Switches;
use crate::model::worker::{Phase, Worker};
use crate::run::{Trace, World};
use crate::scenario::Thread;
use crate::text::{Key, Text, reading_digits};

/// Where the program is, seen from a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Idle,
    Done,
    /// Being executed: its request is out, or its work goes on.
    Now,
    /// The next to be executed.
    Next,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CodeLine {
    pub step: Option<Step>,
    /// The step's letter, on the first of its lines.
    pub letter: &'static str,
    pub indent: u8,
    pub code: String,
    pub mark: Mark,
    /// New or different since the protection was changed.
    pub changed: bool,
    /// What this line set, in words.
    pub locals: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    pub worker: WorkerId,
    pub lines: Vec<CodeLine>,
    pub halted: bool,
    pub believes: bool,
    pub holds: bool,
    /// Both clocks of the worker, now.
    pub clocks: Readings,
}

/// The panel of one worker in a world.
pub fn panel(
    id: WorkerId,
    world: &World,
    trace: &Trace,
    language: Language,
    before: Option<&Switches>,
    text: Text,
) -> Panel {
    let switches = trace.rules.switches();
    let ttl_ms = trace.rules.worker.ttl_ms;
    let code = listing(language, switches, ttl_ms);
    let new = before.map(|before| changed(&listing(language, before, ttl_ms), &code));
    let worker = world.worker(id);
    let mut seen = [false; Step::COUNT];
    let lines = code.into_iter().enumerate().map(|(i, line)| {
        let first = line.step.is_some_and(|s| !std::mem::replace(&mut seen[s.index()], true));
        let step = line.step.filter(|_| first);
        CodeLine {
            step: line.step,
            letter: step.map_or("", |step| step.letter(switches)),
            indent: line.indent,
            code: line.code,
            mark: line.step.map_or(Mark::Idle, |step| mark(worker, step)),
            changed: new.as_ref().is_some_and(|new| new.get(i).copied().unwrap_or(false)),
            locals: step.map_or(String::new(), |step| locals(worker, step, switches, text)),
        }
    });
    let grant = world.lock.holder;
    Panel {
        worker: id,
        lines: lines.collect(),
        halted: world.is_halted(id, Thread::Work),
        believes: worker.believes,
        holds: grant.is_some_and(|grant| grant.worker == id),
        clocks: world.read(Node::from(id)),
    }
}

fn mark(worker: &Worker, step: Step) -> Mark {
    let (now, next) = match worker.phase {
        Phase::Ready(next) => (None, Some(next)),
        Phase::Waiting { step, .. } => (Some(step), None),
        Phase::Working { then: crate::model::worker::Then::Simulated, .. } => {
            (Some(Step::Simulate), None)
        }
        Phase::Working { then: crate::model::worker::Then::Worked, .. } => (Some(Step::Work), None),
        Phase::Working { .. } => (None, Some(worker.locals.pass.guarded.unwrap_or(Step::Write))),
        Phase::Backoff { .. } => (None, Some(Step::Acquire)),
        Phase::NotStarted | Phase::Done | Phase::Crashed => (None, None),
    };
    if now == Some(step) {
        Mark::Now
    } else if next == Some(step) {
        Mark::Next
    } else if worker.completed[step.index()] > 0 {
        Mark::Done
    } else {
        Mark::Idle
    }
}

/// What a step's line has set so far.
fn locals(worker: &Worker, step: Step, switches: &Switches, text: Text) -> String {
    let locals = &worker.locals;
    let listens = switches.listens.index();
    let pair = |key: Key, value: Option<String>| {
        value.map(|value| format!("{} {value}", text.get(key))).unwrap_or_default()
    };
    match step {
        Step::Acquire => pair(Key::UiCodeToken, locals.token.map(|t| t.to_string())),
        Step::Deadline => pair(Key::UiCodeDeadline, locals.deadline_ms.map(reading_digits)),
        Step::Read => pair(Key::UiCodeReadHp, locals.read[listens].map(|s| s.value.hp.to_string())),
        Step::Simulate => {
            pair(Key::UiCodeNextHp, locals.next[listens].map(|c| c.value.hp.to_string()))
        }
        Step::Check => locals.checked.map_or(String::new(), |(readings, holds)| {
            let clock = switches.check.unwrap_or(ClockKind::Steady);
            let now = reading_digits(readings.of(clock));
            let deadline = locals.deadline_ms.map(reading_digits).unwrap_or_default();
            let key = if holds { Key::UiTimelineCheckHolds } else { Key::UiTimelineCheckFails };
            text.fill(key, &[("now", &now), ("deadline", &deadline)])
        }),
        Step::Cursor => {
            pair(Key::SyncRecordHere, locals.pass.cursor.map(|cursor| cursor.to_string()))
        }
        Step::Work if locals.pass.done < locals.pass.size => {
            pair(Key::SyncRecordEvent, Some(locals.pass.event().to_string()))
        }
        _ => String::new(),
    }
}

/// The last step that a worker has executed among the first `events` events.
pub fn last_step(trace: &Trace, worker: WorkerId, events: usize) -> Option<Step> {
    trace.events[..events.min(trace.events.len())].iter().rev().find_map(|e| match e.what {
        What::Step { worker: w, step, .. } if w == worker && step != Step::Renew => Some(step),
        _ => None,
    })
}
