//! The link text ⇄ scenario and playhead.
//!
//! Owns the forms of every version ever released, and what is said about a link that can't be shown
//! as asked. Leaves out the address bar, and the texts that a page shows for a note.
//!
//! `v1/gc-pause/ttl=5000/a.pause=before-write.8000/protect=fence/t=6400/c=4k9x`: a version, a preset,
//! what differs from it, the playhead, and a check over all before it. Written by a person, the check
//! is left out. Written are only `a-z 0-9 . - = /`, and last a letter or digit, since that is what
//! chat programs and autolinkers leave alone.

mod check;
mod clean;
mod note;
pub mod v1;

pub use note::Note;

use crate::scenario::Scenario;
use crate::scenario::presets::{self, Preset};
use crate::time::Position;
use note::Notes;

/// Most links are at most this long, in characters.
pub const LENGTH_TYPICAL: usize = 300;
/// Above this a link is likely to be cut on its way.
pub const LENGTH_WARN: usize = 1_000;
/// A longer link is not read: offer the scenario as a file instead.
pub const LENGTH_MAX: usize = 2_000;

/// What a link stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub scenario: Scenario,
    /// The playhead; `None`: at the start.
    pub at: Option<Position>,
}

/// A link as it was read: always something to show, and whatever there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    pub link: Link,
    pub notes: Vec<Note>,
}

impl Reading {
    /// The first visit's preset, and why it is that one.
    fn first(note: Note) -> Reading {
        let scenario = Preset::find(presets::FIRST).map(Preset::scenario).unwrap_or_default();
        Reading { link: Link { scenario, at: None }, notes: vec![note] }
    }

    /// Whether what was asked for can't be shown as asked.
    pub fn has_error(&self) -> bool {
        self.notes.iter().any(Note::is_error)
    }

    /// The scenario to offer instead: the link's preset, with nothing changed.
    pub fn defaults(&self) -> Scenario {
        Preset::find(&self.link.scenario.preset).map(Preset::scenario).unwrap_or_default()
    }
}

/// Writes a link in the newest version. A scenario out of its limits is written as it is clamped; a
/// result above `LENGTH_MAX` won't be read.
pub fn write(scenario: &Scenario, at: Option<Position>) -> String {
    v1::write(scenario, at)
}

/// Reads a link of any version. `text` may be a fragment with its `#`, or a query with its `?`.
pub fn read(text: &str) -> Reading {
    let text = match clean::clean(text) {
        Ok(text) => text,
        Err(chars) => return Reading::first(Note::TooLong { chars }),
    };
    if text.is_empty() {
        return Reading::first(Note::Empty);
    }
    let first = text.split('/').next().unwrap_or_default();
    let version = first.strip_prefix('v').filter(|v| v.bytes().all(|b| b.is_ascii_digit()));
    match version.map(str::parse::<u32>) {
        Some(Ok(1)) => {
            let mut notes = Notes::default();
            let link = v1::read(&text, &mut notes);
            Reading { link, notes: notes.finish() }
        }
        Some(Ok(version)) if version > 1 => Reading::first(Note::NewerVersion { version }),
        _ => Reading::first(Note::NotALink),
    }
}
