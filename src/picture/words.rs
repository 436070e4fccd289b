//! Short words on the picture: which text says a store's rule, a decision, a fault.

use super::fold::{RecordAt, Said};
use super::timeline::Part;
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::{Step, StepRef};
use crate::model::store::{Decision, Raise, Refusal, StoreRule, WriteCheck};
use crate::model::sync::Sync;
use crate::scenario::{Effect, Fault, Lasting, Trigger};
use crate::text::{Key, Text};

/// A store's rule in a few words, for the lane's note.
pub fn rule(rule: &StoreRule, text: Text) -> String {
    let check = match rule.check {
        WriteCheck::Nothing => "nothing",
        WriteCheck::TokenAtLeast => "token-at-least",
        WriteCheck::TokenAbove => "token-above",
        WriteCheck::Version => "version",
        WriteCheck::Stamp => "stamp",
    };
    let raise = match rule.raise {
        Raise::OnWrite => "",
        Raise::OnRead => "-on-read",
        Raise::OnClaim => "-on-claim",
    };
    let ids = if rule.tick_ids { "-and-ids" } else { "" };
    let find = |id: &str| text.find(&format!("ui.rule.{id}")).unwrap_or("");
    let legacy = if rule.legacy_allowed { "old-path" } else { "" };
    // What is usual together has words of its own; anything else is put together.
    let whole = find(&format!("{check}{raise}{ids}"));
    let parts = match whole {
        "" => [find(check), find(raise.trim_start_matches('-')), find(ids.trim_start_matches('-'))],
        whole => [whole, "", ""],
    };
    let parts = parts.into_iter().chain([find(legacy)]).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// A store's decision, next to its mark: "34 → 700", "33 < 34 refused".
pub fn decision(decision: &Decision, token: Option<u64>, versioned: bool, text: Text) -> String {
    match decision {
        Decision::Accepted { before, after, version } => {
            let what = match token {
                _ if versioned => format!("v{version}"),
                Some(token) => token.to_string(),
                None => String::new(),
            };
            let hp = after.hp.to_string();
            let key = match before.loses_in(after).contains(&true) {
                true => Key::UiMarkTaken,
                false => Key::UiMarkAccepted,
            };
            text.fill(key, &[("what", &what), ("hp", &hp)]).trim().to_owned()
        }
        Decision::Repeated => text.get(Key::UiMarkRepeated).to_owned(),
        Decision::Refused { refusal } => {
            text.fill(Key::UiMarkRefused, &[("why", &why(refusal, text))])
        }
    }
}

/// Why a store refused, as short as it gets.
pub fn why(refusal: &Refusal, text: Text) -> String {
    match refusal {
        Refusal::StaleToken { token, hi } if token < hi => format!("{token} < {hi}"),
        Refusal::StaleToken { token, hi } => format!("{token} = {hi}"),
        Refusal::NoToken | Refusal::Legacy => text.get(Key::UiMarkNoToken).to_owned(),
        Refusal::VersionChanged { read, now } => format!("v{read} ≠ v{now}"),
        Refusal::CursorMoved { expected, now } => format!("{expected} ≠ {now}"),
        Refusal::StampGone => text.get(Key::UiMarkStampGone).to_owned(),
    }
}

/// What the sync worker's record said, next to its mark: "103", "102 ×2", "33 < 34 refused".
pub fn record(at: &RecordAt, text: Text) -> String {
    let events = match (at.part, at.first == at.last) {
        (Part::Cursor, false) if at.last < at.first => format!("{} ← {}", at.last, at.first),
        (Part::Cursor, _) => at.last.to_string(),
        (_, true) => at.first.to_string(),
        (_, false) => format!("{}–{}", at.first, at.last),
    };
    match at.said {
        Said::Taken | Said::Noted => events,
        Said::Again { times } => format!("{events} ×{times}"),
        Said::Refused { refusal } => {
            format!("{events}: {}", text.fill(Key::UiMarkRefused, &[("why", &why(&refusal, text))]))
        }
    }
}

/// The lanes of the sync worker's record: part, name, and what it is guarded by.
pub fn record_lanes(sync: &Sync, text: Text) -> [(Part, String, String); 3] {
    let said = |list: &[(bool, Key)]| {
        let on: Vec<_> = list.iter().filter(|(on, _)| *on).map(|(_, key)| text.get(*key)).collect();
        match on.is_empty() {
            true => text.get(Key::SyncGuardNothing).to_owned(),
            false => on.join(" · "),
        }
    };
    let applied = said(&[
        (sync.token, Key::SyncGuardToken),
        (sync.log, Key::SyncGuardLog),
        (sync.source_version, Key::SyncGuardVersion),
    ]);
    let cursor =
        said(&[(sync.token, Key::SyncGuardToken), (sync.expected_cursor, Key::SyncGuardExpected)]);
    let effects = match sync.outbox {
        true => Key::SyncGuardOutbox,
        false => Key::SyncGuardDirect,
    };
    let name = |key: Key| text.get(key).to_owned();
    [
        (Part::Applied, name(Key::SyncLaneApplied), applied),
        (Part::Cursor, name(Key::SyncLaneCursor), cursor),
        (Part::Effects, name(Key::SyncLaneEffects), name(effects)),
    ]
}

/// How long something lasts, in words.
pub fn lasting(lasts: &Lasting, text: Text) -> String {
    match lasts {
        Lasting::ForMs(ms) => text.span(*ms),
        Lasting::UntilAfter(at) => {
            let step = text.find(&format!("step.{}.name", at.step.id())).unwrap_or(at.step.id());
            let step = match at.nth {
                1 => step.to_owned(),
                nth => format!("{step} ×{nth}"),
            };
            text.fill(Key::UiFaultUntil, &[("who", at.worker.letter()), ("step", &*step)])
        }
    }
}

/// What a fault does, in a few words: "paused 6.0 s".
pub fn effect(effect: &Effect, text: Text) -> String {
    let signed = |ms: i64| {
        let sign = if ms < 0 { "−" } else { "+" };
        format!("{sign}{}", text.span(ms.unsigned_abs()))
    };
    match effect {
        Effect::Pause { lasts, .. } => {
            text.fill(Key::UiFaultPaused, &[("time", &lasting(lasts, text))])
        }
        Effect::Suspend { lasts, .. } => {
            text.fill(Key::UiFaultSuspended, &[("time", &lasting(lasts, text))])
        }
        Effect::Step { by_ms, .. } => text.fill(Key::UiFaultStepped, &[("time", &signed(*by_ms))]),
        Effect::Slew { by_ms, ppm, .. } => {
            let args = [("time", &*signed(*by_ms)), ("ppm", &*ppm.to_string())];
            text.fill(Key::UiFaultSlewed, &args)
        }
        Effect::Drift { ppm, .. } => text.fill(Key::UiFaultDrifts, &[("ppm", &ppm.to_string())]),
        Effect::Delay { lasts } => {
            text.fill(Key::UiFaultDelayed, &[("time", &lasting(lasts, text))])
        }
        Effect::Drop => text.get(Key::UiFaultDropped).to_owned(),
        Effect::Duplicate { .. } => text.get(Key::UiFaultDuplicated).to_owned(),
        Effect::Legacy => text.get(Key::UiFaultLegacy).to_owned(),
        Effect::Partition { for_ms, .. } => {
            text.fill(Key::UiFaultPartitioned, &[("time", &text.span(*for_ms))])
        }
        Effect::Crash { .. } => text.get(Key::UiFaultCrashed).to_owned(),
        Effect::Failover(_) => text.get(Key::UiFaultFailover).to_owned(),
    }
}

/// Whether the decision loses somebody's update.
pub fn loses(decision: &Decision) -> bool {
    matches!(decision, Decision::Accepted { before, after, .. } if before.loses_in(after).contains(&true))
}

/// When a fault fires, in words: "before A’s “write”".
pub fn trigger(when: &Trigger, text: Text) -> String {
    let step_name =
        |step: Step| text.find(&format!("step.{}.name", step.id())).unwrap_or(step.id());
    let at_step = |key: Key, at: &StepRef| {
        let mut said = text.fill(key, &[("who", at.worker.letter()), ("step", step_name(at.step))]);
        if at.nth > 1 {
            said += &format!(" ×{}", at.nth);
        }
        said
    };
    match when {
        Trigger::At(at) => text.fill(Key::UiWhenAt, &[("time", &text.span(at.0))]),
        Trigger::Before(at) => at_step(Key::UiWhenBefore, at),
        Trigger::During(at) => at_step(Key::UiWhenDuring, at),
        Trigger::After(at) => at_step(Key::UiWhenAfter, at),
        Trigger::Message { worker, step, leg, nth } => {
            let key = match leg {
                Leg::Request => Key::UiWhenRequest,
                Leg::Reply => Key::UiWhenReply,
            };
            at_step(key, &StepRef { worker: *worker, step: *step, nth: *nth })
        }
    }
}

/// Whom a fault hits, by name.
pub fn whom(fault: &Fault) -> &'static str {
    let of = |node: Node| match node {
        Node::A => "A",
        Node::B => "B",
        Node::Lock => "lock",
        Node::Store => "store",
    };
    match fault.what {
        Effect::Pause { worker, .. }
        | Effect::Suspend { worker, .. }
        | Effect::Crash { worker, .. } => worker.letter(),
        Effect::Step { node, .. } | Effect::Slew { node, .. } | Effect::Drift { node, .. } => {
            of(node)
        }
        Effect::Partition { between: [a, _], .. } => of(a),
        Effect::Failover(_) => "lock",
        Effect::Delay { .. } | Effect::Drop | Effect::Duplicate { .. } | Effect::Legacy => {
            match fault.when {
                Trigger::Message { worker, .. } => worker.letter(),
                _ => "",
            }
        }
    }
}
