//! The keys of version 1 and the fields they stand for. Adding a parameter is one entry.

use crate::clock::{ClockKind, Platform};
use crate::model::profile::Profile;
use crate::model::protection::{Protection, ReleaseRule};
use crate::model::sync::{Job, SWITCHES as SYNC_SWITCHES, Sync};
use crate::model::worker::DeadlineFrom;
use crate::scenario::Scenario;

/// A key and its field, in the order in which they are written.
pub struct Key {
    pub name: &'static str,
    field: Field,
}

enum Field {
    Count(fn(&mut Scenario) -> &mut u64),
    Signed(fn(&mut Scenario) -> &mut i64),
    /// A switch, by its place in `SWITCHES`; "as-is" where it is as the protection has it.
    Switch(usize),
    Word {
        get: fn(&Scenario) -> &'static str,
        set: fn(&mut Scenario, &str) -> Option<()>,
    },
    /// One of the sync worker's own. Where the job is another, it is not written, and reading it
    /// makes the job that one.
    Sync {
        get: fn(&Sync) -> String,
        set: fn(&mut Sync, &str) -> Option<()>,
    },
    /// A switch of the sync worker, by its place in the registry.
    SyncSwitch(usize),
}

const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
const CHECKS: &[(&str, Option<ClockKind>)] =
    &[("none", None), ("wall", Some(ClockKind::Wall)), ("steady", Some(ClockKind::Steady))];
const RELEASES: &[(&str, ReleaseRule)] =
    &[("blind", ReleaseRule::Blind), ("owner", ReleaseRule::OwnerChecked)];

/// A switch that is as the protection has it.
const AS_IS: &str = "as-is";

const CLOCKS: &[(&str, ClockKind)] = &[("wall", ClockKind::Wall), ("steady", ClockKind::Steady)];
const PLATFORMS: &[(&str, Platform)] =
    &[("linux", Platform::Linux), ("counts-sleep", Platform::CountsSleep)];
const DEADLINES: &[(&str, DeadlineFrom)] =
    &[("reply", DeadlineFrom::Reply), ("request", DeadlineFrom::Request)];

const fn switch(name: &'static str, at: usize) -> Key {
    Key { name, field: Field::Switch(at) }
}

const fn counted(name: &'static str, at: fn(&mut Scenario) -> &mut u64) -> Key {
    Key { name, field: Field::Count(at) }
}

const fn signed(name: &'static str, at: fn(&mut Scenario) -> &mut i64) -> Key {
    Key { name, field: Field::Signed(at) }
}

pub const KEYS: &[Key] = &[
    Key {
        name: "protect",
        field: Field::Word {
            get: |s| s.protection.id(),
            set: |s, id| Protection::from_id(id).map(|found| s.protection = found),
        },
    },
    Key {
        name: "lock",
        field: Field::Word {
            get: |s| s.profile.id(),
            set: |s, id| Profile::from_id(id).map(|found| s.profile = found),
        },
    },
    counted("ttl", |s| &mut s.ttl_ms),
    counted("retry", |s| &mut s.retry_ms),
    counted("sim-a", |s| &mut s.simulate_ms[0]),
    counted("sim-b", |s| &mut s.simulate_ms[1]),
    counted("b-start", |s| &mut s.b_starts_ms),
    counted("delay", |s| &mut s.delay_ms),
    counted("timeout", |s| &mut s.timeout_ms),
    counted("lock-delay", |s| &mut s.lock_delay_ms),
    Key {
        name: "lock-clock",
        field: Field::Word {
            get: |s| word_of(CLOCKS, s.lock_clock),
            set: |s, word| named(CLOCKS, word).map(|found| s.lock_clock = found),
        },
    },
    counted("horizon", |s| &mut s.horizon_ms),
    signed("hp", |s| &mut s.boss_hp),
    signed("damage-a", |s| &mut s.damage_hp[0]),
    signed("damage-b", |s| &mut s.damage_hp[1]),
    counted("token", |s| &mut s.first_token),
    Key {
        name: "platform",
        field: Field::Word {
            get: |s| word_of(PLATFORMS, s.platform),
            set: |s, word| named(PLATFORMS, word).map(|found| s.platform = found),
        },
    },
    Key {
        name: "deadline",
        field: Field::Word {
            get: |s| word_of(DEADLINES, s.deadline_from),
            set: |s, word| named(DEADLINES, word).map(|found| s.deadline_from = found),
        },
    },
    counted("seed", |s| &mut s.seed),
    // In the order of `Node::ALL`.
    signed("a.offset", |s| &mut s.clocks[0].offset_ms),
    signed("a.ppm", |s| &mut s.clocks[0].drift_ppm),
    signed("b.offset", |s| &mut s.clocks[1].offset_ms),
    signed("b.ppm", |s| &mut s.clocks[1].drift_ppm),
    signed("lock.offset", |s| &mut s.clocks[2].offset_ms),
    signed("lock.ppm", |s| &mut s.clocks[2].drift_ppm),
    signed("store.offset", |s| &mut s.clocks[3].offset_ms),
    signed("store.ppm", |s| &mut s.clocks[3].drift_ppm),
    Key {
        name: "job",
        field: Field::Word {
            get: |s| if s.job.sync().is_some() { "sync" } else { "tick" },
            set: |s, word| match word {
                "sync" => {
                    s.job.sync_mut();
                    Some(())
                }
                "tick" => {
                    s.job = Job::Tick;
                    Some(())
                }
                _ => None,
            },
        },
    },
    // In the order of the sync worker's `SWITCHES`.
    Key { name: "sync.token", field: Field::SyncSwitch(0) },
    Key { name: "sync.token-on-read", field: Field::SyncSwitch(1) },
    Key { name: "sync.expected-cursor", field: Field::SyncSwitch(2) },
    Key { name: "sync.log", field: Field::SyncSwitch(3) },
    Key { name: "sync.source-version", field: Field::SyncSwitch(4) },
    Key { name: "sync.outbox", field: Field::SyncSwitch(5) },
    Key { name: "sync.one-transaction", field: Field::SyncSwitch(6) },
    Key { name: "sync.checkpoint-first", field: Field::SyncSwitch(7) },
    Key { name: "sync.heartbeat", field: Field::SyncSwitch(8) },
    Key { name: "sync.legacy", field: Field::SyncSwitch(9) },
    Key {
        name: "sync.check",
        field: Field::Sync {
            get: |s| word_of(CHECKS, s.check).to_owned(),
            set: |s, word| named(CHECKS, word).map(|found| s.check = found),
        },
    },
    Key {
        name: "sync.release",
        field: Field::Sync {
            get: |s| word_of(RELEASES, s.release).to_owned(),
            set: |s, word| named(RELEASES, word).map(|found| s.release = found),
        },
    },
    Key {
        name: "sync.batch",
        field: Field::Sync {
            get: |s| s.batch.to_string(),
            set: |s, word| count(word).map(|n| s.batch = n.try_into().unwrap_or(u8::MAX)),
        },
    },
    Key {
        name: "sync.work",
        field: Field::Sync {
            get: |s| s.work_ms.to_string(),
            set: |s, word| count(word).map(|n| s.work_ms = n),
        },
    },
    // In the order of `SWITCHES`; a test holds the names to it.
    switch("sw.lock", 0),
    switch("sw.lock-delay", 1),
    switch("sw.heartbeat", 2),
    switch("sw.first", 3),
    switch("sw.read", 4),
    switch("sw.check", 5),
    switch("sw.store", 6),
    switch("sw.tick-ids", 7),
    switch("sw.old-path", 8),
    switch("sw.retry", 9),
    switch("sw.release", 10),
];

pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Key {
    /// The field's value as text. The scenario is only looked at.
    pub fn write(&self, scenario: &mut Scenario) -> String {
        match self.field {
            Field::Count(at) => at(scenario).to_string(),
            Field::Signed(at) => at(scenario).to_string(),
            Field::Switch(switch) => match scenario.switches.word(switch) {
                "" => AS_IS.to_owned(),
                word => word.to_owned(),
            },
            Field::Word { get, .. } => get(scenario).to_owned(),
            Field::Sync { get, .. } => get(&scenario.job.sync().copied().unwrap_or_default()),
            Field::SyncSwitch(i) => {
                let sync = scenario.job.sync().copied().unwrap_or_default();
                word_of(YES_NO, (SYNC_SWITCHES[i].get)(&sync)).to_owned()
            }
        }
    }

    /// Whether it says nothing about this scenario.
    pub fn is_moot(&self, scenario: &Scenario) -> bool {
        matches!(self.field, Field::Sync { .. } | Field::SyncSwitch(_))
            && scenario.job.sync().is_none()
    }

    /// Sets the field; `None`, and nothing is set, if `value` is none of it.
    pub fn read(&self, scenario: &mut Scenario, value: &str) -> Option<()> {
        match self.field {
            Field::Count(at) => *at(scenario) = count(value)?,
            Field::Signed(at) => *at(scenario) = number(value)?,
            Field::Switch(switch) => {
                let word = if value == AS_IS { "" } else { value };
                scenario.switches.set(switch, word).filter(|()| !value.is_empty())?;
            }
            Field::Word { set, .. } => set(scenario, value)?,
            Field::Sync { set, .. } => {
                let mut sync = scenario.job.sync().copied().unwrap_or_default();
                set(&mut sync, value)?;
                scenario.job = Job::Sync(sync);
            }
            Field::SyncSwitch(i) => {
                let on = named(YES_NO, value)?;
                (SYNC_SWITCHES[i].set)(scenario.job.sync_mut(), on);
            }
        }
        Some(())
    }
}

/// A whole number; one too big for its type is the biggest, to be clamped with a note.
pub fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if digits.len() < text.len() { -size } else { size })
}

/// A whole number that is not negative.
pub fn count(text: &str) -> Option<u64> {
    number(text)?.try_into().ok()
}

pub fn named<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    let entry = table.iter().find(|(name, _)| *name == word)?;
    Some(entry.1)
}

/// The word for a value. Every value of `T` must be in the table.
pub fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    let entry = table.iter().find(|(_, named)| *named == value);
    assert!(entry.is_some(), "a value without a word: was one added and not named here?");
    entry.map_or("", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::switch::SWITCHES;

    #[test]
    fn every_switch_has_its_key() {
        let keys = KEYS.iter().filter_map(|key| match key.field {
            Field::Switch(at) => Some((key.name.to_owned(), at)),
            _ => None,
        });
        let switches =
            SWITCHES.iter().enumerate().map(|(at, switch)| (format!("sw.{}", switch.id), at));
        assert!(keys.eq(switches), "each switch needs its key, at its own place");
    }
}
