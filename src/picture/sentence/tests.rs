//! Snapshots of whole runs, and that whatever can happen is told.

use super::*;
use crate::model::protection::Protection;
use crate::run::verdict::side_by_side;
use crate::run::{run, verdicts};
use crate::scenario::presets::PRESETS;
use crate::scenario::presets::Preset;
use crate::text::Lang;
use std::path::PathBuf;

fn trace(id: &str) -> Trace {
    run(&Preset::find(id).expect("a preset").scenario())
}

/// The rows as text, with what there is to say at the end.
fn print(trace: &Trace, text: Text) -> String {
    let mut out = String::new();
    for row in rows(trace, text) {
        let mark = if row.weight == Weight::Major { '*' } else { ' ' };
        out += &format!("{mark} {:>6} {:<8} {}\n", row.at.0, format!("{:?}", row.who), row.text);
    }
    for verdict in verdicts(trace) {
        out += &format!("= {}\n", verdict_sentence(&verdict, trace, text));
    }
    for report in side_by_side(trace, trace.events.len()) {
        let said = store_summary(&report, trace, trace.events.len(), text);
        out += &format!("= {}: {said}\n", report.slot.id());
    }
    out
}

#[test]
fn the_sentences_are_as_they_were() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/picture/snapshots");
    for id in ["gc-pause", "ntp-step-back", "delayed-write", "fenced-late-first"] {
        for lang in Lang::ALL {
            let said = print(&trace(id), Text(lang));
            let path = folder.join(format!("{id}.{}.txt", lang.code()));
            if std::env::var_os("UPDATE").is_some() {
                std::fs::create_dir_all(&folder).expect("the folder can be made");
                std::fs::write(&path, &said).expect("the snapshot can be written");
            }
            let was = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(said, was, "{}: if it is meant, UPDATE=1", path.display());
        }
    }
}

/// Every row, verdict and summary of a run is filled, in every language, and weighs the same.
fn check_complete(name: &str, trace: &Trace) {
    let weights = |lang| rows(trace, Text(lang)).iter().map(|row| row.weight).collect::<Vec<_>>();
    for lang in Lang::ALL {
        let rows = rows(trace, Text(lang));
        assert_eq!(rows.len(), trace.moments(), "{name}: one row for each moment");
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.moment, i);
            let events = &trace.events[trace.moment(i)];
            assert!(!row.text.trim().is_empty(), "{name}: nothing is said of {events:?}");
        }
        let all = print(trace, Text(lang));
        assert!(!all.contains(['{', '}']), "{name}: something is not filled in:\n{all}");
        assert_eq!(weights(lang), weights(Lang::En), "{name}: weights depend on the language");
    }
}

#[test]
fn every_preset_under_every_protection_is_told_completely() {
    for preset in PRESETS {
        for protection in Protection::all() {
            let scenario = crate::scenario::Scenario { protection, ..preset.scenario() };
            check_complete(&format!("{} {}", preset.id, protection.id()), &run(&scenario));
        }
    }
}

#[test]
fn a_learner_steps_through_a_preset_in_a_few_dozen_steps() {
    for preset in PRESETS {
        let rows = rows(&trace(preset.id), Text(Lang::En));
        let majors: Vec<_> = rows.iter().filter(|row| row.weight == Weight::Major).collect();
        // A sync worker does the same for each of four events, twice.
        let most = if trace(preset.id).rules.switches().sync.is_some() { 50 } else { 40 };
        assert!((10..=most).contains(&majors.len()), "{}: {} steps", preset.id, majors.len());
        for pair in majors.windows(2) {
            assert_ne!(pair[0].text, pair[1].text, "{}: said twice in a row", preset.id);
        }
    }
}

#[test]
fn every_verdict_has_its_texts() {
    for kind in crate::run::Kind::ALL {
        for what in ["name", "says"] {
            let id = format!("verdict.{}.{what}", kind.id());
            assert!(Text::default().find(&id).is_some(), "locales/ lacks {id}");
        }
    }
}

#[test]
fn every_kind_of_fault_is_told() {
    use crate::model::program::{Step, StepRef};
    use crate::scenario::Trigger;
    use crate::scenario::kinds::KINDS;
    let write = StepRef::first(WorkerId::A, Step::Write);
    let triggers = [Trigger::At(TrueTime(3_000)), Trigger::Before(write)];
    for (i, protection) in Protection::all().enumerate() {
        for (j, kind) in KINDS.iter().enumerate() {
            let node = Node::ALL[(i + j) % Node::ALL.len()];
            for when in triggers {
                let mut scenario = Preset::find("gc-pause").expect("a preset").scenario();
                scenario.protection = protection;
                scenario.faults.push(kind.fault(node, when, &scenario));
                check_complete(kind.id, &run(&scenario));
            }
        }
    }
}

#[test]
fn a_long_run_is_told_in_time() {
    let mut scenario = Preset::find("no-fault").expect("a preset").scenario();
    (scenario.simulate_ms, scenario.ttl_ms) = ([500_000, 1_000], 600_000);
    (scenario.retry_ms, scenario.delay_ms, scenario.horizon_ms) = (100, 5, 600_000);
    let trace = run(&scenario);
    assert!(trace.events.len() > 15_000, "{} events", trace.events.len());
    assert_eq!(rows(&trace, Text(Lang::En)).len(), trace.moments());
}
