//! What there is to say about a link: data for the page, plain English for the command line.

use super::LENGTH_MAX;
use crate::scenario::Problem;

/// More notes than this are only counted.
pub const NOTES_MAX: usize = 16;
/// Of a word from a link no more characters than this are repeated.
pub const WORD_MAX: usize = 40;

/// Something worth saying about a link. The words in it come from the link: show them as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// There is no link.
    Empty,
    /// It ends without a check: written by hand, or cut.
    NoCheck,
    /// It was changed or cut since it was made.
    WrongCheck,
    NewerVersion {
        version: u32,
    },
    NotALink,
    UnknownPreset {
        id: String,
    },
    UnknownKey {
        key: String,
    },
    BadValue {
        key: String,
        value: String,
    },
    /// Given more than once: the last one counts.
    DuplicateKey {
        key: String,
    },
    Clamped(Problem),
    TooLong {
        chars: usize,
    },
    /// So many notes more.
    More {
        count: usize,
    },
}

impl Note {
    /// Whether what was asked for can't be shown as asked, so that a page says it in a banner and
    /// offers the defaults. The others are asides.
    pub fn is_error(&self) -> bool {
        match self {
            Note::Empty | Note::NoCheck | Note::UnknownKey { .. } | Note::DuplicateKey { .. } => {
                false
            }
            Note::Clamped(problem) => !matches!(problem, Problem::OutOfRange { .. }),
            Note::WrongCheck
            | Note::NewerVersion { .. }
            | Note::NotALink
            | Note::UnknownPreset { .. }
            | Note::BadValue { .. }
            | Note::TooLong { .. }
            | Note::More { .. } => true,
        }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Note::Empty => write!(f, "there is no link"),
            Note::NoCheck => write!(f, "the link has no check at its end: was it cut?"),
            Note::WrongCheck => write!(f, "the link was changed or cut since it was made"),
            Note::NewerVersion { version } => {
                write!(f, "the link was made with a newer version (v{version}; this one reads v1)")
            }
            Note::NotALink => write!(f, "this is no scenario link: one begins with v1/"),
            Note::UnknownPreset { id } => write!(f, "no preset is called {id:?}"),
            Note::UnknownKey { key } => write!(f, "{key:?} means nothing here, and was ignored"),
            Note::BadValue { key, value } => {
                write!(f, "{value:?} is no value for {key:?}, and was ignored")
            }
            Note::DuplicateKey { key } => {
                write!(f, "{key:?} is given more than once: the last one counts")
            }
            Note::Clamped(problem) => write!(f, "{problem}; the link was mended"),
            Note::TooLong { chars } => {
                write!(f, "the link has {chars} characters, and at most {LENGTH_MAX} are read")
            }
            Note::More { count } => write!(f, "and {count} problems more"),
        }
    }
}

/// Notes as they are collected, bounded.
#[derive(Default)]
pub(super) struct Notes {
    kept: Vec<Note>,
    more: usize,
}

impl Notes {
    pub fn push(&mut self, note: Note) {
        if self.kept.len() < NOTES_MAX {
            self.kept.push(note);
        } else {
            self.more += 1;
        }
    }

    pub fn unknown_key(&mut self, key: &str) {
        self.push(Note::UnknownKey { key: word(key) });
    }

    pub fn bad_value(&mut self, key: &str, value: &str) {
        self.push(Note::BadValue { key: word(key), value: word(value) });
    }

    pub fn finish(mut self) -> Vec<Note> {
        if self.more > 0 {
            self.kept.push(Note::More { count: self.more });
        }
        self.kept
    }
}

/// A word from a link, short enough to be repeated.
pub(super) fn word(text: &str) -> String {
    text.chars().take(WORD_MAX).collect()
}
