//! A worker: its work thread going through the program, its heartbeat thread, what it believes.
//!
//! Owns what a worker does when its turn comes, a reply arrives or a timer is due. Leaves to the
//! driver when that is, and whether a pause lets it: nothing in here can tell that it was paused.

use super::event::{Disbelief, Outcome, What};
use super::heart::Heart;
use super::network::{Computed, PerSlot, Reply, Request, WriteRequest};
use super::node::WorkerId;
use super::profile::{Service, TokenKind};
use super::program::{Point, Step, program};
use super::protection::{Heartbeat, Switches};
use super::store::{Decision, Refusal, Slot, Snapshot};
use crate::clock::{ClockKind, Readings};
use crate::time::TrueTime;
use serde::{Deserialize, Serialize};

pub use super::locals::{Locals, Phase, Then};

/// How often a refused or unknown write is tried again.
pub const RETRIES_MAX: u8 = 3;
/// Between the check and the write, in ms.
pub const CHECK_TO_WRITE_MS: u64 = 1;

/// From when a local deadline is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeadlineFrom {
    /// From step B, when the grant's reply has arrived. The question's code.
    #[default]
    Reply,
    /// From before the granted request was sent. The safe side.
    Request,
}

/// What a worker needs to know of the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerRules {
    pub switches: Switches,
    pub ttl_ms: u64,
    pub retry_ms: u64,
    pub timeout_ms: u64,
    pub simulate_ms: [u64; 2],
    pub damage_hp: [i64; 2],
    pub deadline_from: DeadlineFrom,
    pub service: &'static Service,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Worker {
    pub id: WorkerId,
    pub life: u16,
    pub phase: Phase,
    pub locals: Locals,
    pub believes: bool,
    pub heart: Heart,
    /// How often each step was begun and completed.
    pub begun: [u8; Step::COUNT],
    pub completed: [u8; Step::COUNT],
}

/// Where a worker tells the driver what happened, and which points of its program it passed.
pub struct Report<'a> {
    pub now: TrueTime,
    pub clock: Readings,
    pub events: &'a mut Vec<What>,
    pub points: &'a mut Vec<(Point, Step)>,
}

impl Report<'_> {
    pub(super) fn say(&mut self, what: What) {
        self.events.push(what);
    }
}

impl Worker {
    pub fn new(id: WorkerId) -> Worker {
        Worker {
            id,
            life: 0,
            phase: Phase::NotStarted,
            locals: Locals::default(),
            believes: false,
            heart: Heart::default(),
            begun: [0; Step::COUNT],
            completed: [0; Step::COUNT],
        }
    }

    fn enter(&mut self, step: Step, out: &mut Report) {
        self.phase = Phase::Ready(step);
        out.points.push((Point::Before, step));
    }

    pub(super) fn begin(&mut self, step: Step, out: &mut Report) {
        let begun = &mut self.begun[step.index()];
        *begun = begun.saturating_add(1);
        out.say(What::Step { worker: self.id, step, nth: *begun });
        out.points.push((Point::During, step));
    }

    pub(super) fn complete(&mut self, step: Step, out: &mut Report) {
        let completed = &mut self.completed[step.index()];
        *completed = completed.saturating_add(1);
        out.points.push((Point::After, step));
    }

    pub(super) fn go_on(&mut self, after: Step, rules: &WorkerRules, out: &mut Report) {
        let next = match &rules.switches.sync {
            Some(sync) => self.sync_following(after, sync),
            None => after.following(&rules.switches),
        };
        match next {
            Some(step) => self.enter(step, out),
            None => self.finish(out),
        }
    }

    /// Goes to the release, as in a `finally`; without a lock there is nothing to release.
    fn give_up(&mut self, outcome: Outcome, rules: &WorkerRules, out: &mut Report) {
        self.locals.outcome = Some(outcome);
        match Step::Release.is_in(&rules.switches) {
            true => self.enter(Step::Release, out),
            false => self.finish(out),
        }
    }

