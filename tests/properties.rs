//! What holds of every scenario. `PROPTEST_CASES=20000 cargo test --release --test properties`
//! looks longer than a usual run does.
#![allow(clippy::expect_used, reason = "a test may fail")]

mod common;

use common::scenarios;
use leasescope::model::event::What;
use leasescope::model::lock::Failover;
use leasescope::model::network::Leg;
use leasescope::model::node::WorkerId;
use leasescope::model::profile::{OwnerName, Profile, TokenKind};
use leasescope::model::program::Step;
use leasescope::model::protection::{Prelude, Protection};
use leasescope::run::{Event, Kind, Rules, Trace, World, hash, run, verdicts};
use leasescope::scenario::limits::EVENTS_MAX;
use leasescope::scenario::{Effect, Fault, Scenario, Trigger};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};

/// Safe under every fault but those that `spared` takes away.
const SAFE: [&str; 5] = ["fence-read", "claim", "cas-idempotent", "heartbeat-fence", "partition"];
/// Safe as long as every worker learns what became of its write.
const SAFE_IF_TOLD: [&str; 2] = ["cas", "cas-no-lock"];
/// One step says a handful of things at most, and a run ends at the first step beyond the limit.
const EVENTS_OVERSHOOT: usize = 64;

fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig {
        cases: asked.unwrap_or(cases),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn the_same_scenario_gives_the_same_trace(scenario in scenarios::scenario()) {
        prop_assert_eq!(scenario.problems(), vec![]);
        let (once, again) = (run(&scenario), run(&scenario));
        prop_assert_eq!(hash::hash(&once.events), hash::hash(&again.events));
        prop_assert!(once == again, "the traces differ though their hashes do not");
    }

    #[test]
    fn every_run_ends_for_a_named_reason(scenario in scenarios::scenario()) {
        let trace = run(&scenario);
        let ends = |e: &&Event| matches!(e.what, What::Ended { .. });
        prop_assert_eq!(trace.events.iter().filter(ends).count(), 1);
        prop_assert!(trace.events.last().filter(ends).is_some(), "something follows the end");
        prop_assert!(trace.events.len() <= EVENTS_MAX + EVENTS_OVERSHOOT);
        prop_assert!(trace.ended_at().0 <= scenario.horizon_ms);
        prop_assert!(trace.events.is_sorted_by_key(|e| e.at), "time runs backwards");
        verdicts(&trace);
    }

    #[test]
    fn seeking_is_running_to_there(
        scenario in scenarios::scenario(),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 3),
    ) {
        let trace = run(&scenario);
        let mut wanted: Vec<usize> =
            places.iter().map(|place| place.index(trace.moments() + 1)).collect();
        wanted.push(trace.moments());
        wanted.sort_unstable();
        let rules = Rules::new(&scenario);
        let (mut world, mut said, mut moments) = (World::new(&rules), Vec::new(), 0);
        for wanted in wanted {
            while moments < wanted {
                let before = said.len();
                while said.len() == before && world.step(&rules, &mut said) {}
                moments += 1;
            }
            prop_assert!(trace.seek(wanted) == world, "seek({}) is another world", wanted);
        }
        prop_assert!(said == trace.events, "stepping says something else than running");
    }
}

#[test]
fn safe_protections_stay_safe() {
    for id in SAFE {
        look_at(protection(id), 100, |trace| {
            prop_assert_eq!(harm(trace), vec![], "under {}", id);
            Ok(())
        });
    }
}

/// Whatever the lock service does: a store that checks does not take the service's word for it. The
/// one exception is a token that is looked up, since it is somebody else's.
#[test]
fn safe_protections_stay_safe_with_every_lock_service() {
    for profile in Profile::all().filter(|p| p.service().token != TokenKind::LookedUp) {
        for id in SAFE {
            let strategy = scenarios::everyday(protection(id));
            let outcome = TestRunner::new(config(20)).run(&strategy, |scenario| {
                let trace = run(&Scenario { profile, ..spared(scenario) });
                let mut harm = harm(&trace);
                if profile.service().owner == OwnerName::Host {
                    // Whoever runs on the same host may release it: no protection helps there.
                    harm.retain(|kind| *kind != Kind::ForeignRelease);
                }
                prop_assert_eq!(harm, vec![], "under {} with {}", id, profile.id());
                Ok(())
            });
            if let Err(error) = outcome {
                panic!("{error}");
            }
        }
    }
}

