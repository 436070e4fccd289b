//! Every order in which two holders' calls can reach the store, by the engine itself.
//!
//! A and B each read, change and write once; A was granted the lock first. The table is that of the
//! exhaustive check in the project's notes (`facts/domain.md` §9.2): of how many orders an update is
//! lost under which rule.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may fail")]

use leasescope::model::event::What;
use leasescope::model::node::WorkerId;
use leasescope::model::program::{Step, StepRef};
use leasescope::model::protection::Protection;
use leasescope::run::{Kind, Trace, run, verdicts};
use leasescope::scenario::{Effect, Fault, Lasting, Scenario, Thread, Trigger};
use std::collections::BTreeSet;

const TTL_MS: u64 = 1_000;
/// The n-th call of an order reaches the store at this time and so many spans later.
const FIRST_CALL_MS: u64 = 2_000;
const SPAN_MS: u64 = 1_000;

/// How many orders there are, in how many an accepted update is lost, B is refused though it is the
/// holder, and both are taken.
type Row = [usize; 4];

/// Every order of `steps` calls of A and as many of B, each in its own order.
fn orders(steps: usize) -> Vec<Vec<WorkerId>> {
    let mut found = vec![Vec::new()];
    for _ in 0..2 * steps {
        let longer = found.iter().flat_map(|order: &Vec<WorkerId>| {
            let done = |worker| order.iter().filter(|w| **w == worker).count();
            let open = WorkerId::ALL.into_iter().filter(move |worker| done(*worker) < steps);
            open.map(|worker| [order.clone(), vec![worker]].concat())
        });
        found = longer.collect();
    }
    found
}

/// The scenario in which the calls reach the store in this order: nothing takes time but the pauses
/// before each call. A's lease of 1 s is over when B asks, and B's before the first call; nobody
/// else wants the lock, and the service's word is not asked for again.
fn scenario(protection: Protection, calls: &[Step], order: &[WorkerId]) -> Scenario {
    let mut made = [0, 0];
    let mut since_ms = [0, TTL_MS];
    let mut faults = Vec::new();
    for (slot, worker) in order.iter().enumerate() {
        let at_ms = FIRST_CALL_MS + SPAN_MS * slot as u64;
        let (made, since_ms) = (&mut made[worker.index()], &mut since_ms[worker.index()]);
        let lasts = Lasting::ForMs(at_ms - *since_ms);
        faults.push(Fault {
            when: Trigger::Before(StepRef::first(*worker, calls[*made])),
            what: Effect::Pause { worker: *worker, lasts, thread: Thread::Process },
        });
        (*made, *since_ms) = (*made + 1, at_ms);
    }
    Scenario {
        protection,
        ttl_ms: TTL_MS,
        b_starts_ms: TTL_MS,
        simulate_ms: [0, 0],
        delay_ms: 0,
        faults,
        ..Scenario::default()
    }
}

/// Whether each worker's first call that decides, a write or a refused claim or read, went well.
fn taken(trace: &Trace) -> [bool; 2] {
    WorkerId::ALL.map(|who| {
        let first = trace.events.iter().find_map(|event| match event.what {
            What::Judged { worker, listened: true, decision, .. } if worker == who => {
                Some(!decision.is_refusal())
            }
            _ => None,
        });
        first.unwrap_or(false)
    })
}

/// The order in which the calls did reach the store; a retry's are left out.
fn arrived(trace: &Trace, calls: usize) -> Vec<WorkerId> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for event in &trace.events {
        let call = match event.what {
            What::Claimed { worker, .. } => (worker, Step::Claim),
            What::Stamped { worker } => (worker, Step::Stamp),
            What::Read { worker, .. } => (worker, Step::Read),
            What::Judged { worker, listened: true, .. } => (worker, Step::Write),
            _ => continue,
        };
        if seen.insert(call) {
            order.push(call.0);
        }
    }
    assert!(order.len() <= 2 * calls);
    order
}

#[track_caller]
fn check(protection: &str, calls: &[Step], expected: Row) {
    let protection = Protection::from_id(protection).expect("a protection of this name");
    let mut row = [0; 4];
    for order in orders(calls.len()) {
        let trace = run(&scenario(protection, calls, &order));
        let [a, b] = taken(&trace);
        let arrived = arrived(&trace, calls.len());
        if a && b {
            assert_eq!(arrived, order, "nobody was refused, so the calls came in their order");
        }
        let lost = verdicts(&trace).iter().any(|v| v.kind == Kind::LostUpdate);
        for (count, holds) in row.iter_mut().zip([true, lost, !b, a && b]) {
            *count += usize::from(holds);
        }
    }
    assert_eq!(row, expected, "{}: orders, lost, B refused, both taken", protection.id());
}

const READ_AND_WRITE: &[Step] = &[Step::Read, Step::Write];

#[test]
fn no_check_loses_an_update_in_four_of_six_orders() {
    check("none", READ_AND_WRITE, [6, 4, 0, 6]);
    check("owner-release", READ_AND_WRITE, [6, 4, 0, 6]);
}

#[test]
fn a_fence_on_writes_alone_still_loses_two_of_six() {
    check("fence", READ_AND_WRITE, [6, 2, 0, 3]);
    check("fence-strict", READ_AND_WRITE, [6, 2, 0, 3]);
}

#[test]
fn versions_lose_none_and_refuse_the_holder_twice() {
    check("cas", READ_AND_WRITE, [6, 0, 2, 2]);
    check("cas-idempotent", READ_AND_WRITE, [6, 0, 2, 2]);
}

#[test]
fn a_token_known_before_the_read_loses_none() {
    check("fence-read", READ_AND_WRITE, [6, 0, 0, 1]);
    check("claim", &[Step::Claim, Step::Read, Step::Write], [20, 0, 0, 1]);
}

#[test]
fn a_stamp_loses_none_and_may_refuse_the_holder() {
    check("stamp", &[Step::Stamp, Step::Read, Step::Write], [20, 0, 9, 2]);
}
