//! Verdicts: what a trace comes to, computed from its events alone.
//!
//! Verdicts speak of the store that the workers listened to. The other two are reported by
//! `side_by_side`, which says of each store whether it lost an update.

use super::trace::{Event, Trace};
use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::store::{Decision, Slot, Value};
use crate::model::sync::{Applied, Checkpointed, EVENTS, Emitted, START, between, index_of};
use crate::time::TrueTime;
use serde::Serialize;

/// What can be said of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Both workers believe at once that they hold the lock.
    Overlap,
    /// A write of a worker whose grant had ended is accepted after a newer grant was issued.
    LateWrite,
    /// An accepted write removes a tick from the value.
    LostUpdate,
    /// A release removes a lock that another worker holds.
    ForeignRelease,
    /// The store refuses a write of the current holder.
    HolderRefused,
    /// One tick is in the value twice, one event's effect or side effect came twice.
    DoubleEffect,
    /// The checkpoint moves past an event that is not applied then, nor later.
    SkippedEvent,
    /// The checkpoint moves backwards.
    CursorBack,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Harms nothing by itself.
    Warning,
    /// Harms nobody's data, but costs somebody its work.
    Cost,
    BrokenExclusion,
    Corruption,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Overlap,
        Kind::LateWrite,
        Kind::LostUpdate,
        Kind::ForeignRelease,
        Kind::HolderRefused,
        Kind::DoubleEffect,
        Kind::SkippedEvent,
        Kind::CursorBack,
    ];

    pub fn id(self) -> &'static str {
        [
            "overlap",
            "late-write",
            "lost-update",
            "foreign-release",
            "holder-refused",
            "double-effect",
            "skipped-event",
            "cursor-back",
        ][self as usize]
    }

    pub fn severity(self) -> Severity {
        match self {
            Kind::Overlap | Kind::LateWrite => Severity::Warning,
            Kind::HolderRefused => Severity::Cost,
            Kind::ForeignRelease => Severity::BrokenExclusion,
            Kind::LostUpdate | Kind::DoubleEffect | Kind::SkippedEvent | Kind::CursorBack => {
                Severity::Corruption
            }
        }
    }

    /// Whether somebody's work is refused without need.
    pub fn is_cost(self) -> bool {
        self.severity() == Severity::Cost
    }

    /// Whether a run in which it holds is unsafe.
    pub fn is_unsafe(self) -> bool {
        self.severity() >= Severity::BrokenExclusion
    }
}

/// One thing that holds of a run, and the event at which it came to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Verdict {
    #[serde(rename = "verdict")]
    pub kind: Kind,
    pub at: TrueTime,
    /// Index into the trace's events.
    pub event: usize,
    /// Whose act it is.
    pub worker: WorkerId,
}

/// How far the ticks, or the sync worker's events, got by the end of the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Progress {
    /// Workers of whose tick at least one write was accepted; of a sync worker's run, events applied.
    pub ticks: u8,
    pub of: u8,
    /// When the last of them was first accepted.
    pub last_ms: Option<TrueTime>,
}

/// A grant that was issued, and whether it has ended.
struct Issued {
    worker: WorkerId,
    token: u64,
    ended: bool,
}

#[derive(Default)]
struct Judge {
    verdicts: Vec<Verdict>,
    believes: [bool; 2],
    grants: Vec<Issued>,
    /// Writes accepted so far, by message: a copy of one that is refused costs nobody anything.
    accepted: Vec<u32>,
    /// Events of the sync worker that are applied, and passed by a checkpoint without being so.
    applied: [bool; EVENTS],
    passed: [Option<Verdict>; EVENTS],
}

/// Everything that holds of a trace, in the order in which it came to hold.
pub fn verdicts(trace: &Trace) -> Vec<Verdict> {
    let mut judge = Judge::default();
    for (index, event) in trace.events.iter().enumerate() {
        judge.hear(index, event);
        judge.hear_record(index, event);
    }
    let skipped = judge.passed.into_iter().flatten();
    judge.verdicts.extend(skipped);
    judge.verdicts.sort_by_key(|verdict| verdict.event);
    judge.verdicts
}

