//! A worker and its grant, where its client has a say: what it watches before it is granted the
//! lock, how much of a late grant is left, and what it makes of a second assignment.

use super::event::What;
use super::network::Asking;
use super::program::Step;
use super::worker::{Phase, Report, Worker, WorkerRules};
use crate::clock::Readings;

impl Worker {
    /// What goes with an acquire: its clock, and a record that has not changed for a ttl.
    pub(super) fn asking(&self, rules: &WorkerRules, clock: Readings) -> Asking {
        let patient = |(_, since_ms): &(u64, i64)| clock.steady.0 - since_ms >= rules.ttl_ms as i64;
        let unchanged = self.locals.watched.filter(patient).map(|(record, _)| record);
        Asking { wall_ms: clock.wall.0, unchanged }
    }

    /// Somebody else holds the lock, and this is the state of its record.
    pub(super) fn watch(&mut self, record: u64, clock: Readings) {
        if self.locals.watched.is_none_or(|(known, _)| known != record) {
            self.locals.watched = Some((record, clock.steady.0));
        }
    }

    /// Until when on its wall clock a grant that was asked for last is worth something.
    pub(super) fn usable_until_ms(&self, rules: &WorkerRules) -> i64 {
        let validity = rules.service.validity;
        let usable_ms = validity.map(|validity| validity.usable_ms(rules.ttl_ms));
        usable_ms.map_or(i64::MAX, |ms| self.locals.asked.wall.0 + ms)
    }

    /// Hears of an assignment while at work: it changes the epoch of what is read from now on.
    pub fn raise_epoch(&mut self, token: u64, out: &mut Report) {
        if self.locals.token.is_some_and(|known| known < token) {
            self.locals.token = Some(token);
            out.say(What::EpochRaised { worker: self.id, token });
        }
    }

    /// Whether it waits to be assigned the resource, in answer to whichever hello.
    pub fn waits_for_assignment(&self) -> bool {
        matches!(self.phase, Phase::Waiting { step: Step::Acquire, .. })
    }
}
