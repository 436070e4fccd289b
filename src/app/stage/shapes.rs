//! The timeline's shapes as SVG elements. Nothing is decided here: each maps a part of the picture.

use crate::picture::place::Anchor;
use crate::picture::timeline::{
    Arrow, Bar, BarKind, HALF_PX, Label, Mark, MarkKind, Owner, Style, Timeline,
};
use crate::session::Shared;
use crate::text::seconds_tick;
use yew::prelude::*;

/// A coordinate to a tenth of a px: nobody sees more, and the markup stays short.
pub fn px(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, tenth) => format!("{sign}{whole}.{tenth}"),
    }
}

fn owner_class(owner: Owner) -> &'static str {
    match owner {
        Owner::A => "a",
        Owner::B => "b",
        Owner::Lock => "lock",
        Owner::Store => "store",
    }
}

#[derive(Properties, PartialEq)]
pub struct LayersProps {
    pub picture: Shared<Timeline>,
    /// The x up to which things have happened.
    pub past: f64,
    pub reveal: bool,
}

/// Everything that is cut off at the playhead, over the ground that is not.
#[component]
pub fn Layers(props: &LayersProps) -> Html {
    let picture = props.picture.clone();
    html! {
        <>
            <defs>
                <clipPath id="ls-past">
                    <rect x="0" y="0" width={px(props.past.max(0.0))}
                        height={px(picture.height)} />
                </clipPath>
                { hatch("ls-hatch-a", "a") }
                { hatch("ls-hatch-b", "b") }
            </defs>
            <Ground picture={picture.clone()} />
            if props.reveal {
                <g class="to-come"><Drawn picture={picture.clone()} /></g>
            }
            <g clip-path="url(#ls-past)"><Drawn {picture} /></g>
        </>
    }
}

fn hatch(id: &'static str, class: &'static str) -> Html {
    html! {
        <pattern {id} width="7" height="7" patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)">
            <line class={classes!("hatch", class)} x1="0" y1="0" x2="0" y2="7" />
        </pattern>
    }
}

#[derive(Properties, PartialEq)]
pub struct PictureProps {
    pub picture: Shared<Timeline>,
}

/// Ruler, grid, lane names.
#[component]
fn Ground(props: &PictureProps) -> Html {
    let p = &props.picture;
    let bottom = px(p.height - 14.0);
    html! {
        <>
            for tick in p.axis.ticks.iter() {
                <g class="tick">
                    <line x1={px(tick.x)} x2={px(tick.x)} y1={px(p.top)}
                        y2={bottom.clone()} />
                    <text class="tiny muted" x={px(tick.x)} y="18" text-anchor={
                        if tick.x < p.axis.left + 10.0 { "start" } else { "middle" }
                    }>{ seconds_tick(tick.ms) }</text>
                </g>
            }
            for cut in p.axis.cuts.iter() {
                <path class="cut" d={zigzag(cut.x, p.top, p.height - 14.0)} />
            }
            for lane in p.lanes.iter() {
                <g class={classes!("lane", owner_class(lane.owner), lane.listened.then_some("listened"))}>
                    <line class="base" x1={px(p.axis.left)} x2={px(p.axis.right)}
                        y1={px(lane.y)} y2={px(lane.y)} />
                    <text class="lane-name" x={px(lane.name_x)} y={px(lane.name_y)}>
                        { &lane.name }
                        if lane.inline && !lane.sub.is_empty() {
                            <tspan class="tiny muted" dx="8">{ &lane.sub }</tspan>
                        }
                    </text>
                    if !lane.inline {
                        <text class="tiny muted" x={px(lane.name_x)}
                            y={px(lane.name_y + 15.0)}>{ &lane.sub }</text>
                    }
                </g>
            }
        </>
    }
}

/// A zigzag from top to bottom where a wait was cut out.
fn zigzag(x: f64, top: f64, bottom: f64) -> String {
    let mut d = format!("M{} {}", px(x - 3.0), px(top));
    let mut y = top;
    while y < bottom {
        d += " l6 5 l-6 5";
        y += 10.0;
    }
    d
}

/// Bars, arrows, and the instants at which the stores judged.
#[component]
fn Drawn(props: &PictureProps) -> Html {
    let p = &props.picture;
    let holds = p.lanes.iter().filter(|lane| lane.owner == Owner::Store);
    html! {
        <>
            for bar in p.bars.iter().filter(|bar| bar.kind == BarKind::Overlap) { { bar_shape(bar) } }
            for lane in holds {
                <rect class="hold" x={px(p.axis.left)} y={px(lane.y - 2.0)}
                    width={px(p.axis.right - p.axis.left)} height="4" rx="2" />
            }
            for arrow in p.arrows.iter() { { arrow_shape(arrow) } }
            for (owner, x, y1, y2, _) in p.judged.iter() {
                <line class={classes!("judged", owner_class(*owner))} x1={px(*x)}
                    x2={px(*x)} y1={px(*y1)} y2={px(*y2)} />
            }
            for bar in p.bars.iter().filter(|bar| bar.kind != BarKind::Overlap) { { bar_shape(bar) } }
        </>
    }
}

fn bar_shape(bar: &Bar) -> Html {
    let (kind, radius) = match bar.kind {
        BarKind::Grant => ("grant", "3"),
        BarKind::Belief => ("belief", "2.5"),
        BarKind::Overlap => ("overlap", "0"),
        BarKind::Step => ("step", "3"),
        BarKind::UnknownStep => ("step unknown", "3"),
    };
    let class = classes!(kind.split(' ').collect::<Vec<_>>(), owner_class(bar.owner));
    html! {
        <rect {class} x={px(bar.x)} y={px(bar.y)} width={px(bar.w)}
            height={px(bar.h)} rx={radius} />
    }
}

