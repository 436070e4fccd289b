//! What the page has to say about a link, a file or a copy: one quiet banner, never a modal.

use super::said::Said;
use super::state::Ui;
use crate::link::{self, Note};
use crate::scenario::Problem;
use crate::scenario::limits::FAULTS_MAX;
use crate::session::Command;
use crate::text::{Key, Text};
use yew::prelude::*;

pub fn notes(said: &Said, preset: &str, ui: &Ui) -> Html {
    let text = ui.text;
    let (body, error) = match said {
        Said::Link(notes) if notes.is_empty() => return html! {},
        Said::Link(notes) => (link_notes(notes, preset, ui), notes.iter().any(Note::is_error)),
        Said::Copied(chars) => (copied(*chars, text), false),
        Said::CopiedRun => (html! { <p>{ text.get(Key::UiExportCopied) }</p> }, false),
        Said::CopyByHand(address) => (by_hand(address, text), false),
        Said::TooLong(chars) => {
            let words = text.fill(Key::UiNoteTooLong, &[("chars", &chars.to_string())]);
            (html! { <p>{ words }</p> }, true)
        }
    };
    let passing = matches!(said, Said::Copied(_) | Said::CopiedRun);
    let dismiss = ui.say.reform(|_: MouseEvent| Said::Link(Vec::new()));
    html! {
        <div class={classes!("note", error.then_some("is-error"), passing.then_some("is-passing"))} role={if error { "alert" } else { "status" }}>
            <div>{ body }</div>
            <button type="button" class="button quiet" onclick={dismiss}>
                { text.get(Key::UiNoteDismiss) }
            </button>
        </div>
    }
}

fn link_notes(notes: &[Note], preset: &str, ui: &Ui) -> Html {
    let text = ui.text;
    let preset = preset.to_owned();
    let defaults = ui.send::<MouseEvent>(move || Command::Open(preset.clone()));
    html! {
        <>
            <ul>
                for note in notes { <li>{ note_text(note, text) }</li> }
            </ul>
            if notes.iter().any(Note::is_error) {
                <button type="button" class="button" onclick={defaults}>
                    { text.get(Key::UiNoteDefaults) }
                </button>
            }
        </>
    }
}

fn copied(chars: usize, text: Text) -> Html {
    let chars_said = chars.to_string();
    html! {
        <p>
            { text.get(Key::UiHeaderCopied) }
            if chars > link::LENGTH_WARN {
                { " · " }{ text.fill(Key::UiNoteLongLink, &[("chars", &chars_said)]) }
            }
        </p>
    }
}

fn by_hand(address: &str, text: Text) -> Html {
    html! {
        <label class="by-hand">
            { text.get(Key::UiHeaderCopyByHand) }
            <input type="text" readonly=true value={address.to_owned()} />
        </label>
    }
}

/// A note on a link in the reader's language.
fn note_text(note: &Note, text: Text) -> String {
    match note {
        Note::Empty => text.get(Key::NoteEmpty).to_owned(),
        Note::NoCheck => text.get(Key::NoteNoCheck).to_owned(),
        Note::WrongCheck => text.get(Key::NoteWrongCheck).to_owned(),
        Note::NotALink => text.get(Key::NoteNotALink).to_owned(),
        Note::NewerVersion { version } => {
            text.fill(Key::NoteNewerVersion, &[("version", &version.to_string())])
        }
        Note::UnknownPreset { id } => text.fill(Key::NoteUnknownPreset, &[("id", id)]),
        Note::UnknownKey { key } => text.fill(Key::NoteUnknownKey, &[("key", key)]),
        Note::DuplicateKey { key } => text.fill(Key::NoteDuplicateKey, &[("key", key)]),
        Note::BadValue { key, value } => {
            text.fill(Key::NoteBadValue, &[("key", key), ("value", value)])
        }
        Note::TooLong { chars } => {
            let max = link::LENGTH_MAX.to_string();
            text.fill(Key::NoteTooLong, &[("chars", &chars.to_string()), ("max", &max)])
        }
        Note::More { count } => text.fill(Key::NoteMore, &[("count", &count.to_string())]),
        Note::Clamped(Problem::OutOfRange { field, value, limit }) => text.fill(
            Key::NoteClamped,
            &[
                ("field", field),
                ("value", &value.to_string()),
                ("min", &limit.min.to_string()),
                ("max", &limit.max.to_string()),
            ],
        ),
        Note::Clamped(problem) => problem_text(problem, text),
    }
}

/// What is wrong with a scenario, in the reader's language.
fn problem_text(problem: &Problem, text: Text) -> String {
    let nth = |fault: &usize| (fault + 1).to_string();
    match problem {
        Problem::OutOfRange { field, value, limit } => text.fill(
            Key::ProblemOutOfRange,
            &[
                ("field", field),
                ("value", &value.to_string()),
                ("min", &limit.min.to_string()),
                ("max", &limit.max.to_string()),
            ],
        ),
        Problem::TooManyFaults { count } => {
            let (count, max) = (count.to_string(), FAULTS_MAX.to_string());
            text.fill(Key::ProblemTooManyFaults, &[("count", &count), ("max", &max)])
        }
        Problem::Mismatched { fault } => text.fill(Key::ProblemMismatched, &[("n", &nth(fault))]),
        Problem::Need(need) => {
            let at = |id: &str, words: &[&str]| format!("{id}={}", words.join("|"));
            let (this, other) = (at(need.switch, need.at), at(need.needs, need.to_be));
            text.fill(Key::ProblemNeed, &[("this", &this), ("other", &other)])
        }
        Problem::SameNode { fault } => text.fill(Key::ProblemSameNode, &[("n", &nth(fault))]),
    }
}
