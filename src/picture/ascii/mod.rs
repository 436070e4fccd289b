//! The text picture: a whole run in monospace, for the terminal and as a snapshot in tests.
//!
//! Time runs down, one row an instant at which something happened, so that a change of one event is
//! a change of one line. Owns which events get a note and in which lane; the messages' usual
//! comings and goings, and the polling of a busy lock after its first answer, are left out.
//!
//! The mark before a cell is the lane's state from then on. Lock: `A` or `B` holds it. Worker:
//! `┃` believes that it holds the lock, `│` alive, `░` stopped, `×` crashed, `·` not started or done.

mod notes;
mod record;

use crate::model::event::{Disbelief, Unheard, What};
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::store::Slot;
use crate::run::trace::{Event, Trace};
use crate::run::verdict::{progress, side_by_side, verdicts};
use crate::scenario::{Effect, Thread};
use crate::time::TrueTime;
use notes::{clock_id, fault_name, judged_note, leg_id, read_note, why};
use std::fmt::Write;

const LANES: usize = 6;
const WIDTHS: [usize; LANES] = [20, 24, 24, 30, 30, 30];
const LOCK: usize = 0;

fn worker_lane(worker: WorkerId) -> usize {
    1 + worker.index()
}

fn slot_lane(slot: Slot) -> usize {
    3 + slot.index()
}

fn node_lane(node: Node) -> usize {
    match node {
        Node::A => 1,
        Node::B => 2,
        Node::Lock => LOCK,
        Node::Store => 3,
    }
}

/// Draws a run: what it is, its lanes over time, what it comes to.
pub fn draw(trace: &Trace) -> String {
    let scenario = &trace.rules.scenario;
    let mut sheet = Sheet::new(trace);
    let name = Some(scenario.preset.as_str()).filter(|id| !id.is_empty());
    let (protection, ttl_ms) = match scenario.job.sync() {
        Some(_) => ("sync", scenario.ttl_ms),
        None => (scenario.protection.id(), scenario.ttl_ms),
    };
    sheet.line(&format!("{} · {protection} · ttl {ttl_ms} ms", name.unwrap_or("scenario")));
    let stores = Slot::ALL.map(|slot| {
        let mark = if slot == trace.rules.switches().listens { "*" } else { "" };
        format!("  {}{mark}", slot.id())
    });
    let [first, second, third] = match trace.rules.switches().sync {
        Some(_) => record::HEADS.map(str::to_owned),
        None => stores,
    };
    let heads = ["  lock".into(), "  A".into(), "  B".into(), first, second, third];
    sheet.row("ms", &heads);
    for (index, event) in trace.events.iter().enumerate() {
        sheet.hear(index, event);
    }
    sheet.flush();
    sheet.sum_up();
    sheet.text
}

/// What a worker is at, as far as its mark goes.
#[derive(Clone, Copy, Default)]
struct Being {
    alive: bool,
    crashed: bool,
    believes: bool,
    stops: u8,
    /// The answer to the last acquire, while the same one comes again and again.
    busy: Option<Option<WorkerId>>,
}

struct Sheet<'a> {
    trace: &'a Trace,
    text: String,
    at: TrueTime,
    notes: [Vec<String>; LANES],
    holder: Option<WorkerId>,
    beings: [Being; 2],
}

