//! The sentence of the moment: large for the eye, and once it rests, spoken by a screen reader.

use crate::app::state::use_ui;
use crate::picture::sentence::Row;
use crate::session::Shared;
use crate::text::{Key, seconds};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// How long the playhead must rest before the sentence is spoken, in ms.
const SPEAK_REST_MS: u32 = 500;

#[derive(Properties, PartialEq)]
pub struct StatusProps {
    pub playhead: usize,
    pub told: Shared<Vec<Row>>,
}

#[component]
pub fn Status(props: &StatusProps) -> Html {
    let ui = use_ui();
    let row = props.playhead.checked_sub(1).and_then(|moment| props.told.get(moment));
    let sentence = match row {
        Some(row) => row.text.clone(),
        None => ui.text.get(Key::UiTransportBegin).to_owned(),
    };
    let spoken = use_state_eq(String::new);
    {
        let (spoken, playhead) = (spoken.clone(), props.playhead);
        use_effect_with(sentence.clone(), move |sentence| {
            let sentence = sentence.clone();
            let rest =
                (playhead > 0).then(|| Timeout::new(SPEAK_REST_MS, move || spoken.set(sentence)));
            move || drop(rest)
        });
    }
    html! {
        <div class="moment">
            <p class="sentence">
                if let Some(row) = row {
                    <time>{ seconds(row.at.0) }</time>
                }
                { sentence }
            </p>
            <p class="visually-hidden" role="status">{ &*spoken }</p>
        </div>
    }
}
