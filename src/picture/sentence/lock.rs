//! What the lock service does, in sentences.

use super::{Part, Scene, Teller, Who, major, minor};
use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::text::Key;

impl Teller<'_> {
    pub(super) fn tell_lock(&self, scene: &Scene, i: usize) -> Option<Part> {
        match scene.events[i].what {
            What::Granted { worker, token, .. } => self.granted(worker, token),
            What::Busy { worker, holder } => self.busy(worker, holder),
            What::Renewed { worker, token, .. } => {
                let args = [("token", &*token.to_string())];
                let said = self.say(Key::SayLockRenewed, worker, &args);
                if self.known.of[worker.index()].renewed {
                    minor(Who::Lock, said)
                } else {
                    major(Who::Lock, said)
                }
            }
            What::RenewRefused { worker, token } => {
                let args = [("token", &*token.to_string())];
                major(Who::Lock, self.say(Key::SayLockRenewRefused, worker, &args))
            }
            What::Released { by, holder, token } => {
                let key = if by == holder { Key::SayLockReleased } else { Key::SayLockForeign };
                major(Who::Lock, self.say(key, by, &[("token", &token.to_string())]))
            }
            What::ReleaseIgnored { by } => {
                let key = match self.known.holder() {
                    Some(holder) if holder != by => Key::SayLockIgnoredOther,
                    _ => Key::SayLockIgnoredNone,
                };
                major(Who::Lock, self.say(key, by, &[]))
            }
            What::Expired { worker, token } => {
                let args = [("token", &*token.to_string())];
                major(Who::Lock, self.say(self.expired(worker), worker, &args))
            }
            What::LockDelayOver => {
                major(Who::Lock, self.text.get(Key::SayLockDelayOver).to_owned())
            }
            _ => None,
        }
    }

    fn granted(&self, worker: WorkerId, token: u64) -> Option<Part> {
        let last = self.known.grant.map_or(0, |(_, last)| last);
        let key = match self.known.grant {
            None => Key::SayLockGranted,
            Some(_) if token > last => Key::SayLockGrantedNext,
            Some(_) => Key::SayLockGrantedReused,
        };
        let time = self.text.span(self.trace.rules.worker.ttl_ms);
        let args = [("token", &*token.to_string()), ("time", &time), ("last", &*last.to_string())];
        major(Who::Lock, self.say(key, worker, &args))
    }

    fn busy(&self, worker: WorkerId, holder: Option<WorkerId>) -> Option<Part> {
        if self.known.of[worker.index()].turned_away == Some(holder) {
            return minor(Who::Lock, self.say(Key::SayLockBusyStill, worker, &[]));
        }
        let key = match holder {
            None => Key::SayLockBusyDelay,
            Some(holder) if holder != worker => Key::SayLockBusy,
            Some(_) if self.known.left_behind(worker) => Key::SayLockBusySelf,
            Some(_) => Key::SayLockBusyOwn,
        };
        let retry = self.text.span(self.trace.rules.scenario.retry_ms);
        let holder = holder.map_or("", WorkerId::letter);
        major(Who::Lock, self.say(key, worker, &[("holder", holder), ("retry", &retry)]))
    }

    /// An expiry is news to everybody but the one whom it concerns.
    fn expired(&self, worker: WorkerId) -> Key {
        let of = &self.known.of[worker.index()];
        if self.known.left_behind(worker) {
            Key::SayLockExpiredCrashed
        } else if of.suspensions > 0 {
            Key::SayLockExpiredAsleep
        } else if of.halts > 0 {
            Key::SayLockExpiredPaused
        } else if of.believes {
            Key::SayLockExpiredWorking
        } else {
            Key::SayLockExpired
        }
    }
}
