//! The timeline: lanes, bars, marks, arrows and labels in px, for one trace at one width.
//!
//! Owns every coordinate of the stage's picture. It does not depend on the playhead: each part says
//! from which moment on it has happened, and the page shows what has.

use super::axis::Axis;
use super::fold::{Fold, fold};
use super::place::Anchor;
use crate::model::node::{Node, WorkerId};
use crate::model::profile::Profile;
use crate::model::program::Step;
use crate::model::store::Slot;
use crate::run::Trace;
use crate::text::Text;
use crate::time::TrueTime;

/// Who a part belongs to: gives it its colour and its second sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    A,
    B,
    Lock,
    Store,
}

impl From<WorkerId> for Owner {
    fn from(worker: WorkerId) -> Owner {
        match worker {
            WorkerId::A => Owner::A,
            WorkerId::B => Owner::B,
        }
    }
}

/// A row of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneId {
    Lock,
    Worker(WorkerId),
    Store(Slot),
    /// Of the sync worker, in the place of the stores.
    Record(Part),
}

/// What of the sync worker's record a lane shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Applied,
    Cursor,
    Effects,
}

impl Part {
    /// Where a step's request goes.
    pub fn of(step: Step) -> Part {
        match step {
            Step::Cursor | Step::Checkpoint => Part::Cursor,
            Step::Emit => Part::Effects,
            _ => Part::Applied,
        }
    }
}

impl LaneId {
    pub fn of(node: Node) -> LaneId {
        match node {
            Node::A => LaneId::Worker(WorkerId::A),
            Node::B => LaneId::Worker(WorkerId::B),
            Node::Lock => LaneId::Lock,
            Node::Store => LaneId::Store(Slot::Unfenced),
        }
    }

    fn index(self) -> usize {
        match self {
            LaneId::Lock => 0,
            LaneId::Worker(worker) => 1 + worker.index(),
            LaneId::Store(slot) => 3 + slot.index(),
            LaneId::Record(part) => 3 + part as usize,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Lane {
    pub id: LaneId,
    pub owner: Owner,
    /// The lane's middle.
    pub y: f64,
    pub name: String,
    pub sub: String,
    pub name_x: f64,
    pub name_y: f64,
    /// Name and note on one line, above the lane.
    pub inline: bool,
    pub listened: bool,
}

/// What a bar is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarKind {
    Grant,
    Belief,
    Overlap,
    Step,
    /// A step whose reply did not come in time.
    UnknownStep,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    pub kind: BarKind,
    pub owner: Owner,
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    /// The moment at which it begins.
    pub since: usize,
}

/// What a mark says, by shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    Accepted,
    Refused,
    Busy,
    Expiry,
    Renewal,
    Lost,
    /// Taken although it was in already.
    Twice,
    /// Acknowledged, and nothing done.
    Noted,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub kind: MarkKind,
    pub owner: Owner,
    pub x: f64,
    pub y: f64,
    pub since: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Arrow {
    pub owner: Owner,
    pub x1: f64,
    pub y1: f64,
    pub x2: f64,
    pub y2: f64,
    /// A reply, or a message that only asks.
    pub thin: bool,
    pub since: usize,
}

/// How a label is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Token,
    Small,
    Tiny,
    Letter,
    /// Inside a bar of its owner's colour.
    Strong,
    Fault,
    Warn,
}

impl Style {
    /// The size to measure it by: bold letters are set at 12.5 px and take up a good tenth more.
    pub fn size_px(self) -> f64 {
        match self {
            Style::Token => 14.0,
            Style::Letter | Style::Strong | Style::Fault => 14.5,
            Style::Small => 12.5,
            Style::Tiny | Style::Warn => 11.5,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub text: String,
    pub style: Style,
    pub owner: Option<Owner>,
    pub x: f64,
    pub y: f64,
    pub anchor: Anchor,
    pub since: usize,
    /// From where a thin line leads to the label, if it had to move away from what it names.
    pub leader: Option<(f64, f64)>,
}

/// A fault as an object on the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct FaultShape {
    /// Index into the scenario's faults.
    pub fault: usize,
    pub owner: Owner,
    /// A flag marks an instant, otherwise it is a hatched stretch.
    pub flag: bool,
    /// When it began.
    pub began: TrueTime,
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    pub since: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    pub width: f64,
    pub height: f64,
    pub top: f64,
    pub axis: Axis,
    pub lanes: Vec<Lane>,
    pub bars: Vec<Bar>,
    pub faults: Vec<FaultShape>,
    pub arrows: Vec<Arrow>,
    /// A write's instant through the three stores: x, from y to y, since.
    pub judged: Vec<(Owner, f64, f64, f64, usize)>,
    pub marks: Vec<Mark>,
    pub labels: Vec<Label>,
}

/// How much room there is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Room {
    pub width_px: f64,
    /// Lane names stand above their lanes, not beside them, and long waits are cut out sooner.
    pub compact: bool,
}

/// Half the height of a bar on a worker's lane.
pub const HALF_PX: f64 = 13.0;
/// Lane middles below the one before, in lane order, when names stand beside.
const GAPS_PX: [f64; 6] = [62.0, 84.0, 88.0, 76.0, 44.0, 44.0];
/// How much more there is above a lane whose name stands on top of it.
const INLINE_PX: f64 = 20.0;
const GUTTER_PX: f64 = 132.0;
/// Room for a store's refusal, right of its mark.
const LAST_WORDS_PX: f64 = 140.0;

/// Draws a trace.
///
/// While somebody drags a fault, the axis that they hold on to is kept.
pub fn timeline(trace: &Trace, text: Text, room: Room, kept: Option<&Axis>) -> Timeline {
    let lanes = lanes(trace, text, room);
    let left = if room.compact { 6.0 } else { GUTTER_PX };
    let last = trace.events.iter().rev().find(|e| !e.what.is_end()).map_or(0, |e| e.at.0);
    // A frame that is hidden has no width at all.
    let right = (room.width_px - 10.0).max(left + 100.0);
    let end_ms = (last + after_last(last, right - left, room)).max(1_000);
    let fresh = || Axis::new(left, right, end_ms, &waits(trace, end_ms, room));
    let axis = kept.cloned().unwrap_or_else(fresh);
    let height = lanes.last().map_or(0.0, |lane| lane.y + 30.0);
    let top = 28.0;
    let mut picture = Timeline {
        width: room.width_px,
        height,
        top,
        axis,
        lanes,
        bars: Vec::new(),
        faults: Vec::new(),
        arrows: Vec::new(),
        judged: Vec::new(),
        marks: Vec::new(),
        labels: Vec::new(),
    };
    let folded: Fold = fold(trace);
    super::draw::draw(&mut picture, &folded, trace, text);
    picture
}

impl Timeline {
    pub fn y(&self, lane: LaneId) -> f64 {
        self.lanes[lane.index()].y
    }

