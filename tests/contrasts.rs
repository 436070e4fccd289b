//! The contrasts that teach, as data: what one protection lets through and another stops.
//!
//! Each line is a scenario, what must come of it, and why. Where nothing else is said, a scenario
//! has the defaults: ttl 5 s, 1 s of work, 20 ms on the wire, B 500 ms after A, first token 33.
#![allow(clippy::expect_used, reason = "a test may fail")]

use leasescope::clock::{ClockKind, Platform};
use leasescope::model::lock::Failover;
use leasescope::model::network::Leg;
use leasescope::model::node::Node;
use leasescope::model::node::WorkerId::{self, A, B};
use leasescope::model::program::{Step, StepRef};
use leasescope::model::protection::Protection;
use leasescope::model::worker::DeadlineFrom;
use leasescope::run::Kind::{
    self, DoubleEffect, ForeignRelease, HolderRefused, LateWrite, LostUpdate, Overlap,
};
use leasescope::run::{progress, run, verdicts};
use leasescope::scenario::{Effect, Fault, Lasting, Scenario, Thread, Trigger};
use leasescope::time::TrueTime;

const STALE: &[Kind] = &[Overlap, LateWrite, LostUpdate];

/// Runs a scenario under each protection; `expected`: what holds of the run, and how many of the
/// two ticks the store accepted.
#[track_caller]
fn check(why: &str, scenario: &Scenario, expected: &[(&str, &[Kind], u8)]) {
    for (id, kinds, ticks) in expected {
        let protection = Protection::from_id(id).expect("a protection of this name");
        let trace = run(&Scenario { protection, ..scenario.clone() });
        assert_eq!(scenario.problems(), vec![], "{why}");
        let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
        found.sort_unstable();
        found.dedup();
        let picture = leasescope::picture::ascii::draw(&trace);
        assert_eq!(found, *kinds, "{why} ({id})\n{picture}");
        assert_eq!(progress(&trace).ticks, *ticks, "{why} ({id}: ticks)\n{picture}");
    }
}

fn faults<const N: usize>(faults: [Fault; N]) -> Scenario {
    Scenario { first_token: 33, faults: faults.to_vec(), ..Scenario::default() }
}

fn step(worker: WorkerId, step: Step) -> StepRef {
    StepRef::first(worker, step)
}

fn a_before(at: Step) -> Trigger {
    Trigger::Before(step(A, at))
}

fn at(ms: u64) -> Trigger {
    Trigger::At(TrueTime(ms))
}

fn a_pauses(when: Trigger, lasts: Lasting) -> Fault {
    let thread = Thread::Process;
    Fault { when, what: Effect::Pause { worker: A, lasts, thread } }
}

fn a_suspends(when: Trigger, lasts: Lasting) -> Fault {
    Fault { when, what: Effect::Suspend { worker: A, lasts, resync_ms: 0 } }
}

fn until_b(at: Step) -> Lasting {
    Lasting::UntilAfter(step(B, at))
}

fn steps_clock(ms: u64, node: Node, by_ms: i64) -> Fault {
    Fault { when: at(ms), what: Effect::Step { node, by_ms } }
}

/// Something done to A's first message of a step.
fn to_a_message(step: Step, leg: Leg, what: Effect) -> Fault {
    Fault { when: Trigger::Message { worker: A, step, leg, nth: 1 }, what }
}

fn delay(ms: u64) -> Effect {
    Effect::Delay { lasts: Lasting::ForMs(ms) }
}

const SIX_SECONDS: Lasting = Lasting::ForMs(6_000);

#[test]
fn a_pause_past_the_lease_needs_a_store_that_looks() {
    check(
        "A wakes after B has written: only the store can tell that A's write is late",
        &faults([a_pauses(a_before(Step::Write), SIX_SECONDS)]),
        &[
            ("none", STALE, 2),
            ("owner-release", STALE, 2),
            ("wall-check", STALE, 2),
            ("steady-check", STALE, 2),
            ("heartbeat", STALE, 2),
            ("lock-delay", &[], 2),
            ("fence", &[Overlap], 1),
            ("fence-strict", &[Overlap], 1),
            ("fence-read", &[Overlap], 1),
            ("claim", &[Overlap], 1),
            ("stamp", &[Overlap], 1),
            ("heartbeat-fence", &[Overlap], 1),
            ("cas", &[Overlap, LateWrite], 2),
            ("cas-idempotent", &[Overlap, LateWrite], 2),
        ],
    );
}

