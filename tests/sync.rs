//! The sync worker: what comes of the failure injections, and the claims that are made about it.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test may fail")]

mod common;

use common::scenarios;
use leasescope::model::event::What;
use leasescope::model::network::Leg;
use leasescope::model::node::WorkerId;
use leasescope::model::program::{Step, StepRef};
use leasescope::model::sync::{Applied, EVENTS, Job, START, Sync};
use leasescope::picture::ascii;
use leasescope::run::Kind::{
    self, CursorBack, DoubleEffect, HolderRefused, LateWrite, Overlap, SkippedEvent,
};
use leasescope::run::{Trace, progress, run, verdicts};
use leasescope::scenario::presets::{PRESETS, Preset};
use leasescope::scenario::{Effect, Fault, Lasting, Scenario, Thread, Trigger};
use leasescope::time::TrueTime;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const INJECTIONS: [&str; 8] = [
    "sync-pause-after-acquire",
    "sync-pause-before-renewal",
    "sync-crash-before-checkpoint",
    "sync-partly-applied",
    "sync-same-batch",
    "sync-clock-off",
    "sync-partition",
    "sync-legacy-path",
];

fn preset(id: &str) -> Scenario {
    Preset::find(id).expect("a preset of this name").scenario()
}

fn kinds(trace: &Trace) -> Vec<Kind> {
    let mut found: Vec<Kind> = verdicts(trace).into_iter().map(|v| v.kind).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn harm(scenario: &Scenario) -> Vec<Kind> {
    kinds(&run(scenario)).into_iter().filter(|kind| kind.is_unsafe()).collect()
}

/// `why` is the reason for which this, and nothing else, comes out.
#[track_caller]
fn check(id: &str, expected: &[Kind], applied: [u8; EVENTS], checkpoint: u16, why: &str) {
    let trace = run(&preset(id));
    let record = trace.seek(trace.moments()).record;
    assert_eq!(kinds(&trace), expected, "{id}: {why}\n{}", ascii::draw(&trace));
    assert_eq!(record.applied, applied, "{id}: {why}");
    assert_eq!(record.checkpoint, checkpoint, "{id}: {why}");
    common::same_as_file(&format!("pictures/{id}.txt"), &ascii::draw(&trace));
}

#[test]
fn each_injection_comes_to_what_it_is_there_to_show() {
    let all_twice = [2, 2, 2, 2, 0, 0, 0, 0];
    let first_two = [2, 2, 1, 1, 0, 0, 0, 0];
    for (id, expected, applied, why) in [
        (
            "sync-pause-after-acquire",
            &[Overlap, LateWrite, DoubleEffect][..],
            all_twice,
            "A wakes up behind B, finds the same checkpoint and does the same batch",
        ),
        (
            "sync-pause-before-renewal",
            &[Overlap, DoubleEffect],
            first_two,
            "the heartbeat slept too; B replays the two events that A had applied",
        ),
        (
            "sync-crash-before-checkpoint",
            &[DoubleEffect],
            all_twice,
            "all is written and the checkpoint does not say so",
        ),
        (
            "sync-partly-applied",
            &[DoubleEffect],
            [2, 2, 2, 1, 0, 0, 0, 0],
            "A does not learn that its third event is in, and goes without a checkpoint",
        ),
        (
            "sync-same-batch",
            &[Overlap, LateWrite, DoubleEffect],
            all_twice,
            "both have read the same checkpoint",
        ),
        (
            "sync-clock-off",
            &[Overlap, LateWrite, DoubleEffect],
            all_twice,
            "the lease ends at once by the clock that judges it; A is not even slow",
        ),
        (
            "sync-partition",
            &[LateWrite, DoubleEffect],
            first_two,
            "A gave up in time, and its message arrives all the same",
        ),
        (
            "sync-legacy-path",
            &[Overlap, LateWrite, DoubleEffect],
            first_two,
            "the one request without a token is let through, the next is refused",
        ),
    ] {
        check(id, expected, applied, 104, why);
        let overlap = expected.contains(&Overlap);
        let rest: &[Kind] = if overlap { &[Overlap] } else { &[] };
        let once = [1, 1, 1, 1, 0, 0, 0, 0];
        check(&format!("{id}-safe"), rest, once, 104, "a replay is refused or changes nothing");
    }
}

fn with(id: &str, set: fn(&mut Sync)) -> Scenario {
    let mut scenario = preset(id);
    set(scenario.job.sync_mut());
    scenario
}

#[test]
fn log_and_outbox_pass_all_injections_without_a_token() {
    for id in INJECTIONS {
        let both = with(id, |s| (s.token, s.log, s.outbox) = (false, true, true));
        assert_eq!(harm(&both), vec![], "{id} with log and outbox");
        let log = with(id, |s| (s.token, s.log) = (false, true));
        let outbox = with(id, |s| (s.token, s.outbox) = (false, true));
        assert_eq!(harm(&log), vec![DoubleEffect], "{id}: side effects go out again");
        assert_eq!(harm(&outbox), vec![DoubleEffect], "{id}: events are applied again");
    }
}

fn message(worker: WorkerId, step: Step, leg: Leg) -> Trigger {
    Trigger::Message { worker, step, leg, nth: 1 }
}

/// The whole stream is done, and then a copy of A's first checkpoint arrives.
fn copied_checkpoint(set: fn(&mut Sync)) -> Scenario {
    let mut sync = Sync { log: true, outbox: true, ..Sync::default() };
    set(&mut sync);
    let when = message(WorkerId::A, Step::Checkpoint, Leg::Request);
    let faults = vec![Fault { when, what: Effect::Duplicate { later_ms: 6_000 } }];
    Scenario { job: Job::Sync(sync), faults, ..Scenario::default() }
}

#[test]
fn against_cursor_back_it_takes_a_token_or_the_expected_cursor() {
    assert_eq!(
        harm(&copied_checkpoint(|_| {})),
        vec![CursorBack],
        "log and outbox know events only"
    );
    assert_eq!(harm(&copied_checkpoint(|s| s.source_version = true)), vec![CursorBack]);
    assert_eq!(harm(&copied_checkpoint(|s| s.one_transaction = true)), vec![CursorBack]);
    assert_eq!(harm(&copied_checkpoint(|s| s.token = true)), vec![], "33 < 34");
    assert_eq!(harm(&copied_checkpoint(|s| s.expected_cursor = true)), vec![], "100 ≠ 108");
}

#[test]
fn a_checkpoint_before_the_applies_is_lossy() {
    let crash = |sync: Sync| Scenario {
        job: Job::Sync(sync),
        faults: vec![Fault {
            when: Trigger::Before(StepRef { worker: WorkerId::A, step: Step::Apply, nth: 2 }),
            what: Effect::Crash { worker: WorkerId::A, restarts_after_ms: None },
        }],
        ..Scenario::default()
    };
    let first = Sync { checkpoint_first: true, ..Sync::default() };
    let trace = run(&crash(first));
    assert_eq!(kinds(&trace), vec![SkippedEvent], "102 to 104 are passed and never applied");
    let record = trace.seek(trace.moments()).record;
    assert_eq!(record.applied, [1, 0, 0, 0, 1, 1, 1, 1]);
    let safe = Sync { log: true, outbox: true, token: true, expected_cursor: true, ..first };
    assert_eq!(harm(&crash(safe)), vec![SkippedEvent], "nothing at the record brings them back");
    assert_eq!(harm(&crash(Sync::default())), vec![DoubleEffect], "at least once instead");
    let one = Sync { checkpoint_first: true, one_transaction: true, outbox: true, ..first };
    assert_eq!(harm(&crash(one)), vec![], "one transaction knows no order");
}

/// A stops before its last write until B has been given the checkpoint and done `nth` events' work.
fn first_gap(sync: Sync, nth: u8) -> Scenario {
    let step = if sync.one_transaction { Step::Checkpoint } else { Step::Apply };
    let pause = Effect::Pause {
        worker: WorkerId::A,
        lasts: Lasting::UntilAfter(StepRef { worker: WorkerId::B, step: Step::Work, nth }),
        thread: Thread::Process,
    };
    let nth = if sync.one_transaction { 1 } else { 4 };
    let when = Trigger::Before(StepRef { worker: WorkerId::A, step, nth });
    Scenario {
        job: Job::Sync(sync),
        faults: vec![Fault { when, what: pause }],
        ..Scenario::default()
    }
}

fn takes_late(scenario: &Scenario) -> bool {
    kinds(&run(scenario)).contains(&LateWrite)
}

#[test]
fn one_transaction_with_a_token_widens_the_first_gap() {
    let two = Sync { token: true, ..Sync::default() };
    let one = Sync { one_transaction: true, ..two };
    assert!(takes_late(&first_gap(two, 1)), "before B's first apply the record knows only 33");
    for nth in 2..=4 {
        assert!(!takes_late(&first_gap(two, nth)), "B's first apply has told it 34");
        assert!(takes_late(&first_gap(one, nth)), "B says 34 only when it commits");
    }
    let told = Sync { token_on_read: true, ..one };
    assert!(!takes_late(&first_gap(told, 4)), "told at the read, it knows from the start");
    assert_eq!(harm(&first_gap(one, 4)), vec![DoubleEffect], "both transactions are taken");
    let logged = Sync { log: true, ..two };
    assert!(takes_late(&first_gap(logged, 3)), "what the log acknowledges raises nothing");
    let expecting = Sync { expected_cursor: true, outbox: true, ..one };
    let trace = run(&first_gap(expecting, 4));
    assert_eq!(
        kinds(&trace),
        vec![Overlap, LateWrite, HolderRefused],
        "the second to come is refused"
    );
}

#[test]
fn a_direct_side_effect_leaves_before_the_commit() {
    let one = Sync { one_transaction: true, token: true, token_on_read: true, ..Sync::default() };
    let crash = |sync: Sync| Scenario {
        job: Job::Sync(sync),
        faults: vec![Fault {
            when: Trigger::Before(StepRef::first(WorkerId::A, Step::Checkpoint)),
            what: Effect::Crash { worker: WorkerId::A, restarts_after_ms: None },
        }],
        ..Scenario::default()
    };
    let trace = run(&crash(one));
    let record = trace.seek(trace.moments()).record;
    assert_eq!(record.applied[..4], [1; 4], "the transaction of A never was");
    assert_eq!(record.delivered[..4], [2; 4], "and its side effects were sent");
    assert_eq!(harm(&crash(Sync { outbox: true, ..one })), vec![]);
}

#[test]
fn a_source_version_makes_an_apply_idempotent_too() {
    for id in INJECTIONS {
        let scenario = with(id, |s| {
            (s.token, s.source_version, s.outbox, s.legacy_allowed) = (false, true, true, false);
        });
        // The old path knows no versions; without any check the record can't tell it apart.
        if id != "sync-legacy-path" {
            assert_eq!(harm(&scenario), vec![], "{id}");
        }
    }
}

#[test]
fn a_closed_old_path_is_refused() {
    let closed = with("sync-legacy-path", |s| s.legacy_allowed = false);
    let trace = run(&closed);
    let refused = |w: &What| {
        matches!(w, What::Applied { legacy: true, decision: Applied::Refused { .. }, .. })
    };
    assert!(trace.events.iter().any(|e| refused(&e.what)));
    assert_eq!(
        harm(&closed),
        vec![DoubleEffect],
        "what A had done before is replayed all the same"
    );
}

#[test]
fn without_faults_two_passes_do_the_whole_stream_once() {
    let trace = run(&Scenario { job: Job::Sync(Sync::default()), ..Scenario::default() });
    let record = trace.seek(trace.moments()).record;
    assert_eq!(kinds(&trace), vec![]);
    assert_eq!((record.applied, record.delivered), ([1; EVENTS], [1; EVENTS]));
    let done = progress(&trace);
    assert_eq!((done.ticks, done.of), (8, 8));
    assert!(done.last_ms > Some(TrueTime(1_000)));
    assert_eq!(record.checkpoint, START + EVENTS as u16);
}

/// Random faults: with log, outbox and expected cursor, in this order of steps, nothing is applied
/// twice, delivered twice or passed over, and with a token the cursor never moves back.
#[test]
fn what_is_recommended_holds_under_random_faults() {
    let sync =
        Sync { token: true, log: true, outbox: true, expected_cursor: true, ..Sync::default() };
    let bad = [DoubleEffect, SkippedEvent, CursorBack];
    for sync in [sync, Sync { one_transaction: true, ..sync }, Sync { heartbeat: true, ..sync }] {
        let config = ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() };
        let outcome = TestRunner::new(config).run(&scenarios::syncing(sync), |mut scenario| {
            // A message on the old path goes past the outbox.
            scenario.faults.retain(|fault| fault.what != Effect::Legacy);
            let found = harm(&scenario);
            prop_assert!(!found.iter().any(|kind| bad.contains(kind)), "{found:?}");
            Ok(())
        });
        if let Err(error) = outcome {
            panic!("{error}");
        }
    }
}

#[test]
fn every_preset_of_the_job_is_checked_here() {
    let ids: Vec<_> =
        PRESETS.iter().filter(|p| p.scenario().job.sync().is_some()).map(|p| p.id).collect();
    let checked = INJECTIONS.iter().flat_map(|id| [id.to_string(), format!("{id}-safe")]);
    assert_eq!(ids, checked.collect::<Vec<_>>());
}
