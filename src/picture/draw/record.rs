//! The sync worker's lanes: what was applied, where the cursor stands, what was sent out.

use super::{Draw, MARK_RADIUS_PX};
use crate::model::sync::START;
use crate::picture::fold::{Fold, RecordAt, Said};
use crate::picture::place::{Anchor, Box2};
use crate::picture::timeline::{LaneId, Mark, MarkKind, Part, Style};
use crate::picture::words;

impl Draw<'_> {
    pub(super) fn record(&mut self, fold: &Fold) {
        for at in &fold.record {
            let (x, y) = (self.x(at.at), self.picture.y(LaneId::Record(at.part)));
            let kind = match at.said {
                Said::Taken => MarkKind::Accepted,
                Said::Again { .. } => MarkKind::Twice,
                Said::Noted => MarkKind::Noted,
                Said::Refused { .. } => MarkKind::Refused,
            };
            let owner = at.worker.into();
            self.picture.marks.push(Mark { kind, owner, x, y, since: at.since });
            let r = MARK_RADIUS_PX + 1.0;
            self.placer.take(Box2 { x: x - r, y: y - r, w: 2.0 * r, h: 2.0 * r });
        }
        // What goes wrong is said first, and what is usual where there is room left.
        let (loud, quiet): (Vec<&RecordAt>, Vec<&RecordAt>) =
            fold.record.iter().partition(|at| is_loud(at));
        for at in loud.into_iter().chain(quiet) {
            let (x, y) = (self.x(at.at), self.picture.y(LaneId::Record(at.part)));
            let words = words::record(at, self.text);
            let style = if is_loud(at) { Style::Strong } else { Style::Tiny };
            let places = [
                (x, y - 11.0, Anchor::Middle),
                (x, y + 20.0, Anchor::Middle),
                (x + 11.0, y + 4.0, Anchor::Start),
                (x + 9.0, y - 11.0, Anchor::Start),
                (x - 9.0, y + 20.0, Anchor::End),
                (x - 9.0, y - 11.0, Anchor::End),
            ];
            let owner = Some(at.worker.into());
            if !self.label(&words, style, owner, at.since, &places)
                && let Said::Refused { refusal } = at.said
            {
                let short = words::why(&refusal, self.text);
                self.label(&short, style, owner, at.since, &places);
            }
        }
    }

    pub(super) fn first_cursor(&mut self) {
        let y = self.picture.y(LaneId::Record(Part::Cursor));
        let places = [(self.picture.axis.left + 8.0, y - 8.0, Anchor::Start)];
        self.label(&START.to_string(), Style::Tiny, None, 0, &places);
    }
}

fn is_loud(at: &RecordAt) -> bool {
    let back = at.part == Part::Cursor && at.last < at.first;
    back || matches!(at.said, Said::Again { .. } | Said::Refused { .. })
}
