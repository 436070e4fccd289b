//! The session: one state, one reducer; every act is a `Command`.
//!
//! Owns undo and redo, the playhead, and what is being edited. Knows no page: buttons, keys, links
//! and host messages all come in as the same commands.

pub mod command;
pub mod drag;
pub mod run;

pub use command::{Command, Typing};
pub use run::Run;

use crate::model::node::Node;
use crate::model::protection::Switches;
use crate::model::switch::Custom;
use crate::scenario::limits::FAULTS_MAX;
use crate::scenario::presets::{FIRST, Preset};
use crate::scenario::{Fault, Scenario, Trigger};
use crate::time::Position;
use std::rc::Rc;

/// How many edits can be undone.
pub const UNDO_MAX: usize = 200;

/// Speeds of play, in percent.
pub const SPEEDS: [u16; 4] = [50, 100, 200, 400];

/// Values shared by pointer: two are the same if they are the very same.
#[derive(Debug)]
pub struct Shared<T>(pub Rc<T>);

impl<T> Shared<T> {
    pub fn new(value: T) -> Shared<T> {
        Shared(Rc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> std::ops::Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Where a fault could be put in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    pub node: Node,
    pub when: Trigger,
}

/// Everything about the page that is not text, theme or width.
#[derive(Clone, PartialEq, Debug)]
pub struct Session {
    pub run: Shared<Run>,
    /// How many moments have happened.
    pub playhead: usize,
    /// Stop at every message, not only where something is told.
    pub fine: bool,
    /// Show what lies after the playhead.
    pub reveal: bool,
    pub playing: bool,
    pub speed: u16,
    /// The fault whose form is open.
    pub editing: Option<usize>,
    /// Where the reader pointed, to choose a fault to put there.
    pub proposing: Option<Place>,
    /// What the last change of a switch left behind: the code marks what is new.
    pub switches_before: Option<Switches>,
    /// What the reader predicted: of which moment, and which answer.
    pub predicted: Option<(usize, usize)>,
    /// Counts opened scenarios: each gets a history entry of its own.
    pub opened: u32,
    undo: Vec<Rc<Scenario>>,
    redo: Vec<Rc<Scenario>>,
    /// What the last edit typed into: typing a number is one edit, not one a digit.
    last_typed: Option<(usize, &'static str)>,
}

impl Session {
    /// A session at the start of a scenario.
    pub fn new(scenario: Scenario) -> Session {
        Session {
            run: Shared::new(Run::new(Rc::new(scenario))),
            playhead: 0,
            fine: false,
            reveal: false,
            playing: false,
            speed: 100,
            editing: None,
            proposing: None,
            switches_before: None,
            predicted: None,
            opened: 0,
            undo: Vec::new(),
            redo: Vec::new(),
            last_typed: None,
        }
    }

    /// What a first visit sees.
    pub fn first() -> Session {
        Session::new(Preset::find(FIRST).map(Preset::scenario).unwrap_or_default())
    }

    pub fn scenario(&self) -> &Scenario {
        &self.run.scenario
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    pub fn position(&self) -> Position {
        self.run.position(self.playhead)
    }

    /// The state after a command; the same state if it changes nothing.
    pub fn apply(&self, command: Command) -> Session {
        let mut next = self.clone();
        next.act(command);
        next
    }

    fn act(&mut self, command: Command) {
        let edits = matches!(command, Command::EditFault(..) | Command::Change(..));
        match command {
            Command::Open(id) => {
                if let Some(preset) = Preset::find(&id) {
                    self.open(preset.scenario(), None);
                }
            }
            Command::Load(scenario, position) => self.open(*scenario, position),
            Command::Forward => {
                self.playhead = self.run.stop_after(self.playhead, self.fine);
                self.playing &= self.playhead < self.run.moments();
            }
            Command::Back => self.playhead = self.run.stop_before(self.playhead, self.fine),
            Command::ToStart => self.playhead = 0,
            Command::ToEnd => self.playhead = self.run.moments(),
            Command::Seek(moments) => self.playhead = moments.min(self.run.moments()),
            Command::SeekTime(at) => self.playhead = self.run.trace.moments_by(at),
            Command::Play(on) => self.play(on),
            Command::Speed(percent) => self.speed = percent,
            Command::Predict(answer) => {
                let next = self.run.stop_after(self.playhead, self.fine);
                self.predicted = next.checked_sub(1).map(|moment| (moment, answer));
                self.playhead = next;
            }
            Command::Fine(on) => self.fine = on,
            Command::Reveal(on) => self.reveal = on,
            Command::Edit(index) => {
                self.editing = index.filter(|i| *i < self.scenario().faults.len());
                self.proposing = None;
            }
            Command::Propose(place) => {
                self.proposing = place;
                self.editing = None;
            }
            Command::Undo => self.travel(true),
            Command::Redo => self.travel(false),
            Command::Protect(protection) => {
                // A protection is chosen whole: what was set otherwise is put back.
                self.change(|scenario| {
                    scenario.protection = protection;
                    scenario.switches = Custom::default();
                });
            }
            Command::Change(scenario, typing) => {
                self.type_in(usize::MAX, typing, |s| *s = *scenario);
            }
            Command::AddFault(fault) => self.add_fault(fault),
            Command::EditFault(index, fault, typing) => {
                if index < self.scenario().faults.len() {
                    self.type_in(index, typing, |scenario| scenario.faults[index] = fault);
                }
            }
            Command::RemoveFault(index) => {
                if index < self.scenario().faults.len() {
                    self.change(|scenario| {
                        scenario.faults.remove(index);
                    });
                    self.editing = None;
                }
            }
        }
        if !edits {
            self.last_typed = None;
        }
    }

    fn open(&mut self, scenario: Scenario, position: Option<Position>) {
        let next = Session::new(scenario);
        let playhead = position.map_or(0, |p| next.run.moments_at(p));
        *self = Session {
            playhead,
            fine: self.fine,
            speed: self.speed,
            opened: self.opened + 1,
            ..next
        };
    }

    /// Playing from the end starts over.
    fn play(&mut self, on: bool) {
        if on && self.playhead >= self.run.moments() {
            self.playhead = 0;
        }
        self.playing = on;
    }

    fn add_fault(&mut self, fault: Fault) {
        let count = self.scenario().faults.len();
        if count < FAULTS_MAX {
            self.change(|scenario| scenario.faults.push(fault));
            self.editing = Some(count);
            self.proposing = None;
        }
    }

    /// An edit that goes on with the last one if both are of the same field.
    fn type_in(&mut self, subject: usize, typing: Typing, edit: impl FnOnce(&mut Scenario)) {
        let field = typing.map(|field| (subject, field));
        let goes_on = field.is_some() && self.last_typed == field;
        if self.change(edit) && goes_on {
            self.undo.pop();
        }
        self.last_typed = field;
    }

    /// Edits the scenario and runs it again, from the start; the playhead stays where it was in time.
    /// Tells whether anything changed.
    fn change(&mut self, edit: impl FnOnce(&mut Scenario)) -> bool {
        let mut scenario = self.scenario().clone();
        edit(&mut scenario);
        // Whatever a form lets through is brought into its limits here, as for a link.
        scenario.clamp();
        if scenario == *self.scenario() {
            return false;
        }
        if self.undo.len() == UNDO_MAX {
            self.undo.remove(0);
        }
        self.undo.push(Rc::clone(&self.run.scenario));
        self.redo.clear();
        let before = self.scenario().switches();
        let changed = scenario.switches() != before;
        self.rerun(Rc::new(scenario));
        self.switches_before = changed.then_some(before);
        true
    }

    fn rerun(&mut self, scenario: Rc<Scenario>) {
        let position = self.position();
        let at_end = self.playhead > 0 && self.playhead == self.run.moments();
        self.run = Shared::new(Run::new(scenario));
        self.switches_before = None;
        self.predicted = None;
        self.playhead = match self.playhead {
            0 => 0,
            // Whoever looks at the end of a run wants to see the end of the next one.
            _ if at_end => self.run.moments(),
            _ => self.run.moments_at(Position { nth: None, ..position }),
        };
        self.editing = self.editing.filter(|i| *i < self.scenario().faults.len());
    }

    fn travel(&mut self, back: bool) {
        let (from, to) = match back {
            true => (&mut self.undo, &mut self.redo),
            false => (&mut self.redo, &mut self.undo),
        };
        if let Some(scenario) = from.pop() {
            to.push(Rc::clone(&self.run.scenario));
            let edited = self.editing.and_then(|i| self.scenario().faults.get(i).copied());
            let count = self.scenario().faults.len();
            self.rerun(scenario);
            // The list may have shifted below the form: it stays with its fault, or closes.
            if self.scenario().faults.len() != count {
                self.editing = self.scenario().faults.iter().position(|f| Some(*f) == edited);
            }
        }
    }
}

#[cfg(test)]
mod tests;
