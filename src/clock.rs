//! A node's two clocks: the wall clock and the steady clock, and what faults do to them.
//!
//! Owns the readings and the exact arithmetic behind them. Leaves open who asks, and when.
//!
//! Inside, a reading is counted in *units* of a millionth of a millisecond, so that a rate in ppm
//! times whole milliseconds is a whole number of units and nothing is ever rounded before it is read.

use crate::time::TrueTime;
use serde::{Deserialize, Serialize};

const UNITS_PER_MS: i64 = 1_000_000;

/// What a wall clock (`system_clock`, CLOCK_REALTIME) says, in ms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct WallMs(pub i64);

/// What a steady clock (`steady_clock`, CLOCK_MONOTONIC) says, in ms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct SteadyMs(pub i64);

/// Both clocks of one node, read at one instant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Readings {
    pub wall: WallMs,
    pub steady: SteadyMs,
}

/// Which of the two clocks somebody looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    Wall,
    Steady,
}

impl Readings {
    pub fn of(&self, kind: ClockKind) -> i64 {
        match kind {
            ClockKind::Wall => self.wall.0,
            ClockKind::Steady => self.steady.0,
        }
    }
}

/// Whether the steady clock counts a suspension of its machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Platform {
    /// CLOCK_MONOTONIC on Linux: stops while the machine is suspended.
    #[default]
    Linux,
    /// CLOCK_BOOTTIME, Windows QPC, libc++ on Apple: goes on.
    CountsSleep,
}

/// An NTP slew under way: `left` units are still to be absorbed, `ppm` of true time at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Slew {
    left: i64,
    ppm: i64,
}

/// The clocks of one node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    platform: Platform,
    /// The instant up to which the fields below are settled.
    settled: TrueTime,
    wall: i64,
    steady: i64,
    drift_ppm: i64,
    slew: Option<Slew>,
    suspended: bool,
    /// What the wall clock missed in suspensions and has not caught up yet.
    missed: i64,
    resync_at: Option<TrueTime>,
}

impl Clock {
    pub fn new(platform: Platform, offset_ms: i64, drift_ppm: i64) -> Clock {
        Clock {
            platform,
            settled: TrueTime::ZERO,
            wall: offset_ms * UNITS_PER_MS,
            steady: 0,
            drift_ppm,
            slew: None,
            suspended: false,
            missed: 0,
            resync_at: None,
        }
    }

    /// Units by which a running clock advances in `span_ms` from the settled instant.
    fn advance(&self, span_ms: u64) -> i64 {
        let span = span_ms as i64;
        let slewed = self.slew.map_or(0, |s| s.left.signum() * (s.ppm * span).min(s.left.abs()));
        span * (UNITS_PER_MS + self.drift_ppm) + slewed
    }

    /// Brings the fields up to `now`; called before anything about the clock changes.
    fn settle(&mut self, now: TrueTime) {
        let span_ms = now - self.settled;
        let advance = self.advance(span_ms);
        self.wall += advance;
        if self.suspended {
            self.missed += advance;
        }
        if self.steady_runs() {
            self.steady += advance;
        }
        if let Some(slew) = &mut self.slew {
            let done = (slew.ppm * span_ms as i64).min(slew.left.abs());
            slew.left -= slew.left.signum() * done;
        }
        self.slew = self.slew.filter(|s| s.left != 0);
        self.settled = now;
    }

    fn steady_runs(&self) -> bool {
        !self.suspended || self.platform == Platform::CountsSleep
    }

    fn wall_units(&self, now: TrueTime) -> i64 {
        let advance = self.advance(now - self.settled);
        let missed = self.missed + if self.suspended { advance } else { 0 };
        self.wall + advance - missed
    }

    fn steady_units(&self, now: TrueTime) -> i64 {
        let advance = if self.steady_runs() { self.advance(now - self.settled) } else { 0 };
        self.steady + advance
    }

    /// Both readings at `now`, floored to whole ms.
    pub fn read(&self, now: TrueTime) -> Readings {
        Readings {
            wall: WallMs(self.wall_units(now).div_euclid(UNITS_PER_MS)),
            steady: SteadyMs(self.steady_units(now).div_euclid(UNITS_PER_MS)),
        }
    }

    /// The first instant, `now` or later, at which clock `kind` reads at least `target_ms` if
    /// nothing changes until then; `None` if it stands still.
    pub fn reaches(&self, kind: ClockKind, target_ms: i64, now: TrueTime) -> Option<TrueTime> {
        let (units, runs) = match kind {
            ClockKind::Wall => (self.wall_units(now), !self.suspended),
            ClockKind::Steady => (self.steady_units(now), self.steady_runs()),
        };
        let need = target_ms.saturating_mul(UNITS_PER_MS).saturating_sub(units);
        if need <= 0 {
            return Some(now);
        }
        if !runs {
            return None;
        }
        let rate = UNITS_PER_MS + self.drift_ppm;
        let Some(slew) = self.slew else {
            return Some(now + (need as u64).div_ceil(rate as u64));
        };
        // With a slew the clock runs at one rate and then at another: search, it is monotone.
        let before_ms = now - self.settled;
        let base = self.advance(before_ms);
        let (mut low, mut high) = (0, (need as u64).div_ceil((rate - slew.ppm).max(1) as u64));
        while low < high {
            let mid = low + (high - low) / 2;
            if self.advance(before_ms + mid) - base >= need {
                high = mid;
            } else {
                low = mid + 1;
            }
        }
        Some(now + low)
    }

