//! Scenario files: JSON, read with every problem named at once.
//!
//! Owns reading and writing; the shape is the one that `docs/scenario-and-trace.md` and its schema
//! describe. A file is bounded before it is parsed.

use super::Scenario;
use super::limits::Problem;

/// A file longer than this is not looked at, in bytes.
pub const FILE_MAX_BYTES: usize = 256 * 1024;

/// Why a file is no scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    TooLong {
        bytes: usize,
    },
    /// Not JSON, or not of the documented shape; the message names line and column.
    Unreadable(String),
    Unsound(Vec<Problem>),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            FileError::TooLong { bytes } => {
                write!(f, "the file has {bytes} bytes, and at most {FILE_MAX_BYTES} are read")
            }
            FileError::Unreadable(why) => write!(f, "this is no scenario file: {why}"),
            FileError::Unsound(problems) => {
                let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
                write!(f, "{}", lines.join("\n"))
            }
        }
    }
}

/// Reads a scenario file. Unlike a link, a file with numbers out of range is refused: whoever
/// writes one can mend it.
pub fn read(text: &str) -> Result<Scenario, FileError> {
    if text.len() > FILE_MAX_BYTES {
        return Err(FileError::TooLong { bytes: text.len() });
    }
    // Derived readers take a list of values for an object too, which would make field order matter.
    if !text.trim_start().starts_with('{') {
        return Err(FileError::Unreadable("it does not begin with {".to_owned()));
    }
    let scenario: Scenario =
        serde_json::from_str(text).map_err(|e| FileError::Unreadable(e.to_string()))?;
    match scenario.problems() {
        problems if problems.is_empty() => Ok(scenario),
        problems => Err(FileError::Unsound(problems)),
    }
}

/// Writes a scenario file.
pub fn write(scenario: &Scenario) -> String {
    // A scenario is plain data with string keys: there is nothing that JSON can't hold.
    serde_json::to_string_pretty(scenario).unwrap_or_default()
}
