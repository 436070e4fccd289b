//! Language tags, filling, numbers; and that every registry has its texts.

use super::*;

#[test]
fn a_language_is_found_by_any_of_its_tags() {
    assert_eq!(Lang::from_code("ko-KR"), Some(Lang::Ko));
    assert_eq!(Lang::from_code("EN_us"), Some(Lang::En));
    assert_eq!(Lang::from_code("de"), None);
    assert_eq!(Lang::from_code(""), None);
}

#[test]
fn placeholders_are_filled_by_name() {
    assert_eq!(fill("{a} and {b}, {a}", &[("b", "2"), ("a", "{b}")]), "{b} and 2, {b}");
    assert_eq!(fill("{a} {missing}", &[("a", "1")]), "1 {missing}");
    assert_eq!(fill("no braces", &[]), "no braces");
}

#[test]
fn times_are_written_as_the_picture_writes_them() {
    assert_eq!(seconds(7_100), "7.100 s");
    assert_eq!(seconds_short(6_000), "6.0 s");
    assert_eq!(seconds_short(5_380), "5.38 s");
    assert_eq!(seconds_short(1), "1 ms");
    assert_eq!(seconds_tick(5_000), "5 s");
    assert_eq!(seconds_tick(500), "0.5 s");
    assert_eq!(Text(Lang::Ko).span(6_000), "6.0초");
    assert_eq!(Text(Lang::Ko).reading(-4_900), "−4.9초");
}

#[test]
fn every_entry_of_a_registry_has_its_texts() {
    use crate::model::profile::PROFILES;
    use crate::model::program::Step;
    use crate::model::protection::PROTECTIONS;
    use crate::model::store::Slot;
    use crate::model::switch::SWITCHES;
    use crate::scenario::hazards::HAZARDS;
    use crate::scenario::kinds::KINDS;
    use crate::scenario::presets::{GROUPS, PRESETS};
    let mut wanted = Vec::new();
    fn texts(file: &str, id: &str, keys: &[&str]) -> Vec<String> {
        keys.iter().map(|key| format!("{file}.{id}.{key}")).collect()
    }
    for preset in PRESETS {
        wanted.extend(texts("preset", preset.id, &["title", "question", "watch", "point"]));
    }
    for group in GROUPS {
        wanted.extend(texts("preset-group", group.id, &["name"]));
    }
    for hazard in HAZARDS {
        wanted.extend(texts("hazard", hazard.id, &["name", "about"]));
    }
    for protection in PROTECTIONS {
        wanted.extend(texts("protection", protection.id, &["name", "about"]));
    }
    for profile in PROFILES {
        wanted.extend(texts("profile", profile.id, &["name", "gives", "lacks", "token"]));
    }
    for switch in &SWITCHES {
        wanted.push(format!("ui.switch.{}", switch.id));
        wanted.extend(switch.words.iter().map(|word| format!("ui.switch.{}-{word}", switch.id)));
    }
    for kind in KINDS {
        wanted.extend(texts("fault", kind.id, &["name", "about", "unit"]));
    }
    for step in Step::ALL {
        wanted.extend(texts("step", step.id(), &["name"]));
    }
    for slot in Slot::ALL {
        wanted.extend(texts("store", slot.id(), &["name"]));
    }
    let text = Text::default();
    let missing: Vec<_> = wanted.iter().filter(|id| text.find(id).is_none()).collect();
    assert!(missing.is_empty(), "locales/ lacks {missing:?}");
}

#[test]
fn texts_that_stand_alone_have_no_placeholders() {
    for (i, id) in IDS.iter().enumerate() {
        let alone = ["preset", "profile.", "hazard.", "protection.", "step.", "node.", "fault."];
        if alone.iter().any(|file| id.starts_with(file)) {
            assert!(TEXTS.iter().all(|texts| !texts[i].contains('{')), "{id}");
        }
    }
}