    fn finish(&mut self, out: &mut Report) {
        self.phase = Phase::Done;
        self.heart = Heart { cancelled: self.heart.cancelled, ..Heart::default() };
        let outcome = self.locals.outcome.unwrap_or(Outcome::Unknown);
        out.say(What::Finished { worker: self.id, outcome });
    }

    pub(super) fn disbelieve(&mut self, why: Disbelief, out: &mut Report) {
        if std::mem::take(&mut self.believes) {
            out.say(What::Disbelieves { worker: self.id, why });
        }
    }

    /// Starts the tick.
    pub fn start(&mut self, rules: &WorkerRules, out: &mut Report) {
        out.say(What::Started { worker: self.id });
        if let Some(step) = program(&rules.switches).next() {
            self.enter(step, out);
        }
    }

    /// Executes the step that is ready. A request that it returns is sent at once, and its message
    /// id handed to `sent`.
    pub fn execute(&mut self, rules: &WorkerRules, out: &mut Report) -> Option<(Step, Request)> {
        let Phase::Ready(step) = self.phase else {
            return None;
        };
        if step.is_write() && self.heart.cancelled {
            out.say(What::WriteCancelled { worker: self.id });
            self.give_up(Outcome::Cancelled, rules, out);
            return None;
        }
        self.begin(step, out);
        if let Some(sync) = &rules.switches.sync
            && self.execute_locally(step, rules, sync, out)
        {
            return None;
        }
        match step {
            Step::Deadline => self.set_deadline(rules, out),
            Step::Simulate => {
                let ms = rules.simulate_ms[self.id.index()];
                out.say(What::SimulateBegan { worker: self.id, ms });
                let since = Some(out.now);
                self.phase = Phase::Working { left_ms: ms, since, then: Then::Simulated };
            }
            Step::Check => self.check(rules, out),
            _ => return Some((step, self.request(step, rules, out))),
        }
        None
    }

    /// The request of the step just executed is on the wire as `msg`.
    pub fn sent(&mut self, step: Step, msg: u32, rules: &WorkerRules, out: &Report) {
        let until_ms = out.clock.steady.0 + rules.timeout_ms as i64;
        if step == Step::Renew {
            self.heart.waiting = Some((msg, until_ms));
        } else {
            self.phase = Phase::Waiting { step, msg, until_ms };
        }
    }

    fn request(&mut self, step: Step, rules: &WorkerRules, out: &mut Report) -> Request {
        let own = self.locals.token;
        let token = own.filter(|_| rules.service.token != TokenKind::Missing);
        if let Some(request) =
            rules.switches.sync.and_then(|sync| self.sync_request(step, &sync, token))
        {
            return request;
        }
        match step {
            Step::Acquire => {
                self.locals.asked = out.clock;
                Request::Acquire(self.asking(rules, out.clock))
            }
            Step::Claim => Request::Claim { token },
            Step::Stamp => {
                let stamp = stamp_of(rules.seed, self.id, self.life, own);
                self.locals.stamp = Some(stamp);
                Request::Stamp { stamp }
            }
            Step::Read => {
                self.locals.read_token = token;
                let listens = rules.switches.listens;
                let slots = Slot::ALL.map(|slot| !self.locals.alone || slot == listens);
                Request::Read { token, slots }
            }
            Step::Release => {
                self.note_pass(step);
                self.disbelieve(Disbelief::Released, out);
                self.heart = Heart { cancelled: self.heart.cancelled, ..Heart::default() };
                Request::Release { token: own }
            }
            // The match in `execute` keeps the steps without a request away from here.
            _ => Request::Write(WriteRequest {
                token: self.locals.read_token,
                stamp: self.locals.stamp,
                legacy: false,
                computed: self.locals.next,
            }),
        }
    }

