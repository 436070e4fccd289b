//! The sentence of the moment: large for the eye, and once it rests, spoken by a screen reader. Before
//! a moment that surprises, the question what it will show; after it, the reader's own answer.

use crate::app::state::{Ui, use_ui};
use crate::picture::predict::{Question, question};
use crate::picture::sentence::Row;
use crate::session::{Command, Session, Shared};
use crate::text::{Key, seconds};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// How long the playhead must rest before the sentence is spoken, in ms.
const SPEAK_REST_MS: u32 = 500;

#[derive(Properties, PartialEq)]
pub struct StatusProps {
    pub session: Session,
    pub told: Shared<Vec<Row>>,
}

#[component]
pub fn Status(props: &StatusProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    let row = session.playhead.checked_sub(1).and_then(|moment| props.told.get(moment));
    let sentence = match row {
        Some(row) => row.text.clone(),
        None => ui.text.get(Key::UiTransportBegin).to_owned(),
    };
    let spoken = use_state_eq(String::new);
    {
        let (spoken, playhead) = (spoken.clone(), session.playhead);
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
            { answered(session, &ui) }
            { asked(session, &ui) }
            <p class="visually-hidden" role="status">{ &*spoken }</p>
        </div>
    }
}

/// What the next stop asks, unless it is in view already or the run is playing.
fn asked(session: &Session, ui: &Ui) -> Html {
    let next = session.run.stop_after(session.playhead, session.fine);
    let ahead = next > session.playhead && !session.playing && !session.reveal;
    let asks = next.checked_sub(1).filter(|_| ahead);
    let Some(q) = asks.and_then(|moment| question(&session.run.trace, moment, ui.text)) else {
        return html! {};
    };
    let Question { prompt, options, .. } = q;
    html! {
        <div class="predict" role="group" aria-label={prompt.clone()}>
            <p><b>{ ui.text.get(Key::UiPredictBefore) }</b>{ prompt }</p>
            <div class="answers">
                for (i, option) in options.into_iter().enumerate() {
                    <button type="button" class="button" onclick={ui.send(move || Command::Predict(i))}>
                        { option }
                    </button>
                }
            </div>
        </div>
    }
}

/// The reader's answer beside the moment that it was about, and while what follows is looked at.
fn answered(session: &Session, ui: &Ui) -> Html {
    let text = ui.text;
    let seen = session.predicted.filter(|(moment, _)| session.playhead > *moment);
    let asked = seen
        .and_then(|(moment, answer)| Some((question(&session.run.trace, moment, text)?, answer)));
    let Some((q, answer)) = asked else { return html! {} };
    let Some(words) = q.options.get(answer) else { return html! {} };
    let (sign, key) = match answer == q.right {
        true => ("✓ ", Key::UiPredictRight),
        false => ("✕ ", Key::UiPredictWrong),
    };
    html! {
        <p class="answered">
            <span aria-hidden="true">{ sign }</span>
            { text.fill(Key::UiPredictSaid, &[("answer", words)]) }{ " " }{ text.get(key) }
        </p>
    }
}
