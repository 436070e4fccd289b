//! What is said otherwise where a coordinator assigns the resource, in sentences.

use super::{Part, Scene, Teller, Who, major, minor};
use crate::model::coordinator::Why;
use crate::model::event::{Disbelief, What};
use crate::model::node::WorkerId;
use crate::model::program::Step;
use crate::model::protection::Exclusion;
use crate::text::Key;

impl Teller<'_> {
    /// `None`: it is told as under a lock.
    pub(super) fn tell_owner(&self, scene: &Scene, i: usize) -> Option<Part> {
        if self.trace.rules.switches().lock != Exclusion::Coordinator {
            return None;
        }
        let said = |key: Key, worker: WorkerId| self.say(key, worker, &[]);
        match scene.events[i].what {
            What::Step { worker, step: Step::Acquire, .. } => {
                match self.known.of[worker.index()].asked {
                    true => minor(worker, said(Key::SayOwnerAsksAgain, worker)),
                    false => major(worker, said(Key::SayOwnerAsks, worker)),
                }
            }
            What::Step { worker, step: Step::Release, .. } => {
                minor(worker, said(Key::SayOwnerReleases, worker))
            }
            What::Step { worker, step: Step::Renew, .. } => {
                minor(worker, said(Key::SayOwnerRenews, worker))
            }
            What::TimedOut { worker, step: Step::Acquire } => {
                let time = self.text.span(self.trace.rules.scenario.timeout_ms);
                minor(worker, self.say(Key::SayOwnerWaits, worker, &[("time", &time)]))
            }
            What::Believes { worker, .. } => match self.known.of[worker.other().index()].believes {
                true => major(worker, said(Key::SayOwnerBoth, worker)),
                false => minor(worker, said(Key::SayOwnerBelieves, worker)),
            },
            What::EpochRaised { worker, token } => {
                let args = [("token", &*token.to_string())];
                major(worker, self.say(Key::SayOwnerRaised, worker, &args))
            }
            What::Disbelieves { worker, why: Disbelief::Refused } => {
                major(worker, said(Key::SayOwnerHeardRefused, worker))
            }
            What::Disbelieves { worker, why: Disbelief::RenewalLost } => {
                major(worker, said(Key::SayOwnerRenewalLost, worker))
            }
            What::Renewed { worker, .. } => minor(Who::Lock, said(Key::SayOwnerRenewed, worker)),
            What::RenewRefused { worker, .. } => {
                major(Who::Lock, said(Key::SayOwnerRenewRefused, worker))
            }
            What::ReleaseIgnored { by } => major(Who::Lock, said(Key::SayOwnerIgnored, by)),
            What::Busy { worker, holder } => {
                match self.known.of[worker.index()].turned_away == Some(holder) {
                    true => minor(Who::Lock, said(Key::SayOwnerBusyStill, worker)),
                    false => major(Who::Lock, said(Key::SayOwnerBusy, worker)),
                }
            }
            What::Rebalanced { from, to, why } => self.rebalanced(from, to, why, scene),
            _ => None,
        }
        .or_else(|| self.beside(scene, i))
    }

    /// What ends and what is granted is told by the change that it is part of.
    fn beside(&self, scene: &Scene, i: usize) -> Option<Part> {
        let part = matches!(
            scene.events[i].what,
            What::Expired { .. } | What::Released { .. } | What::Granted { .. }
        );
        if part { minor(Who::Lock, String::new()) } else { None }
    }

    fn rebalanced(
        &self,
        from: Option<WorkerId>,
        to: Option<WorkerId>,
        why: Why,
        scene: &Scene,
    ) -> Option<Part> {
        let granted = scene.events.iter().find_map(|event| match event.what {
            What::Granted { token, .. } => Some(token),
            _ => None,
        });
        let token = granted.unwrap_or(0);
        let last = self.known.grant.map_or(0, |(_, last)| last);
        let key = match (why, to) {
            (Why::Silence, None) => Key::SayOwnerFailoverNone,
            (_, None) => Key::SayOwnerLeaves,
            _ if token <= last => Key::SayOwnerReused,
            (Why::Hello, _) => Key::SayOwnerHello,
            (Why::Again, _) => Key::SayOwnerAgain,
            (Why::Silence, _) => Key::SayOwnerFailover,
            (Why::Done, _) => Key::SayOwnerHandsOver,
        };
        let time = self.text.span(self.trace.rules.scenario.ttl_ms);
        let (token, last) = (token.to_string(), last.to_string());
        let args = [("token", &*token), ("last", &*last), ("time", &*time)];
        major(Who::Lock, self.say(key, to.or(from)?, &args))
    }
}