    fn set_deadline(&mut self, rules: &WorkerRules, out: &mut Report) {
        let clock = rules.switches.check.unwrap_or(ClockKind::Steady);
        let counted_from = match rules.deadline_from {
            DeadlineFrom::Reply => out.clock,
            DeadlineFrom::Request => self.locals.asked,
        };
        let validity = rules.service.validity;
        let lasts_ms = validity.map_or(rules.ttl_ms as i64, |v| v.usable_ms(rules.ttl_ms));
        let deadline_ms = counted_from.of(clock) + lasts_ms;
        self.locals.deadline_ms = Some(deadline_ms);
        let readings = out.clock;
        out.say(What::DeadlineSet { worker: self.id, clock, readings, deadline_ms });
        self.complete(Step::Deadline, out);
        self.go_on(Step::Deadline, rules, out);
    }

    fn check(&mut self, rules: &WorkerRules, out: &mut Report) {
        let clock = rules.switches.check.unwrap_or(ClockKind::Steady);
        let deadline_ms = self.locals.deadline_ms.unwrap_or(i64::MIN);
        let readings = out.clock;
        let holds = readings.of(clock) < deadline_ms;
        self.locals.checked = Some((readings, holds));
        out.say(What::Checked { worker: self.id, clock, readings, deadline_ms, holds });
        self.complete(Step::Check, out);
        if holds {
            let since = Some(out.now);
            self.phase = Phase::Working { left_ms: CHECK_TO_WRITE_MS, since, then: Then::Write };
        } else {
            self.disbelieve(Disbelief::CheckFailed, out);
            self.give_up(Outcome::CheckFailed, rules, out);
        }
    }

    /// A stretch of execution time is over.
    pub fn worked(&mut self, then: Then, rules: &WorkerRules, out: &mut Report) {
        match then {
            Then::Write if rules.switches.sync.is_some() => self.go_on(Step::Check, rules, out),
            Then::Write => self.enter(Step::Write, out),
            Then::Worked => self.worked_on(rules, out),
            Then::Simulated => {
                let damage = rules.damage_hp[self.id.index()];
                self.locals.next = self.locals.read.map(|snapshot| {
                    snapshot.map(|s| Computed {
                        value: s.value.after_tick(self.id, damage),
                        read_version: s.version,
                    })
                });
                let next = self.locals.next.map(|computed| computed.map(|c| c.value));
                out.say(What::SimulateEnded { worker: self.id, next });
                self.complete(Step::Simulate, out);
                self.go_on(Step::Simulate, rules, out);
            }
        }
    }

    /// The time to ask again has come.
    pub fn ask_again(&mut self, out: &mut Report) {
        self.enter(Step::Acquire, out);
    }

    /// No reply came in time.
    pub fn time_out(&mut self, step: Step, rules: &WorkerRules, out: &mut Report) {
        out.say(What::TimedOut { worker: self.id, step });
        match step {
            Step::Write if self.may_retry(rules) => {
                let listened = self.locals.next[rules.switches.listens.index()];
                self.locals.verify = listened.map(|c| c.read_version);
                self.locals.tries += 1;
                self.enter(Step::Read, out);
            }
            write if write.is_write() => self.give_up(Outcome::Unknown, rules, out),
            Step::Release => self.finish(out),
            again => self.enter(again, out),
        }
    }

    fn may_retry(&self, rules: &WorkerRules) -> bool {
        rules.switches.retries && self.locals.tries < RETRIES_MAX
    }