#[test]
fn versions_alone_fail_only_when_an_outcome_stays_unknown() {
    for id in SAFE_IF_TOLD {
        look_at(protection(id), 100, |trace| {
            let mut harm = harm(trace);
            if trace.events.iter().any(|e| leaves_unknown(e.what)) {
                harm.retain(|kind| *kind != Kind::DoubleEffect);
            }
            prop_assert_eq!(harm, vec![], "under {}", id);
            Ok(())
        });
    }
}

/// Runs random scenarios under a protection and holds a property against each.
fn look_at(
    protection: Protection,
    cases: u32,
    holds: impl Fn(&Trace) -> Result<(), TestCaseError>,
) {
    let outcome = TestRunner::new(config(cases))
        .run(&scenarios::everyday(protection), |scenario| holds(&run(&spared(scenario))));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

fn protection(id: &str) -> Protection {
    Protection::from_id(id).expect("a protection of this name")
}

/// Takes away what no lock and no store can help against: a crash whose tick is done again
/// (tick ids can) and a lost counter. The legacy path is closed in every store that checks.
fn spared(mut scenario: Scenario) -> Scenario {
    let keeps_ids = scenario.protection.switches().rule.tick_ids;
    for fault in &mut scenario.faults {
        match &mut fault.what {
            Effect::Crash { restarts_after_ms, .. } if !keeps_ids => *restarts_after_ms = None,
            Effect::Failover(Failover { counter, .. }) => *counter = true,
            _ => {}
        }
    }
    scenario
}

fn harm(trace: &Trace) -> Vec<Kind> {
    verdicts(trace).into_iter().map(|v| v.kind).filter(|kind| kind.is_unsafe()).collect()
}

/// A write that timed out, or of which a copy was judged: its writer may not have heard the truth.
fn leaves_unknown(what: What) -> bool {
    match what {
        What::TimedOut { step, .. } => step == Step::Write,
        What::Judged { copy, listened, .. } => copy && listened,
        _ => false,
    }
}

/// Every other protection is broken by some random scenario, always by the same one.
#[test]
fn unsafe_protections_fail() {
    for protection in Protection::all() {
        if SAFE.contains(&protection.id()) {
            continue;
        }
        let found = smallest_failure(protection);
        assert!(found.is_some(), "nothing harms {}: is it safe?", protection.id());
        if std::env::var_os("SHOW").is_some() {
            println!("{}: {:#?}", protection.id(), found);
        }
    }
}

/// The first scenario that harms, made as small as it gets.
fn smallest_failure(protection: Protection) -> Option<Scenario> {
    let config = ProptestConfig { cases: 4_000, failure_persistence: None, ..Default::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let outcome = runner.run(&scenarios::everyday(protection), |scenario| {
        prop_assert!(harm(&run(&primed(scenario))).is_empty());
        Ok(())
    });
    match outcome {
        Err(TestError::Fail(_, scenario)) => Some(primed(scenario)),
        _ => None,
    }
}

/// A stamp fails only if it comes twice, and late: too rare to wait for, so that it is given.
fn primed(scenario: Scenario) -> Scenario {
    let mut scenario = spared(scenario);
    if scenario.protection.switches().prelude == Prelude::Stamp {
        scenario.faults.push(Fault {
            when: Trigger::Message {
                worker: WorkerId::A,
                step: Step::Stamp,
                leg: Leg::Request,
                nth: 1,
            },
            what: Effect::Duplicate { later_ms: 8_000 },
        });
    }
    scenario
}
