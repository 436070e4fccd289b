//! The commands: everything that can be done to a session.

use super::Place;
use crate::model::protection::Protection;
use crate::scenario::{Fault, Scenario};
use crate::time::{Position, TrueTime};

/// What is being typed or dragged: one edit with the one before, if that was of the same field.
/// `None`: an edit of its own.
pub type Typing = Option<&'static str>;

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Opens a preset at its start; an unknown id changes nothing.
    Open(String),
    /// Opens a scenario, at a position or at its start.
    Load(Box<Scenario>, Option<Position>),
    /// To the next stop, and to the one before.
    Forward,
    Back,
    ToStart,
    ToEnd,
    /// After so many moments; beyond the end is the end.
    Seek(usize),
    /// After everything that happens by then.
    SeekTime(TrueTime),
    Play(bool),
    /// In percent, one of `SPEEDS`.
    Speed(u16),
    Fine(bool),
    /// Says what the next stop will show, and goes there.
    Predict(usize),
    Reveal(bool),
    Protect(Protection),
    /// Any other change of the scenario.
    Change(Box<Scenario>, Typing),
    AddFault(Fault),
    EditFault(usize, Fault, Typing),
    RemoveFault(usize),
    /// Opens the form of a fault, or closes it.
    Edit(Option<usize>),
    /// Offers the faults that can be put at a place, or takes the offer back.
    Propose(Option<Place>),
    Undo,
    Redo,
}
