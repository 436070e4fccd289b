//! The sync worker's record at the playhead: its events, one cell each, and its fields.

use crate::model::sync::{EVENTS, FIRST_EVENT, Recovery, SyncRecord};
use crate::run::World;
use crate::text::{Key, Text, reading_digits};
use yew::prelude::*;

pub fn record(world: &World, text: Text) -> Html {
    let record = &world.record;
    html! {
        <section class="record" aria-label={text.get(Key::SyncRecordTitle)}>
            <div class="card listened">
                <h2>{ text.get(Key::SyncRecordEvents) }</h2>
                <ol class="cells">
                    for i in 0..EVENTS { { cell(record, i, text) } }
                </ol>
            </div>
            <div class="card listened">
                <h2>{ text.get(Key::SyncRecordTitle) }</h2>
                <dl class="fields">{ for fields(record, text).into_iter().map(field) }</dl>
            </div>
        </section>
    }
}

fn cell(record: &SyncRecord, i: usize, text: Text) -> Html {
    let event = FIRST_EVENT + i as u16;
    let passed = event <= record.checkpoint;
    let times = record.applied[i].to_string();
    let (class, key) = match record.applied[i] {
        0 if passed => ("is-lost", Key::SyncRecordSkipped),
        0 => ("", Key::SyncRecordWaiting),
        1 => ("is-in", Key::SyncRecordApplied),
        _ => ("is-lost", Key::SyncRecordTwice),
    };
    let sent = record.delivered[i];
    let sent_class = if sent > 1 { "sent is-lost" } else { "sent" };
    let here = event == record.checkpoint;
    html! {
        <li class={classes!(class, here.then_some("here"), passed.then_some("passed"))} data-event={event.to_string()}>
            <b>{ event }</b>
            <span>{ text.fill(key, &[("times", &times)]) }</span>
            <span class={sent_class}>{ text.fill(Key::SyncRecordEffect, &[("times", &sent.to_string())]) }</span>
            if here { <span class="pointer">{ text.get(Key::SyncRecordHere) }</span> }
        </li>
    }
}

/// The fields by the names that the state model has for them.
fn fields(record: &SyncRecord, text: Text) -> Vec<(&'static str, String)> {
    let none = || text.get(Key::SyncRecordNobody).to_owned();
    let lease = record.lease;
    let seconds = |ms: i64| format!("{} s", reading_digits(ms));
    let reason = |reason: Recovery| {
        text.get(match reason {
            Recovery::FirstOwner => Key::SyncRecordFirstOwner,
            Recovery::Handover => Key::SyncRecordHandover,
            Recovery::Takeover => Key::SyncRecordTakeover,
            Recovery::Restart => Key::SyncRecordRestart,
        })
    };
    let of = |value: Option<String>| value.unwrap_or_else(none);
    let checkpoint = record.checkpoint.to_string();
    vec![
        ("lease_owner", of(lease.map(|l| l.owner.letter().to_owned()))),
        ("lease_token", of(lease.map(|l| l.token.to_string()))),
        ("lease_expires_at", of(lease.map(|l| seconds(l.expires_ms)))),
        ("checkpoint", checkpoint),
        ("checkpoint_token", of(record.checkpoint_token.map(|t| t.to_string()))),
        ("last_applied_event_id", of(record.last_applied.map(|e| e.to_string()))),
        ("handoff_started_at", of(lease.map(|l| seconds(l.handoff_started_ms)))),
        ("previous_owner", of(lease.and_then(|l| l.previous_owner).map(|w| w.letter().to_owned()))),
        ("recovery_reason", of(lease.map(|l| reason(l.reason).to_owned()))),
    ]
}

fn field((name, value): (&'static str, String)) -> Html {
    html! { <div><dt><code>{ name }</code></dt><dd>{ value }</dd></div> }
}
