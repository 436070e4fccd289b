//! Pointers on the timeline: a press on a step or lane offers faults there, a press on a fault opens
//! it, and a fault can be dragged: its end to stretch it, itself to move it.
//!
//! Everything that this does has a twin without dragging: the fault's form, and the code's letters.

use crate::app::browser::size;
use crate::app::state::Dispatch;
use crate::model::node::Node;
use crate::picture::axis::Axis;
use crate::picture::timeline::{BarKind, FaultShape, LaneId, Owner, Timeline};
use crate::scenario::{Fault, Trigger};
use crate::session::drag::{Part, dragged};
use crate::session::{Command, Place, Run, Shared};
use crate::time::TrueTime;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// A pointer that has moved less than this has pressed, and not dragged.
const DRAG_MIN_PX: f64 = 4.0;
/// How far around its end a stretch can be taken by it.
const END_PX: f64 = 9.0;

/// A fault held by a pointer.
pub struct Drag {
    index: usize,
    part: Part,
    /// As it was when it was taken, and the run in which it was seen.
    fault: Fault,
    run: Shared<Run>,
    axis: Shared<Axis>,
    began: TrueTime,
    from_x: f64,
    moves: bool,
}

/// What a pointer on the picture can reach.
#[derive(Clone)]
pub struct Pointer {
    pub dispatch: Dispatch,
    pub picture: Shared<Timeline>,
    pub run: Shared<Run>,
    pub svg: NodeRef,
    pub drag: Rc<RefCell<Option<Drag>>>,
    /// Keeps an axis while something is dragged along it.
    pub keep: Callback<Option<Shared<Axis>>>,
}

impl Pointer {
    pub fn down(&self, event: &PointerEvent) {
        let Some((x, y)) = size::within(event, &self.svg) else { return };
        let Some(shape) = self.picture.fault_at(x, y) else { return };
        let Some(fault) = self.run.scenario.faults.get(shape.fault) else { return };
        size::hold(event, &self.svg);
        *self.drag.borrow_mut() = Some(Drag {
            index: shape.fault,
            part: part_at(shape, x),
            fault: *fault,
            run: self.run.clone(),
            axis: Shared::new(self.picture.axis.clone()),
            began: shape.began,
            from_x: x,
            moves: false,
        });
    }

    pub fn moved(&self, event: &PointerEvent) {
        let mut held = self.drag.borrow_mut();
        let (Some(drag), Some((x, _))) = (held.as_mut(), size::within(event, &self.svg)) else {
            return;
        };
        if !drag.moves {
            if (x - drag.from_x).abs() < DRAG_MIN_PX {
                return;
            }
            drag.moves = true;
            self.keep.emit(Some(drag.axis.clone()));
        }
        let at = match drag.part {
            Part::End => drag.axis.at(x),
            Part::Whole => drag.axis.at(drag.axis.x(drag.began) + x - drag.from_x),
        };
        let trace = &drag.run.trace;
        let fault = dragged(&drag.fault, drag.part, drag.began, at, trace, event.alt_key());
        let command = Command::EditFault(drag.index, fault, Some("drag"));
        drop(held);
        self.dispatch.dispatch(command);
    }

    pub fn up(&self, event: &PointerEvent) {
        let held = self.drag.borrow_mut().take();
        match held {
            Some(drag) if drag.moves => {
                self.keep.emit(None);
                // The next drag is an edit of its own.
                self.dispatch.dispatch(Command::Edit(Some(drag.index)));
            }
            Some(drag) => self.dispatch.dispatch(Command::Edit(Some(drag.index))),
            None if event.button() == 0 => {
                if let Some(place) = size::within(event, &self.svg).and_then(|at| self.place(at)) {
                    self.dispatch.dispatch(Command::Propose(Some(place)));
                }
            }
            None => {}
        }
    }

    pub fn let_go(&self) {
        if self.drag.borrow_mut().take().is_some() {
            self.keep.emit(None);
        }
    }

    /// The step or the instant of a lane at a point.
    fn place(&self, (x, y): (f64, f64)) -> Option<Place> {
        let picture = &self.picture;
        if y < picture.top || x < picture.axis.left {
            return None;
        }
        let (node, worker) = match picture.lane_at(y)?.id {
            LaneId::Lock => (Node::Lock, None),
            LaneId::Worker(worker) => (worker.into(), Some(worker)),
            // Nobody looks at the clocks of a store: there is nothing to put in there.
            LaneId::Store(_) | LaneId::Record(_) => return None,
        };
        let step = worker.and_then(|worker| {
            let owner = Owner::from(worker);
            let bar = picture.bars.iter().find(|bar| {
                let kind = matches!(bar.kind, BarKind::Step | BarKind::UnknownStep);
                kind && bar.owner == owner && x >= bar.x - 3.0 && x <= bar.x + bar.w + 3.0
            })?;
            self.run.step_begun(bar.since, worker)
        });
        let when = step.map_or(Trigger::At(picture.axis.at(x)), Trigger::Before);
        Some(Place { node, when })
    }
}

fn part_at(shape: &FaultShape, x: f64) -> Part {
    let near_end = (x - shape.x - shape.w).abs() <= END_PX;
    if near_end && !shape.flag { Part::End } else { Part::Whole }
}
