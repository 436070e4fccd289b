//! The limits on everything in a scenario, and the check against them.
//!
//! A problem names the field, what it was and what is allowed, so that a page or a command line can
//! say it in any language. `Scenario::problems` reports; `Scenario::clamp` mends and reports.

use super::Scenario;
use super::fault::{Effect, Fault, Lasting, Trigger};
use crate::model::program::StepRef;
use crate::model::switch::Need;
use crate::model::sync::{EVENTS, Job};
use crate::time::TrueTime;

pub const HORIZON_MAX_MS: u64 = 600_000;
pub const FAULTS_MAX: usize = 32;
pub const EVENTS_MAX: usize = 20_000;
pub const SPAN_MAX_MS: u64 = HORIZON_MAX_MS;
/// An NTP step, a slew or an offset, either way.
pub const CLOCK_MAX_MS: i64 = 600_000;
pub const DRIFT_MAX_PPM: i64 = 500_000;
/// chrony's fastest slew.
pub const SLEW_MAX_PPM: u32 = 100_000;
pub const HP_MAX: i64 = 1_000_000;
pub const TOKEN_MAX: u64 = 1_000_000;
pub const NTH_MAX: u8 = 100;
pub const SEED_MAX: u64 = u32::MAX as u64;

/// A number's allowed range, both ends in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    pub min: i64,
    pub max: i64,
}

/// What is wrong with a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A number is out of range; `field` as in the JSON file, `faults[3].for-ms` for a fault's.
    OutOfRange {
        field: String,
        value: i64,
        limit: Limit,
    },
    TooManyFaults {
        count: usize,
    },
    /// The fault's effect and trigger do not go together: `fault` counts from 0.
    Mismatched {
        fault: usize,
    },
    /// A switch that makes no sense as another one is.
    Need(&'static Need),
    /// A partition between a node and itself.
    SameNode {
        fault: usize,
    },
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Problem::OutOfRange { field, value, limit } => {
                write!(f, "{field} is {value}, and must be between {} and {}", limit.min, limit.max)
            }
            Problem::TooManyFaults { count } => {
                write!(f, "there are {count} faults, and at most {FAULTS_MAX} are allowed")
            }
            Problem::Mismatched { fault } => write!(
                f,
                "faults[{fault}]: delay, drop, duplicate and legacy need a message as trigger, \
                 and the other effects a time or a step"
            ),
            Problem::Need(Need { switch, at, needs, to_be }) => {
                write!(f, "{switch}={} needs {needs}={}", at.join(" or "), to_be.join(" or "))
            }
            Problem::SameNode { fault } => {
                write!(f, "faults[{fault}]: a partition needs two different nodes")
            }
        }
    }
}

/// Visits every number of a scenario, and clamps it.
struct Clamp {
    problems: Vec<Problem>,
}

/// A whole number that can be clamped, whatever its width.
trait Number: Copy {
    fn get(self) -> i64;
    fn of(value: i64) -> Self;
}

