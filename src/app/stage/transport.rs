//! The transport: stepping, playing, scrubbing. Stepping is the main way; nothing plays by itself.

use crate::app::choice::Choice;
use crate::app::icon::{Icon, icon};
use crate::app::state::{Ui, use_ui};
use crate::picture::sentence::Row;
use crate::session::{Command, SPEEDS, Session, Shared};
use crate::text::{Key, seconds};
use gloo_timers::callback::Interval;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How long a stop is shown at normal speed, in ms: long enough to read its sentence.
const STOP_MS: u32 = 1_400;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub session: Session,
    pub told: Shared<Vec<Row>>,
}

#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    use_playing(session, &ui);
    let text = ui.text;
    let button = |key: Key, sign: Icon, off: bool, command: Command| {
        html! {
            <button type="button" class="button icon" aria-label={text.get(key)}
                title={text.get(key)} aria-disabled={off.then_some("true")} onclick={ui.send(move || command.clone())}>
                { icon(sign) }
            </button>
        }
    };
    let at_start = session.playhead == 0;
    let at_end = session.playhead == session.run.moments();
    let playing = session.playing;
    let play = if playing { Key::UiTransportPause } else { Key::UiTransportPlay };
    let time = seconds(session.position().at.0);
    html! {
        <div class="transport" role="group" aria-label={text.get(Key::UiTransportLabel)}>
            { button(Key::UiTransportStart, Icon::Start, at_start, Command::ToStart) }
            { button(Key::UiTransportBack, Icon::Back, at_start, Command::Back) }
            <button type="button" class="button primary" aria-disabled={at_end.then_some("true")}
                onclick={ui.send(|| Command::Forward)}>
                { text.get(Key::UiTransportForward) }{ icon(Icon::Forward) }
            </button>
            { button(Key::UiTransportEnd, Icon::End, at_end, Command::ToEnd) }
            <button type="button" class="button" onclick={ui.send(move || Command::Play(!playing))}>
                { text.get(play) }
            </button>
            { scrubber(session, &props.told, &ui) }
            <output class="clock">{ time }</output>
            { options(session, &ui) }
        </div>
    }
}

/// While playing, goes on by one stop after another.
#[hook]
fn use_playing(session: &Session, ui: &Ui) {
    let dispatch = ui.dispatch.clone();
    use_effect_with((session.playing, session.speed), move |(playing, speed)| {
        let period_ms = STOP_MS * 100 / u32::from(*speed).max(1);
        let interval =
            playing.then(|| Interval::new(period_ms, move || dispatch.dispatch(Command::Forward)));
        move || drop(interval)
    });
}

/// The native range input, by stops: arrow keys, Home and End work as everywhere.
fn scrubber(session: &Session, told: &[Row], ui: &Ui) -> Html {
    let stops = session.run.stops(session.fine);
    let index = stops.partition_point(|stop| *stop < session.playhead);
    let value_text = match session.playhead.checked_sub(1).and_then(|m| told.get(m)) {
        Some(row) => {
            ui.text.fill(Key::UiTransportAt, &[("time", &seconds(row.at.0)), ("what", &row.text)])
        }
        None => ui.text.get(Key::UiTransportBegin).to_owned(),
    };
    let oninput = {
        let (dispatch, stops) = (ui.dispatch.clone(), Rc::clone(&stops));
        Callback::from(move |event: InputEvent| {
            let index = event
                .target_dyn_into::<HtmlInputElement>()
                .and_then(|input| input.value().parse::<usize>().ok());
            if let Some(stop) = index.and_then(|i| stops.get(i)) {
                dispatch.dispatch(Command::Seek(*stop));
            }
        })
    };
    html! {
        <input type="range" class="scrubber" min="0" max={(stops.len() - 1).to_string()}
            value={index.to_string()} aria-label={ui.text.get(Key::UiTransportScrub)}
            aria-valuetext={value_text} {oninput} />
    }
}

/// `0.5×`, `2×`.
fn speed_name(percent: u16) -> String {
    match percent % 100 {
        0 => format!("{}×", percent / 100),
        part => format!("{}.{}×", percent / 100, part / 10),
    }
}

fn options(session: &Session, ui: &Ui) -> Html {
    let dispatch = ui.dispatch.clone();
    let choose = Callback::from(move |index: usize| {
        if let Some(percent) = SPEEDS.get(index) {
            dispatch.dispatch(Command::Speed(*percent));
        }
    });
    let (fine, reveal) = (session.fine, session.reveal);
    html! {
        <div class="options">
            <Choice label={ui.text.get(Key::UiTransportSpeed)} {choose}
                options={SPEEDS.map(|speed| (speed_name(speed), "")).to_vec()}
                chosen={SPEEDS.iter().position(|s| *s == session.speed).unwrap_or(0)} />
            <label class="check">
                <input type="checkbox" checked={fine}
                    onchange={ui.send(move || Command::Fine(!fine))} />
                { ui.text.get(Key::UiTransportFine) }
            </label>
            <label class="check">
                <input type="checkbox" checked={reveal}
                    onchange={ui.send(move || Command::Reveal(!reveal))} />
                { ui.text.get(Key::UiTransportReveal) }
            </label>
        </div>
    }
}