impl Judge {
    fn say(&mut self, kind: Kind, worker: WorkerId, index: usize, event: &Event) {
        self.verdicts.push(Verdict { kind, at: event.at, event: index, worker });
    }

    fn end_grant(&mut self, worker: WorkerId, token: u64) {
        let ours = |grant: &Issued| grant.worker == worker && grant.token == token;
        let Some(last) = self.grants.iter().rposition(ours) else {
            return;
        };
        // An owner that was assigned the resource again loses all its epochs at once.
        for grant in self.grants[..=last].iter_mut().filter(|grant| grant.worker == worker) {
            grant.ended = true;
        }
    }

    fn hear(&mut self, index: usize, event: &Event) {
        match event.what {
            What::Believes { worker, .. } => {
                self.believes[worker.index()] = true;
                if self.believes[worker.other().index()] {
                    self.say(Kind::Overlap, worker, index, event);
                }
            }
            What::Disbelieves { worker, .. } => self.believes[worker.index()] = false,
            What::Granted { worker, token, .. } => {
                self.grants.push(Issued { worker, token, ended: false });
            }
            What::Expired { worker, token } => self.end_grant(worker, token),
            What::FailedOver { lost: Some(worker) } => {
                let token = self.grants.iter().rev().find(|g| g.worker == worker).map(|g| g.token);
                self.end_grant(worker, token.unwrap_or(0));
            }
            What::Released { by, holder, token } => {
                self.end_grant(holder, token);
                if by != holder {
                    self.say(Kind::ForeignRelease, by, index, event);
                }
            }
            What::Judged { worker, token, msg, copy, listened: true, decision, .. } => {
                let copied = copy && self.accepted.contains(&msg);
                match decision {
                    Decision::Accepted { before, after, .. } => {
                        self.accepted.push(msg);
                        self.accept(worker, token, &before, &after, index, event);
                    }
                    Decision::Refused { .. } if self.holds(worker, token) && !copied => {
                        self.say(Kind::HolderRefused, worker, index, event);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// What the sync worker's record decides.
    fn hear_record(&mut self, index: usize, event: &Event) {
        match event.what {
            What::Applied { worker, event: of, token, msg, copy, decision, .. } => match decision {
                Applied::Accepted { times } => {
                    self.applied[index_of(of)] = true;
                    self.passed[index_of(of)] = None;
                    self.accepted.push(msg);
                    self.late(worker, token, index, event);
                    if times > 1 {
                        self.say(Kind::DoubleEffect, worker, index, event);
                    }
                }
                Applied::Refused { .. } => self.cost(worker, token, (msg, copy), index, event),
                Applied::Repeated | Applied::Outdated => {}
            },
            What::Emitted { worker, decision: Emitted::Delivered { times: 2.. }, .. } => {
                self.say(Kind::DoubleEffect, worker, index, event);
            }
            What::Checkpointed { worker, token, msg, copy, decision, .. } => match decision {
                Checkpointed::Accepted { before, after } => {
                    self.accepted.push(msg);
                    self.late(worker, token, index, event);
                    if after < before {
                        self.say(Kind::CursorBack, worker, index, event);
                    }
                    let (kind, at) = (Kind::SkippedEvent, event.at);
                    for i in between(START, after).map(index_of).filter(|i| !self.applied[*i]) {
                        let verdict = Verdict { kind, at, event: index, worker };
                        self.passed[i].get_or_insert(verdict);
                    }
                }
                Checkpointed::Refused { .. } => self.cost(worker, token, (msg, copy), index, event),
            },
            _ => {}
        }
    }

    /// A refusal costs somebody its work if it hits the holder, and no copy of what was accepted.
    fn cost(
        &mut self,
        worker: WorkerId,
        token: Option<u64>,
        (msg, copy): (u32, bool),
        index: usize,
        event: &Event,
    ) {
        if self.holds(worker, token) && !(copy && self.accepted.contains(&msg)) {
            self.say(Kind::HolderRefused, worker, index, event);
        }
    }

    fn late(&mut self, worker: WorkerId, token: Option<u64>, index: usize, event: &Event) {
        let shown = |g: &Issued| g.worker == worker && Some(g.token) == token;
        // A write that shows no token of its own was made under its writer's last grant.
        let ours = |g: &Issued| g.worker == worker;
        let grants = self.grants.iter();
        let grant = grants.clone().rposition(shown).or_else(|| grants.clone().rposition(ours));
        if grant.is_some_and(|i| self.grants[i].ended && i + 1 < self.grants.len()) {
            self.say(Kind::LateWrite, worker, index, event);
        }
    }

    /// Whether the worker is the lock's current holder, by this token.
    fn holds(&self, worker: WorkerId, token: Option<u64>) -> bool {
        let holder = self.grants.last().filter(|grant| !grant.ended);
        // Without a token to show there is only the worker to go by.
        holder.is_some_and(|grant| {
            grant.worker == worker && token.is_none_or(|token| token == grant.token)
        })
    }

    fn accept(
        &mut self,
        worker: WorkerId,
        token: Option<u64>,
        before: &Value,
        after: &Value,
        index: usize,
        event: &Event,
    ) {
        self.late(worker, token, index, event);
        if before.loses_in(after).contains(&true) {
            self.say(Kind::LostUpdate, worker, index, event);
        }
        if [0, 1].iter().any(|w| after.ticks[*w] > 1 && after.ticks[*w] > before.ticks[*w]) {
            self.say(Kind::DoubleEffect, worker, index, event);
        }
    }
}

/// How far the ticks or events got.
pub fn progress(trace: &Trace) -> Progress {
    if trace.rules.switches().sync.is_some() {
        return event_progress(trace);
    }
    let mut first: [Option<TrueTime>; 2] = [None; 2];
    for event in &trace.events {
        if let What::Judged { worker, listened: true, decision, .. } = event.what
            && !decision.is_refusal()
        {
            first[worker.index()].get_or_insert(event.at);
        }
    }
    let done = first.iter().flatten();
    Progress { ticks: done.clone().count() as u8, of: 2, last_ms: done.max().copied() }
}

fn event_progress(trace: &Trace) -> Progress {
    let mut first: [Option<TrueTime>; EVENTS] = [None; EVENTS];
    for event in &trace.events {
        if let What::Applied { event: of, decision: Applied::Accepted { .. }, .. } = event.what {
            first[index_of(of)].get_or_insert(event.at);
        }
    }
    let done = first.iter().flatten();
    Progress { ticks: done.clone().count() as u8, of: EVENTS as u8, last_ms: done.max().copied() }
}

/// What one of the three stores came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SlotReport {
    pub slot: Slot,
    pub listened: bool,
    /// The event at which it first lost an update, and whose tick went missing.
    pub lost: Option<(usize, WorkerId)>,
    /// The event of its first refusal.
    pub refused: Option<usize>,
    pub value: Value,
}

/// The three stores at the end of the given number of events.
pub fn side_by_side(trace: &Trace, events: usize) -> [SlotReport; Slot::ALL.len()] {
    let listens = trace.rules.switches().listens;
    let value = Value { hp: trace.rules.scenario.boss_hp, ticks: [0, 0] };
    let mut reports = Slot::ALL.map(|slot| SlotReport {
        slot,
        listened: slot == listens,
        lost: None,
        refused: None,
        value,
    });
    for (index, event) in trace.events.iter().enumerate().take(events) {
        let What::Judged { slot, decision, .. } = event.what else {
            continue;
        };
        let report = &mut reports[slot.index()];
        match decision {
            Decision::Accepted { before, after, .. } => {
                let loses = before.loses_in(&after);
                let victim = WorkerId::ALL.into_iter().find(|w| loses[w.index()]);
                report.lost = report.lost.or(victim.map(|worker| (index, worker)));
                report.value = after;
            }
            Decision::Refused { .. } => report.refused = report.refused.or(Some(index)),
            Decision::Repeated => {}
        }
    }
    reports
}
