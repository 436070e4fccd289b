//! What happens when something is due: timers, program steps, deliveries, and the services' answers.

use super::rules::Rules;
use super::world::{Log, World};
use crate::model::event::{Unheard, What};
use crate::model::lock::{Acquired, Released};
use crate::model::network::{
    Arrival, Asking, Body, Leg, Message, PerSlot, Reply, Request, WriteRequest, service_of,
};
use crate::model::node::{Node, WorkerId};
use crate::model::profile::{Expiry, OwnerName, TokenKind};
use crate::model::program::Step;
use crate::model::protection::Exclusion;
use crate::model::store::{Refusal, Slot, Snapshot, Write};
use crate::model::worker::{Phase, Report, Worker, WorkerRules};

impl World {
    /// Lets a worker do something, and then whatever its passing of points has triggered.
    pub(super) fn with_worker<T>(
        &mut self,
        id: WorkerId,
        rules: &Rules,
        log: &mut Log,
        act: impl FnOnce(&mut Worker, &WorkerRules, &mut Report) -> T,
    ) -> T {
        let clock = self.read(id.into());
        let mut out =
            Report { now: self.now, clock, events: &mut log.events, points: &mut log.points };
        let result = act(&mut self.workers[id.index()], &rules.worker, &mut out);
        self.pass_points(id, rules, log);
        result
    }

    /// The work thread's turn.
    pub(super) fn work(&mut self, id: WorkerId, rules: &Rules, log: &mut Log) {
        match self.worker(id).phase {
            Phase::NotStarted => self.with_worker(id, rules, log, |w, r, out| w.start(r, out)),
            Phase::Ready(_) => {
                if let Some((step, request)) =
                    self.with_worker(id, rules, log, |w, r, out| w.execute(r, out))
                {
                    self.ask(id, step, request, rules, log);
                }
            }
            Phase::Waiting { step, .. } => {
                self.with_worker(id, rules, log, |w, r, out| w.time_out(step, r, out));
            }
            Phase::Backoff { .. } => self.with_worker(id, rules, log, |w, _, out| w.ask_again(out)),
            Phase::Working { then, .. } => {
                self.with_worker(id, rules, log, |w, r, out| w.worked(then, r, out));
            }
            Phase::Done | Phase::Crashed => {}
        }
    }

    /// The heartbeat thread's turn.
    pub(super) fn beat(&mut self, id: WorkerId, rules: &Rules, log: &mut Log) {
        let heart = self.worker(id).heart;
        if heart.ready {
            if let Some(request) = self.with_worker(id, rules, log, |w, r, out| w.beat(r, out)) {
                self.ask(id, Step::Renew, request, rules, log);
            }
        } else if heart.waiting.is_some() {
            self.with_worker(id, rules, log, |w, r, out| w.heart_heard(None, r, out));
        } else {
            self.with_worker(id, rules, log, |w, _, out| w.heart_due(out));
        }
    }

    fn ask(
        &mut self,
        id: WorkerId,
        step: Step,
        mut request: Request,
        rules: &Rules,
        log: &mut Log,
    ) {
        if rules.service().token == TokenKind::LookedUp {
            request.show(self.lock.last_token);
        }
        let life = self.worker(id).life;
        let msg = self.send(id, life, step, Body::Request(request), rules, log);
        self.with_worker(id, rules, log, |w, r, out| w.sent(step, msg, r, out));
    }

    /// Puts a message on the wire, under whatever faults wait for it, and returns its id.
    pub(super) fn send(
        &mut self,
        worker: WorkerId,
        life: u16,
        step: Step,
        body: Body,
        rules: &Rules,
        log: &mut Log,
    ) -> u32 {
        let leg = match body {
            Body::Request(_) => Leg::Request,
            Body::Reply { .. } => Leg::Reply,
        };
        self.wire.last_id += 1;
        let id = self.wire.last_id;
        let arrives = Arrival::At(self.now + rules.scenario.delay_ms);
        let message = Message { id, worker, life, step, leg, arrives, copy: false, body };
        let sent = &mut self.sent[worker.index()][step.index()][leg as usize];
        *sent = sent.saturating_add(1);
        let nth = *sent;
        self.dispatch(message, nth, rules, log);
        id
    }