    /// Handles the reply that the work thread waited for.
    pub fn handle(&mut self, step: Step, reply: Reply, rules: &WorkerRules, out: &mut Report) {
        out.say(What::Handled { worker: self.id, step });
        match reply {
            Reply::Busy { record, .. } => {
                self.watch(record, out.clock);
                self.phase =
                    Phase::Backoff { until_ms: out.clock.steady.0 + rules.retry_ms as i64 };
                return;
            }
            Reply::Granted(grant) if self.usable_until_ms(rules) <= out.clock.wall.0 => {
                out.say(What::GrantTooOld { worker: self.id, token: grant.token });
                self.phase =
                    Phase::Backoff { until_ms: out.clock.steady.0 + rules.retry_ms as i64 };
                return;
            }
            Reply::Granted(grant) => {
                self.locals.token = Some(grant.token);
                self.locals.pass.expires_ms = grant.expires_ms;
                self.believes = true;
                out.say(What::Believes { worker: self.id, token: grant.token });
                if rules.switches.heartbeat != Heartbeat::No {
                    self.heart.due_ms = Some(out.clock.steady.0 + rules.beat_ms());
                    self.heart.ok_ms = out.clock.steady.0;
                }
            }
            Reply::Cursor(Ok(cursor)) => {
                if let Some(sync) = &rules.switches.sync {
                    self.take_cursor(cursor, sync);
                }
            }
            Reply::Claimed(Err(_)) | Reply::Cursor(Err(_)) | Reply::Synced(Err(_)) => {
                return self.refused(step, rules, out);
            }
            Reply::Values(answers) => return self.take_values(&answers, rules, out),
            Reply::Judged(decision) => return self.take_judgment(decision, rules, out),
            _ => {}
        }
        self.complete(step, out);
        self.go_on(step, rules, out);
    }

    fn refused(&mut self, step: Step, rules: &WorkerRules, out: &mut Report) {
        self.complete(step, out);
        self.disbelieve(Disbelief::Refused, out);
        self.give_up(Outcome::Refused, rules, out);
    }

    fn take_values(
        &mut self,
        answers: &PerSlot<Result<Snapshot, Refusal>>,
        rules: &WorkerRules,
        out: &mut Report,
    ) {
        let Some(Ok(heard)) = answers[rules.switches.listens.index()] else {
            return self.refused(Step::Read, rules, out);
        };
        self.locals.read = answers.map(|answer| answer.and_then(Result::ok));
        self.complete(Step::Read, out);
        let verify = self.locals.verify.take();
        if verify.is_some_and(|version| self.is_in(&heard, version, rules)) {
            out.say(What::FoundDone { worker: self.id });
            self.locals.outcome = Some(Outcome::Wrote);
            self.go_on(Step::Write, rules, out);
        } else {
            self.go_on(Step::Read, rules, out);
        }
    }

    /// Whether the write of unknown outcome is in the record.
    fn is_in(&self, heard: &Snapshot, read_version: u32, rules: &WorkerRules) -> bool {
        if rules.switches.rule.tick_ids {
            return heard.value.ticks[self.id.index()] > 0;
        }
        heard.last_writer == Some(self.id) && heard.version > read_version
    }

    fn take_judgment(&mut self, decision: Decision, rules: &WorkerRules, out: &mut Report) {
        if decision.is_refusal() && rules.switches.retries {
            self.complete(Step::Write, out);
            if self.may_retry(rules) {
                self.locals.tries += 1;
                self.locals.alone = true;
                self.enter(Step::Read, out);
            } else {
                self.give_up(Outcome::Refused, rules, out);
            }
        } else if decision.is_refusal() {
            self.refused(Step::Write, rules, out);
        } else {
            self.complete(Step::Write, out);
            self.locals.outcome = Some(Outcome::Wrote);
            self.go_on(Step::Write, rules, out);
        }
    }

    /// The process dies: locals and timers are gone, the lock is not released.
    pub fn crash(&mut self, out: &mut Report) {
        out.say(What::Crashed { worker: self.id });
        self.disbelieve(Disbelief::Crashed, out);
        self.life += 1;
        self.phase = Phase::Crashed;
        self.locals = Locals::default();
        self.heart = Heart::default();
    }
}

/// The stamp of one grant: not guessable from another's, the same in every run of a seed.
fn stamp_of(seed: u64, worker: WorkerId, life: u16, token: Option<u64>) -> u64 {
    let key = seed ^ token.unwrap_or(0) << 20 ^ u64::from(life) << 4 ^ worker.index() as u64;
    let mixed = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 27
}
