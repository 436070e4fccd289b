//! The reducer, by its commands alone.

use super::*;
use crate::model::node::WorkerId;
use crate::model::program::{Step, StepRef};
use crate::scenario::presets::PRESETS;
use crate::scenario::{Effect, Lasting, Thread, Trigger};
use crate::time::TrueTime;

fn pause(ms: u64) -> Fault {
    let when = Trigger::Before(StepRef::first(WorkerId::A, Step::Write));
    let lasts = Lasting::ForMs(ms);
    Fault { when, what: Effect::Pause { worker: WorkerId::A, lasts, thread: Thread::Process } }
}

fn after(commands: impl IntoIterator<Item = Command>) -> Session {
    commands.into_iter().fold(Session::first(), |s, c| s.apply(c))
}

#[test]
fn stepping_visits_every_stop_and_comes_back() {
    for fine in [false, true] {
        let mut session = after([Command::Fine(fine)]);
        let stops = session.run.stops(fine);
        for stop in &stops[1..] {
            session = session.apply(Command::Forward);
            assert_eq!(session.playhead, *stop);
        }
        assert_eq!(
            session.apply(Command::Forward).playhead,
            session.playhead,
            "the end is the end"
        );
        for stop in stops.iter().rev().skip(1) {
            session = session.apply(Command::Back);
            assert_eq!(session.playhead, *stop);
        }
    }
}

#[test]
fn an_edit_keeps_the_playhead_in_time_and_undo_gives_back_what_was() {
    let before = after([Command::SeekTime(TrueTime(2_000))]);
    let at = before.position().at;
    let edited = before.apply(Command::EditFault(0, pause(300), Some("for")));
    assert!(edited.position().at <= at);
    let undone = edited.apply(Command::Undo);
    assert_eq!(undone.scenario(), before.scenario());
    assert_eq!(undone.apply(Command::Redo).scenario(), edited.scenario());
    assert!(!undone.can_undo());
}

#[test]
fn typing_a_number_is_one_edit() {
    let typed =
        after([6, 60, 600, 6_000, 60_000].map(|ms| Command::EditFault(0, pause(ms), Some("for"))));
    assert_eq!(typed.apply(Command::Undo).scenario(), Session::first().scenario());
    let apart = [
        Command::EditFault(0, pause(10), Some("for")),
        Command::Forward,
        Command::EditFault(0, pause(20), Some("for")),
        Command::Undo,
    ];
    assert_eq!(after(apart).scenario().faults[0], pause(10));
}

#[test]
fn a_number_that_is_clamped_to_what_it_was_takes_no_undo_away() {
    let typed =
        after([6_000_000, 60_000_000].map(|ms| Command::EditFault(0, pause(ms), Some("for"))));
    assert_eq!(typed.apply(Command::Undo).scenario(), Session::first().scenario());
}

#[test]
fn undo_keeps_the_form_with_its_fault() {
    let both =
        after([Command::AddFault(pause(7)), Command::RemoveFault(0), Command::Edit(Some(0))]);
    let undone = both.apply(Command::Undo);
    assert_eq!(undone.editing, Some(1), "the fault of 7 ms is the second again");
}

#[test]
fn out_of_range_numbers_are_clamped_and_the_fault_list_is_bounded() {
    let session = after([Command::EditFault(0, pause(u64::MAX), Some("for"))]);
    assert_eq!(session.scenario().faults[0], pause(600_000));
    let many = after((0..100).map(|_| Command::AddFault(pause(5))));
    assert_eq!(many.scenario().faults.len(), FAULTS_MAX);
}

#[test]
fn nothing_breaks_where_there_is_nothing() {
    let commands = [
        Command::RemoveFault(7),
        Command::EditFault(7, pause(1), Some("for")),
        Command::Edit(Some(7)),
        Command::Undo,
        Command::Redo,
        Command::Back,
        Command::Open("no such preset".to_owned()),
    ];
    assert_eq!(after(commands).scenario(), Session::first().scenario());
}

#[test]
fn a_position_names_the_same_moment_again() {
    for preset in PRESETS {
        let run = Run::new(Rc::new(preset.scenario()));
        for moments in 0..=run.moments() {
            assert_eq!(run.moments_at(run.position(moments)), moments, "{}", preset.id);
        }
    }
}