    /// The message arrives: at a service, which answers at once, or at a worker.
    pub(super) fn deliver(&mut self, index: usize, rules: &Rules, log: &mut Log) {
        let m = self.wire.in_flight.remove(index);
        let (worker, step, leg) = (m.worker, m.step, m.leg);
        match m.body {
            Body::Request(request) => {
                log.events.push(What::Delivered { msg: m.id, worker, step, leg });
                let coordinated = rules.switches().lock == Exclusion::Coordinator;
                let reply = match service_of(step) {
                    Node::Lock if coordinated => self.ask_coordinator(&m, request, rules, log),
                    Node::Lock => Some(self.ask_lock(&m, request, rules, log)),
                    _ => Some(self.ask_store(&m, request, rules, log)),
                };
                if let Some(reply) = reply {
                    self.send(worker, m.life, step, Body::Reply { to: m.id, reply }, rules, log);
                }
            }
            Body::Reply { to, reply } => match self.unheard(&m, to, rules) {
                Some(why) => log.events.push(What::Unheard { msg: m.id, worker, step, leg, why }),
                None => {
                    log.events.push(What::Delivered { msg: m.id, worker, step, leg });
                    self.with_worker(worker, rules, log, |w, r, out| match step {
                        Step::Renew => w.heart_heard(Some(reply), r, out),
                        Step::Acquire if !w.waits_for_assignment() => {
                            if let Reply::Granted(grant) = reply {
                                w.raise_epoch(grant.token, out);
                            }
                        }
                        _ => w.handle(step, reply, r, out),
                    });
                }
            },
        }
    }

    /// Why a worker does not listen to a reply.
    fn unheard(&self, m: &Message, to: u32, rules: &Rules) -> Option<Unheard> {
        let worker = self.worker(m.worker);
        if worker.life != m.life || worker.phase == Phase::Crashed {
            return Some(Unheard::OldLife);
        }
        // A coordinator's assignment is not the answer to one hello: it is heard at any time.
        let assigned = rules.switches().lock == Exclusion::Coordinator && m.step == Step::Acquire;
        let awaited = match (m.step, worker.phase) {
            _ if assigned => worker.waits_for_assignment() || worker.believes,
            (Step::Renew, _) => worker.heart.waiting.is_some_and(|(msg, _)| msg == to),
            (_, Phase::Waiting { msg, .. }) => msg == to,
            _ => false,
        };
        (!awaited).then_some(Unheard::TooLate)
    }

    pub(super) fn lock_now_ms(&self, rules: &Rules) -> i64 {
        self.read(Node::Lock).of(rules.lock_clock())
    }

    /// The lease is over on the lock service's own clock.
    pub(super) fn expire(&mut self, rules: &Rules, log: &mut Log) {
        if rules.switches().lock == Exclusion::Coordinator {
            return self.fall_silent(rules, log);
        }
        let now_ms = self.lock_now_ms(rules);
        if let Some(grant) = self.lock.expire(now_ms, rules.lock_delay_ms()) {
            log.events.push(What::Expired { worker: grant.worker, token: grant.token });
        }
    }

    fn ask_lock(&mut self, m: &Message, request: Request, rules: &Rules, log: &mut Log) -> Reply {
        let (worker, now_ms) = (m.worker, self.lock_now_ms(rules));
        match request {
            Request::Renew { token, wall_ms } => {
                // Where owners go by their host's name, whoever is there is taken for the asker.
                let host = rules.service().owner == OwnerName::Host;
                let known = self.lock.holder.map(|grant| grant.token).filter(|_| host);
                let ends_ms = rules.ends_ms(now_ms, wall_ms);
                match self.lock.renew(known.unwrap_or(token), ends_ms) {
                    Some(grant) => {
                        let expires_ms = grant.expires_ms;
                        log.events.push(What::Renewed { worker, token, expires_ms });
                        Reply::Renewed
                    }
                    None => {
                        log.events.push(What::RenewRefused { worker, token });
                        Reply::RenewRefused
                    }
                }
            }
            Request::Release { token } => match self.lock.release(rules.release(), token) {
                Released::Removed(grant) => {
                    let (holder, token) = (grant.worker, grant.token);
                    log.events.push(What::Released { by: worker, holder, token });
                    Reply::Released
                }
                Released::NotYours => {
                    log.events.push(What::ReleaseIgnored { by: worker });
                    Reply::NotYours
                }
            },
            Request::Acquire(asking) => self.acquire(m, asking, now_ms, rules, log),
            // Requests to the store are answered there: see `service_of`.
            _ => Reply::NotYours,
        }
    }