fn arrow_shape(arrow: &Arrow) -> Html {
    let class = classes!("msg", owner_class(arrow.owner), arrow.thin.then_some("thin"));
    html! {
        <line {class} x1={px(arrow.x1)} y1={px(arrow.y1)}
            x2={px(arrow.x2)} y2={px(arrow.y2)} />
    }
}

#[derive(Properties, PartialEq)]
pub struct FaultsProps {
    pub picture: Shared<Timeline>,
    pub editing: Option<usize>,
}

/// Faults are part of the question: they are shown before the playhead has come to them.
#[component]
pub fn Faults(props: &FaultsProps) -> Html {
    html! {
        <>
            for f in props.picture.faults.iter() {
                <g class={classes!("fault", owner_class(f.owner), f.flag.then_some("flag"),
                    (props.editing == Some(f.fault)).then_some("editing"))} data-fault={f.fault.to_string()}>
                    if f.flag {
                        <path d={format!("M{} {} v{} h10 l-3 3.5 l3 3.5 h-10",
                            px(f.x), px(f.y + f.h), px(-f.h))} />
                    } else {
                        <rect fill={format!("url(#ls-hatch-{})", owner_class(f.owner))}
                            x={px(f.x)} y={px(f.y)} width={px(f.w)}
                            height={px(f.h)} rx="3" />
                        <rect class="handle" x={px(f.x + f.w - 3.0)}
                            y={px(f.y + 4.0)} width="6" height={px(f.h - 8.0)}
                            rx="3" />
                    }
                </g>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub struct PastProps {
    pub picture: Shared<Timeline>,
    pub playhead: usize,
    pub reveal: bool,
}

fn shown(since: usize, props: &PastProps) -> Option<Option<&'static str>> {
    let past = since < props.playhead;
    (past || props.reveal).then_some((!past).then_some("to-come"))
}

#[component]
pub fn Marks(props: &PastProps) -> Html {
    html! {
        for mark in props.picture.marks.iter() {
            if let Some(veil) = shown(mark.since, props) { { mark_shape(mark, veil) } }
        }
    }
}

/// A's marks are round, B's are square; what is refused is hollow with a cross.
fn mark_shape(mark: &Mark, veil: Option<&'static str>) -> Html {
    let (x, y) = (mark.x, mark.y);
    let class = |kind: &'static str| classes!("mark", kind, owner_class(mark.owner), veil);
    let cross = |r: f64| {
        let (there, back) = (px(2.0 * r), px(-2.0 * r));
        format!("M{} {} l{there} {there} m0 {back} l{back} {there}", px(x - r), px(y - r))
    };
    let body = |kind: &'static str| match mark.owner {
        Owner::B => html! {
            <rect class={class(kind)} x={px(x - 6.5)} y={px(y - 6.5)}
                width="13" height="13" rx="1.5" />
        },
        _ => html! {
            <circle class={class(kind)} cx={px(x)} cy={px(y)} r="7.5" />
        },
    };
    match mark.kind {
        MarkKind::Accepted => body("took"),
        MarkKind::Refused => {
            html! { <>{ body("no") }<path class={class("nox")} d={cross(3.4)} /></> }
        }
        MarkKind::Noted => body("no"),
        MarkKind::Twice => {
            let (x, y) = (px(x), px(y));
            html! { <>{ body("took") }<circle class={class("ring")} cx={x} cy={y} r="11" /></> }
        }
        MarkKind::Busy => html! { <path class={class("busy")} d={cross(3.2)} /> },
        MarkKind::Lost => html! { <path class={class("lost")} d={cross(4.0)} /> },
        MarkKind::Expiry => html! {
            <line class={class("expiry")} x1={px(x)} x2={px(x)}
                y1={px(y - HALF_PX - 4.0)} y2={px(y + HALF_PX + 4.0)} />
        },
        MarkKind::Renewal => html! {
            <line class={class("renewal")} x1={px(x)} x2={px(x)}
                y1={px(y - 12.0)} y2={px(y + 12.0)} />
        },
    }
}

#[component]
pub fn Labels(props: &PastProps) -> Html {
    html! {
        for label in props.picture.labels.iter() {
            if label.style == Style::Fault {
                { label_shape(label, None) }
            } else if let Some(veil) = shown(label.since, props) {
                { label_shape(label, veil) }
            }
        }
    }
}

fn label_shape(label: &Label, veil: Option<&'static str>) -> Html {
    let style = match label.style {
        Style::Token => "token",
        Style::Small => "small",
        Style::Tiny => "tiny",
        Style::Letter => "letter",
        Style::Strong => "strong",
        Style::Fault => "fault-label",
        Style::Warn => "tiny warn",
    };
    let anchor = match label.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let owner = label.owner.map_or("muted", owner_class);
    let class = classes!(style.split(' ').collect::<Vec<_>>(), owner, veil);
    html! {
        <>
            if let Some((x, y)) = label.leader {
                <line class={classes!("leader", owner, veil)} x1={px(x)} y1={px(y)}
                    x2={px(label.x + 4.0)} y2={px(label.y - 11.0)} />
            }
            <text {class} x={px(label.x)} y={px(label.y)} text-anchor={anchor}>
                { &label.text }
            </text>
        </>
    }
}