    /// An NTP step: the wall clock jumps, the steady clock does not.
    pub fn step(&mut self, now: TrueTime, by_ms: i64) {
        self.settle(now);
        self.wall += by_ms * UNITS_PER_MS;
    }

    /// An NTP slew: both clocks absorb `by_ms` at `ppm` of true time. Replaces the rest of another.
    pub fn slew(&mut self, now: TrueTime, by_ms: i64, ppm: u32) {
        self.settle(now);
        self.slew = Some(Slew { left: by_ms * UNITS_PER_MS, ppm: i64::from(ppm) })
            .filter(|s| s.left != 0 && s.ppm != 0);
    }

    /// From now on both clocks run at 1 + `ppm` / 1 000 000.
    pub fn drift(&mut self, now: TrueTime, ppm: i64) {
        self.settle(now);
        self.drift_ppm = ppm;
    }

    /// The machine is suspended: the wall clock stops, and on Linux the steady clock too.
    pub fn suspend(&mut self, now: TrueTime) {
        self.settle(now);
        self.suspended = true;
        self.resync_at = None;
    }

    /// The machine resumes; its wall clock catches up what it missed `resync_ms` later.
    pub fn resume(&mut self, now: TrueTime, resync_ms: u64) {
        self.settle(now);
        self.suspended = false;
        if resync_ms == 0 {
            self.missed = 0;
        } else {
            self.resync_at = Some(now + resync_ms);
        }
    }

    /// When the wall clock is due to catch up.
    pub fn resync_at(&self) -> Option<TrueTime> {
        self.resync_at
    }

    /// The wall clock catches up; returns by how many ms it jumped.
    pub fn resync(&mut self, now: TrueTime) -> i64 {
        self.settle(now);
        self.resync_at = None;
        std::mem::take(&mut self.missed).div_euclid(UNITS_PER_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(clock: &Clock, ms: u64) -> (i64, i64) {
        let r = clock.read(TrueTime(ms));
        (r.wall.0, r.steady.0)
    }

    #[test]
    fn a_step_moves_the_wall_clock_alone() {
        let mut c = Clock::new(Platform::Linux, 100, 0);
        c.step(TrueTime(1_000), -6_000);
        assert_eq!(at(&c, 1_000), (-4_900, 1_000));
        assert_eq!(at(&c, 2_000), (-3_900, 2_000));
    }

    #[test]
    fn a_suspension_stops_the_steady_clock_on_linux_and_not_elsewhere() {
        for (platform, steady) in [(Platform::Linux, 2_000), (Platform::CountsSleep, 8_000)] {
            let mut c = Clock::new(platform, 0, 0);
            c.suspend(TrueTime(1_000));
            assert_eq!(at(&c, 3_000).0, 1_000, "the wall clock of a suspended machine stands");
            c.resume(TrueTime(7_000), 500);
            assert_eq!(at(&c, 7_499).0, 1_499, "not caught up yet");
            assert_eq!(c.resync_at(), Some(TrueTime(7_500)));
            assert_eq!(c.resync(TrueTime(7_500)), 6_000);
            assert_eq!(at(&c, 8_000), (8_000, steady));
        }
    }

    #[test]
    fn a_slew_absorbs_exactly_what_it_was_told() {
        let mut c = Clock::new(Platform::Linux, 0, 0);
        c.slew(TrueTime(0), -3, 500);
        assert_eq!(at(&c, 1_000), (999, 999), "floored: 999.5");
        assert_eq!(at(&c, 6_000), (5_997, 5_997), "3 ms at 500 ppm take 6 s");
        assert_eq!(at(&c, 60_000), (59_997, 59_997));
        c.slew(TrueTime(2_000), 10, 500);
        assert_eq!(at(&c, 2_000), (1_999, 1_999), "a new slew replaces the rest of the old one");
        assert_eq!(at(&c, 60_000), (60_009, 60_009));
    }

    #[test]
    fn reaches_is_the_first_instant_of_a_reading() {
        let mut c = Clock::new(Platform::Linux, 0, 200);
        c.slew(TrueTime(0), -40, 83_333);
        for target in [1, 7, 100, 438, 440, 441, 1_000, 5_000] {
            for kind in [ClockKind::Wall, ClockKind::Steady] {
                let t = c.reaches(kind, target, TrueTime(0)).expect("it runs");
                assert!(c.read(t).of(kind) >= target, "{target}: reached at {t:?}");
                let before = TrueTime(t.0 - 1);
                assert!(c.read(before).of(kind) < target, "{target}: not before {t:?}");
            }
        }
        c.suspend(TrueTime(10));
        assert_eq!(c.reaches(ClockKind::Steady, 1_000, TrueTime(20)), None);
    }
}
