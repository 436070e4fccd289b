//! The text picture's words: how a refusal, a decision and a fault are noted in few characters.

use super::{LOCK, node_lane, worker_lane};
use crate::clock::ClockKind;
use crate::model::network::Leg;
use crate::model::node::WorkerId;
use crate::model::store::{Decision, Refusal, Snapshot};
use crate::scenario::{Effect, Fault, Thread, Trigger};

pub(super) fn leg_id(leg: Leg) -> &'static str {
    match leg {
        Leg::Request => "request",
        Leg::Reply => "reply",
    }
}

pub(super) fn clock_id(clock: ClockKind) -> &'static str {
    match clock {
        ClockKind::Wall => "wall",
        ClockKind::Steady => "steady",
    }
}

pub(super) fn why(refusal: Refusal) -> String {
    match refusal {
        Refusal::StaleToken { token, hi } if token < hi => format!("{token} < {hi}"),
        Refusal::StaleToken { token, hi } => format!("{token} = {hi}"),
        Refusal::NoToken => "no token".to_owned(),
        Refusal::VersionChanged { read, now } => format!("v{read} ≠ v{now}"),
        Refusal::StampGone => "stamp gone".to_owned(),
        Refusal::Legacy => "legacy path".to_owned(),
        Refusal::CursorMoved { expected, now } => format!("{expected} expected, {now} there"),
    }
}

pub(super) fn read_note(worker: WorkerId, answer: Result<Snapshot, Refusal>) -> String {
    match answer {
        Ok(s) => format!("{} reads {} v{}", worker.letter(), s.value.hp, s.version),
        Err(refusal) => format!("{} reads ✗ {}", worker.letter(), why(refusal)),
    }
}

pub(super) fn judged_note(decision: Decision) -> String {
    match decision {
        Decision::Accepted { before, after, version } => {
            let loses = before.loses_in(&after);
            let lost = WorkerId::ALL.into_iter().filter(|w| loses[w.index()]);
            let lost: String = lost.map(|w| format!(" !! loses {}", w.letter())).collect();
            format!("{} → {} v{version}{lost}", before.hp, after.hp)
        }
        Decision::Repeated => "is in already".to_owned(),
        Decision::Refused { refusal } => format!("✗ {}", why(refusal)),
    }
}

/// A fault's name, and the lane in which it is told.
pub(super) fn fault_name(fault: &Fault) -> (&'static str, usize) {
    let message = match fault.when {
        Trigger::Message { worker, .. } => worker_lane(worker),
        _ => LOCK,
    };
    match fault.what {
        Effect::Pause { worker, thread, .. } => {
            let name = match thread {
                Thread::Process => "pause",
                Thread::Work => "pause of work",
                Thread::Heartbeat => "pause of heartbeat",
            };
            (name, worker_lane(worker))
        }
        Effect::Suspend { worker, .. } => ("suspend", worker_lane(worker)),
        Effect::Step { node, .. } => ("clock step", node_lane(node)),
        Effect::Slew { node, .. } => ("slew", node_lane(node)),
        Effect::Drift { node, .. } => ("drift", node_lane(node)),
        Effect::Delay { .. } => ("delay", message),
        Effect::Drop => ("drop", message),
        Effect::Duplicate { .. } => ("duplicate", message),
        Effect::Legacy => ("legacy path", message),
        Effect::Partition { between: [a, b], .. } => ("partition", node_lane(a.min(b))),
        Effect::Crash { worker, .. } => ("crash", worker_lane(worker)),
        Effect::Failover(_) => ("failover", LOCK),
    }
}
