//! A trace: what happened, when, and the worlds along the way.
//!
//! Owns the record of a run. A playhead is a number of moments: everything that one `World::step`
//! did. `seek` gives the world as it is then, from a checkpoint nearby.

use super::rules::Rules;
use super::world::World;
use crate::model::event::What;
use crate::scenario::Scenario;
use crate::time::TrueTime;
use serde::Serialize;
use std::ops::Range;

/// Something that happened, and when, in ms of true time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Event {
    pub at: TrueTime,
    #[serde(flatten)]
    pub what: What,
}

/// A world is kept after every so many moments.
const CHECKPOINT_EVERY: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    pub rules: Rules,
    pub events: Vec<Event>,
    /// For each moment the number of events up to and with it.
    ends: Vec<u32>,
    checkpoints: Vec<World>,
}

/// Runs a scenario to its end.
pub fn run(scenario: &Scenario) -> Trace {
    let rules = Rules::new(scenario);
    let mut world = World::new(&rules);
    let mut trace =
        Trace { rules, events: Vec::new(), ends: Vec::new(), checkpoints: vec![world.clone()] };
    while world.step(&trace.rules, &mut trace.events) {
        // A step that is silent (a renewal becomes due) belongs to the moment after it.
        if trace.ends.last().copied().unwrap_or(0) as usize == trace.events.len() {
            continue;
        }
        trace.ends.push(trace.events.len() as u32);
        if trace.ends.len().is_multiple_of(CHECKPOINT_EVERY) {
            trace.checkpoints.push(world.clone());
        }
    }
    trace
}

impl Trace {
    /// How many moments the run has.
    pub fn moments(&self) -> usize {
        self.ends.len()
    }

    /// The events of one moment, counted from 0, as indices into `events`.
    pub fn moment(&self, index: usize) -> Range<usize> {
        let end = |i: usize| self.ends.get(i).map_or(self.events.len(), |end| *end as usize);
        let start = if index == 0 { 0 } else { end(index - 1) };
        start..end(index)
    }

    /// When a moment happens.
    pub fn at(&self, index: usize) -> TrueTime {
        self.events.get(self.moment(index).start).map_or(TrueTime::ZERO, |event| event.at)
    }

    /// The moment to which an event belongs.
    pub fn moment_of(&self, event: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= event)
    }

    /// How many moments have happened by `at`, inclusive.
    pub fn moments_by(&self, at: TrueTime) -> usize {
        let events = self.events.partition_point(|event| event.at <= at);
        self.ends.partition_point(|end| *end as usize <= events)
    }

    /// The world after the first `moments` moments.
    pub fn seek(&self, moments: usize) -> World {
        let moments = moments.min(self.moments());
        let nearest = moments / CHECKPOINT_EVERY;
        let mut world = self.checkpoints[nearest].clone();
        let mut unheard = Vec::new();
        for _ in nearest * CHECKPOINT_EVERY..moments {
            while unheard.is_empty() && world.step(&self.rules, &mut unheard) {}
            unheard.clear();
        }
        world
    }

    /// When the run ended.
    pub fn ended_at(&self) -> TrueTime {
        self.events.last().map_or(TrueTime::ZERO, |event| event.at)
    }
}