    fn acquire(
        &mut self,
        m: &Message,
        asking: Asking,
        now_ms: i64,
        rules: &Rules,
        log: &mut Log,
    ) -> Reply {
        let over = self.lock.holder.is_some_and(|grant| match rules.service().expiry {
            Expiry::Served | Expiry::Connection => false,
            Expiry::Observed => asking.unchanged == Some(self.lock.record),
            Expiry::Stamped => grant.expires_ms <= asking.wall_ms,
        });
        if over {
            self.expire(rules, log);
        }
        let (worker, record) = (m.worker, self.lock.record);
        let busy = |holder| (What::Busy { worker, holder }, Reply::Busy { holder, record });
        let (what, reply) =
            match self.lock.acquire(worker, m.life, rules.ends_ms(now_ms, asking.wall_ms)) {
                Acquired::Granted(grant) => {
                    let (token, expires_ms) = (grant.token, grant.expires_ms);
                    (What::Granted { worker, token, expires_ms }, Reply::Granted(grant))
                }
                Acquired::Busy(holder) => busy(Some(holder)),
                Acquired::Delayed => busy(None),
            };
        log.events.push(what);
        reply
    }

    fn ask_store(&mut self, m: &Message, request: Request, rules: &Rules, log: &mut Log) -> Reply {
        let worker = m.worker;
        let listened = rules.switches().listens.index();
        match request {
            Request::Claim { token } => {
                let claimed = self.stores[listened].raise(token);
                log.events.push(What::Claimed { worker, token, refused: claimed.err() });
                Reply::Claimed(claimed)
            }
            Request::Stamp { stamp } => {
                self.stores[listened].stamp = Some(stamp);
                log.events.push(What::Stamped { worker });
                Reply::Stamped
            }
            Request::Sync(request) => self.ask_record(m, &request, rules, log),
            Request::Write(write) => self.judge(m, &write, rules, log),
            Request::Read { token, slots } => {
                let mut answers: PerSlot<Result<Snapshot, Refusal>> = [None; 3];
                for slot in Slot::ALL.map(Slot::index).into_iter().filter(|slot| slots[*slot]) {
                    answers[slot] = Some(self.stores[slot].read(&rules.stores[slot], token));
                }
                log.events.push(What::Read { worker, answers });
                Reply::Values(answers)
            }
            // Requests to the lock service are answered there: see `service_of`.
            Request::Acquire(_) | Request::Renew { .. } | Request::Release { .. } => {
                Reply::NotYours
            }
        }
    }

    /// The same write reaches the three stores at once; the worker hears one of them.
    fn judge(&mut self, m: &Message, write: &WriteRequest, rules: &Rules, log: &mut Log) -> Reply {
        let mut reply = Reply::NotYours;
        for slot in Slot::ALL {
            let Some(computed) = write.computed[slot.index()] else {
                continue;
            };
            let decision = self.stores[slot.index()].write(
                &rules.stores[slot.index()],
                &Write {
                    worker: m.worker,
                    value: computed.value,
                    read_version: computed.read_version,
                    token: write.token,
                    stamp: write.stamp,
                    legacy: write.legacy,
                },
            );
            let listened = slot == rules.switches().listens;
            log.events.push(What::Judged {
                msg: m.id,
                worker: m.worker,
                slot,
                listened,
                token: write.token,
                copy: m.copy,
                legacy: write.legacy,
                decision,
            });
            if listened {
                reply = Reply::Judged(decision);
            }
        }
        reply
    }
}
