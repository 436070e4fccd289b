//! The same faults under another protection: what each comes to, and where it first differs.

use super::trace::{Trace, run};
use super::verdict::{Kind, Progress, progress, verdicts};
use crate::model::protection::Protection;
use crate::model::switch::Custom;
use crate::scenario::Scenario;
use crate::scenario::hazards::{HAZARDS, Hazard};
use crate::time::TrueTime;

/// What one run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What held, each kind once, the worst first.
    pub kinds: Vec<Kind>,
    pub progress: Progress,
}

impl Outcome {
    pub fn of(trace: &Trace) -> Outcome {
        let mut kinds: Vec<Kind> = verdicts(trace).iter().map(|v| v.kind).collect();
        kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.severity()), *kind));
        kinds.dedup();
        Outcome { kinds, progress: progress(trace) }
    }

    pub fn is_safe(&self) -> bool {
        !self.kinds.iter().any(|kind| kind.is_unsafe())
    }
}

/// A scenario under one protection, beside the run that it is compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    pub protection: Protection,
    pub outcome: Outcome,
    /// When the two runs first differ; `None`: they are the same.
    pub differs_at: Option<TrueTime>,
}

/// The scenario of a trace under every protection.
pub fn compare(with: &Trace) -> Vec<Compared> {
    let under = |protection| {
        let mut scenario = with.rules.scenario.clone();
        if protection != scenario.protection {
            // Another protection is taken whole.
            scenario = Scenario { protection, switches: Custom::default(), ..scenario };
        }
        let trace = run(&scenario);
        let pairs = trace.events.iter().zip(&with.events);
        let differ = pairs.clone().find(|(a, b)| a != b).map(|(a, b)| a.at.min(b.at));
        let longer = trace.events.get(with.events.len()).or(with.events.get(trace.events.len()));
        let differs_at = differ.or(longer.map(|event| event.at));
        Compared { protection, outcome: Outcome::of(&trace), differs_at }
    };
    Protection::all().map(under).collect()
}

/// One hazard under every protection, in the order of the registry.
pub struct TruthRow {
    pub hazard: &'static Hazard,
    pub outcomes: Vec<Outcome>,
}

impl PartialEq for TruthRow {
    fn eq(&self, other: &TruthRow) -> bool {
        self.hazard.id == other.hazard.id && self.outcomes == other.outcomes
    }
}

/// What protects against what: every hazard under every protection.
pub fn truth() -> Vec<TruthRow> {
    let row = |hazard: &'static Hazard| {
        let outcome = |p| Outcome::of(&run(&hazard.scenario(p)));
        TruthRow { hazard, outcomes: Protection::all().map(outcome).collect() }
    };
    HAZARDS.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets::Preset;

    #[test]
    fn the_run_itself_does_not_differ_and_the_fix_does() {
        let scenario = Preset::find("gc-pause").map(Preset::scenario).unwrap();
        let rows = compare(&run(&scenario));
        let row = |id: &str| rows.iter().find(|row| row.protection.id() == id).unwrap();
        assert_eq!(row("none").differs_at, None);
        assert!(!row("none").outcome.is_safe());
        assert!(row("fence").outcome.is_safe());
        assert_eq!(row("fence").differs_at, Some(TrueTime(6_460)), "the store that B listens to");
    }
}