    /// Where the playhead stands after the first `moments` moments.
    pub fn playhead_x(&self, trace: &Trace, moments: usize) -> f64 {
        match moments.checked_sub(1) {
            Some(last) => self.axis.x(trace.at(last)),
            None => self.axis.left,
        }
    }

    /// The fault drawn at a point, with a little room around it for fingers.
    pub fn fault_at(&self, x: f64, y: f64) -> Option<&FaultShape> {
        let near = |f: &&FaultShape| {
            x >= f.x - 4.0 && x <= f.x + f.w + 4.0 && y >= f.y - 3.0 && y <= f.y + f.h + 3.0
        };
        self.faults.iter().rev().find(near)
    }

    /// The lane whose middle is nearest to `y`.
    pub fn lane_at(&self, y: f64) -> Option<&Lane> {
        self.lanes.iter().min_by(|a, b| (a.y - y).abs().total_cmp(&(b.y - y).abs()))
    }
}

/// How much time is shown after the last event: enough for the words beside the last write, but no
/// more than a quarter of the picture, or a third of a narrow one.
fn after_last(last_ms: u64, plot_px: f64, room: Room) -> u64 {
    let most = if room.compact { 0.5 } else { 0.25 };
    let part = (LAST_WORDS_PX / (plot_px - LAST_WORDS_PX).max(1.0)).clamp(0.02, most);
    (last_ms as f64 * part) as u64
}

/// The lease's length, and which lock service it is if it is not the plain one.
fn lock_note(trace: &Trace, seconds: &str, text: Text) -> String {
    let profile = trace.rules.scenario.profile;
    if trace.rules.service() == Profile::default().service() {
        return format!("ttl {seconds}");
    }
    let name = text.find(&format!("profile.{}.name", profile.id())).unwrap_or(profile.id());
    format!("{name}, ttl {seconds}")
}

fn lanes(trace: &Trace, text: Text, room: Room) -> Vec<Lane> {
    let seconds = text.span(trace.rules.worker.ttl_ms);
    let listens = trace.rules.switches().listens;
    let store = |slot: Slot| {
        let name = text.find(&format!("store.{}.name", slot.id())).unwrap_or(slot.id());
        let rule = super::words::rule(&trace.rules.stores[slot.index()], text);
        (LaneId::Store(slot), Owner::Store, name.to_owned(), rule)
    };
    let name = |id: &str| text.find(id).unwrap_or("").to_owned();
    let written = match &trace.rules.switches().sync {
        Some(sync) => super::words::record_lanes(sync, text)
            .map(|(part, name, sub)| (LaneId::Record(part), Owner::Store, name, sub)),
        None => Slot::ALL.map(store),
    };
    let rows = [
        (LaneId::Lock, Owner::Lock, name("ui.lane.lock"), lock_note(trace, &seconds, text)),
        (LaneId::Worker(WorkerId::A), Owner::A, name("ui.lane.a"), String::new()),
        (LaneId::Worker(WorkerId::B), Owner::B, name("ui.lane.b"), String::new()),
    ];
    let mut y = 0.0;
    let place = |(i, (id, owner, name, sub)): (usize, (LaneId, Owner, String, String))| {
        y += GAPS_PX[i] + if room.compact { INLINE_PX } else { 0.0 };
        let above = if matches!(id, LaneId::Worker(_)) { 38.0 } else { 20.0 };
        let (name_x, name_y) = if room.compact { (6.0, y - above) } else { (0.0, y + 4.0) };
        let listened = id == LaneId::Store(listens) || matches!(id, LaneId::Record(_));
        Lane { id, owner, y, name, sub, name_x, name_y, inline: room.compact, listened }
    };
    rows.into_iter().chain(written).enumerate().map(place).collect()
}

/// The waits that are cut out of the axis: long stretches in which somebody only asks again.
fn waits(trace: &Trace, end_ms: u64, room: Room) -> Vec<(u64, u64)> {
    const MARGIN_MS: u64 = 400;
    let long_ms = match end_ms {
        0..6_000 => return Vec::new(),
        // A sync worker's passes are dense, and the waits between them say little.
        6_000..12_000 if !room.compact && trace.rules.switches().sync.is_none() => {
            return Vec::new();
        }
        _ => 2_400,
    };
    let mut cuts = Vec::new();
    let mut last = TrueTime::ZERO;
    let told = trace.events.iter().filter(|e| super::fold::is_told(&e.what)).map(|e| e.at);
    for at in told {
        if at - last > long_ms {
            cuts.push((last.0 + MARGIN_MS, at.0 - MARGIN_MS));
        }
        last = at;
    }
    cuts
}
