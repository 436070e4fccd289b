//! The lock node as a coordinator: it assigns the resource to one worker at a time, with epochs.
//!
//! Owns who is there, who owns the resource, and which epoch comes next. An epoch is the token of a
//! grant, and silence is its expiry. Judges time by the readings that it is handed, as `lock` does.

use super::lock::{Grant, Lock};
use super::node::WorkerId;
use serde::Serialize;

/// A worker that has said hello and has not said that it is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    pub life: u16,
    /// Its last hello, to which the assignment is the answer.
    pub hello: u32,
}

/// Why the resource changes hands, or its owner gets a new epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A worker says hello, and nobody owns the resource.
    Hello,
    /// Its owner says hello again: perhaps it never heard, perhaps it was started anew.
    Again,
    /// Its owner has not been heard of for a ttl.
    Silence,
    /// Its owner is done.
    Done,
}

impl Lock {
    fn assign(&mut self, worker: WorkerId, member: Member, until_ms: i64) -> Grant {
        self.last_token += 1;
        let (life, token) = (member.life, self.last_token);
        let grant = Grant { worker, life, token, expires_ms: until_ms };
        self.holder = Some(grant);
        grant
    }

    /// Assigns the resource to the other worker, if that one is there.
    fn hand_over(&mut self, from: WorkerId, until_ms: i64) -> Option<Grant> {
        self.holder = None;
        self.members[from.index()] = None;
        let to = from.other();
        self.members[to.index()].map(|member| self.assign(to, member, until_ms))
    }

    /// A worker says hello; `None`: somebody else owns the resource, and it has to wait.
    pub fn hello(
        &mut self,
        worker: WorkerId,
        member: Member,
        until_ms: i64,
    ) -> Option<(Grant, Why)> {
        // A life that has ended since speaks for nobody.
        if self.members[worker.index()].is_some_and(|known| known.life > member.life) {
            return None;
        }
        self.members[worker.index()] = Some(member);
        let why = match self.holder {
            None => Why::Hello,
            Some(grant) if grant.worker == worker => Why::Again,
            Some(_) => return None,
        };
        Some((self.assign(worker, member, until_ms), why))
    }

    /// The owner is heard of. Which epoch it knows of makes no difference.
    pub fn ping(&mut self, worker: WorkerId, life: u16, until_ms: i64) -> Option<Grant> {
        let ours = |grant: &&mut Grant| grant.worker == worker && grant.life == life;
        let grant = self.holder.as_mut().filter(ours)?;
        grant.expires_ms = until_ms;
        Some(*grant)
    }

    /// A worker is done and leaves. What it owned ends, and passes on to the other.
    pub fn done(
        &mut self,
        worker: WorkerId,
        life: u16,
        until_ms: i64,
    ) -> Option<(Grant, Option<Grant>)> {
        match self.holder {
            Some(grant) if grant.worker == worker && grant.life == life => {
                Some((grant, self.hand_over(worker, until_ms)))
            }
            _ => {
                let here = &mut self.members[worker.index()];
                *here = here.filter(|member| member.life != life);
                None
            }
        }
    }

    /// The owner has been silent for too long. It is not there any more until it says hello.
    pub fn give_up_on_owner(&mut self, until_ms: i64) -> Option<(Grant, Option<Grant>)> {
        let grant = self.holder?;
        Some((grant, self.hand_over(grant.worker, until_ms)))
    }
}
