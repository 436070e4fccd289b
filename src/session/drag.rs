//! Dragging a fault: what it becomes when its end, or itself, is brought to another instant.
//!
//! Pure: the page says where the pointer is. Moves snap to the steps of the worker, since a step
//! trigger keeps its meaning when durations change; lengths snap to a grid. `free` does neither.

use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::program::{Step, StepRef};
use crate::run::Trace;
use crate::scenario::{Effect, Fault, Lasting, Trigger};
use crate::time::TrueTime;

/// Lengths snap to multiples of this, in ms.
const GRID_MS: u64 = 100;

/// What of a fault is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Whole,
    /// Where it ends: dragging it makes it longer or shorter.
    End,
}

/// The fault with its held part brought to `at`; `began` is when it began in the run that is seen.
pub fn dragged(
    fault: &Fault,
    part: Part,
    began: TrueTime,
    at: TrueTime,
    trace: &Trace,
    free: bool,
) -> Fault {
    match part {
        Part::End => stretched(fault, began, at, free),
        Part::Whole => moved(fault, at, trace, free),
    }
}

fn stretched(fault: &Fault, began: TrueTime, at: TrueTime, free: bool) -> Fault {
    let length_ms = match at - began {
        ms if free => ms.max(1),
        ms => ((ms + GRID_MS / 2) / GRID_MS).max(1) * GRID_MS,
    };
    let mut next = *fault;
    match &mut next.what {
        Effect::Pause { lasts, .. } | Effect::Suspend { lasts, .. } | Effect::Delay { lasts } => {
            *lasts = Lasting::ForMs(length_ms);
        }
        Effect::Partition { for_ms, .. } => *for_ms = length_ms,
        _ => {}
    }
    next
}

fn moved(fault: &Fault, at: TrueTime, trace: &Trace, free: bool) -> Fault {
    let when = match fault.when {
        // A message is what it is: its fault stays with it.
        Trigger::Message { .. } => fault.when,
        Trigger::At(_) if !free => Trigger::At(TrueTime((at.0 + GRID_MS / 2) / GRID_MS * GRID_MS)),
        _ if free => Trigger::At(at),
        Trigger::Before(step) | Trigger::During(step) | Trigger::After(step) => {
            let nearest = nearest_step(trace, step.worker, at).unwrap_or(step);
            match fault.when {
                Trigger::During(_) => Trigger::During(nearest),
                Trigger::After(_) => Trigger::After(nearest),
                _ => Trigger::Before(nearest),
            }
        }
        Trigger::At(_) => Trigger::At(at),
    };
    Fault { when, ..*fault }
}

/// The step of a worker that begins nearest to an instant.
fn nearest_step(trace: &Trace, worker: WorkerId, at: TrueTime) -> Option<StepRef> {
    let steps = trace.events.iter().filter_map(|event| match event.what {
        What::Step { worker: w, step, nth } if w == worker && step != Step::Renew => {
            Some((event.at, StepRef { worker, step, nth }))
        }
        _ => None,
    });
    steps.min_by_key(|(begins, _)| begins.0.abs_diff(at.0)).map(|(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::run;
    use crate::scenario::presets::Preset;

    fn drag(part: Part, at_ms: u64, free: bool) -> Fault {
        let scenario = Preset::find("gc-pause").map(Preset::scenario).unwrap();
        let trace = run(&scenario);
        let (began, at) = (TrueTime(1_080), TrueTime(at_ms));
        dragged(&scenario.faults[0], part, began, at, &trace, free)
    }

    #[test]
    fn an_end_snaps_to_the_grid_and_a_pause_never_vanishes() {
        let lasts = |fault: Fault| fault.what.lasting();
        assert_eq!(lasts(drag(Part::End, 3_033, false)), Some(Lasting::ForMs(2_000)));
        assert_eq!(lasts(drag(Part::End, 3_033, true)), Some(Lasting::ForMs(1_953)));
        assert_eq!(lasts(drag(Part::End, 10, false)), Some(Lasting::ForMs(100)));
    }

    #[test]
    fn a_move_snaps_to_steps_unless_free() {
        let read = StepRef::first(WorkerId::A, Step::Read);
        assert_eq!(drag(Part::Whole, 55, false).when, Trigger::Before(read));
        assert_eq!(drag(Part::Whole, 555, true).when, Trigger::At(TrueTime(555)));
    }
}
