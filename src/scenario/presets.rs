//! The presets: named scenarios, each made to show one thing.
//!
//! Owns the registry and its groups, one file each. Adding a preset is one entry there and its texts
//! in `locales/`. Ids live for ever, and so does what an id means: links write down only what
//! differs from it.

mod alternatives;
mod basics;
mod clocks;
mod interview;
mod network;
mod reports;
mod services;
mod sync;

use super::Scenario;
use super::fault::Fault;
use crate::model::protection::Protection;

/// One entry: what makes it differ from the common ground.
#[derive(Clone, Copy)]
pub struct Preset {
    pub id: &'static str,
    pub protection: &'static str,
    pub faults: &'static [Fault],
    /// Sets the numbers that differ.
    pub tune: fn(&mut Scenario),
    /// The public report that it replays.
    pub source: Option<Source>,
}

/// Where a report can be read. Shown as text: nothing is loaded from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    pub title: &'static str,
    pub year: Option<u16>,
    pub url: &'static str,
}

/// A heading in menus, and the presets below it in the order in which they are listed.
#[derive(Clone, Copy)]
pub struct Group {
    pub id: &'static str,
    pub presets: &'static [Preset],
}

/// The preset of a first visit.
pub const FIRST: &str = "gc-pause";

pub const GROUPS: &[Group] = &[
    Group { id: "basics", presets: basics::PRESETS },
    Group { id: "interview-cs", presets: interview::CS },
    Group { id: "interview-cpp", presets: interview::CPP },
    Group { id: "alternatives", presets: alternatives::PRESETS },
    Group { id: "clocks", presets: clocks::PRESETS },
    Group { id: "network", presets: network::PRESETS },
    Group { id: "reports", presets: reports::PRESETS },
    Group { id: "services", presets: services::PRESETS },
    Group { id: "sync", presets: sync::PRESETS },
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].presets.len();
        group += 1;
    }
    count
};

const fn all() -> [Preset; COUNT] {
    let mut all = [GROUPS[0].presets[0]; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut i = 0;
        while i < GROUPS[group].presets.len() {
            all[at] = GROUPS[group].presets[i];
            (at, i) = (at + 1, i + 1);
        }
        group += 1;
    }
    all
}

/// Every preset, group after group.
pub static PRESETS: &[Preset] = &all();

/// What most presets share, to be completed with `..USUAL`: the default numbers.
const USUAL: Preset =
    Preset { id: "", protection: "none", faults: &[], tune: |_| {}, source: None };

const fn source(title: &'static str, url: &'static str) -> Option<Source> {
    Some(Source { title, year: None, url })
}

impl Preset {
    pub fn find(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    pub fn group(&self) -> &'static Group {
        let holds = |group: &&Group| group.presets.iter().any(|preset| preset.id == self.id);
        GROUPS.iter().find(holds).unwrap_or(&GROUPS[0])
    }

    pub fn scenario(&self) -> Scenario {
        let mut scenario = Scenario {
            preset: self.id.to_owned(),
            protection: Protection::from_id(self.protection).unwrap_or_default(),
            first_token: 33,
            faults: self.faults.to_vec(),
            ..Scenario::default()
        };
        (self.tune)(&mut scenario);
        scenario
    }
}
