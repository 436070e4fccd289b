//! What the page says of a link or a copy, as data: `notes` shows it.

use crate::link::Note;

/// The last thing that was said.
#[derive(Clone, PartialEq)]
pub enum Said {
    /// What reading a link came to; nothing if it was as it should be.
    Link(Vec<Note>),
    Copied(usize),
    CopiedRun,
    CopyByHand(String),
    /// The scenario is too long for a link, which would have so many characters.
    TooLong(usize),
}

impl Said {
    /// Whether nothing is lost if it is not read.
    pub fn is_mild(&self) -> bool {
        match self {
            Said::Link(notes) => !notes.is_empty() && !notes.iter().any(Note::is_error),
            Said::Copied(_) | Said::CopiedRun => true,
            Said::CopyByHand(_) | Said::TooLong(_) => false,
        }
    }
}
