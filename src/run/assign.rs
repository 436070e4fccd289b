//! The lock node where it is a coordinator: what it hears, and whom it tells.

use super::rules::Rules;
use super::world::{Log, World};
use crate::model::coordinator::{Member, Why};
use crate::model::event::What;
use crate::model::lock::Grant;
use crate::model::network::{Body, Message, Reply, Request};
use crate::model::node::WorkerId;
use crate::model::program::Step;

impl World {
    /// Until when the coordinator waits for a sign of life that does not come.
    fn patience_ms(&self, rules: &Rules) -> i64 {
        self.lock_now_ms(rules) + rules.scenario.ttl_ms as i64
    }

    /// What the coordinator answers at once; a hello that has to wait is answered later.
    pub(super) fn ask_coordinator(
        &mut self,
        m: &Message,
        request: Request,
        rules: &Rules,
        log: &mut Log,
    ) -> Option<Reply> {
        let (worker, until_ms) = (m.worker, self.patience_ms(rules));
        match request {
            Request::Renew { token, .. } => match self.lock.ping(worker, m.life, until_ms) {
                Some(grant) => {
                    let (token, expires_ms) = (grant.token, grant.expires_ms);
                    log.events.push(What::Renewed { worker, token, expires_ms });
                    Some(Reply::Renewed)
                }
                None => {
                    log.events.push(What::RenewRefused { worker, token });
                    Some(Reply::RenewRefused)
                }
            },
            Request::Release { .. } => match self.lock.done(worker, m.life, until_ms) {
                Some((ended, next)) => {
                    let token = ended.token;
                    log.events.push(What::Released { by: worker, holder: worker, token });
                    self.pass_on(worker, next, Why::Done, rules, log);
                    Some(Reply::Released)
                }
                None => {
                    log.events.push(What::ReleaseIgnored { by: worker });
                    Some(Reply::NotYours)
                }
            },
            _ => {
                let member = Member { life: m.life, hello: m.id };
                let Some((grant, why)) = self.lock.hello(worker, member, until_ms) else {
                    let holder = self.lock.holder.map(|grant| grant.worker);
                    log.events.push(What::Busy { worker, holder });
                    return None;
                };
                let from = (why == Why::Again).then_some(worker);
                log.events.push(What::Rebalanced { from, to: Some(worker), why });
                say_granted(grant, log);
                Some(Reply::Granted(grant))
            }
        }
    }

    /// Nothing has been heard of the owner for a ttl.
    pub(super) fn fall_silent(&mut self, rules: &Rules, log: &mut Log) {
        let until_ms = self.patience_ms(rules);
        if let Some((ended, next)) = self.lock.give_up_on_owner(until_ms) {
            log.events.push(What::Expired { worker: ended.worker, token: ended.token });
            self.pass_on(ended.worker, next, Why::Silence, rules, log);
        }
    }

    /// Tells the next owner, if there is one.
    fn pass_on(
        &mut self,
        from: WorkerId,
        next: Option<Grant>,
        why: Why,
        rules: &Rules,
        log: &mut Log,
    ) {
        let to = next.map(|grant| grant.worker);
        log.events.push(What::Rebalanced { from: Some(from), to, why });
        let Some(grant) = next else { return };
        say_granted(grant, log);
        // It was handed over because it is there: its hello is what this answers.
        if let Some(member) = self.lock.members[grant.worker.index()] {
            let body = Body::Reply { to: member.hello, reply: Reply::Granted(grant) };
            self.send(grant.worker, member.life, Step::Acquire, body, rules, log);
        }
    }
}

fn say_granted(grant: Grant, log: &mut Log) {
    let (worker, token, expires_ms) = (grant.worker, grant.token, grant.expires_ms);
    log.events.push(What::Granted { worker, token, expires_ms });
}