#[test]
fn a_fence_that_learns_from_writes_alone_is_not_enough() {
    let late_first = faults([a_pauses(a_before(Step::Write), until_b(Step::Read))]);
    check(
        "A's late write comes between B's read and B's write: the store does not know B's token yet",
        &late_first,
        &[("fence", STALE, 2), ("fence-strict", STALE, 2)],
    );
    check(
        "a store that learns the token, or the stamp, before B's read refuses A",
        &late_first,
        &[
            ("fence-read", &[Overlap], 1),
            ("claim", &[Overlap], 1),
            ("stamp", &[Overlap], 1),
            ("heartbeat-fence", &[Overlap], 1),
        ],
    );
    check(
        "versions turn it into a retry, and the refusal costs the holder",
        &late_first,
        &[
            ("cas", &[Overlap, LateWrite, HolderRefused], 2),
            ("cas-idempotent", &[Overlap, LateWrite, HolderRefused], 2),
            ("cas-no-lock", &[], 2),
        ],
    );
    let long_work = Scenario { ttl_ms: 2_000, simulate_ms: [2_500, 2_500], ..faults([]) };
    check(
        "no fault at all, only work that outlasts the lease (found by sampling)",
        &long_work,
        &[("fence", STALE, 2), ("fence-strict", STALE, 2), ("fence-read", &[Overlap], 1)],
    );
}

