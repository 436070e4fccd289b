//! The three stores side by side, at the playhead, with what each came to in words.

use crate::model::store::{Raise, Slot, WriteCheck};
use crate::picture::sentence::store_summary;
use crate::run::World;
use crate::run::verdict::side_by_side;
use crate::session::Session;
use crate::text::{Key, Text};
use yew::prelude::*;

pub fn stores(session: &Session, world: &World, text: Text) -> Html {
    let playhead = session.playhead;
    let trace = &session.run.trace;
    let events = playhead.checked_sub(1).map_or(0, |moment| trace.moment(moment).end);
    let reports = side_by_side(trace, events);
    html! {
        <section class="stores" aria-label={text.get(Key::UiStoreTitle)}>
            for report in reports.iter() {
                { card(report, trace, &world.stores[report.slot.index()], events, text) }
            }
        </section>
    }
}

fn card(
    report: &crate::run::verdict::SlotReport,
    trace: &crate::run::Trace,
    record: &crate::model::store::Record,
    events: usize,
    text: Text,
) -> Html {
    let slot: Slot = report.slot;
    let rule = &trace.rules.stores[slot.index()];
    let name = text.find(&format!("store.{}.name", slot.id())).unwrap_or(slot.id());
    let tokens = matches!(rule.check, WriteCheck::TokenAtLeast | WriteCheck::TokenAbove)
        || rule.raise != Raise::OnWrite;
    let role = if report.listened { Key::UiStoreListened } else { Key::UiStoreShadow };
    let state = match (report.lost.is_some(), report.refused.is_some()) {
        (true, _) => "is-lost",
        (false, true) => "is-refused",
        _ => "",
    };
    html! {
        <section class={classes!("card", state, report.listened.then_some("listened"))}
            data-store={slot.id()}>
            <h2>{ name }<span class="role">{ text.get(role) }</span></h2>
            <dl>
                <div><dt>{ text.get(Key::UiStoreHp) }</dt><dd class="big">{ record.value.hp }</dd></div>
                <div><dt>{ text.get(Key::UiStoreVersion) }</dt><dd>{ record.version }</dd></div>
                if tokens {
                    <div><dt>{ text.get(Key::UiStoreHighest) }</dt>
                        <dd>{ if record.hi == 0 { "–".to_owned() } else { record.hi.to_string() } }</dd></div>
                }
            </dl>
            <p>{ store_summary(report, trace, events, text) }</p>
        </section>
    }
}
