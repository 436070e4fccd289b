//! The record's answers to the sync worker, told event by event.

use super::rules::Rules;
use super::world::{Log, World};
use crate::model::event::What;
use crate::model::network::{Message, Reply};
use crate::model::node::Node;
use crate::model::sync::{Act, Applied, Checkpointed, Recovery, Sync, SyncRequest, between};

impl World {
    pub(super) fn ask_record(
        &mut self,
        m: &Message,
        request: &SyncRequest,
        rules: &Rules,
        log: &mut Log,
    ) -> Reply {
        let Some(sync) = rules.switches().sync else {
            return Reply::NotYours;
        };
        let worker = m.worker;
        match request.act {
            Act::Cursor { expires_ms } => {
                let now_ms = self.read(Node::Store).wall.0;
                let token = request.token;
                let answer = self.record.read(&sync, worker, token, expires_ms, now_ms);
                let reason = self.record.lease.map_or(Recovery::FirstOwner, |lease| lease.reason);
                let (cursor, refused) = (self.record.checkpoint, answer.err());
                log.events.push(What::CursorRead { worker, token, cursor, reason, refused });
                Reply::Cursor(answer)
            }
            Act::Apply { event } => Reply::Synced(self.apply(m, request, event, &sync, log)),
            Act::Emit { event } => {
                self.emit(m, request, event, &sync, log);
                Reply::Synced(Ok(()))
            }
            Act::Checkpoint { from, to, commit } => {
                let allowed = self.record.check_advance(&sync, from, request.token, request.legacy);
                if commit && allowed.is_ok() {
                    for event in between(from, to) {
                        // The transaction as a whole was just found to be allowed.
                        let _ = self.apply(m, request, event, &sync, log);
                        if sync.outbox {
                            self.emit(m, request, event, &sync, log);
                        }
                    }
                }
                let SyncRequest { token, legacy, .. } = *request;
                let decision = self.record.advance(&sync, from, to, token, legacy);
                let (msg, copy) = (m.id, m.copy);
                log.events.push(What::Checkpointed {
                    msg,
                    worker,
                    from,
                    to,
                    token,
                    copy,
                    legacy,
                    decision,
                });
                Reply::Synced(match decision {
                    Checkpointed::Accepted { .. } => Ok(()),
                    Checkpointed::Refused { refusal } => Err(refusal),
                })
            }
        }
    }

    fn apply(
        &mut self,
        m: &Message,
        request: &SyncRequest,
        event: u16,
        sync: &Sync,
        log: &mut Log,
    ) -> Result<(), crate::model::store::Refusal> {
        let SyncRequest { token, legacy, .. } = *request;
        let decision = self.record.apply(sync, event, token, legacy);
        let (msg, worker, copy) = (m.id, m.worker, m.copy);
        log.events.push(What::Applied { msg, worker, event, token, copy, legacy, decision });
        match decision {
            Applied::Refused { refusal } => Err(refusal),
            _ => Ok(()),
        }
    }

    fn emit(&mut self, m: &Message, request: &SyncRequest, event: u16, sync: &Sync, log: &mut Log) {
        let decision = self.record.emit(sync, event, request.legacy);
        let outbox = sync.outbox && !request.legacy;
        let (msg, worker, copy) = (m.id, m.worker, m.copy);
        log.events.push(What::Emitted { msg, worker, event, outbox, copy, decision });
    }
}
