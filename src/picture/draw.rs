//! From stretches of time to shapes and labels in px.
//!
//! Shapes first, then labels in order of their weight: each takes the first free place.

use super::fold::{Fold, JudgedAt, StepSpan, Stretch};
use super::place::{Anchor, Box2, Placer, text_width};
use super::timeline::{
    Arrow, Bar, BarKind, FaultShape, HALF_PX, Label, LaneId, Mark, MarkKind, Owner, Part, Style,
    Timeline,
};
use super::words;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::store::{Slot, WriteCheck};
use crate::run::Trace;
use crate::scenario::Effect;
use crate::text::{Key, Text, reading_digits};
use crate::time::TrueTime;

/// A step is drawn at least this wide.
const STEP_MIN_PX: f64 = 3.0;
/// How far from its step a letter may stand.
const LETTER_AWAY_PX: f64 = 34.0;
/// Marks of the same kind stand at least this far apart.
const MARK_GAP_PX: f64 = 6.0;
const MARK_RADIUS_PX: f64 = 7.5;

mod record;

struct Draw<'a> {
    picture: &'a mut Timeline,
    placer: Placer,
    trace: &'a Trace,
    text: Text,
}

pub(super) fn draw(picture: &mut Timeline, fold: &Fold, trace: &Trace, text: Text) {
    // Beside lane names there is no room for anything else.
    let left =
        if picture.lanes.iter().any(|lane| lane.inline) { 0.0 } else { picture.axis.left - 6.0 };
    let bounds = Box2 { x: left, y: picture.top, w: picture.width - left, h: picture.height };
    let mut draw = Draw { placer: Placer::new(bounds), picture, trace, text };
    draw.reserve_names();
    draw.grants(fold);
    draw.beliefs(fold);
    draw.arrows(fold);
    draw.judged(fold);
    draw.record(fold);
    draw.faults(fold);
    draw.steps(fold);
    draw.busy(fold);
    draw.checks(fold);
    draw.grant_labels(fold);
    draw.belief_labels(fold);
    match trace.rules.switches().sync {
        Some(_) => draw.first_cursor(),
        None => draw.first_values(),
    }
}

