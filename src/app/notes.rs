//! What the page has to say about a link, a file or a copy: one quiet banner, never a modal.

use super::browser::file;
use super::state::use_ui;
use crate::link::{self, Note};
use crate::scenario::Scenario;
use crate::scenario::file as scenario_file;
use crate::session::Command;
use crate::text::{Key, Text};
use yew::prelude::*;

/// The last thing that was said.
#[derive(Clone, PartialEq)]
pub enum Said {
    /// What reading a link came to; nothing if it was as it should be.
    Link(Vec<Note>),
    Copied(usize),
    CopyByHand(String),
    TooLong(usize, Box<Scenario>),
    /// A file could not be read.
    File(String),
}

#[derive(Properties, PartialEq)]
pub struct NotesProps {
    pub said: Said,
    pub say: Callback<Said>,
    pub preset: String,
}

#[component]
pub fn Notes(props: &NotesProps) -> Html {
    let ui = use_ui();
    let text = ui.text;
    let (body, error) = match &props.said {
        Said::Link(notes) if notes.is_empty() => return html! {},
        Said::Link(notes) => (
            link_notes(notes, &props.preset, &ui),
            notes.iter().any(Note::is_error),
        ),
        Said::Copied(chars) => (copied(*chars, text), false),
        Said::CopyByHand(address) => (by_hand(address, text), false),
        Said::TooLong(chars, scenario) => (too_long(*chars, scenario, text), true),
        Said::File(why) => (html! { <p>{ why }</p> }, true),
    };
    let dismiss = props.say.reform(|_: MouseEvent| Said::Link(Vec::new()));
    html! {
        <div class={classes!("note", error.then_some("is-error"))} role={if error { "alert" } else { "status" }}>
            <div>{ body }</div>
            <button type="button" class="button quiet" onclick={dismiss}>
                { text.get(Key::UiNoteDismiss) }
            </button>
        </div>
    }
}

fn link_notes(notes: &[Note], preset: &str, ui: &super::state::Ui) -> Html {
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

fn too_long(chars: usize, scenario: &Scenario, text: Text) -> Html {
    let content = scenario_file::write(scenario);
    let onclick = Callback::from(move |_: MouseEvent| {
        file::save("leasescope-scenario.json", &content);
    });
    html! {
        <>
            <p>{ text.fill(Key::UiNoteTooLong, &[("chars", &chars.to_string())]) }</p>
            <button type="button" class="button" {onclick}>{ text.get(Key::UiNoteSave) }</button>
        </>
    }
}

/// A note on a link in the reader's language.
fn note_text(note: &Note, text: Text) -> String {
    let _ = text;
    note.to_string()
}
