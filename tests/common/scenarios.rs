//! Random scenarios, every one of them within the limits.
//!
//! Numbers are drawn from few values around the ones that matter (a ttl, a delay, nothing at all),
//! and now and then from the whole range: uniform numbers hardly ever meet one another in time.

use leasescope::clock::{ClockKind, Platform};
use leasescope::model::lock::Failover;
use leasescope::model::network::Leg;
use leasescope::model::node::{Node, WorkerId};
use leasescope::model::profile::Profile;
use leasescope::model::program::{Step, StepRef};
use leasescope::model::protection::{Protection, ReleaseRule};
use leasescope::model::switch::{Custom, SWITCHES};
use leasescope::model::sync::{self, Job, Sync};
use leasescope::model::worker::DeadlineFrom;
use leasescope::scenario::limits::{
    CLOCK_MAX_MS, DRIFT_MAX_PPM, FAULTS_MAX, HORIZON_MAX_MS, HP_MAX, NTH_MAX, SEED_MAX,
    SLEW_MAX_PPM, SPAN_MAX_MS, TOKEN_MAX,
};
use leasescope::scenario::presets::PRESETS;
use leasescope::scenario::{Effect, Fault, Lasting, NodeClock, Scenario, Thread, Trigger};
use leasescope::time::TrueTime;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Any scenario that is within the limits, the extreme ones too.
pub fn scenario() -> BoxedStrategy<Scenario> {
    let faults = prop_oneof![
        4 => vec(fault(Step::ALL.to_vec()), 0..=4),
        1 => vec(fault(Step::ALL.to_vec()), 0..=FAULTS_MAX),
    ];
    let numbers = prop_oneof![3 => usual(), 1 => extreme()];
    (numbers, custom(), profile(), faults, job())
        .prop_map(|(scenario, switches, profile, faults, job)| {
            let mut scenario = Scenario { switches, profile, faults, job, ..scenario };
            scenario.switches.mend(scenario.protection.switches());
            scenario
        })
        .boxed()
}

fn job() -> impl Strategy<Value = Job> {
    prop_oneof![2 => Just(Job::Tick), 1 => syncs().prop_map(Job::Sync)]
}

/// A sync worker with any of its switches.
pub fn syncs() -> impl Strategy<Value = Sync> {
    let bits = vec(any::<bool>(), sync::SWITCHES.len());
    let check = select(vec![None, Some(ClockKind::Wall), Some(ClockKind::Steady)]);
    let release = select(vec![ReleaseRule::Blind, ReleaseRule::OwnerChecked]);
    let work = select(vec![200_u64, 0, 1, 600, 2_000]);
    (bits, check, release, 1..=8_u8, work).prop_map(|(bits, check, release, batch, work_ms)| {
        let mut sync = Sync { check, release, batch, work_ms, ..Sync::default() };
        for (switch, on) in sync::SWITCHES.iter().zip(bits) {
            (switch.set)(&mut sync, on);
        }
        sync
    })
}

/// A sync worker's run with the everyday numbers and up to six faults at its steps.
pub fn syncing(sync: Sync) -> BoxedStrategy<Scenario> {
    let job = Job::Sync(sync);
    let switches = sync.switches();
    let steps: Vec<Step> = Step::ALL.into_iter().filter(|step| step.is_in(&switches)).collect();
    (usual(), vec(fault(steps), 0..=6))
        .prop_map(move |(scenario, faults)| Scenario { job, faults, ..scenario })
        .boxed()
}

/// A scenario as the lessons have it under this protection, with up to six faults at steps that
/// its workers come to.
pub fn everyday(protection: Protection) -> impl Strategy<Value = Scenario> {
    let comes_to = |step: &Step| step.is_in(protection.switches());
    let steps: Vec<Step> = Step::ALL.into_iter().filter(comes_to).collect();
    (usual(), vec(fault(steps), 0..=6)).prop_map(move |(scenario, faults)| Scenario {
        protection,
        faults,
        ..scenario
    })
}

fn profile() -> BoxedStrategy<Profile> {
    let any = select(Profile::all().collect::<Vec<_>>());
    prop_oneof![1 => Just(Profile::default()), 2 => any].boxed()
}

/// Up to three switches set at random; whether they make sense is for the caller to mend.
fn custom() -> BoxedStrategy<Custom> {
    let set = vec((0..SWITCHES.len(), any::<prop::sample::Index>()), 0..=3);
    set.prop_map(|set| {
        let mut custom = Custom::default();
        for (switch, at) in set {
            let words = SWITCHES[switch].words;
            custom.set(switch, words[at.index(words.len())]).expect("a word of the switch");
        }
        custom
    })
    .boxed()
}

pub fn protection() -> impl Strategy<Value = Protection> {
    select(Protection::all().collect::<Vec<_>>())
}