impl Draw<'_> {
    fn x(&self, at: TrueTime) -> f64 {
        self.picture.axis.x(at)
    }

    fn bar(&mut self, kind: BarKind, owner: Owner, stretch: &Stretch, y: f64, h: f64, min: f64) {
        let (x, to) = (self.x(stretch.from), self.x(stretch.to));
        let w = (to - x).max(min);
        self.picture.bars.push(Bar { kind, owner, x, y, w, h, since: stretch.since });
    }

    /// Places a label at the first free of its places; says whether there was one.
    fn label(
        &mut self,
        text: &str,
        style: Style,
        owner: Option<Owner>,
        since: usize,
        places: &[(f64, f64, Anchor)],
    ) -> bool {
        let place = self.placer.place(text, style.size_px(), places);
        if let Some((x, y, anchor)) = place {
            let text = text.to_owned();
            let leader = None;
            self.picture.labels.push(Label { text, style, owner, x, y, anchor, since, leader });
        }
        place.is_some()
    }

    /// Lane names that stand above their lanes are in the way of labels.
    fn reserve_names(&mut self) {
        for lane in self.picture.lanes.iter().filter(|lane| lane.inline) {
            let w = text_width(&lane.name, 13.5) + text_width(&lane.sub, 11.5) + 12.0;
            self.placer.take(Box2 { x: lane.name_x, y: lane.name_y - 12.0, w, h: 15.0 });
        }
    }

    fn grants(&mut self, fold: &Fold) {
        let y = self.picture.y(LaneId::Lock);
        for grant in &fold.grants {
            let owner = grant.worker.into();
            self.bar(BarKind::Grant, owner, &grant.stretch, y - 12.0, 24.0, 4.0);
            let marks = grant
                .renewals
                .iter()
                .map(|(at, since)| (MarkKind::Renewal, *at, *since))
                .chain(grant.expired.map(|since| (MarkKind::Expiry, grant.stretch.to, since)));
            for (kind, at, since) in marks {
                let x = self.picture.axis.x(at);
                self.picture.marks.push(Mark { kind, owner, x, y, since });
            }
        }
    }

    fn grant_labels(&mut self, fold: &Fold) {
        let y = self.picture.y(LaneId::Lock);
        for grant in &fold.grants {
            let (x, to) = (self.x(grant.stretch.from), self.x(grant.stretch.to));
            let owner = Some(grant.worker.into());
            let token = grant.token.to_string();
            let since = grant.stretch.since;
            let inside = to - x > text_width(&token, 14.0) + 10.0;
            let token_at = if inside { (x + 8.0, y + 5.0) } else { (x, y - 17.0) };
            self.label(
                &token,
                Style::Token,
                owner,
                since,
                &[(token_at.0, token_at.1, Anchor::Start)],
            );
            let who = grant.worker.letter();
            let after = x + 14.0 + text_width(&token, 14.0);
            for key in [Key::UiTimelineGrantedTo, Key::UiTimelineTo] {
                let words = self.text.fill(key, &[("who", who)]);
                let fits = after + text_width(&words, 12.5) < to - 4.0;
                let places = [(after, y + 4.5, Anchor::Start)];
                if fits && self.label(&words, Style::Small, owner, since, &places) {
                    break;
                }
            }
            if let Some(since) = grant.removed {
                let by = [("who", grant.worker.other().letter())];
                let words = self.text.fill(Key::UiTimelineRemovedBy, &by);
                let places =
                    [(to + 6.0, y + 4.5, Anchor::Start), (to - 6.0, y - 18.0, Anchor::End)];
                self.label(&words, Style::Warn, None, since, &places);
            }
            if let Some(since) = grant.expired {
                let words = self.text.get(Key::UiTimelineExpires);
                let places =
                    [(to - 6.0, y - 18.0, Anchor::End), (to + 6.0, y - 18.0, Anchor::Start)];
                self.label(words, Style::Tiny, None, since, &places);
            }
        }
    }

    fn beliefs(&mut self, fold: &Fold) {
        for (worker, stretch) in &fold.beliefs {
            let y = self.picture.y(LaneId::Worker(*worker)) - HALF_PX - 14.0;
            self.bar(BarKind::Belief, (*worker).into(), stretch, y, 5.0, 2.0);
        }
        let top = self.picture.y(LaneId::Worker(WorkerId::A)) - HALF_PX - 24.0;
        let bottom = self.picture.y(LaneId::Worker(WorkerId::B)) + HALF_PX + 22.0;
        for stretch in &fold.overlaps {
            self.bar(BarKind::Overlap, Owner::Lock, stretch, top, bottom - top, 2.0);
        }
    }

    fn belief_labels(&mut self, fold: &Fold) {
        let y = self.picture.y(LaneId::Worker(WorkerId::A)) - HALF_PX - 28.0;
        for stretch in &fold.overlaps {
            let (x0, x1) = (self.x(stretch.from), self.x(stretch.to));
            let places = [
                ((x0 + x1) / 2.0, y, Anchor::Middle),
                (x1, y, Anchor::End),
                (x0, y, Anchor::Start),
            ];
            self.label(
                self.text.get(Key::UiTimelineBoth),
                Style::Warn,
                None,
                stretch.since,
                &places,
            );
        }
        for (worker, stretch) in &fold.beliefs {
            let y = self.picture.y(LaneId::Worker(*worker)) - HALF_PX - 18.0;
            let (x0, x1) = (self.x(stretch.from), self.x(stretch.to));
            let words = self.text.fill(Key::UiTimelineBelieves, &[("who", worker.letter())]);
            let w = text_width(&words, Style::Tiny.size_px());
            if x1 - x0 > w {
                let places =
                    [(x0 + (x1 - x0) * 0.35 - w / 2.0, y, Anchor::Start), (x0, y, Anchor::Start)];
                self.label(&words, Style::Tiny, Some((*worker).into()), stretch.since, &places);
            }
        }
    }

    /// Where a message leaves or meets a node's lane, seen from the other end.
    fn edge(&self, node: Node, other: Node, step: Step) -> f64 {
        let lane = match node {
            Node::Store if self.trace.rules.switches().sync.is_some() => {
                LaneId::Record(Part::of(step))
            }
            _ => LaneId::of(node),
        };
        let down = LaneId::of(other) == LaneId::Lock || node == Node::Store;
        let half = match node {
            Node::Lock => 12.0,
            Node::Store => MARK_RADIUS_PX + 1.5,
            Node::A | Node::B => HALF_PX,
        };
        let y = self.picture.y(lane);
        if node == Node::Lock {
            y + half
        } else if down {
            y - half
        } else {
            y + half
        }
    }

    fn arrows(&mut self, fold: &Fold) {
        let mut lost = Vec::new();
        for m in &fold.messages {
            let (y1, y2) = (self.edge(m.from, m.to, m.step), self.edge(m.to, m.from, m.step));
            let (x1, mut x2) = (self.x(m.stretch.from), self.x(m.stretch.to));
            let owner = m.worker.into();
            let asks = matches!(
                m.step,
                Step::Read | Step::Cursor | Step::Renew | Step::Claim | Step::Stamp
            );
            let since = m.stretch.since;
            let mut end = y2;
            if m.lost {
                // A lost message gets half its way, however long its sender waits for it.
                x2 = (x1 + 8.0).min(x2.max(x1));
                end = (y1 + y2) / 2.0;
                let mark = Mark { kind: MarkKind::Lost, owner, x: x2, y: end, since };
                self.picture.marks.push(mark);
                lost.push((x2, end, since, owner));
            }
            let thin = m.leg == Leg::Reply || asks;
            self.picture.arrows.push(Arrow { owner, x1, y1, x2, y2: end, thin, since });
        }
        for (x, y, since, owner) in lost {
            let words = self.text.get(Key::UiTimelineUnheard);
            let places = [(x + 8.0, y + 4.0, Anchor::Start), (x - 8.0, y + 4.0, Anchor::End)];
            self.label(words, Style::Tiny, Some(owner), since, &places);
        }
    }

    fn judged(&mut self, fold: &Fold) {
        for j in &fold.judged {
            let (x, y) = (self.x(j.at), self.picture.y(LaneId::Store(j.slot)));
            let owner = j.worker.into();
            let kind = match j.decision.is_refusal() {
                true => MarkKind::Refused,
                false => MarkKind::Accepted,
            };
            self.picture.marks.push(Mark { kind, owner, x, y, since: j.since });
            let r = MARK_RADIUS_PX + 1.0;
            self.placer.take(Box2 { x: x - r, y: y - r, w: 2.0 * r, h: 2.0 * r });
            if j.slot == Slot::Unfenced {
                let bottom = self.picture.y(LaneId::Store(Slot::Cas));
                self.picture.judged.push((owner, x, y, bottom, j.since));
            }
        }
        // What is refused or loses something is said before anything else is.
        let is_loud = |j: &&JudgedAt| j.decision.is_refusal() || words::loses(&j.decision);
        let (loud, quiet): (Vec<_>, Vec<_>) = fold.judged.iter().partition(is_loud);
        for j in loud.iter().rev().chain(quiet.iter().rev()) {
            let (x, y) = (self.x(j.at), self.picture.y(LaneId::Store(j.slot)));
            let rule = &self.trace.rules.stores[j.slot.index()];
            let versioned = rule.check == WriteCheck::Version;
            let words = words::decision(&j.decision, j.token, versioned, self.text);
            let loud = is_loud(j);
            let style = if loud { Style::Strong } else { Style::Small };
            let right = (x + 13.0, y + 4.0, Anchor::Start);
            let left = (x - 12.0, y - 12.0, Anchor::End);
            let above = (x + 12.0, y - 12.0, Anchor::Start);
            let below = (x + 8.0, y + 22.0, Anchor::End);
            let places = match loud {
                true => [right, above, left, below],
                false => [left, above, below, right],
            };
            self.label(&words, style, Some(j.worker.into()), j.since, &places);
        }
    }

    /// What the stores hold before the first write.
    fn first_values(&mut self) {
        let hp = self.trace.rules.scenario.boss_hp.to_string();
        let words = self.text.fill(Key::UiTimelineHp, &[("hp", &hp)]);
        let x = self.picture.axis.left;
        for slot in Slot::ALL {
            let y = self.picture.y(LaneId::Store(slot));
            let places = [(x + 8.0, y - 8.0, Anchor::Start)];
            self.label(&words, Style::Tiny, None, 0, &places);
        }
    }

    fn faults(&mut self, fold: &Fold) {
        for (fault, stretch) in &fold.faults {
            let Some(what) = self.trace.rules.scenario.faults.get(*fault).map(|f| f.what) else {
                continue;
            };
            self.fault(*fault, &what, stretch, fold);
        }
    }

    fn fault(&mut self, fault: usize, what: &Effect, stretch: &Stretch, fold: &Fold) {
        let (x, to) = (self.x(stretch.from), self.x(stretch.to));
        let words = words::effect(what, self.text);
        let since = stretch.since;
        let (lane, flag) = match *what {
            Effect::Pause { worker, .. } | Effect::Suspend { worker, .. } => {
                (LaneId::Worker(worker), false)
            }
            Effect::Crash { worker, .. } => (LaneId::Worker(worker), true),
            Effect::Step { node, .. } | Effect::Slew { node, .. } | Effect::Drift { node, .. } => {
                (LaneId::of(node), true)
            }
            Effect::Partition { between: [a, b], .. } => {
                let node = if a.worker().is_some() { a } else { b };
                (LaneId::of(node), true)
            }
            Effect::Failover(_) => (LaneId::Lock, true),
            Effect::Delay { .. } | Effect::Drop | Effect::Duplicate { .. } | Effect::Legacy => {
                let sent = fold.messages.iter().find(|m| m.stretch.since == since);
                (LaneId::of(sent.map_or(Node::A, |m| m.from)), true)
            }
        };
        let owner = self.picture.lanes.iter().find(|l| l.id == lane).map_or(Owner::A, |l| l.owner);
        let y = self.picture.y(lane);
        let (w, h) = if flag { (11.0, 15.0) } else { ((to - x).max(6.0), 2.0 * HALF_PX) };
        let top = if flag { y + HALF_PX + 3.0 } else { y - HALF_PX };
        let began = stretch.from;
        self.picture.faults.push(FaultShape { fault, owner, flag, began, x, y: top, w, h, since });
        if flag {
            self.placer.take(Box2 { x, y: top, w, h });
            let places = [
                (x + 14.0, top + 11.0, Anchor::Start),
                (x + 14.0, top + 25.0, Anchor::Start),
                (x - 4.0, top + 11.0, Anchor::End),
                (x - 4.0, top + 25.0, Anchor::End),
            ];
            self.label(&words, Style::Fault, Some(owner), since, &places);
        } else {
            let below = y + HALF_PX + 15.0;
            let places = [((x + to) / 2.0, y + 4.5, Anchor::Middle)];
            let fits = text_width(&words, Style::Fault.size_px()) + 12.0 < w;
            let outside = [(x, below, Anchor::Start), (to, below, Anchor::End)];
            let places = if fits { &places[..] } else { &outside[..] };
            self.label(&words, Style::Fault, Some(owner), since, places);
        }
    }

    fn steps(&mut self, fold: &Fold) {
        for worker in WorkerId::ALL {
            let y = self.picture.y(LaneId::Worker(worker));
            let mut steps: Vec<&StepSpan> =
                fold.steps.iter().filter(|s| s.worker == worker).collect();
            steps.sort_by_key(|s| s.stretch.since);
            let mut free_from = f64::NEG_INFINITY;
            for span in steps {
                let kind = if span.timed_out { BarKind::UnknownStep } else { BarKind::Step };
                let owner = worker.into();
                self.bar(kind, owner, &span.stretch, y - HALF_PX, 2.0 * HALF_PX, STEP_MIN_PX);
                self.letter(span, y, &mut free_from);
            }
        }
    }

    /// A step's letter: in its bar if it fits, with its name if that fits too, or in a row below.
    fn letter(&mut self, span: &StepSpan, y: f64, free_from: &mut f64) {
        let (x, to) = (self.x(span.stretch.from), self.x(span.stretch.to));
        let owner = Some(span.worker.into());
        let since = span.stretch.since;
        let letter = span.step.letter(self.trace.rules.switches());
        let name = self.text.find(&format!("step.{}.name", span.step.id())).unwrap_or("");
        let long = format!("{letter}\u{2003}{name}");
        let middle = ((x + to) / 2.0, y + 4.5, Anchor::Middle);
        for words in [&long, letter] {
            let fits = text_width(words, Style::Letter.size_px()) + 4.0 < to - x;
            if fits && self.label(words, Style::Letter, owner, since, &[middle]) {
                return;
            }
        }
        // A bold capital is wider than the letters of a word.
        let w = text_width(letter, Style::Letter.size_px()).max(10.0);
        let row = y + HALF_PX + 14.0;
        let wish = (x + (to - x).max(STEP_MIN_PX) / 2.0 - w / 2.0).max(*free_from);
        // Letters that would stand far from their steps say nothing.
        let near = |at: &f64| *at - x <= LETTER_AWAY_PX;
        let tries = (0..5).map(|i| wish + f64::from(i) * (w + 2.0)).filter(near);
        let places: Vec<_> = tries.map(|at| (at, row, Anchor::Start)).collect();
        if self.label(letter, Style::Letter, owner, since, &places)
            && let Some(label) = self.picture.labels.last_mut()
        {
            *free_from = label.x + w + 1.0;
            let moved = (label.x + w / 2.0 - x).abs() > w;
            label.leader = moved.then_some((x + 1.0, y + HALF_PX));
        }
    }

    fn busy(&mut self, fold: &Fold) {
        for worker in WorkerId::ALL {
            let y = self.picture.y(LaneId::Worker(worker));
            let mut last_x = f64::NEG_INFINITY;
            let mut marked: Vec<(f64, usize)> = Vec::new();
            for (_, at, since) in fold.busy.iter().filter(|(w, ..)| *w == worker) {
                let x = self.x(*at);
                if x - last_x >= MARK_GAP_PX {
                    let (kind, owner, since) = (MarkKind::Busy, worker.into(), *since);
                    self.picture.marks.push(Mark { kind, owner, x, y, since });
                    marked.push((x, since));
                    last_x = x;
                }
            }
            let Some((first, since)) = marked.first().copied() else {
                continue;
            };
            let retry = self.text.span(self.trace.rules.scenario.retry_ms);
            let row = y + HALF_PX + 14.0;
            for words in [
                self.text.fill(Key::UiTimelineBusyEvery, &[("time", &retry)]),
                self.text.get(Key::UiTimelineBusy).to_owned(),
            ] {
                let places = [(first - 5.0, row, Anchor::Start)];
                if self.label(&words, Style::Tiny, None, since, &places) {
                    break;
                }
            }
        }
    }

    fn checks(&mut self, fold: &Fold) {
        for check in &fold.checks {
            let x = self.x(check.at);
            let y = self.picture.y(LaneId::Worker(check.worker)) + HALF_PX;
            let now = reading_digits(check.readings.of(check.clock));
            let deadline = reading_digits(check.deadline_ms);
            let key =
                if check.holds { Key::UiTimelineCheckHolds } else { Key::UiTimelineCheckFails };
            let words = self.text.fill(key, &[("now", &now), ("deadline", &deadline)]);
            let places = [
                (x - 4.0, y + 28.0, Anchor::End),
                (x - 4.0, y + 14.0, Anchor::End),
                (x + 8.0, y + 28.0, Anchor::Start),
                (x + 30.0, y + 14.0, Anchor::Start),
            ];
            self.label(&words, Style::Tiny, Some(check.worker.into()), check.since, &places);
        }
    }
}
