//! The event list: the run as text. The current row is marked; a row goes to its moment.

use crate::app::browser::size;
use crate::app::state::use_ui;
use crate::picture::sentence::{Row, Weight, Who};
use crate::session::{Command, Session, Shared};
use crate::text::{Key, seconds};
use yew::prelude::*;

/// How many moments before and after the current one are listed.
const ROWS_AROUND: usize = 300;

#[derive(Properties, PartialEq)]
pub struct EventsProps {
    pub session: Session,
    pub told: Shared<Vec<Row>>,
}

#[component]
pub fn Events(props: &EventsProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    let (list, current) = (use_node_ref(), use_node_ref());
    {
        let (list, current) = (list.clone(), current.clone());
        use_effect_with(session.playhead, move |_| size::scroll_into(&list, &current));
    }
    let shown = |row: &&Row| {
        let past = row.moment < session.playhead;
        (past || session.reveal) && (session.fine || row.weight == Weight::Major)
    };
    // The moment itself may be one that is not told: then the last row before it is the current one.
    let mut past = props.told.iter().filter(shown).filter(|row| row.moment < session.playhead);
    let now = past.next_back().map(|row| row.moment);
    // A run can have thousands of moments: those far from the current one are not drawn.
    let here = session.playhead;
    let near = |row: &&Row| row.moment.abs_diff(here) <= ROWS_AROUND;
    html! {
        <section class="events" aria-labelledby="ls-events">
            <h2 id="ls-events">{ ui.text.get(Key::UiEventsTitle) }</h2>
            <ol ref={list} tabindex="0" aria-labelledby="ls-events">
                for row in props.told.iter().filter(shown).filter(near) {
                    <li key={row.moment} class={classes!((now == Some(row.moment)).then_some("now"),
                            (row.moment >= session.playhead).then_some("to-come"))}
                        ref={if now == Some(row.moment) { current.clone() } else { NodeRef::default() }}
                        aria-current={(now == Some(row.moment)).then_some("step")}>
                        <button type="button" onclick={
                            let moment = row.moment + 1;
                            ui.send(move || Command::Seek(moment))
                        }>
                            <time>{ seconds(row.at.0) }</time>
                            { who(row.who, ui.text) }
                            <span>{ &row.text }</span>
                        </button>
                    </li>
                }
            </ol>
        </section>
    }
}

fn who(who: Who, text: crate::text::Text) -> Html {
    let (class, key) = match who {
        Who::A => ("a", Key::UiEventsA),
        Who::B => ("b", Key::UiEventsB),
        Who::Lock => ("lock", Key::UiEventsLock),
        Who::Stores => ("store", Key::UiEventsStores),
        Who::Network => ("net", Key::UiEventsNetwork),
        Who::Clock => ("net", Key::UiEventsClock),
    };
    html! { <span class={classes!("who", class)}>{ text.get(key) }</span> }
}
