//! Protections taken apart: each part left out is seen to have done its work, and what makes no
//! sense is refused with its name.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use leasescope::link::{self, Note};
use leasescope::model::protection::Protection;
use leasescope::model::switch::SWITCHES;
use leasescope::run::Kind::{self, ForeignRelease, LateWrite, LostUpdate, Overlap};
use leasescope::run::{run, verdicts};
use leasescope::scenario::{Problem, Scenario};

/// Runs what a link stands for.
#[track_caller]
fn check(why: &str, text: &str, expected: &[Kind]) {
    let reading = link::read(text);
    assert_eq!(reading.notes, [Note::NoCheck], "{text}");
    let trace = run(&reading.link.scenario);
    let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
    found.sort_unstable();
    found.dedup();
    let picture = leasescope::picture::ascii::draw(&trace);
    assert_eq!(found, expected, "{why}: {text}\n{picture}");
    let written = link::write(&reading.link.scenario, None);
    assert_eq!(link::read(&written).link, reading.link, "{written}");
}

#[test]
fn a_part_taken_away_is_missed() {
    let late = "v1/custom/a.pause=before-write.until-b-read";
    check("tokens on reads", &format!("{late}/protect=fence-read"), &[Overlap]);
    let stale = [Overlap, LateWrite, LostUpdate];
    check("and without", &format!("{late}/protect=fence-read/sw.read=bare"), &stale);
    check("a claim", &format!("{late}/protect=claim"), &[Overlap]);
    check("and without", &format!("{late}/protect=claim/sw.first=nothing"), &stale);
    let long = "v1/custom/protect=fence-read/sim-a=5500";
    check("an owner's release", long, &[Overlap]);
    check("and a blind one", &format!("{long}/sw.release=blind"), &[Overlap, ForeignRelease]);
    let beats = "v1/custom/protect=heartbeat/sim-a=7000/net.cut=at-1000.a-lock.5000";
    check("a flag that is looked at", beats, &[]);
    let silent = format!("{beats}/sw.heartbeat=silent");
    check("and a watchdog that tells nobody", &silent, &stale);
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    for (text, switch, needs) in [
        ("protect=none/sw.store=stamp", "store", "first"),
        ("protect=fence/sw.lock=nothing", "store", "lock"),
        ("protect=cas-no-lock/sw.heartbeat=cancels", "heartbeat", "lock"),
        ("protect=cas-no-lock/sw.check=steady", "check", "lock"),
        ("protect=stamp/sw.first=nothing", "store", "first"),
    ] {
        let reading = link::read(&format!("v1/custom/{text}"));
        let refused = reading.notes.iter().find_map(|note| match note {
            Note::Clamped(Problem::Need(need)) => Some((need.switch, need.needs)),
            _ => None,
        });
        assert_eq!(refused, Some((switch, needs)), "{text}");
        assert!(reading.link.scenario.switches.is_empty(), "{text}: it is put back");
    }
}

#[test]
fn what_the_protection_has_anyway_is_not_written_down() {
    let text = "v1/custom/protect=fence/sw.release=owner/sw.check=no/sw.store=token-at-least";
    let scenario = link::read(text).link.scenario;
    assert!(scenario.switches.is_empty());
    assert!(!link::write(&scenario, None).contains("sw."));
}

/// Every protection can be put together from any other, switch by switch.
#[test]
fn protections_are_nothing_but_their_switches() {
    for goal in Protection::all() {
        for from in Protection::all() {
            let mut scenario = Scenario { protection: from, ..Scenario::default() };
            for (i, switch) in SWITCHES.iter().enumerate() {
                scenario.switches.set(i, switch.word(goal.switches())).expect("a word");
            }
            assert_eq!(scenario.clamp(), vec![], "{} from {}", goal.id(), from.id());
            assert_eq!(scenario.switches(), *goal.switches(), "{} from {}", goal.id(), from.id());
        }
    }
}
