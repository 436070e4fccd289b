//! The timeline as SVG: the static layers, what has happened by the playhead, and the playhead.

use super::press::{Drag, Pointer};
use super::shapes::{Faults, Labels, Layers, Marks, px};
use crate::app::browser::size;
use crate::app::state::use_ui;
use crate::picture::axis::Axis;
use crate::picture::timeline::{Room, timeline};
use crate::session::{Session, Shared};
use crate::text::{Key, Text, seconds};
use yew::prelude::*;

/// Below this width lane names stand above their lanes.
const COMPACT_PX: u32 = 720;
/// How wide a timeline is taken to be before it has been measured.
const GUESS_PX: u32 = 1_180;
const ZOOMS: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0];

#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    pub session: Session,
}

#[component]
pub fn TimelineView(props: &TimelineProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    let (outer, svg) = (use_node_ref(), use_node_ref());
    let width = size::use_width(&outer).unwrap_or(GUESS_PX);
    let zoom = use_state(|| 0_usize);
    // The axis that a drag holds on to: were it redrawn, what is held would run from the pointer.
    let kept = use_state(|| None::<Shared<Axis>>);
    let drag = use_mut_ref(|| None::<Drag>);
    let key = (session.run.clone(), ui.text.0, width, *zoom, (*kept).clone());
    let picture = (*use_memo(key, |(run, lang, width, zoom, kept)| {
        let width_px = f64::from(*width) * ZOOMS[*zoom];
        let room = Room { width_px, compact: *width < COMPACT_PX };
        Shared::new(timeline(&run.trace, Text(*lang), room, kept.as_deref()))
    }))
    .clone();
    let x = picture.playhead_x(&session.run.trace, session.playhead);
    {
        let outer = outer.clone();
        use_effect_with((x as i64, *zoom, width), move |_| size::keep_in_view(&outer, x));
    }
    let pointer = Pointer {
        dispatch: ui.dispatch.clone(),
        picture: picture.clone(),
        run: session.run.clone(),
        svg: svg.clone(),
        drag,
        keep: Callback::from(move |axis| kept.set(axis)),
    };
    let [down, moved, up, gone] = [0; 4].map(|_| pointer.clone());
    let at = seconds(session.position().at.0);
    let label = ui.text.fill(Key::UiTimelineLabel, &[("time", &at)]);
    html! {
        <div class="timeline">
            <div class="timeline-scroll" ref={outer}>
                <svg ref={svg} width={px(picture.width)} height={px(picture.height)}
                    viewBox={format!("0 0 {} {}", px(picture.width), px(picture.height))}
                    role="img" aria-label={label}
                    onpointerdown={move |event| down.down(&event)}
                    onpointermove={move |event| moved.moved(&event)}
                    onpointerup={move |event| up.up(&event)}
                    onpointercancel={move |_| gone.let_go()}>
                    <Layers picture={picture.clone()} past={x} reveal={session.reveal} />
                    <Faults picture={picture.clone()} editing={session.editing} />
                    <Marks picture={picture.clone()} playhead={session.playhead}
                        reveal={session.reveal} />
                    <Labels picture={picture.clone()} playhead={session.playhead}
                        reveal={session.reveal} />
                    { playhead(x, picture.top, picture.height - 6.0) }
                </svg>
            </div>
            { zoom_buttons(*zoom, &Callback::from(move |z| zoom.set(z)), ui.text) }
        </div>
    }
}

fn playhead(x: f64, top: f64, bottom: f64) -> Html {
    html! {
        <g class="playhead">
            <line x1={px(x)} x2={px(x)} y1={px(top)}
                y2={px(bottom)} />
            <path d={format!("M{} {} h12 v6 l-6 7 l-6 -7 z", px(x - 6.0), px(top - 4.0))} />
        </g>
    }
}

fn zoom_buttons(zoom: usize, pick: &Callback<usize>, text: Text) -> Html {
    let to = |zoom: usize| pick.reform(move |_: MouseEvent| zoom);
    html! {
        <div class="zoom">
            <button type="button" class="button icon" disabled={zoom == 0}
                aria-label={text.get(Key::UiTransportZoomOut)}
                onclick={to(zoom.saturating_sub(1))}>{ "−" }</button>
            <button type="button" class="button icon" disabled={zoom + 1 == ZOOMS.len()}
                aria-label={text.get(Key::UiTransportZoomIn)}
                onclick={to((zoom + 1).min(ZOOMS.len() - 1))}>{ "+" }</button>
            <span class="hint">{ text.get(Key::UiTimelinePress) }</span>
        </div>
    }
}
