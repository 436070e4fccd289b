//! What the workers do and believe, in sentences.

use super::{Part, Scene, Teller, major, minor};
use crate::clock::{ClockKind, Readings};
use crate::model::event::{Disbelief, Outcome, What};
use crate::model::network::Leg;
use crate::model::node::WorkerId;
use crate::model::program::Step;
use crate::model::worker::RETRIES_MAX;
use crate::text::Key;

/// What a worker saw when it checked its deadline.
struct Check {
    clock: ClockKind,
    readings: Readings,
    deadline_ms: i64,
    holds: bool,
}

impl Teller<'_> {
    pub(super) fn tell_work(&self, scene: &Scene, i: usize) -> Option<Part> {
        match scene.events[i].what {
            What::Started { worker } if self.known.of[worker.index()].lives > 0 => {
                major(worker, self.say(Key::SayWorkRestarts, worker, &[]))
            }
            What::Started { worker } => minor(worker, self.say(Key::SayWorkStarts, worker, &[])),
            What::Step { worker, step: Step::Write, .. } => self.writes(worker, scene),
            What::Step { worker, step, .. } if self.trace.rules.switches().sync.is_some() => {
                self.tell_sync_step(worker, step)
            }
            What::Step { worker, step, nth } => self.tell_step(worker, step, nth),
            What::SimulateBegan { worker, ms } => {
                let hp = self.known.of[worker.index()].read_hp.to_string();
                let args = [("hp", &*hp), ("time", &*self.text.span(ms))];
                major(worker, self.say(Key::SayWorkSimulates, worker, &args))
            }
            What::SimulateEnded { worker, next } => {
                let listens = self.trace.rules.switches().listens;
                let hp = next[listens.index()].map_or(0, |value| value.hp).to_string();
                let said = self.say(Key::SayWorkSimulated, worker, &[("hp", &hp)]);
                let at_once = scene.next.is_some_and(|next| next.at == scene.at);
                if at_once { minor(worker, said) } else { major(worker, said) }
            }
            What::DeadlineSet { worker, clock, deadline_ms, .. } => {
                let deadline = self.text.reading(deadline_ms);
                let args = [("clock", self.clock(clock)), ("deadline", &*deadline)];
                major(worker, self.say(Key::SayWorkDeadline, worker, &args))
            }
            What::Checked { worker, clock, readings, deadline_ms, holds } => {
                let check = Check { clock, readings, deadline_ms, holds };
                major(worker, self.checked(worker, &check, scene))
            }
            What::GrantTooOld { worker, .. } => {
                major(worker, self.say(Key::SayWorkTooOld, worker, &[]))
            }
            What::WriteCancelled { worker } => {
                major(worker, self.say(Key::SayWorkCancelled, worker, &[]))
            }
            What::TimedOut { worker, step } => self.timed_out(worker, step),
            What::Finished { worker, outcome } => {
                let key = match outcome {
                    Outcome::Wrote if self.known.of[worker.index()].knows_loss => {
                        Key::SayWorkDoneDoubt
                    }
                    Outcome::Wrote => Key::SayWorkDoneWrote,
                    Outcome::Refused => Key::SayWorkDoneRefused,
                    Outcome::CheckFailed | Outcome::Cancelled => Key::SayWorkDoneGaveUp,
                    Outcome::Unknown => Key::SayWorkDoneUnknown,
                };
                major(worker, self.say(key, worker, &[]))
            }
            _ => None,
        }
    }

    /// What a worker hears, and what it believes from then on.
    pub(super) fn tell_belief(&self, scene: &Scene, i: usize) -> Option<Part> {
        match scene.events[i].what {
            What::Believes { worker, .. } => {
                if self.known.of[worker.other().index()].believes {
                    major(worker, self.say(Key::SayWorkBoth, worker, &[]))
                } else {
                    minor(worker, self.say(Key::SayWorkBelieves, worker, &[]))
                }
            }
            What::Disbelieves { worker, why: Disbelief::Refused } => {
                major(worker, self.say(Key::SayWorkHeardRefused, worker, &[]))
            }
            What::Disbelieves { worker, why: Disbelief::RenewalLost } => {
                major(worker, self.say(Key::SayWorkRenewalLost, worker, &[]))
            }
            What::FoundDone { worker } => major(worker, self.say(Key::SayWorkFound, worker, &[])),
            // A grant and a found write are told by what is believed then.
            What::Handled { worker, step } => {
                let told = |w: &What| {
                    matches!(
                        w,
                        What::Believes { .. } | What::FoundDone { .. } | What::GrantTooOld { .. }
                    )
                };
                if scene.has(told) { None } else { self.heard(worker, step) }
            }
            _ => None,
        }
    }

    pub(super) fn tell_step(&self, worker: WorkerId, step: Step, nth: u8) -> Option<Part> {
        let of = &self.known.of[worker.index()];
        let key = match step {
            Step::Acquire if of.asked => {
                return minor(worker, self.say(Key::SayWorkAsksAgain, worker, &[]));
            }
            Step::Acquire => Key::SayWorkAsks,
            Step::Read if nth > 1 => Key::SayWorkReadsAgain,
            Step::Read => Key::SayWorkReads,
            Step::Claim => return minor(worker, self.say(Key::SayWorkClaims, worker, &[])),
            Step::Stamp => return minor(worker, self.say(Key::SayWorkStamps, worker, &[])),
            Step::Release => return minor(worker, self.say(Key::SayWorkReleases, worker, &[])),
            Step::Renew => return minor(worker, self.say(Key::SayWorkRenews, worker, &[])),
            // Told by what comes of them in the same moment.
            _ => return None,
        };
        major(worker, self.say(key, worker, &[]))
    }

    /// A write on its way is news where it is out of date, or where something befalls it.
    fn writes(&self, worker: WorkerId, scene: &Scene) -> Option<Part> {
        let of = &self.known.of[worker.index()];
        let (read, now) = (of.read_hp, self.known.true_hp());
        let key = if read == now { Key::SayWorkWrites } else { Key::SayWorkWritesStale };
        let hp = of.next_hp.to_string();
        let args = [("hp", &*hp), ("read", &*read.to_string()), ("now", &*now.to_string())];
        let said = self.say(key, worker, &args);
        let befallen = |w: &What| matches!(w, What::FaultBegan { .. } | What::Unheard { .. });
        if read != now || scene.has(befallen) { major(worker, said) } else { minor(worker, said) }
    }

    fn checked(&self, worker: WorkerId, check: &Check, scene: &Scene) -> String {
        let ended = self.known.of[worker.index()].lease_ended;
        let key = match (check.holds, ended) {
            (true, None) => Key::SayWorkCheckGood,
            (true, Some(_)) => Key::SayWorkCheckFooled,
            (false, Some(_)) => Key::SayWorkCheckOver,
            (false, None) => Key::SayWorkCheckHasty,
        };
        let ago = self.text.span(scene.at.since(ended.unwrap_or(scene.at)));
        let now = self.text.reading(check.readings.of(check.clock));
        let deadline = self.text.reading(check.deadline_ms);
        let args = [
            ("clock", self.clock(check.clock)),
            ("now", &now),
            ("deadline", &deadline),
            ("ago", &ago),
        ];
        let said = self.say(key, worker, &args);
        match self.other_clock(worker, check).filter(|_| check.holds && ended.is_some()) {
            Some(other) => said + " " + &other,
            None => said,
        }
    }

    /// What the clock that was not asked would have said, if it knew better.
    fn other_clock(&self, worker: WorkerId, check: &Check) -> Option<String> {
        let clock = match check.clock {
            ClockKind::Wall => ClockKind::Steady,
            ClockKind::Steady => ClockKind::Wall,
        };
        let set = self.known.of[worker.index()].set?;
        let passed_ms = check.readings.of(clock) - set.of(clock);
        let ttl_ms = self.trace.rules.worker.ttl_ms as i64;
        let args = [("clock", self.clock(clock)), ("time", &*self.text.reading(passed_ms))];
        (passed_ms >= ttl_ms).then(|| self.say(Key::SayWorkOtherClock, worker, &args))
    }

    fn timed_out(&self, worker: WorkerId, step: Step) -> Option<Part> {
        let retries = self.trace.rules.switches().retries
            && self.known.of[worker.index()].tries < RETRIES_MAX;
        let key = match step {
            Step::Write if retries => Key::SayWorkTimeoutVerify,
            Step::Write => Key::SayWorkTimeoutWrite,
            step if step.is_write() => Key::SaySyncTimeout,
            Step::Release => Key::SayWorkTimeoutRelease,
            Step::Renew => Key::SayWorkTimeoutRenew,
            _ => Key::SayWorkTimeout,
        };
        let time = self.text.span(self.trace.rules.scenario.timeout_ms);
        major(worker, self.say(key, worker, &[("step", self.step(step)), ("time", &time)]))
    }

    fn heard(&self, worker: WorkerId, step: Step) -> Option<Part> {
        let of = &self.known.of[worker.index()];
        let refused = of.judged.is_some_and(|decision| decision.is_refusal());
        let retries = self.trace.rules.switches().retries;
        let hp = of.read_hp.to_string();
        let tries = of.tries.to_string();
        let key = match step {
            Step::Write if refused && retries && of.tries < RETRIES_MAX => Key::SayWorkHeardRetry,
            Step::Write if refused && retries => Key::SayWorkHeardGivesUp,
            Step::Write if !refused => Key::SayWorkHeardAccepted,
            Step::Acquire => Key::SayWorkHeardBusy,
            Step::Read => Key::SayWorkHeardRead,
            Step::Cursor => Key::SaySyncHeardCursor,
            _ => Key::SayWorkHeard,
        };
        let args = [("step", self.step(step)), ("hp", &hp), ("tries", &tries)];
        let said = self.say(key, worker, &args);
        match key {
            Key::SayWorkHeardRetry | Key::SayWorkHeardGivesUp => major(worker, said),
            _ => minor(worker, said),
        }
    }

    /// A reply that nobody waits for is no news; a lost message is.
    pub(super) fn late_reply(&self, worker: WorkerId, step: Step, key: Key) -> Option<Part> {
        minor(super::Who::Network, self.say(key, worker, &[("step", self.step(step))]))
    }

    pub(super) fn lost(&self, worker: WorkerId, step: Step, leg: Leg) -> Option<Part> {
        let key = match leg {
            Leg::Request => Key::SayFaultLostRequest,
            Leg::Reply => Key::SayFaultLostReply,
        };
        let said = self.say(key, worker, &[("step", self.step(step))]);
        let again = step == Step::Renew || self.known.of[worker.index()].turned_away.is_some();
        if again { minor(super::Who::Network, said) } else { major(super::Who::Network, said) }
    }
}
