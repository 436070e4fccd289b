//! The world: everything that changes during a run, as one value.
//!
//! Clone, Eq, Hash: it can be forked at any moment. `step` is the only place where it changes; it
//! performs the next thing that is due, in the one order that `queue` documents.

use super::queue::Due;
use super::rules::Rules;
use super::trace::Event;
use crate::clock::{Clock, Readings};
use crate::model::event::{EndReason, What};
use crate::model::lock::Lock;
use crate::model::network::Wire;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Point, Step, StepRef};
use crate::model::store::{Record, Slot};
use crate::model::sync::SyncRecord;
use crate::model::worker::{Phase, Worker};
use crate::scenario::Thread;
use crate::scenario::limits::EVENTS_MAX;
use crate::time::TrueTime;

/// When a stop of a worker ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HaltEnd {
    At(TrueTime),
    After(StepRef),
}

/// A pause or suspension under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Halt {
    pub fault: u8,
    pub worker: WorkerId,
    pub thread: Thread,
    /// For a suspension: how long after it the wall clock catches up.
    pub resync_ms: Option<u64>,
    pub end: HaltEnd,
}

/// A partition under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    pub fault: u8,
    pub between: [Node; 2],
    pub until: TrueTime,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub now: TrueTime,
    pub clocks: [Clock; Node::ALL.len()],
    pub workers: [Worker; 2],
    pub lock: Lock,
    pub stores: [Record; Slot::ALL.len()],
    /// What the sync worker writes to.
    pub record: SyncRecord,
    pub wire: Wire,
    pub halts: Vec<Halt>,
    pub cuts: Vec<Cut>,
    pub restarts: [Option<TrueTime>; 2],
    /// Faults that have fired, and those that a step has triggered and that fire next; one bit each.
    pub(super) fired: u32,
    pub(super) triggered: u32,
    /// How many messages each step of each worker has sent, there and back.
    pub(super) sent: [[[u8; 2]; Step::COUNT]; 2],
    said: u32,
    pub ended: Option<EndReason>,
}

/// What one step says and passes, before it is written into the trace.
#[derive(Default)]
pub(super) struct Log {
    pub events: Vec<What>,
    pub points: Vec<(Point, Step)>,
}

impl World {
    pub fn new(rules: &Rules) -> World {
        let scenario = &rules.scenario;
        World {
            now: TrueTime::ZERO,
            clocks: scenario
                .clocks
                .map(|c| Clock::new(scenario.platform, c.offset_ms, c.drift_ppm)),
            workers: WorkerId::ALL.map(Worker::new),
            lock: Lock::new(scenario.first_token),
            stores: Slot::ALL.map(|_| Record::new(scenario.boss_hp)),
            record: SyncRecord::default(),
            wire: Wire::default(),
            halts: Vec::new(),
            cuts: Vec::new(),
            restarts: [None; 2],
            fired: 0,
            triggered: 0,
            sent: [[[0; 2]; Step::COUNT]; 2],
            said: 0,
            ended: None,
        }
    }

    /// Performs the next thing that is due and says what happened. `false`: the run has ended.
    pub fn step(&mut self, rules: &Rules, trace: &mut Vec<Event>) -> bool {
        if self.ended.is_some() {
            return false;
        }
        let mut log = Log::default();
        match self.next(rules) {
            _ if self.said as usize >= EVENTS_MAX => self.end(EndReason::EventLimit, &mut log),
            None => self.end(EndReason::Quiet, &mut log),
            Some((at, _)) if at.0 > rules.scenario.horizon_ms => {
                self.now = TrueTime(rules.scenario.horizon_ms);
                self.end(EndReason::Horizon, &mut log);
            }
            Some((at, due)) => {
                assert!(at >= self.now, "time must not run backwards: a due time was not clamped?");
                self.now = at;
                self.perform(due, rules, &mut log);
            }
        }
        self.said += log.events.len() as u32;
        trace.extend(log.events.into_iter().map(|what| Event { at: self.now, what }));
        true
    }

    fn end(&mut self, why: EndReason, log: &mut Log) {
        self.ended = Some(why);
        log.events.push(What::Ended { why });
    }

    fn perform(&mut self, due: Due, rules: &Rules, log: &mut Log) {
        match due {
            Due::Fault(fault) => self.strike(fault, rules, log),
            Due::HaltEnds(index) => self.end_halt(index, log),
            Due::CutEnds(index) => {
                let cut = self.cuts.remove(index);
                log.events.push(What::FaultEnded { fault: cut.fault });
            }
            Due::Resync(node) => {
                let by_ms = self.clocks[node.index()].resync(self.now);
                log.events.push(What::WallJumped { node, by_ms });
            }
            Due::Restart(worker) => {
                self.restarts[worker.index()] = None;
                self.with_worker(worker, rules, log, |w, rules, out| w.start(rules, out));
            }
            Due::LeaseExpires => self.expire(rules, log),
            Due::LockDelayOver => {
                self.lock.delayed_until_ms = None;
                log.events.push(What::LockDelayOver);
            }
            Due::Delivery(index) => self.deliver(index, rules, log),
            Due::Heart(worker) => self.beat(worker, rules, log),
            Due::Work(worker) => self.work(worker, rules, log),
        }
    }

    /// Both clocks of a node, now.
    pub fn read(&self, node: Node) -> Readings {
        self.clocks[node.index()].read(self.now)
    }

    pub fn worker(&self, id: WorkerId) -> &Worker {
        &self.workers[id.index()]
    }

    /// Whether a pause or suspension stops this thread of a worker now.
    pub fn is_halted(&self, worker: WorkerId, thread: Thread) -> bool {
        let stops = |halt: &Halt| {
            halt.worker == worker && (halt.thread == Thread::Process || halt.thread == thread)
        };
        self.halts.iter().any(stops)
    }

    /// Whether a step has been done as often as `step` says.
    pub(super) fn is_done(&self, step: &StepRef) -> bool {
        self.worker(step.worker).completed[step.step.index()] >= step.nth
    }

    /// Whether the work thread has nothing more to do.
    pub fn is_finished(&self, worker: WorkerId) -> bool {
        matches!(self.worker(worker).phase, Phase::Done)
    }
}