macro_rules! numbers {
    ($($t:ty),*) => {$(
        impl Number for $t {
            fn get(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
            fn of(value: i64) -> $t {
                <$t>::try_from(value).unwrap_or(<$t>::MAX)
            }
        }
    )*};
}
numbers!(u64, u32, u8, i64);

impl Clamp {
    fn number<N: Number>(&mut self, field: &str, value: &mut N, min: i64, max: i64) {
        let was = value.get();
        if was < min || was > max {
            let limit = Limit { min, max };
            self.problems.push(Problem::OutOfRange { field: field.to_owned(), value: was, limit });
            *value = N::of(was.clamp(min, max));
        }
    }

    fn span(&mut self, field: &str, value: &mut u64) {
        self.number(field, value, 0, SPAN_MAX_MS as i64);
    }

    fn lasting(&mut self, at: &str, lasts: &mut Lasting) {
        match lasts {
            Lasting::ForMs(ms) => self.span(&format!("{at}.for-ms"), ms),
            Lasting::UntilAfter(step) => {
                self.number(&format!("{at}.nth"), &mut step.nth, 1, i64::from(NTH_MAX));
            }
        }
    }

    fn fault(&mut self, i: usize, fault: &mut Fault) {
        let at = format!("faults[{i}]");
        match &mut fault.when {
            Trigger::At(TrueTime(ms)) => self.span(&format!("{at}.at"), ms),
            Trigger::Before(StepRef { nth, .. })
            | Trigger::During(StepRef { nth, .. })
            | Trigger::After(StepRef { nth, .. })
            | Trigger::Message { nth, .. } => {
                self.number(&format!("{at}.nth"), nth, 1, i64::from(NTH_MAX));
            }
        }
        match &mut fault.what {
            Effect::Pause { lasts, .. } | Effect::Delay { lasts } => self.lasting(&at, lasts),
            Effect::Suspend { lasts, resync_ms, .. } => {
                self.lasting(&at, lasts);
                self.span(&format!("{at}.resync_ms"), resync_ms);
            }
            Effect::Step { by_ms, .. } => {
                self.number(&format!("{at}.by_ms"), by_ms, -CLOCK_MAX_MS, CLOCK_MAX_MS);
            }
            Effect::Slew { by_ms, ppm, .. } => {
                self.number(&format!("{at}.by_ms"), by_ms, -CLOCK_MAX_MS, CLOCK_MAX_MS);
                self.number(&format!("{at}.ppm"), ppm, 1, i64::from(SLEW_MAX_PPM));
            }
            Effect::Drift { ppm, .. } => {
                self.number(&format!("{at}.ppm"), ppm, -DRIFT_MAX_PPM, DRIFT_MAX_PPM);
            }
            Effect::Duplicate { later_ms } => self.span(&format!("{at}.later_ms"), later_ms),
            Effect::Partition { for_ms, .. } => self.span(&format!("{at}.for_ms"), for_ms),
            Effect::Crash { restarts_after_ms: Some(ms), .. } => {
                self.span(&format!("{at}.restarts_after_ms"), ms);
            }
            Effect::Drop | Effect::Legacy | Effect::Crash { .. } | Effect::Failover(_) => {}
        }
    }
}

impl Scenario {
    /// Brings every number into its range, drops what can't be mended, and says what it did.
    pub fn clamp(&mut self) -> Vec<Problem> {
        let mut c = Clamp { problems: Vec::new() };
        let longest = SPAN_MAX_MS as i64;
        c.number("ttl_ms", &mut self.ttl_ms, 1, longest);
        c.number("retry_ms", &mut self.retry_ms, 1, longest);
        for ms in &mut self.simulate_ms {
            c.span("simulate_ms", ms);
        }
        c.span("b_starts_ms", &mut self.b_starts_ms);
        c.span("delay_ms", &mut self.delay_ms);
        c.number("timeout_ms", &mut self.timeout_ms, 1, longest);
        c.span("lock_delay_ms", &mut self.lock_delay_ms);
        c.number("horizon_ms", &mut self.horizon_ms, 1, HORIZON_MAX_MS as i64);
        c.number("boss_hp", &mut self.boss_hp, 1, HP_MAX);
        for hp in &mut self.damage_hp {
            c.number("damage_hp", hp, 0, HP_MAX);
        }
        if let Job::Sync(sync) = &mut self.job {
            c.number("job.sync.batch", &mut sync.batch, 1, EVENTS as i64);
            c.span("job.sync.work_ms", &mut sync.work_ms);
        }
        c.number("first_token", &mut self.first_token, 1, TOKEN_MAX as i64);
        c.number("seed", &mut self.seed, 0, SEED_MAX as i64);
        for clock in &mut self.clocks {
            c.number("clocks.offset_ms", &mut clock.offset_ms, -CLOCK_MAX_MS, CLOCK_MAX_MS);
            c.number("clocks.drift_ppm", &mut clock.drift_ppm, -DRIFT_MAX_PPM, DRIFT_MAX_PPM);
        }
        if self.faults.len() > FAULTS_MAX {
            c.problems.push(Problem::TooManyFaults { count: self.faults.len() });
            self.faults.truncate(FAULTS_MAX);
        }
        for (i, fault) in self.faults.iter_mut().enumerate() {
            c.fault(i, fault);
        }
        let mut problems = c.problems;
        let refused = self.switches.mend(self.protection.switches());
        problems.extend(refused.into_iter().map(Problem::Need));
        let mut i = 0;
        self.faults.retain(|fault| {
            let problem = fault.problem(i);
            i += 1;
            let sound = problem.is_none();
            problems.extend(problem);
            sound
        });
        problems
    }

    /// What is wrong with it, all of it at once.
    pub fn problems(&self) -> Vec<Problem> {
        self.clone().clamp()
    }
}

impl Fault {
    fn problem(&self, i: usize) -> Option<Problem> {
        let on_message = matches!(self.when, Trigger::Message { .. });
        if on_message != self.what.is_on_message() {
            return Some(Problem::Mismatched { fault: i });
        }
        match self.what {
            Effect::Partition { between: [a, b], .. } if a == b => {
                Some(Problem::SameNode { fault: i })
            }
            _ => None,
        }
    }
}
