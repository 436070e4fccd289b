//! Fault storms: scenarios full of faults, the same ones natively and in the browser.
//!
//! Drawn with a generator of their own, since the random scenarios of `scenarios.rs` change with
//! the library that draws them, and are not built for wasm.

use leasescope::clock::{ClockKind, Platform};
use leasescope::model::lock::Failover;
use leasescope::model::network::Leg;
use leasescope::model::node::{Node, WorkerId};
use leasescope::model::program::{Step, StepRef};
use leasescope::model::protection::Protection;
use leasescope::model::worker::DeadlineFrom;
use leasescope::run::{hash, run};
use leasescope::scenario::limits::FAULTS_MAX;
use leasescope::scenario::presets::PRESETS;
use leasescope::scenario::{Effect, Fault, Lasting, Scenario, Thread, Trigger};
use leasescope::time::TrueTime;
use std::fmt::Write;

pub const STORMS: u64 = 45;
/// The storms are drawn from the steps that there were when their hashes were first kept.
const TICK_STEPS: usize = 10;

/// Those that there were when the hashes were written down: a storm must stay what it is.
const PROTECTIONS: [&str; 15] = [
    "none",
    "owner-release",
    "wall-check",
    "steady-check",
    "heartbeat",
    "lock-delay",
    "fence",
    "fence-strict",
    "fence-read",
    "claim",
    "stamp",
    "heartbeat-fence",
    "cas",
    "cas-no-lock",
    "cas-idempotent",
];

/// A xorshift generator: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn worker(&mut self) -> WorkerId {
        self.of(&WorkerId::ALL)
    }

    fn step(&mut self) -> StepRef {
        StepRef {
            worker: self.worker(),
            step: self.of(&Step::ALL[..TICK_STEPS]),
            nth: self.of(&[1, 1, 1, 2, 3]),
        }
    }

    fn lasting(&mut self) -> Lasting {
        match self.below(3) {
            0 => Lasting::UntilAfter(self.step()),
            _ => Lasting::ForMs(self.of(&[0, 1, 20, 400, 1_500, 6_000, 11_000])),
        }
    }

    fn fault(&mut self) -> Fault {
        let (worker, lasts) = (self.worker(), self.lasting());
        let (node, by_ms) = (self.of(&Node::ALL), self.of(&[-6_000, -1, 1, 700, 6_000]));
        let (short, coin) = (self.of(&[0, 1, 40, 900, 5_000]), self.below(2) == 0);
        let thread = self.of(&[Thread::Process, Thread::Work, Thread::Heartbeat]);
        let what = match self.below(12) {
            0 => Effect::Pause { worker, lasts, thread },
            1 => Effect::Suspend { worker, lasts, resync_ms: short },
            2 => Effect::Step { node, by_ms },
            3 => Effect::Slew { node, by_ms, ppm: self.of(&[500, 83_333]) },
            4 => Effect::Drift { node, ppm: self.of(&[-200_000, -200, 50, 300_000]) },
            5 => Effect::Partition {
                between: [worker.into(), self.of(&[Node::Lock, Node::Store])],
                for_ms: short,
            },
            6 => Effect::Crash { worker, restarts_after_ms: coin.then_some(short) },
            7 => Effect::Failover(Failover {
                key: coin,
                counter: self.below(2) == 0,
                restarts_ttl: !coin,
            }),
            8 => Effect::Delay { lasts },
            9 => Effect::Drop,
            10 => Effect::Duplicate { later_ms: short },
            _ => Effect::Legacy,
        };
        Fault { when: self.trigger(what.is_on_message()), what }
    }

    fn trigger(&mut self, on_message: bool) -> Trigger {
        let at = self.step();
        if on_message {
            let StepRef { worker, step, nth } = at;
            let leg = self.of(&[Leg::Request, Leg::Reply]);
            return Trigger::Message { worker, step, leg, nth };
        }
        match self.below(4) {
            0 => Trigger::At(TrueTime(self.below(9_000))),
            1 => Trigger::During(at),
            2 => Trigger::After(at),
            _ => Trigger::Before(at),
        }
    }
}

/// One storm of up to as many faults as are allowed.
pub fn storm(seed: u64) -> Scenario {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (seed + 1) << 32);
    let id = PROTECTIONS[seed as usize % PROTECTIONS.len()];
    let protection = Protection::from_id(id).expect("a protection of this name");
    let faults = 1 + dice.below(FAULTS_MAX as u64);
    Scenario {
        protection,
        ttl_ms: dice.of(&[1_000, 2_000, 5_000]),
        retry_ms: dice.of(&[50, 500]),
        simulate_ms: [dice.of(&[0, 1_000, 5_500]), dice.of(&[300, 1_000])],
        delay_ms: dice.of(&[0, 1, 20, 130]),
        timeout_ms: dice.of(&[200, 1_000]),
        lock_clock: dice.of(&[ClockKind::Steady, ClockKind::Wall]),
        platform: dice.of(&[Platform::Linux, Platform::CountsSleep]),
        deadline_from: dice.of(&[DeadlineFrom::Reply, DeadlineFrom::Request]),
        seed,
        faults: (0..faults).map(|_| dice.fault()).collect(),
        ..Scenario::default()
    }
}

/// The hash of every preset and of every storm, one a line.
pub fn hashes() -> String {
    let presets = PRESETS.iter().map(|preset| (preset.id.to_owned(), preset.scenario()));
    let storms = (0..STORMS).map(|seed| (format!("storm-{seed}"), storm(seed)));
    let mut text = String::new();
    for (name, scenario) in presets.chain(storms) {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{name} {}", hash::hash(&run(&scenario).events));
    }
    text
}