#[test]
fn a_clock_step_fools_the_wall_clock_alone() {
    let asleep = a_pauses(a_before(Step::Check), SIX_SECONDS);
    check(
        "without a clock fault either clock sees that the lease is over",
        &faults([asleep]),
        &[("wall-check", &[Overlap], 1), ("steady-check", &[Overlap], 1)],
    );
    check(
        "a step back hides the expiry from the wall clock",
        &faults([asleep, steps_clock(3_000, Node::A, -6_000)]),
        &[("wall-check", STALE, 2), ("steady-check", &[Overlap], 1)],
    );
    check(
        "a step forward makes the wall clock give up a lease that is still good: a cost",
        &faults([steps_clock(500, Node::A, 6_000)]),
        &[("wall-check", &[], 1), ("steady-check", &[], 2)],
    );
    let stepped = faults([steps_clock(300, Node::Lock, 6_000)]);
    check(
        "a lock service that judges expiry on its steady clock does not mind a step",
        &stepped,
        &[("steady-check", &[], 2)],
    );
    check(
        "one that judges it on its wall clock ends the lease under A's feet",
        &Scenario { lock_clock: ClockKind::Wall, ..stepped },
        &[
            ("steady-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2),
            ("fence-read", &[Overlap], 1),
        ],
    );
}

#[test]
fn a_steady_clock_fails_too() {
    check(
        "the pause falls into the 1 ms between check and write",
        &faults([a_pauses(Trigger::After(step(A, Step::Check)), SIX_SECONDS)]),
        &[("steady-check", STALE, 2)],
    );
    let delayed = faults([to_a_message(Step::Write, Leg::Request, delay(6_000))]);
    check(
        "the write itself is late on the wire: A is done and has released",
        &delayed,
        &[("steady-check", &[LateWrite, LostUpdate], 2), ("fence", &[], 1)],
    );
    let suspended = faults([a_suspends(a_before(Step::Check), SIX_SECONDS)]);
    check(
        "on Linux the steady clock does not count a suspension",
        &suspended,
        &[("steady-check", STALE, 2), ("wall-check", &[Overlap], 1)],
    );
    check(
        "a steady clock that counts sleep sees it",
        &Scenario { platform: Platform::CountsSleep, ..suspended },
        &[("steady-check", &[Overlap], 1)],
    );
    let drifts = Fault { when: at(0), what: Effect::Drift { node: Node::A, ppm: -400_000 } };
    check(
        "a slow clock still reads less than the deadline when the lease is long over",
        &Scenario { simulate_ms: [6_000, 1_000], ..faults([drifts]) },
        &[
            ("steady-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2),
            ("fence-read", &[Overlap], 1),
        ],
    );
    let slewed =
        Fault { when: at(0), what: Effect::Slew { node: Node::A, by_ms: -3_000, ppm: 83_333 } };
    let close = |faults| Scenario { simulate_ms: [5_300, 1_000], retry_ms: 20, ..faults };
    check(
        "so does a clock under a slew",
        &close(faults([slewed])),
        &[("steady-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2)],
    );
    check(
        "without the slew A gives up; its blind release still frees B's lock",
        &close(faults([])),
        &[("steady-check", &[Overlap, ForeignRelease], 1)],
    );
}

#[test]
fn a_deadline_is_counted_from_before_the_request() {
    let late_grant = Scenario {
        simulate_ms: [4_900, 1_000],
        retry_ms: 100,
        ..faults([to_a_message(Step::Acquire, Leg::Reply, delay(900))])
    };
    check(
        "the grant's reply takes long: counted from the reply the deadline is after the expiry",
        &late_grant,
        &[("steady-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2)],
    );
    check(
        "counted from before the request it is not",
        &Scenario { deadline_from: DeadlineFrom::Request, ..late_grant },
        &[("steady-check", &[Overlap, ForeignRelease], 1)],
    );
    let asleep = faults([a_pauses(Trigger::During(step(A, Step::Acquire)), SIX_SECONDS)]);
    check(
        "the pause begins while the acquire is on the wire: the grant is old when it is read",
        &asleep,
        &[
            ("steady-check", STALE, 2),
            ("heartbeat", STALE, 2),
            ("fence-read", &[Overlap], 1),
            ("heartbeat-fence", &[Overlap], 1),
        ],
    );
    check(
        "counted from before the request the check sees it",
        &Scenario { deadline_from: DeadlineFrom::Request, ..asleep },
        &[("steady-check", &[Overlap], 1)],
    );
    check(
        "a suspension between grant and deadline (found by sampling)",
        &faults([a_suspends(a_before(Step::Deadline), until_b(Step::Acquire))]),
        &[
            ("wall-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2),
            ("steady-check", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2),
        ],
    );
}

#[test]
fn a_release_must_be_of_ones_own_lock() {
    let long_work = Scenario { simulate_ms: [5_500, 1_000], ..faults([]) };
    check(
        "after a failed check the program goes to its release: a blind one frees B's lock",
        &long_work,
        &[
            ("steady-check", &[Overlap, ForeignRelease], 1),
            ("wall-check", &[Overlap, ForeignRelease], 1),
        ],
    );
    check(
        "owner-checked release stops the foreign release, and nothing else",
        &long_work,
        &[
            ("none", &[Overlap, LateWrite, LostUpdate, ForeignRelease], 2),
            ("owner-release", STALE, 2),
        ],
    );
}

#[test]
fn a_heartbeat_pauses_with_its_process() {
    check(
        "work of 8 s needs no fault to outlast its lease: a heartbeat keeps it",
        &Scenario { simulate_ms: [8_000, 1_000], ..faults([]) },
        &[("heartbeat", &[], 2), ("owner-release", STALE, 2), ("heartbeat-fence", &[], 2)],
    );
    check(
        "a pause long before the write: the overdue renewal is refused in time",
        &faults([a_pauses(at(500), SIX_SECONDS)]),
        &[("heartbeat", &[Overlap], 1), ("owner-release", STALE, 2)],
    );
    check(
        "a pause right before the write: the write leaves before the renewal is answered",
        &faults([a_pauses(a_before(Step::Write), SIX_SECONDS)]),
        &[("heartbeat", STALE, 2), ("heartbeat-fence", &[Overlap], 1)],
    );
    let suspended = faults([a_suspends(at(500), SIX_SECONDS)]);
    check(
        "after a suspension on Linux the renewal is not even overdue",
        &suspended,
        &[("heartbeat", STALE, 2), ("heartbeat-fence", &[Overlap], 1)],
    );
    check(
        "where the clock counts sleep it is",
        &Scenario { platform: Platform::CountsSleep, ..suspended },
        &[("heartbeat", &[Overlap], 1)],
    );
    let between = [Node::A, Node::Lock];
    let cut = Fault { when: at(100), what: Effect::Partition { between, for_ms: 20_000 } };
    check(
        "a partition from the lock alone is noticed at the next failed renewal",
        &Scenario { simulate_ms: [6_000, 1_000], ..faults([cut]) },
        &[("heartbeat", &[], 1), ("owner-release", STALE, 2)],
    );
    let thread = Thread::Heartbeat;
    let heart = Effect::Pause { worker: A, lasts: Lasting::ForMs(12_000), thread };
    check(
        "a heartbeat thread that starves alone loses the lease of a worker that works on",
        &Scenario { simulate_ms: [6_000, 1_000], ..faults([Fault { when: at(100), what: heart }]) },
        &[("heartbeat", STALE, 2), ("heartbeat-fence", &[Overlap], 1)],
    );
}

#[test]
fn a_lock_delay_follows_an_expiry_and_no_release() {
    check(
        "A timed out and released properly: the write on the wire is the zombie",
        &faults([to_a_message(Step::Write, Leg::Request, delay(6_000))]),
        &[
            ("lock-delay", &[LateWrite, LostUpdate], 2),
            ("heartbeat", &[LateWrite, LostUpdate], 2),
            ("fence-read", &[], 1),
        ],
    );
    let pause = |ms| faults([a_pauses(a_before(Step::Write), Lasting::ForMs(ms))]);
    check(
        "a pause shorter than ttl + lock-delay is waited for",
        &pause(6_000),
        &[("lock-delay", &[], 2)],
    );
    check("a longer one is not", &pause(11_500), &[("lock-delay", STALE, 2)]);
}

#[test]
fn tokens_must_not_repeat() {
    let failover = |counter| {
        let keeps = Failover { key: false, counter, restarts_ttl: false };
        faults([Fault { when: at(300), what: Effect::Failover(keeps) }])
    };
    let fooled: &[Kind] = &[Overlap, LateWrite, LostUpdate, ForeignRelease];
    check(
        "the counter is lost with the key: two holders with token 33 pass `>=`",
        &failover(false),
        &[("fence", fooled, 2), ("fence-read", fooled, 2), ("claim", fooled, 2)],
    );
    check(
        "`>` lets the second one not through; the owner-checked release is fooled all the same",
        &failover(false),
        &[("fence-strict", &[Overlap, LateWrite, ForeignRelease], 1)],
    );
    check(
        "the counter survives: the fence holds, and the release is told apart",
        &failover(true),
        &[("fence-read", &[Overlap], 1), ("claim", &[Overlap], 1)],
    );
}

#[test]
fn versions_alone_are_not_idempotent() {
    let lost_reply = Scenario {
        b_starts_ms: 1_090,
        simulate_ms: [1_000, 300],
        ..faults([to_a_message(Step::Write, Leg::Reply, Effect::Drop)])
    };
    check(
        "the reply is lost and B writes in between: A can't see that its tick is in",
        &lost_reply,
        &[("cas-no-lock", &[DoubleEffect], 2)],
    );
    check(
        "with nobody in between A finds itself the last writer",
        &Scenario { b_starts_ms: 9_000, ..lost_reply.clone() },
        &[("cas-no-lock", &[], 2), ("cas", &[], 2)],
    );
    check(
        "the late write lands while A works again",
        &faults([to_a_message(Step::Write, Leg::Request, delay(1_500))]),
        &[("cas", &[HolderRefused, DoubleEffect], 2), ("cas-idempotent", &[], 2)],
    );
    let copied = to_a_message(Step::Write, Leg::Request, Effect::Duplicate { later_ms: 100 });
    let dropped = to_a_message(Step::Write, Leg::Reply, Effect::Drop);
    check(
        "a copy's refusal arrives and the acceptance does not",
        &faults([copied, dropped]),
        &[("cas", &[DoubleEffect], 2), ("cas-idempotent", &[], 2)],
    );
}

#[test]
fn a_crash_after_the_write_does_the_tick_again() {
    let what = Effect::Crash { worker: A, restarts_after_ms: Some(100) };
    check(
        "only a store that knows the ids of its ticks can help",
        &faults([Fault { when: Trigger::After(step(A, Step::Write)), what }]),
        &[
            ("none", &[DoubleEffect], 2),
            ("fence-read", &[DoubleEffect], 2),
            ("claim", &[DoubleEffect], 2),
            ("heartbeat-fence", &[DoubleEffect], 2),
            ("cas", &[DoubleEffect], 2),
            ("cas-idempotent", &[], 2),
        ],
    );
}

#[test]
fn a_stamp_can_come_twice() {
    let copied = to_a_message(Step::Stamp, Leg::Request, Effect::Duplicate { later_ms: 8_000 });
    check(
        "a copy of A's stamp arrives after B's write: the row is A's again when A wakes",
        &faults([copied, a_pauses(a_before(Step::Write), Lasting::ForMs(9_000))]),
        &[("stamp", STALE, 2)],
    );
    let copied = to_a_message(Step::Claim, Leg::Request, Effect::Duplicate { later_ms: 8_000 });
    check(
        "a copy of a claim is refused: tokens have an order, and stamps have none",
        &faults([copied, a_pauses(a_before(Step::Write), Lasting::ForMs(9_000))]),
        &[("claim", &[Overlap], 1)],
    );
}

#[test]
fn the_old_path_is_closed_where_a_store_checks() {
    check(
        "a bare write carries no token, version or stamp",
        &faults([to_a_message(Step::Write, Leg::Request, Effect::Legacy)]),
        &[
            ("none", &[], 2),
            ("fence-read", &[HolderRefused], 1),
            ("stamp", &[HolderRefused], 1),
            ("cas", &[HolderRefused], 2),
        ],
    );
}
