//! What the stores answer and decide, in sentences: one write, up to three judges.

use super::sum::refusal_reason;
use super::{Part, Scene, Teller, Who, major, minor};
use crate::model::event::What;
use crate::model::network::PerSlot;
use crate::model::node::WorkerId;
use crate::model::store::{Decision, Raise, Refusal, Slot, Snapshot, Value, WriteCheck};
use crate::text::Key;

/// What one store does with a write; stores that do the same share a sentence.
#[derive(PartialEq)]
struct Clause {
    one: Key,
    many: Key,
    args: Vec<(&'static str, String)>,
}

/// One write and what each store decided.
struct Judgment {
    worker: WorkerId,
    token: Option<u64>,
    copy: bool,
    decisions: Vec<(Slot, Decision)>,
}

impl Teller<'_> {
    pub(super) fn tell_stores(&self, scene: &Scene, i: usize) -> Option<Part> {
        match scene.events[i].what {
            What::Judged { worker, token, copy, .. } => {
                let earlier = scene.events[..i].iter();
                if earlier.clone().any(|event| matches!(event.what, What::Judged { .. })) {
                    return None;
                }
                let decisions = scene.events[i..].iter().filter_map(|event| match event.what {
                    What::Judged { slot, decision, .. } => Some((slot, decision)),
                    _ => None,
                });
                let decisions = decisions.collect();
                let judgment = Judgment { worker, token, copy, decisions };
                major(Who::Stores, self.judged(&judgment))
            }
            What::Read { worker, answers } => self.read(worker, &answers),
            What::Claimed { worker, refused: Some(refusal), .. } => {
                let why = refusal_reason(&refusal, self.text);
                let said = self.say(Key::SayStoreClaimRefused, worker, &[("why", &why)]);
                major(Who::Stores, said)
            }
            What::Claimed { worker, token, refused: None } => {
                let token = token.unwrap_or(0).to_string();
                major(Who::Stores, self.say(Key::SayStoreClaimed, worker, &[("token", &token)]))
            }
            What::Stamped { worker } => {
                major(Who::Stores, self.say(Key::SayStoreStamped, worker, &[]))
            }
            _ => None,
        }
    }

    fn judged(&self, judgment: &Judgment) -> String {
        let worker = judgment.worker;
        let late = self.known.is_late(worker, judgment.token);
        if !late
            && !judgment.copy
            && judgment.decisions.len() == Slot::ALL.len()
            && let Some(hp) = all_accept(&judgment.decisions)
        {
            return self.say(Key::SayStoreAll, worker, &[("hp", &hp.to_string())]);
        }
        let arrives = match (judgment.copy, late) {
            (true, _) => Key::SayStoreArrivesCopy,
            (false, true) => Key::SayStoreArrivesLate,
            (false, false) => Key::SayStoreArrives,
        };
        let mut said = self.say(arrives, worker, &[]);
        let mut clauses: Vec<(Clause, Vec<Slot>)> = Vec::new();
        for (slot, decision) in &judgment.decisions {
            let clause = self.clause(worker, decision);
            match clauses.iter_mut().find(|(other, _)| *other == clause) {
                Some((_, slots)) => slots.push(*slot),
                None => clauses.push((clause, vec![*slot])),
            }
        }
        for (clause, slots) in &clauses {
            let key = if slots.len() > 1 { clause.many } else { clause.one };
            let stores = self.stores(slots);
            let mut args = vec![("stores", &*stores)];
            args.extend(clause.args.iter().map(|(name, value)| (*name, &**value)));
            said += " ";
            said += &self.say(key, worker, &args);
        }
        if late { said + &self.unseen(judgment) } else { said }
    }

    /// Why a store that checks tokens takes a late write: it has not heard of the newer one.
    fn unseen(&self, judgment: &Judgment) -> String {
        let Some((_, hi)) = self.known.grant else {
            return String::new();
        };
        let takes = |(slot, decision): &&(Slot, Decision)| {
            let check = self.trace.rules.stores[slot.index()].check;
            let tokens = matches!(check, WriteCheck::TokenAtLeast | WriteCheck::TokenAbove);
            tokens && matches!(decision, Decision::Accepted { .. }) && judgment.token < Some(hi)
        };
        judgment.decisions.iter().find(takes).map_or_else(String::new, |(slot, _)| {
            let args = [("stores", self.store(*slot)), ("hi", &*hi.to_string())];
            format!(" {}", self.say(Key::SayStoreUnseen, judgment.worker, &args))
        })
    }

    fn stores(&self, slots: &[Slot]) -> String {
        match slots {
            [one] => self.store(*one).to_owned(),
            [a, b] => {
                let args = [("a", self.store(*a)), ("b", self.store(*b))];
                self.text.fill(Key::SayStoreTwo, &args)
            }
            _ => self.text.get(Key::SayStoreAllThree).to_owned(),
        }
    }