fn clock_kind() -> impl Strategy<Value = ClockKind> {
    select(vec![ClockKind::Steady, ClockKind::Wall])
}

fn platform() -> impl Strategy<Value = Platform> {
    select(vec![Platform::Linux, Platform::CountsSleep])
}

fn deadline_from() -> impl Strategy<Value = DeadlineFrom> {
    select(vec![DeadlineFrom::Reply, DeadlineFrom::Request])
}

/// Numbers as in the defaults and in their neighbourhood.
fn usual() -> BoxedStrategy<Scenario> {
    let spans = (
        select(vec![5_000_u64, 2_000, 1_000]),
        select(vec![500_u64, 100, 250]),
        [work(), work()],
        select(vec![500_u64, 0, 20, 1_500]),
        select(vec![20_u64, 0, 1, 100]),
        select(vec![1_000_u64, 200, 41]),
        select(vec![5_000_u64, 0, 1_000]),
        select(vec![20_000_u64, 60_000]),
    );
    (spans, judging()).prop_map(|(spans, judging)| assemble(spans, judging)).boxed()
}

fn work() -> impl Strategy<Value = u64> {
    select(vec![1_000_u64, 0, 1, 300, 2_500, 5_500])
}

/// Numbers at the ends of their ranges, and anywhere between.
fn extreme() -> BoxedStrategy<Scenario> {
    let span = || prop_oneof![Just(0), Just(1), Just(SPAN_MAX_MS), 0..=SPAN_MAX_MS];
    let some = || prop_oneof![Just(1), Just(2), Just(SPAN_MAX_MS), 1..=SPAN_MAX_MS];
    let horizon = prop_oneof![Just(1), Just(HORIZON_MAX_MS), 1..=HORIZON_MAX_MS];
    let spans = (some(), some(), [span(), span()], span(), span(), some(), span(), horizon);
    (spans, judging()).prop_map(|(spans, judging)| assemble(spans, judging)).boxed()
}

type Spans = (u64, u64, [u64; 2], u64, u64, u64, u64, u64);
type Judging = (
    (String, Protection, ClockKind, Platform, DeadlineFrom),
    (i64, [i64; 2], u64, u64),
    [NodeClock; 4],
);

fn judging() -> BoxedStrategy<Judging> {
    let mut ids: Vec<String> = PRESETS.iter().map(|preset| preset.id.to_owned()).collect();
    ids.push(String::new());
    let hp = prop_oneof![3 => Just(1_000), 1 => Just(1), 1 => 1..=HP_MAX];
    let damage = || prop_oneof![3 => Just(120), 1 => Just(0), 1 => 0..=HP_MAX];
    let token = prop_oneof![3 => Just(33_u64), 1 => Just(1), 1 => 1..=TOKEN_MAX];
    let seed = prop_oneof![2 => Just(0), 1 => 0..=SEED_MAX];
    (
        (select(ids), protection(), clock_kind(), platform(), deadline_from()),
        (hp, [damage(), damage()], token, seed),
        [node_clock(), node_clock(), node_clock(), node_clock()],
    )
        .boxed()
}

fn node_clock() -> BoxedStrategy<NodeClock> {
    let odd = (offset_ms(), drift_ppm())
        .prop_map(|(offset_ms, drift_ppm)| NodeClock { offset_ms, drift_ppm });
    prop_oneof![4 => Just(NodeClock::default()), 1 => odd].boxed()
}

fn offset_ms() -> impl Strategy<Value = i64> {
    prop_oneof![3 => select(vec![0_i64, 6_000, -6_000, 1, -1, 500]), 1 => -CLOCK_MAX_MS..=CLOCK_MAX_MS]
}

fn drift_ppm() -> impl Strategy<Value = i64> {
    let often = select(vec![0_i64, 200, -200, DRIFT_MAX_PPM, -DRIFT_MAX_PPM]);
    prop_oneof![3 => often, 1 => -DRIFT_MAX_PPM..=DRIFT_MAX_PPM]
}

fn assemble(spans: Spans, (how, game, clocks): Judging) -> Scenario {
    let (
        ttl_ms,
        retry_ms,
        simulate_ms,
        b_starts_ms,
        delay_ms,
        timeout_ms,
        lock_delay_ms,
        horizon_ms,
    ) = spans;
    let (preset, protection, lock_clock, platform, deadline_from) = how;
    let (boss_hp, damage_hp, first_token, seed) = game;
    Scenario {
        job: Job::Tick,
        preset,
        protection,
        ttl_ms,
        retry_ms,
        simulate_ms,
        b_starts_ms,
        delay_ms,
        timeout_ms,
        lock_delay_ms,
        lock_clock,
        horizon_ms,
        boss_hp,
        damage_hp,
        first_token,
        platform,
        deadline_from,
        clocks,
        seed,
        ..Scenario::default()
    }
}

