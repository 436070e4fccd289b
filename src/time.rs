//! True time: the one timeline that every run is told on.
//!
//! Owns the instant type. Leaves clock readings to `clock`: a reading is what a node *says* the
//! time is, and has its own types so that it can't be mistaken for the truth.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// An instant of true time: whole milliseconds since the scenario's start.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TrueTime(pub u64);

impl TrueTime {
    pub const ZERO: TrueTime = TrueTime(0);

    /// Milliseconds from `earlier` to here; 0 if `earlier` is later.
    pub fn since(self, earlier: TrueTime) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A place in a run: an instant, or part-way through what happens in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub at: TrueTime,
    /// After this many of the moments of that instant; `None`: after all of them.
    pub nth: Option<u16>,
}

impl From<TrueTime> for Position {
    fn from(at: TrueTime) -> Position {
        Position { at, nth: None }
    }
}

impl Add<u64> for TrueTime {
    type Output = TrueTime;
    fn add(self, span_ms: u64) -> TrueTime {
        TrueTime(self.0.saturating_add(span_ms))
    }
}

impl Sub<TrueTime> for TrueTime {
    type Output = u64;
    fn sub(self, earlier: TrueTime) -> u64 {
        self.since(earlier)
    }
}
