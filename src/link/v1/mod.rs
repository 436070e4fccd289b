//! Version 1 of the link. Frozen: what a link of it means is never changed.
//!
//! The presets, and for `custom` the default scenario, are part of that meaning; the corpus
//! `tests/links/v1.txt` holds them to it.

pub mod faults;
pub mod keys;

use super::Link;
use super::check;
use super::note::{Note, Notes, word};
use crate::scenario::limits::{HORIZON_MAX_MS, Limit, Problem};
use crate::scenario::presets::Preset;
use crate::scenario::{Fault, Scenario};
use crate::time::{Position, TrueTime};

/// The base of a scenario that comes from no preset.
const CUSTOM: &str = "custom";

pub fn write(scenario: &Scenario, at: Option<Position>) -> String {
    let mut scenario = scenario.clone();
    scenario.clamp();
    let (id, mut base) = match Preset::find(&scenario.preset) {
        Some(preset) => (preset.id, preset.scenario()),
        None => (CUSTOM, Scenario::default()),
    };
    let mut parts = vec![format!("v1/{id}")];
    for key in keys::KEYS.iter().filter(|key| !key.is_moot(&scenario)).collect::<Vec<_>>() {
        let value = key.write(&mut scenario);
        if value != key.write(&mut base) {
            parts.push(format!("{}={value}", key.name));
        }
    }
    if scenario.faults != base.faults {
        if scenario.faults.is_empty() {
            parts.push("faults=none".to_owned());
        }
        parts.extend(scenario.faults.iter().map(faults::write));
    }
    parts.extend(at.map(playhead));
    let text = parts.join("/");
    format!("{text}/c={}", check::of(&text))
}

/// `t=7100`, or `t=7080.1` after the first of the moments of that instant.
fn playhead(at: Position) -> String {
    let ms = at.at.0.min(HORIZON_MAX_MS);
    match at.nth {
        Some(nth) => format!("t={ms}.{nth}"),
        None => format!("t={ms}"),
    }
}

/// What is being read.
struct Reader<'t> {
    scenario: Scenario,
    at: Option<Position>,
    /// With any key of a fault, the faults are those of the link, and not the preset's.
    faults: Option<Vec<Fault>>,
    seen: Vec<&'t str>,
}

pub(super) fn read(text: &str, notes: &mut Notes) -> Link {
    // What follows the check, if anything, was put there later: the check is wrong, and it is read.
    let (body, after) = match text.rsplit_once("/c=") {
        None => {
            notes.push(Note::NoCheck);
            (text, "")
        }
        Some((body, end)) => {
            if end != check::of(body) {
                notes.push(Note::WrongCheck);
            }
            (body, end.split_once('/').unwrap_or_default().1)
        }
    };
    let mut parts = body.split('/').skip(1);
    let mut reader = Reader {
        scenario: base(parts.next().unwrap_or_default(), notes),
        at: None,
        faults: None,
        seen: Vec::new(),
    };
    for part in parts.chain(after.split('/')).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        reader.take(key, value, notes);
    }
    let Reader { mut scenario, at, faults, .. } = reader;
    if let Some(faults) = faults {
        scenario.faults = faults;
    }
    for problem in scenario.clamp() {
        notes.push(Note::Clamped(problem));
    }
    Link { scenario, at }
}

/// The scenario from which a link starts.
fn base(id: &str, notes: &mut Notes) -> Scenario {
    match Preset::find(id) {
        Some(preset) => return preset.scenario(),
        None if id != CUSTOM => notes.push(Note::UnknownPreset { id: word(id) }),
        None => {}
    }
    Scenario::default()
}

impl<'t> Reader<'t> {
    fn take(&mut self, key: &'t str, value: &str, notes: &mut Notes) {
        if faults::is_key(key) {
            let faults = self.faults.get_or_insert_default();
            match faults::read(key, value) {
                Some(fault) => faults.push(fault),
                None => notes.bad_value(key, value),
            }
            return;
        }
        let taken = match (key, keys::find(key)) {
            (_, Some(entry)) => entry.read(&mut self.scenario, value),
            ("t", _) => self.take_playhead(value, notes),
            ("faults", _) if value == "none" => {
                self.faults.get_or_insert_default();
                Some(())
            }
            ("faults", _) => None,
            // A check that is cut, or that something was put behind.
            ("c", _) => return notes.push(Note::WrongCheck),
            _ => return notes.unknown_key(key),
        };
        if taken.is_none() {
            notes.bad_value(key, value);
        }
        if self.seen.contains(&key) {
            notes.push(Note::DuplicateKey { key: word(key) });
        }
        self.seen.push(key);
    }

    fn take_playhead(&mut self, value: &str, notes: &mut Notes) -> Option<()> {
        let (ms, nth) = match value.split_once('.') {
            Some((ms, nth)) => (ms, Some(nth.parse().ok()?)),
            None => (value, None),
        };
        let at_ms = keys::count(ms)?;
        if at_ms > HORIZON_MAX_MS {
            notes.push(Note::Clamped(Problem::OutOfRange {
                field: "t".to_owned(),
                value: i64::try_from(at_ms).unwrap_or(i64::MAX),
                limit: Limit { min: 0, max: HORIZON_MAX_MS as i64 },
            }));
        }
        let at = TrueTime(at_ms.min(HORIZON_MAX_MS));
        self.at = Some(Position { at, nth });
        Some(())
    }
}