/// One fault, its trigger of the kind that its effect needs, at one of these steps.
pub fn fault(steps: Vec<Step>) -> BoxedStrategy<Fault> {
    let on_message = (message_trigger(steps.clone()), effect_on_message(steps.clone()));
    prop_oneof![
        3 => (step_trigger(steps.clone()), effect(steps))
            .prop_map(|(when, what)| Fault { when, what }),
        2 => on_message.prop_map(|(when, what)| Fault { when, what }),
    ]
    .boxed()
}

fn worker() -> impl Strategy<Value = WorkerId> {
    prop_oneof![2 => Just(WorkerId::A), 1 => Just(WorkerId::B)]
}

fn node() -> impl Strategy<Value = Node> {
    select(Node::ALL.to_vec())
}

fn nth() -> impl Strategy<Value = u8> {
    prop_oneof![6 => Just(1), 2 => Just(2), 1 => Just(3), 1 => 1..=NTH_MAX]
}

fn step_ref(steps: Vec<Step>) -> impl Strategy<Value = StepRef> {
    (worker(), select(steps), nth()).prop_map(|(worker, step, nth)| StepRef { worker, step, nth })
}

fn instant() -> impl Strategy<Value = TrueTime> {
    prop_oneof![4 => 0..=12_000_u64, 1 => 0..=SPAN_MAX_MS].prop_map(TrueTime)
}

fn step_trigger(steps: Vec<Step>) -> BoxedStrategy<Trigger> {
    prop_oneof![
        1 => instant().prop_map(Trigger::At),
        2 => step_ref(steps.clone()).prop_map(Trigger::Before),
        1 => step_ref(steps.clone()).prop_map(Trigger::During),
        1 => step_ref(steps).prop_map(Trigger::After),
    ]
    .boxed()
}

fn message_trigger(steps: Vec<Step>) -> BoxedStrategy<Trigger> {
    let leg = select(vec![Leg::Request, Leg::Reply]);
    (worker(), select(steps), leg, nth())
        .prop_map(|(worker, step, leg, nth)| Trigger::Message { worker, step, leg, nth })
        .boxed()
}

fn span_ms() -> impl Strategy<Value = u64> {
    let often = vec![0_u64, 1, 20, 40, 300, 999, 1_000, 3_000, 6_000, 11_000];
    prop_oneof![6 => select(often), 1 => 0..=SPAN_MAX_MS]
}

fn lasting(steps: Vec<Step>) -> BoxedStrategy<Lasting> {
    prop_oneof![
        2 => span_ms().prop_map(Lasting::ForMs),
        1 => step_ref(steps).prop_map(Lasting::UntilAfter),
    ]
    .boxed()
}

fn effect(steps: Vec<Step>) -> BoxedStrategy<Effect> {
    let thread = select(vec![Thread::Process, Thread::Process, Thread::Work, Thread::Heartbeat]);
    let pair = (node(), node()).prop_filter("two different nodes", |(a, b)| a != b);
    prop_oneof![
        4 => (worker(), lasting(steps.clone()), thread)
            .prop_map(|(worker, lasts, thread)| Effect::Pause { worker, lasts, thread }),
        2 => (worker(), lasting(steps), span_ms())
            .prop_map(|(worker, lasts, resync_ms)| Effect::Suspend { worker, lasts, resync_ms }),
        1 => (node(), offset_ms()).prop_map(|(node, by_ms)| Effect::Step { node, by_ms }),
        1 => (node(), offset_ms(), 1..=SLEW_MAX_PPM)
            .prop_map(|(node, by_ms, ppm)| Effect::Slew { node, by_ms, ppm }),
        1 => (node(), drift_ppm()).prop_map(|(node, ppm)| Effect::Drift { node, ppm }),
        1 => (pair, span_ms())
            .prop_map(|((a, b), for_ms)| Effect::Partition { between: [a, b], for_ms }),
        1 => (worker(), option::of(span_ms()))
            .prop_map(|(worker, restarts_after_ms)| Effect::Crash { worker, restarts_after_ms }),
        1 => (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            |(key, counter, restarts_ttl)| Effect::Failover(Failover { key, counter, restarts_ttl })
        ),
    ]
    .boxed()
}

fn effect_on_message(steps: Vec<Step>) -> BoxedStrategy<Effect> {
    prop_oneof![
        3 => lasting(steps).prop_map(|lasts| Effect::Delay { lasts }),
        2 => Just(Effect::Drop),
        2 => span_ms().prop_map(|later_ms| Effect::Duplicate { later_ms }),
        1 => Just(Effect::Legacy),
    ]
    .boxed()
}
