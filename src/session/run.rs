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
    /// Numbers of moments after which something was told; and with every moment a stop.
    stops: Rc<[usize]>,
    every: Rc<[usize]>,
}

impl Run {
    /// Runs a scenario that is within its limits.
    pub fn new(scenario: Rc<Scenario>) -> Run {
        let trace = run(&scenario);
        let verdicts = verdicts(&trace);
        let told = sentence::rows(&trace, Text(Lang::En));
        let major = told.iter().filter(|row| row.weight == Weight::Major);
        let stops = major.map(|row| row.moment + 1).chain([0, trace.moments()]);
        let mut stops: Vec<usize> = stops.collect();
        stops.sort_unstable();
        stops.dedup();
        let every = (0..=trace.moments()).collect();
        Run { scenario, trace, verdicts, stops: stops.into(), every }
    }

    pub fn moments(&self) -> usize {
        self.trace.moments()
    }

    /// The stops, in order, from the start to the end; with `fine` every moment is one.
    pub fn stops(&self, fine: bool) -> Rc<[usize]> {
        Rc::clone(if fine { &self.every } else { &self.stops })
    }

    pub fn stop_after(&self, playhead: usize, fine: bool) -> usize {
        let stops = self.stops(fine);
        let next = stops.get(stops.partition_point(|stop| *stop <= playhead));
        next.copied().unwrap_or(self.moments())
    }

    pub fn stop_before(&self, playhead: usize, fine: bool) -> usize {
        let stops = self.stops(fine);
        stops.partition_point(|stop| *stop < playhead).checked_sub(1).map_or(0, |i| stops[i])
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
