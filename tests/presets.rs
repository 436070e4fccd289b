//! Every preset: what comes of it, and its picture.
//!
//! The pictures are files in `tests/pictures/`; `UPDATE=1 cargo test --test presets` writes them anew.
#![allow(clippy::expect_used, reason = "a test may fail")]

mod common;

use leasescope::picture::ascii;
use leasescope::run::Kind::{self, ForeignRelease, LateWrite, LostUpdate, Overlap};
use leasescope::run::verdict::side_by_side;
use leasescope::run::{run, verdicts};
use leasescope::scenario::presets::{FIRST, PRESETS, Preset};

const STALE: &[Kind] = &[Overlap, LateWrite, LostUpdate];

/// `hp`: what is left in the unfenced, the fenced and the versioned store.
#[track_caller]
fn check(id: &str, kinds: &[Kind], hp: [i64; 3]) {
    let trace = run(&Preset::find(id).expect("a preset of this name").scenario());
    let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
    found.sort_unstable();
    found.dedup();
    let picture = ascii::draw(&trace);
    assert_eq!(found, kinds, "{id}\n{picture}");
    let stores = side_by_side(&trace, trace.events.len());
    assert_eq!(stores.map(|store| store.value.hp), hp, "{id}\n{picture}");
    common::same_as_file(&format!("pictures/{id}.txt"), &picture);
}

#[test]
fn each_comes_to_what_it_is_there_to_show() {
    check("no-fault", &[], [580, 580, 580]);
    check("gc-pause", STALE, [880, 700, 700]);
    check("ntp-step-back", STALE, [880, 700, 700]);
    check("steady-survives-ntp", &[Overlap], [700, 700, 700]);
    check("check-then-pause", STALE, [880, 700, 700]);
    check("suspend", STALE, [880, 700, 700]);
    check("delayed-write", &[LateWrite, LostUpdate], [880, 700, 700]);
    check("foreign-release", &[Overlap, ForeignRelease], [700, 700, 700]);
    check("fenced-late-first", STALE, [700, 700, 880]);
}

#[test]
fn each_has_a_picture_and_none_is_left_over() {
    let mut wanted: Vec<String> = PRESETS.iter().map(|p| format!("{}.txt", p.id)).collect();
    wanted.sort();
    let files = std::fs::read_dir(common::path("pictures")).expect("tests/pictures");
    let names = files.map(|f| f.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, wanted, "a preset without a check above, or a picture without a preset");
}

#[test]
fn the_presets_are_sound() {
    assert!(Preset::find(FIRST).is_some(), "the preset of a first visit exists");
    for preset in PRESETS {
        assert_eq!(preset.scenario().problems(), vec![], "{}", preset.id);
    }
}
