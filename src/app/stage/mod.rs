//! The stage: one run on one timeline, and everything that speaks of it.

mod code;
mod compare;
mod events;
mod export;
mod press;
mod protect;
mod record;
mod service;
mod settings;
mod shapes;
mod status;
mod stores;
mod sync;
mod timeline;
mod transport;
pub mod truth;
mod verdict;

use super::faults::{Desk, faults};
use super::presets::preset_text;
use super::state::use_ui;
use crate::picture::sentence::{Row, rows};
use crate::session::{Command, Session, Shared};
use crate::text::{Key, Text};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub session: Session,
}

#[component]
pub fn Stage(props: &StageProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    let run = session.run.clone();
    let told: Shared<Vec<Row>> = (*use_memo((run.clone(), ui.text.0), |(run, lang)| {
        Shared::new(rows(&run.trace, Text(*lang)))
    }))
    .clone();
    let is_sync = session.scenario().job.sync().is_some();
    let world = Shared::new(run.trace.seek(session.playhead));
    let escape = {
        let (dispatch, busy) =
            (ui.dispatch.clone(), session.editing.is_some() || session.proposing.is_some());
        Callback::from(move |event: KeyboardEvent| {
            if busy && event.key() == "Escape" {
                dispatch.dispatch(Command::Edit(None));
            }
        })
    };
    html! {
        <article class="stage" onkeydown={escape}>
            { question(session, ui.text) }
            if let Some(sync) = session.scenario().job.sync() {
                { sync::switches(session.scenario(), sync, &ui) }
            } else {
                { protect::protect(session.scenario(), &ui) }
            }
            { faults(session, &ui) }
            <timeline::TimelineView session={session.clone()} />
            <Desk session={session.clone()} />
            <transport::Transport session={session.clone()} told={told.clone()} />
            <status::Status session={session.clone()} told={told.clone()} />
            <div class="setup">
                <settings::Settings session={session.clone()} />
                if !is_sync { { protect::apart(session.scenario(), &ui) } }
                { service::service(session, &ui) }
            </div>
            if is_sync {
                { record::record(&world, ui.text) }
            } else {
                { stores::stores(session, &world, ui.text) }
            }
            { verdict::verdict(session, &ui) }
            if !is_sync { <compare::Compare session={session.clone()} /> }
            <code::Code session={session.clone()} {world} />
            <events::Events session={session.clone()} {told} />
            { export::export(&session.run, &ui) }
        </article>
    }
}

/// The scenario's question, and in one line what it is about.
fn question(session: &Session, text: Text) -> Html {
    let scenario = session.scenario();
    let id = &scenario.preset;
    let question = preset_text(text, id, "question");
    let title = match preset_text(text, id, "title") {
        "" => text.get(Key::UiPresetCustom),
        title => title,
    };
    let watch = preset_text(text, id, "watch");
    let [a, b] = scenario.damage_hp.map(|hp| hp.to_string());
    let story = match scenario.job.sync() {
        Some(sync) => {
            let (batch, time) = (sync.batch.to_string(), text.span(sync.work_ms));
            let args = [("title", title), ("batch", &*batch), ("time", &*time)];
            text.fill(Key::SyncStageStory, &args)
        }
        None => text.fill(
            Key::UiStageStory,
            &[("title", title), ("hp", &scenario.boss_hp.to_string()), ("a", &a), ("b", &b)],
        ),
    };
    html! {
        <div class="question">
            <h1>{ if question.is_empty() { title } else { question } }</h1>
            <p class="story">{ story }</p>
            if !watch.is_empty() { <p class="watch"><b>{ text.get(Key::UiPresetWatch) }</b>{ watch }</p> }
        </div>
    }
}
