//! One pass of the sync worker: cursor, then for each event work, apply, emit, and the checkpoint.
//!
//! Owns where a pass stands and which step comes next. Leaves what is the same in both jobs (lock,
//! deadline, heartbeat, timeouts, belief) to `worker`, and what the record decides to `sync`.

use super::event::{Outcome, What};
use super::network::Request;
use super::program::Step;
use super::sync::{Act, EVENTS, START, Sync, SyncRequest};
use super::worker::{Phase, Report, Then, Worker, WorkerRules};

/// Where a pass stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pass {
    /// The checkpoint as it was read.
    pub cursor: Option<u16>,
    /// How many events its batch has, and how many of them are done.
    pub size: u16,
    pub done: u16,
    pub expires_ms: i64,
    /// The step before which the clock is being looked at.
    pub guarded: Option<Step>,
}

impl Pass {
    /// The event at which it is.
    pub fn event(&self) -> u16 {
        self.from() + 1 + self.done
    }

    fn from(&self) -> u16 {
        self.cursor.unwrap_or(START)
    }

    /// What the checkpoint is to be.
    pub fn target(&self) -> u16 {
        self.from() + self.size
    }
}

impl Worker {
    /// The checkpoint is known: the batch begins after it.
    pub(super) fn take_cursor(&mut self, cursor: u16, sync: &Sync) {
        let left = START + EVENTS as u16 - cursor;
        let pass = &mut self.locals.pass;
        (pass.cursor, pass.size, pass.done) = (Some(cursor), left.min(u16::from(sync.batch)), 0);
    }

    /// The step after this one; `None` at the end.
    pub(super) fn sync_following(&mut self, after: Step, sync: &Sync) -> Option<Step> {
        let first = sync.is_checkpoint_first();
        let pass = &mut self.locals.pass;
        pass.done += u16::from(after == Step::Emit);
        let more = pass.done < pass.size;
        let next = match after {
            Step::Acquire if sync.check.is_some() => Step::Deadline,
            Step::Acquire | Step::Deadline => Step::Cursor,
            Step::Cursor if more && first => Step::Checkpoint,
            Step::Cursor if more => Step::Work,
            Step::Work => Step::Apply,
            Step::Check => pass.guarded.take()?,
            Step::Apply => Step::Emit,
            Step::Emit | Step::Checkpoint if more => Step::Work,
            Step::Emit if !first => Step::Checkpoint,
            Step::Release => return None,
            _ => Step::Release,
        };
        let sends = next == Step::Checkpoint || next == Step::Apply && !sync.one_transaction;
        if sends && after != Step::Check && sync.check.is_some() {
            pass.guarded = Some(next);
            return Some(Step::Check);
        }
        Some(next)
    }

    /// Executes a step that sends nothing; `false`: it does send something.
    pub(super) fn execute_locally(
        &mut self,
        step: Step,
        rules: &WorkerRules,
        sync: &Sync,
        out: &mut Report,
    ) -> bool {
        let event = self.locals.pass.event();
        match step {
            Step::Work => {
                let ms = sync.work_ms;
                out.say(What::WorkBegan { worker: self.id, event, ms });
                let since = Some(out.now);
                self.phase = Phase::Working { left_ms: ms, since, then: Then::Worked };
            }
            Step::Apply if sync.one_transaction => self.buffer(step, event, rules, out),
            Step::Emit if sync.is_emit_local() => self.buffer(step, event, rules, out),
            _ => return false,
        }
        true
    }

    /// Becomes part of the transaction that the checkpoint commits.
    fn buffer(&mut self, step: Step, event: u16, rules: &WorkerRules, out: &mut Report) {
        out.say(What::Buffered { worker: self.id, step, event });
        self.complete(step, out);
        self.go_on(step, rules, out);
    }

    pub(super) fn worked_on(&mut self, rules: &WorkerRules, out: &mut Report) {
        out.say(What::WorkEnded { worker: self.id, event: self.locals.pass.event() });
        self.complete(Step::Work, out);
        self.go_on(Step::Work, rules, out);
    }

    pub(super) fn sync_request(
        &self,
        step: Step,
        sync: &Sync,
        token: Option<u64>,
    ) -> Option<Request> {
        let pass = &self.locals.pass;
        let act = match step {
            Step::Cursor => Act::Cursor { expires_ms: pass.expires_ms },
            Step::Apply => Act::Apply { event: pass.event() },
            Step::Emit => Act::Emit { event: pass.event() },
            Step::Checkpoint => Act::Checkpoint {
                from: pass.from(),
                to: pass.target(),
                commit: sync.one_transaction,
            },
            _ => return None,
        };
        Some(Request::Sync(SyncRequest { act, token, legacy: false }))
    }

    /// A pass that came to its end with every event done has done what it was to do.
    pub(super) fn note_pass(&mut self, step: Step) {
        let pass = &self.locals.pass;
        if step == Step::Release && pass.cursor.is_some() && pass.done == pass.size {
            self.locals.outcome.get_or_insert(Outcome::Wrote);
        }
    }
}
