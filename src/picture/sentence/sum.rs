//! What a run comes to, in sentences: verdicts, the stores at the playhead, reasons of refusals.

use super::store::lost;
use crate::model::event::What;
use crate::model::node::WorkerId;
use crate::model::store::{Decision, Refusal};
use crate::model::sync::Checkpointed;
use crate::run::Trace;
use crate::run::verdict::{Kind, SlotReport, Verdict};
use crate::text::{Key, Text};

/// One verdict in a sentence.
pub fn verdict_sentence(verdict: &Verdict, trace: &Trace, text: Text) -> String {
    let what = trace.events.get(verdict.event).map(|event| event.what);
    let key = match verdict.kind {
        Kind::Overlap => Key::VerdictOverlapSays,
        Kind::LateWrite => Key::VerdictLateWriteSays,
        Kind::LostUpdate => Key::VerdictLostUpdateSays,
        Kind::ForeignRelease => Key::VerdictForeignReleaseSays,
        Kind::HolderRefused => Key::VerdictHolderRefusedSays,
        Kind::DoubleEffect => double_effect(&what),
        Kind::SkippedEvent => Key::VerdictSkippedEventSays,
        Kind::CursorBack => Key::VerdictCursorBackSays,
    };
    let gone = lost_at(trace, verdict.event);
    let other = gone.map_or(verdict.worker.other(), |(victim, _, _)| victim);
    let hp = gone.map_or(0, |(_, hp, _)| hp).to_string();
    let args = [("who", verdict.worker.letter()), ("other", other.letter()), ("hp", &*hp)];
    let (from, to) = match what {
        Some(What::Checkpointed { decision: Checkpointed::Accepted { before, after }, .. }) => {
            (before, after)
        }
        Some(What::Applied { event, .. } | What::Emitted { event, .. }) => (event, event),
        _ => (0, 0),
    };
    let (from, to) = (from.to_string(), to.to_string());
    let more = [("event", &*from), ("from", &*from), ("to", &*to)];
    text.fill(key, &[&args[..], &more[..]].concat())
}

/// Verdicts to be listed, each with how many more there are like it: a sync worker does the same
/// to one event after another.
pub fn grouped<'v>(
    verdicts: impl Iterator<Item = &'v Verdict>,
    trace: &Trace,
) -> Vec<(&'v Verdict, usize)> {
    let repeats = trace.rules.switches().sync.is_some();
    let alike = |v: &Verdict| {
        let what = trace.events.get(v.event).map(|event| event.what);
        let double = (v.kind == Kind::DoubleEffect).then(|| double_effect(&what) as usize);
        (v.kind, double)
    };
    let mut groups: Vec<(&Verdict, usize)> = Vec::new();
    for verdict in verdicts {
        match groups.iter_mut().find(|(v, _)| repeats && alike(v) == alike(verdict)) {
            Some((_, more)) => *more += 1,
            None => groups.push((verdict, 0)),
        }
    }
    groups
}

fn double_effect(what: &Option<What>) -> Key {
    match what {
        Some(What::Applied { .. }) => Key::VerdictDoubleEffectApplied,
        Some(What::Emitted { .. }) => Key::VerdictDoubleEffectDelivered,
        _ => Key::VerdictDoubleEffectSays,
    }
}

/// Whose update an event destroys, how many hp that was, and whether the boss's hp went up.
fn lost_at(trace: &Trace, event: usize) -> Option<(WorkerId, i64, bool)> {
    let What::Judged { decision: Decision::Accepted { before, after, .. }, .. } =
        trace.events.get(event)?.what
    else {
        return None;
    };
    let (victim, hp) = lost(&before, &after, trace.rules.scenario.damage_hp)?;
    Some((victim, hp, after.hp > before.hp))
}

/// What a store has come to after so many events.
pub fn store_summary(report: &SlotReport, trace: &Trace, events: usize, text: Text) -> String {
    if let Some((victim, hp, back)) = report.lost.and_then(|(event, _)| lost_at(trace, event)) {
        let key = if back { Key::StoreSumLostBack } else { Key::StoreSumLost };
        return text.fill(key, &[("victim", victim.letter()), ("hp", &hp.to_string())]);
    }
    let ticks = report.value.ticks;
    if let Some(worker) = WorkerId::ALL.into_iter().find(|w| ticks[w.index()] > 1) {
        return text.fill(Key::StoreSumDouble, &[("who", worker.letter())]);
    }
    match (ticks, report.refused.and_then(|event| refused_at(trace, event))) {
        ([0, 0], None) => text.get(Key::StoreSumNothing).to_owned(),
        // A refusal that was made good since is over.
        ([1..=u8::MAX, 1..=u8::MAX], _) => text.get(Key::StoreSumBoth).to_owned(),
        (_, Some((_, true))) => text.get(Key::StoreSumRefusedLate).to_owned(),
        (_, Some((worker, false))) => text.fill(Key::StoreSumRefused, &[("who", worker.letter())]),
        ([a, _], None) => {
            let who = if a > 0 { WorkerId::A } else { WorkerId::B };
            let over = events >= trace.events.len();
            let key = if over { Key::StoreSumOnly } else { Key::StoreSumOne };
            text.fill(key, &[("who", who.letter())])
        }
    }
}

/// Whose write was refused, and whether a newer grant than its own had been issued by then.
fn refused_at(trace: &Trace, event: usize) -> Option<(WorkerId, bool)> {
    let What::Judged { worker, token, .. } = trace.events.get(event)?.what else {
        return None;
    };
    let newest = trace.events[..event].iter().rev().find_map(|earlier| match earlier.what {
        What::Granted { worker, token, .. } => Some((worker, token)),
        _ => None,
    });
    let late = token.is_some() && newest.is_some_and(|(w, t)| (w, Some(t)) != (worker, token));
    Some((worker, late))
}

/// Why a store refused, in a few words: "33 < 34: refused".
pub fn refusal(refusal: &Refusal, text: Text) -> String {
    text.fill(Key::RefusalRefused, &[("why", &refusal_reason(refusal, text))])
}

/// The same for a sentence that says itself that something was refused.
pub(super) fn refusal_reason(refusal: &Refusal, text: Text) -> String {
    let key = match refusal {
        Refusal::StaleToken { token, hi } if token < hi => Key::RefusalStaleToken,
        Refusal::StaleToken { .. } => Key::RefusalSpentToken,
        Refusal::NoToken => Key::RefusalNoToken,
        Refusal::VersionChanged { .. } => Key::RefusalVersionChanged,
        Refusal::StampGone => Key::RefusalStampGone,
        Refusal::Legacy => Key::RefusalLegacy,
        Refusal::CursorMoved { .. } => Key::RefusalCursorMoved,
    };
    let (a, b) = match *refusal {
        Refusal::StaleToken { token, hi } => (token, hi),
        Refusal::VersionChanged { read, now } => (u64::from(read), u64::from(now)),
        Refusal::CursorMoved { expected, now } => (u64::from(expected), u64::from(now)),
        _ => (0, 0),
    };
    let (a, b) = (a.to_string(), b.to_string());
    text.fill(key, &[("token", &a), ("hi", &b), ("read", &a), ("now", &b)])
}
