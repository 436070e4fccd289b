//! A run as the page uses it: the trace, where one stops in it, and how a position is named.

use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::program::StepRef;
use crate::picture::sentence::{self, Weight};
use crate::run::{Trace, Verdict, run, verdicts};
use crate::scenario::Scenario;
use crate::text::{Lang, Text};
use crate::time::{Position, TrueTime};
use std::rc::Rc;

#[derive(Debug)]
pub struct Run {
    pub scenario: Rc<Scenario>,
    pub trace: Trace,
    pub verdicts: Vec<Verdict>,
    /// Numbers of moments after which something was told.
    stops: Vec<usize>,
}

impl Run {
    /// Runs a scenario that is within its limits.
    pub fn new(scenario: Rc<Scenario>) -> Run {
        let trace = run(&scenario);
        let verdicts = verdicts(&trace);
        let told = sentence::rows(&trace, Text(Lang::En));
        let major = told.iter().filter(|row| row.weight == Weight::Major);
        let mut stops: Vec<usize> = major.map(|row| row.moment + 1).collect();
        stops.dedup();
        Run { scenario, trace, verdicts, stops }
    }

    pub fn moments(&self) -> usize {
        self.trace.moments()
    }

    /// The stops, in order; with `fine` every moment is one.
    pub fn stops(&self, fine: bool) -> Vec<usize> {
        let start_and_end = [0, self.moments()];
        let mut stops = match fine {
            true => (0..=self.moments()).collect(),
            false => self.stops.clone(),
        };
        stops.extend(start_and_end);
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    pub fn stop_after(&self, playhead: usize, fine: bool) -> usize {
        let next = match fine {
            true => Some(playhead + 1),
            false => self.stops.get(self.stops.partition_point(|s| *s <= playhead)).copied(),
        };
        next.unwrap_or(self.moments()).min(self.moments())
    }

    pub fn stop_before(&self, playhead: usize, fine: bool) -> usize {
        match fine {
            true => playhead.saturating_sub(1),
            false => match self.stops.partition_point(|s| *s < playhead) {
                0 => 0,
                i => self.stops[i - 1],
            },
        }
    }

    /// The step that a worker begins in a moment, with its count.
    pub fn step_begun(&self, moment: usize, worker: WorkerId) -> Option<StepRef> {
        self.trace.events[self.trace.moment(moment)].iter().find_map(|event| match event.what {
            What::Step { worker: w, step, nth } if w == worker => {
                Some(StepRef { worker, step, nth })
            }
            _ => None,
        })
    }

    pub fn position(&self, playhead: usize) -> Position {
        let Some(last) = playhead.checked_sub(1) else {
            return Position { at: TrueTime::ZERO, nth: Some(0) };
        };
        let at = self.trace.at(last);
        let nth = playhead - self.first_of(at);
        let all = self.trace.moments_by(at) == playhead;
        Position { at, nth: (!all).then_some(nth as u16) }
    }

    pub fn moments_at(&self, position: Position) -> usize {
        let all = self.trace.moments_by(position.at);
        match position.nth {
            None => all,
            Some(nth) => (self.first_of(position.at) + usize::from(nth)).min(all),
        }
    }

    /// How many moments have happened before the instant `at`.
    fn first_of(&self, at: TrueTime) -> usize {
        at.0.checked_sub(1).map_or(0, |before| self.trace.moments_by(TrueTime(before)))
    }
}
