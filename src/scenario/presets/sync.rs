//! The second seed's failure injections, each against the lease alone and against what the text
//! recommends: token on everything, expected cursor, log of processed events, outbox.

use super::super::fault::{Effect, Fault, Lasting, Thread, Trigger};
use super::super::{NodeClock, Scenario};
use super::{Preset, USUAL};
use crate::clock::ClockKind;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::model::sync::{Job, Sync};
use crate::time::TrueTime;

const fn at(worker: WorkerId, step: Step, nth: u8) -> StepRef {
    StepRef { worker, step, nth }
}

const fn a_pause(when: Trigger, lasts: Lasting) -> Fault {
    Fault { when, what: Effect::Pause { worker: WorkerId::A, lasts, thread: Thread::Process } }
}

const fn a_request(step: Step, nth: u8, leg: Leg) -> Trigger {
    Trigger::Message { worker: WorkerId::A, step, leg, nth }
}

/// Until B has applied so many events.
const fn until_b_applied(nth: u8) -> Lasting {
    Lasting::UntilAfter(at(WorkerId::B, Step::Apply, nth))
}

const AFTER_ACQUIRE: &[Fault] =
    &[a_pause(Trigger::After(at(WorkerId::A, Step::Acquire, 1)), until_b_applied(2))];
const BEFORE_RENEWAL: &[Fault] =
    &[a_pause(Trigger::Before(at(WorkerId::A, Step::Renew, 1)), Lasting::ForMs(6_000))];
const BEFORE_CHECKPOINT: &[Fault] = &[Fault {
    when: Trigger::Before(at(WorkerId::A, Step::Checkpoint, 1)),
    what: Effect::Crash { worker: WorkerId::A, restarts_after_ms: None },
}];
const PARTLY_APPLIED: &[Fault] =
    &[Fault { when: a_request(Step::Apply, 3, Leg::Reply), what: Effect::Drop }];
const SAME_BATCH: &[Fault] =
    &[a_pause(Trigger::Before(at(WorkerId::A, Step::Apply, 2)), until_b_applied(2))];
/// The node that judges the lease believes that ten seconds have passed.
const CLOCK_OFF: &[Fault] = &[Fault {
    when: Trigger::At(TrueTime(400)),
    what: Effect::Step { node: Node::Lock, by_ms: 10_000 },
}];
const CUT_OFF: &[Fault] = &[
    Fault {
        when: Trigger::After(at(WorkerId::A, Step::Apply, 1)),
        what: Effect::Partition { between: [Node::A, Node::Lock], for_ms: 8_000 },
    },
    Fault {
        when: a_request(Step::Apply, 2, Leg::Request),
        what: Effect::Delay { lasts: until_b_applied(2) },
    },
];
const OLD_PATH: &[Fault] =
    &[SAME_BATCH[0], Fault { when: a_request(Step::Apply, 2, Leg::Request), what: Effect::Legacy }];

const LEASE_ALONE: Sync = Sync::LEASE_ALONE;
const RECOMMENDED: Sync = Sync {
    token: true,
    token_on_read: true,
    expected_cursor: true,
    log: true,
    outbox: true,
    ..LEASE_ALONE
};

/// Long enough for a renewal to come due.
const fn renewing(sync: Sync) -> Sync {
    Sync { heartbeat: true, work_ms: 600, ..sync }
}

const fn preset(id: &'static str, faults: &'static [Fault], tune: fn(&mut Scenario)) -> Preset {
    Preset { id, faults, tune, ..USUAL }
}

fn lease_alone(s: &mut Scenario) {
    s.job = Job::Sync(LEASE_ALONE);
}

fn recommended(s: &mut Scenario) {
    s.job = Job::Sync(RECOMMENDED);
}

/// The lease is judged by a wall clock that an NTP step will reach.
fn judged_by_wall(s: &mut Scenario) {
    s.lock_clock = ClockKind::Wall;
    s.clocks[Node::Lock.index()] = NodeClock { offset_ms: -10_000, drift_ppm: 0 };
}

/// In pairs: the lease alone, and the same injection against what is recommended.
pub const PRESETS: &[Preset] = &[
    preset("sync-pause-after-acquire", AFTER_ACQUIRE, lease_alone),
    preset("sync-pause-after-acquire-safe", AFTER_ACQUIRE, recommended),
    preset("sync-pause-before-renewal", BEFORE_RENEWAL, |s| {
        s.job = Job::Sync(renewing(LEASE_ALONE));
    }),
    preset("sync-pause-before-renewal-safe", BEFORE_RENEWAL, |s| {
        s.job = Job::Sync(renewing(RECOMMENDED));
    }),
    preset("sync-crash-before-checkpoint", BEFORE_CHECKPOINT, lease_alone),
    preset("sync-crash-before-checkpoint-safe", BEFORE_CHECKPOINT, recommended),
    preset("sync-partly-applied", PARTLY_APPLIED, lease_alone),
    preset("sync-partly-applied-safe", PARTLY_APPLIED, recommended),
    preset("sync-same-batch", SAME_BATCH, lease_alone),
    preset("sync-same-batch-safe", SAME_BATCH, recommended),
    preset("sync-clock-off", CLOCK_OFF, |s| {
        lease_alone(s);
        judged_by_wall(s);
    }),
    preset("sync-clock-off-safe", CLOCK_OFF, |s| {
        recommended(s);
        judged_by_wall(s);
    }),
    preset("sync-partition", CUT_OFF, |s| s.job = Job::Sync(renewing(LEASE_ALONE))),
    preset("sync-partition-safe", CUT_OFF, |s| s.job = Job::Sync(renewing(RECOMMENDED))),
    preset("sync-legacy-path", OLD_PATH, |s| {
        s.job = Job::Sync(Sync { token: true, legacy_allowed: true, ..LEASE_ALONE });
    }),
    preset("sync-legacy-path-safe", OLD_PATH, recommended),
];