impl<'a> Sheet<'a> {
    fn new(trace: &'a Trace) -> Sheet<'a> {
        Sheet {
            trace,
            text: String::new(),
            at: TrueTime::ZERO,
            notes: Default::default(),
            holder: None,
            beings: [Being::default(); 2],
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn row(&mut self, ms: &str, cells: &[String; LANES]) {
        let mut line = format!("{ms:>7}  ");
        for (cell, width) in cells.iter().zip(WIDTHS) {
            let gap = width.saturating_sub(cell.chars().count()).max(1);
            // Writing to a string can't fail.
            let _ = write!(line, "{cell}{:gap$}", "");
        }
        self.line(&line);
    }

    fn mark(&self, lane: usize) -> &'static str {
        match lane {
            LOCK => self.holder.map_or(" ", WorkerId::letter),
            1 | 2 => match self.beings[lane - 1] {
                Being { crashed: true, .. } => "×",
                Being { stops: 1.., .. } => "░",
                Being { alive: false, .. } => "·",
                Being { believes: true, .. } => "┃",
                _ => "│",
            },
            _ => " ",
        }
    }

    /// Writes the rows of the instant that is over.
    fn flush(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        let rows = notes.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..rows {
            let cells = std::array::from_fn(|lane| {
                let note = notes[lane].get(row).map_or("", String::as_str);
                format!("{} {note}", self.mark(lane))
            });
            let ms = if row == 0 { self.at.0.to_string() } else { String::new() };
            self.row(&ms, &cells);
        }
    }

    fn note(&mut self, lane: usize, note: impl Into<String>) {
        self.notes[lane].push(note.into());
    }

    fn hear(&mut self, index: usize, event: &Event) {
        if event.at != self.at {
            self.flush();
            self.at = event.at;
        }
        self.hear_lock(event.what);
        self.hear_worker(index, event.what);
        self.hear_store(event.what);
        self.hear_fault(event.what);
    }

    fn hear_lock(&mut self, what: What) {
        let note = match what {
            What::Granted { worker, token, expires_ms } => {
                self.holder = Some(worker);
                self.beings[worker.index()].busy = None;
                format!("#{token} to {expires_ms}")
            }
            What::Busy { worker, holder } => {
                let before = self.beings[worker.index()].busy.replace(holder);
                if before == Some(holder) {
                    return;
                }
                format!("busy for {}", worker.letter())
            }
            What::Renewed { token, expires_ms, .. } => format!("#{token} to {expires_ms}"),
            What::RenewRefused { token, .. } => format!("no renewal #{token}"),
            What::Released { by, holder, token } => {
                self.holder = None;
                let foreign = if by == holder { "" } else { " !!" };
                format!("{} frees #{token}{foreign}", by.letter())
            }
            What::ReleaseIgnored { by } => format!("{} frees nothing", by.letter()),
            What::Expired { token, .. } => {
                self.holder = None;
                format!("#{token} expires")
            }
            What::LockDelayOver => "delay is over".to_owned(),
            What::Rebalanced { from, to, why } => {
                let [from, to] = [from, to].map(|w| w.map_or("nobody", WorkerId::letter));
                format!("{from} → {to}: {why:?}")
            }
            What::FailedOver { lost } => {
                self.holder = self.holder.filter(|_| lost.is_none());
                let lost = if lost.is_some() { ", key lost" } else { "" };
                format!("fails over{lost}")
            }
            _ => return,
        };
        self.note(LOCK, note);
    }

    fn hear_worker(&mut self, index: usize, what: What) {
        if let What::Believes { worker, .. } = what {
            self.beings[worker.index()].believes = true;
        }
        let Some((worker, note)) = self.worker_note(index, what) else {
            return;
        };
        let being = &mut self.beings[worker.index()];
        match what {
            What::Started { .. } => *being = Being { alive: true, stops: being.stops, ..*being },
            What::Crashed { .. } => (being.crashed, being.believes) = (true, false),
            What::Disbelieves { .. } => being.believes = false,
            What::Finished { .. } => being.alive = false,
            _ => {}
        }
        if matches!(what, What::Started { .. }) {
            being.crashed = false;
        }
        if !note.is_empty() {
            self.note(worker_lane(worker), note);
        }
    }

    /// Whose event it is, and what is noted of it; an empty note changes the mark alone.
    fn worker_note(&self, index: usize, what: What) -> Option<(WorkerId, String)> {
        let listens = self.trace.rules.switches().listens.index();
        Some(match what {
            What::Started { worker } => (worker, "starts".to_owned()),
            What::Step { worker, step, nth } => {
                (worker, self.step_note(index, worker, step, nth).unwrap_or_default())
            }
            What::Sent { worker, step, leg, arrives, copy, .. } => {
                (worker, self.sent_note(step, leg, arrives, copy)?)
            }
            What::Unheard { worker, step, leg, why, .. } => {
                let why = match why {
                    Unheard::Dropped | Unheard::Partitioned => "lost",
                    Unheard::TooLate => "too late",
                    Unheard::OldLife => "for nobody",
                };
                (worker, format!("✗ {} {} {why}", step.id(), leg_id(leg)))
            }
            What::Disbelieves { worker, why } => {
                let why = match why {
                    Disbelief::Released | Disbelief::Crashed => "",
                    Disbelief::Refused => "learns: refused",
                    Disbelief::CheckFailed => "learns: too late",
                    Disbelief::RenewalLost => "learns: lease lost",
                };
                (worker, why.to_owned())
            }
            What::DeadlineSet { worker, clock, deadline_ms, .. } => {
                (worker, format!("{} until {deadline_ms}", clock_id(clock)))
            }
            What::SimulateEnded { worker, next } => {
                (worker, next[listens].map_or(String::new(), |value| format!("→ {}", value.hp)))
            }
            What::Checked { worker, clock, readings, deadline_ms, holds } => {
                let (now_ms, sign) = (readings.of(clock), if holds { "<" } else { "≥" });
                (worker, format!("{now_ms} {sign} {deadline_ms}"))
            }
            What::WriteCancelled { worker } => (worker, "cancelled".to_owned()),
            What::GrantTooOld { worker, token } => (worker, format!("#{token} is too old")),
            What::EpochRaised { worker, token } => (worker, format!("epoch {token}")),
            What::TimedOut { worker, step } => (worker, format!("✗ {} timed out", step.id())),
            What::FoundDone { worker } => (worker, "finds it done".to_owned()),
            What::Finished { worker, outcome } => (worker, format!("done: {outcome:?}")),
            What::Crashed { worker } => (worker, "crashes".to_owned()),
            _ => return None,
        })
    }

    /// `None` for a further poll of a lock that is still busy.
    fn step_note(&self, index: usize, worker: WorkerId, step: Step, nth: u8) -> Option<String> {
        if step == Step::Acquire && self.beings[worker.index()].busy.is_some() {
            let ours = |e: &&Event| match e.what {
                What::Granted { worker: w, .. }
                | What::Busy { worker: w, .. }
                | What::TimedOut { worker: w, step: Step::Acquire }
                | What::Crashed { worker: w } => w == worker,
                _ => false,
            };
            let answer = self.trace.events[index..].iter().find(ours).map(|e| e.what);
            let before = self.beings[worker.index()].busy;
            if let Some(What::Busy { holder, .. }) = answer
                && before == Some(holder)
            {
                return None;
            }
        }
        let times = if nth > 1 { format!(" ×{nth}") } else { String::new() };
        let letter = step.letter(self.trace.rules.switches());
        Some(format!("{letter} {}{times}", step.id()))
    }

    /// Only of a message that is not on its way as usual.
    fn sent_note(
        &self,
        step: Step,
        leg: Leg,
        arrives: Option<TrueTime>,
        copy: bool,
    ) -> Option<String> {
        let usual = self.at + self.trace.rules.scenario.delay_ms;
        let arrives = arrives?;
        if arrives == usual && !copy {
            return None;
        }
        let copy = if copy { " copy" } else { "" };
        Some(format!("{} {}{copy} due {}", step.id(), leg_id(leg), arrives.0))
    }

    fn hear_store(&mut self, what: What) {
        match what {
            What::Read { worker, answers } => {
                for slot in Slot::ALL {
                    if let Some(answer) = answers[slot.index()] {
                        self.note(slot_lane(slot), read_note(worker, answer));
                    }
                }
            }
            What::Claimed { worker, token, refused } => {
                let token = token.map_or("nothing".to_owned(), |token| format!("#{token}"));
                let note = match refused {
                    None => format!("{} claims {token}", worker.letter()),
                    Some(refusal) => format!("{} claims ✗ {}", worker.letter(), why(refusal)),
                };
                self.note(slot_lane(self.trace.rules.switches().listens), note);
            }
            What::Stamped { worker } => {
                let note = format!("{} stamps", worker.letter());
                self.note(slot_lane(self.trace.rules.switches().listens), note);
            }
            What::Judged { worker, slot, decision, copy, legacy, .. } => {
                let copy = if copy { " copy" } else { "" };
                let legacy = if legacy { " legacy" } else { "" };
                let note = judged_note(decision);
                self.note(slot_lane(slot), format!("{}{copy}{legacy} {note}", worker.letter()));
            }
            _ => self.hear_record(what),
        }
    }

    fn hear_fault(&mut self, what: What) {
        match what {
            What::FaultBegan { fault } => self.fault(fault, true),
            What::FaultEnded { fault } => self.fault(fault, false),
            What::WallJumped { node, by_ms } => {
                self.note(node_lane(node), format!("wall clock {by_ms:+}"));
            }
            What::Ended { why } => self.note(LOCK, format!("end: {why:?}")),
            _ => {}
        }
    }

    fn fault(&mut self, index: u8, began: bool) {
        let fault = self.trace.rules.scenario.faults[usize::from(index)];
        let (name, lane) = fault_name(&fault);
        if let Effect::Pause { worker, thread, .. } = fault.what
            && thread != Thread::Heartbeat
        {
            self.stop(worker, began);
        }
        if let Effect::Suspend { worker, .. } = fault.what {
            self.stop(worker, began);
        }
        let end = if began { "" } else { " is over" };
        self.note(lane, format!("* {name}{end}"));
    }

    fn stop(&mut self, worker: WorkerId, began: bool) {
        let stops = &mut self.beings[worker.index()].stops;
        *stops = if began { stops.saturating_add(1) } else { stops.saturating_sub(1) };
    }

    /// What the run comes to.
    fn sum_up(&mut self) {
        for verdict in verdicts(self.trace) {
            let (kind, worker) = (verdict.kind.id(), verdict.worker.letter());
            self.line(&format!("{kind} at {} ms by {worker}", verdict.at.0));
        }
        let done = progress(self.trace);
        let last = done.last_ms.map_or(String::new(), |at| format!(", the last at {} ms", at.0));
        if self.trace.rules.switches().sync.is_some() {
            self.line(&format!("{} of {} events applied{last}", done.ticks, done.of));
            let sum = record::sum(self.trace);
            return self.line(&sum);
        }
        self.line(&format!("{} of {} ticks accepted{last}", done.ticks, done.of));
        let stores = side_by_side(self.trace, self.trace.events.len()).map(|report| {
            let lost = report.lost.map(|(_, worker)| format!(" (lost {})", worker.letter()));
            format!("{} {} hp{}", report.slot.id(), report.value.hp, lost.unwrap_or_default())
        });
        self.line(&stores.join(" · "));
    }
}