    fn clause(&self, worker: WorkerId, decision: &Decision) -> Clause {
        let one = |one: Key, args| Clause { one, many: one, args };
        match decision {
            Decision::Accepted { before, after, .. } => self.accepted(worker, before, after),
            Decision::Repeated => Clause {
                one: Key::SayStoreRepeated,
                many: Key::SayStoreRepeatedMany,
                args: Vec::new(),
            },
            Decision::Refused { refusal } => match *refusal {
                Refusal::StaleToken { token, hi } => {
                    let key = if token < hi {
                        Key::SayStoreRefusedToken
                    } else {
                        Key::SayStoreRefusedSpent
                    };
                    one(key, vec![("token", token.to_string()), ("hi", hi.to_string())])
                }
                Refusal::NoToken => one(Key::SayStoreRefusedNoToken, Vec::new()),
                Refusal::VersionChanged { read, now } => {
                    let args = vec![("read", read.to_string()), ("now", now.to_string())];
                    one(Key::SayStoreRefusedVersion, args)
                }
                Refusal::StampGone => one(Key::SayStoreRefusedStamp, Vec::new()),
                // A cursor is no business of these stores.
                Refusal::Legacy | Refusal::CursorMoved { .. } => {
                    one(Key::SayStoreRefusedLegacy, Vec::new())
                }
            },
        }
    }

    fn accepted(&self, worker: WorkerId, before: &Value, after: &Value) -> Clause {
        let mut args = vec![("hp", after.hp.to_string())];
        let i = worker.index();
        let (one, many) = match lost(before, after, self.trace.rules.scenario.damage_hp) {
            Some((victim, lost_hp)) => {
                args.push(("victim", victim.letter().to_owned()));
                args.push(("lost", lost_hp.to_string()));
                match after.hp > before.hp {
                    true => (Key::SayStoreBack, Key::SayStoreBackMany),
                    false => (Key::SayStoreLost, Key::SayStoreLostMany),
                }
            }
            None if after.ticks[i] > 1 && after.ticks[i] > before.ticks[i] => {
                (Key::SayStoreDouble, Key::SayStoreDoubleMany)
            }
            None => (Key::SayStoreAccepted, Key::SayStoreAcceptedMany),
        };
        Clause { one, many, args }
    }

    fn read(&self, worker: WorkerId, answers: &PerSlot<Result<Snapshot, Refusal>>) -> Option<Part> {
        let rules = &self.trace.rules;
        let listens = rules.switches().listens;
        if let Some(Err(refusal)) = &answers[listens.index()] {
            let why = refusal_reason(refusal, self.text);
            let args = [("stores", self.store(listens)), ("why", &why)];
            return major(Who::Stores, self.say(Key::SayStoreReadRefused, worker, &args));
        }
        let known = |slot: &Slot| match answers[slot.index()] {
            Some(Ok(snapshot)) => Some((*slot, snapshot.value.hp)),
            _ => None,
        };
        let hps: Vec<(Slot, i64)> = Slot::ALL.iter().filter_map(known).collect();
        let same = hps.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let hp = hps.first().map_or(0, |(_, hp)| *hp).to_string();
        let each = hps.iter().map(|(slot, hp)| format!("{hp} ({})", self.store(*slot)));
        let list = each.collect::<Vec<_>>().join(", ");
        let said = match same {
            true => self.say(Key::SayStoreRead, worker, &[("hp", &hp)]),
            false => self.say(Key::SayStoreReadEach, worker, &[("list", &list)]),
        };
        match self.known.grant.filter(|(holder, _)| *holder == worker) {
            Some((_, token)) if rules.stores[listens.index()].raise == Raise::OnRead => {
                let args = [("stores", self.store(listens)), ("token", &*token.to_string())];
                let learns = self.say(Key::SayStoreReadLearns, worker, &args);
                major(Who::Stores, format!("{said} {learns}"))
            }
            _ => minor(Who::Stores, said),
        }
    }
}

/// The one value that every store accepts, where none loses or doubles anything.
fn all_accept(decisions: &[(Slot, Decision)]) -> Option<i64> {
    let mut hp = None;
    for (_, decision) in decisions {
        let Decision::Accepted { before, after, .. } = decision else {
            return None;
        };
        let harmed = [0, 1].iter().any(|w| {
            after.ticks[*w] < before.ticks[*w] || after.ticks[*w] > before.ticks[*w].max(1)
        });
        if harmed || hp.is_some_and(|hp| hp != after.hp) {
            return None;
        }
        hp = Some(after.hp);
    }
    hp
}

/// Whose tick a write removes from the value, and how many hp that was.
pub(super) fn lost(before: &Value, after: &Value, damage_hp: [i64; 2]) -> Option<(WorkerId, i64)> {
    let loses = before.loses_in(after);
    let victim = WorkerId::ALL.into_iter().find(|worker| loses[worker.index()])?;
    let i = victim.index();
    let times = i64::from(before.ticks[i] - after.ticks[i]);
    Some((victim, times * damage_hp[i]))
}
