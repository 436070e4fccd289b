//! The timeline as a picture: nothing lies on anything else, and nothing is outside.

use super::place::text_box;
use super::timeline::{Room, Timeline, timeline};
use crate::model::protection::Protection;
use crate::run::run;
use crate::scenario::Scenario;
use crate::scenario::presets::{GROUPS, PRESETS};
use crate::text::{Lang, Text};

/// Every width and zoom at which the page draws, and whether lane names stand above the lanes.
const ROOMS: [Room; 6] = [
    Room { width_px: 280.0, compact: true },
    Room { width_px: 320.0, compact: true },
    Room { width_px: 700.0, compact: true },
    Room { width_px: 768.0, compact: false },
    Room { width_px: 1_216.0, compact: false },
    Room { width_px: 9_728.0, compact: false },
];

fn each_picture(mut look: impl FnMut(&Timeline, &str)) {
    for preset in PRESETS {
        // Each as it is, and those of the first group under every protection.
        let basic = preset.group().id == GROUPS[0].id;
        let own = preset.scenario().protection;
        for protection in Protection::all().filter(|p| basic || *p == own) {
            let scenario = Scenario { protection, ..preset.scenario() };
            let trace = run(&scenario);
            for lang in Lang::ALL {
                for room in ROOMS {
                    let name = format!("{} · {} · {room:?}", preset.id, protection.id());
                    look(&timeline(&trace, Text(lang), room, None), &name);
                }
            }
        }
    }
}

#[test]
fn labels_never_overlap_and_never_leave_the_picture() {
    each_picture(|picture, name| {
        let boxes: Vec<_> = picture
            .labels
            .iter()
            .map(|l| (text_box(&l.text, l.x, l.y, l.style.size_px(), l.anchor), &l.text))
            .collect();
        for (i, (a, text)) in boxes.iter().enumerate() {
            let inside = a.x >= 0.0 && a.x + a.w <= picture.width + 0.1;
            assert!(inside, "{name}: {text:?} leaves the picture");
            for (b, other) in &boxes[i + 1..] {
                assert!(!a.hits(b), "{name}: {text:?} lies on {other:?}");
            }
        }
    });
}

#[test]
fn what_the_stores_decided_is_said_where_there_is_room() {
    each_picture(|picture, name| {
        if picture.width < 1_000.0 {
            return;
        }
        let marks = picture.marks.iter();
        let refused = marks.filter(|m| m.kind == super::timeline::MarkKind::Refused).count();
        let strong = picture.labels.iter();
        let said = strong.filter(|l| l.style == super::timeline::Style::Strong).count();
        assert!(said >= refused.min(1), "{name}: a refusal without a word");
    });
}
