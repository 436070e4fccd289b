//! The time axis: true time ⇄ pixels, with ticks, and long waits cut out.
//!
//! The scale is true between cuts: a millisecond is as wide everywhere. Pure arithmetic.

use crate::time::TrueTime;

/// How wide a cut is drawn, in px.
const CUT_PX: f64 = 28.0;
/// Ticks stand at least this far apart, in px.
const TICK_GAP_PX: f64 = 58.0;

/// A stretch of the axis: `from_ms..to_ms` on `x0..x1`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Piece {
    from_ms: f64,
    to_ms: f64,
    x0: f64,
    x1: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub left: f64,
    pub right: f64,
    pub end_ms: u64,
    pieces: Vec<Piece>,
    /// Where a wait was cut out: the middle of the zigzag, and from when to when.
    pub cuts: Vec<Cut>,
    pub ticks: Vec<Tick>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    pub x: f64,
    pub from_ms: u64,
    pub to_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tick {
    pub x: f64,
    pub ms: u64,
}

impl Axis {
    /// An axis from 0 to `end_ms` between two x, with the waits `cuts` (in order, apart) taken out.
    pub fn new(left: f64, right: f64, end_ms: u64, cuts: &[(u64, u64)]) -> Axis {
        let kept_ms: u64 = end_ms - cuts.iter().map(|(from, to)| to - from).sum::<u64>();
        let room = (right - left - CUT_PX * cuts.len() as f64).max(1.0);
        let px_per_ms = room / kept_ms.max(1) as f64;
        let mut axis =
            Axis { left, right, end_ms, pieces: Vec::new(), cuts: Vec::new(), ticks: Vec::new() };
        let (mut at, mut x) = (0, left);
        for (from, to) in cuts.iter().copied().chain([(end_ms, end_ms)]) {
            let x1 = x + (from - at) as f64 * px_per_ms;
            axis.pieces.push(Piece { from_ms: at as f64, to_ms: from as f64, x0: x, x1 });
            if to > from {
                let x2 = x1 + CUT_PX;
                axis.pieces.push(Piece { from_ms: from as f64, to_ms: to as f64, x0: x1, x1: x2 });
                axis.cuts.push(Cut { x: (x1 + x2) / 2.0, from_ms: from, to_ms: to });
            }
            (at, x) = (to, x1 + CUT_PX);
        }
        axis.ticks = axis.make_ticks(px_per_ms);
        axis
    }

    fn make_ticks(&self, px_per_ms: f64) -> Vec<Tick> {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
        let wide = |step: &&u64| **step as f64 * px_per_ms >= TICK_GAP_PX;
        let step = *steps.iter().find(wide).unwrap_or(&60_000);
        let cut = |ms: u64| self.cuts.iter().any(|c| ms > c.from_ms && ms < c.to_ms);
        let mut last_x = f64::NEG_INFINITY;
        let mut ticks = Vec::new();
        for ms in (0..=self.end_ms).step_by(step as usize).filter(|ms| !cut(*ms)) {
            let x = self.x(TrueTime(ms));
            if x - last_x >= TICK_GAP_PX * 0.6 {
                ticks.push(Tick { x, ms });
                last_x = x;
            }
        }
        ticks
    }

    pub fn x(&self, at: TrueTime) -> f64 {
        let ms = at.0 as f64;
        let piece = self.pieces.iter().find(|p| ms <= p.to_ms).or(self.pieces.last());
        let Some(p) = piece else { return self.left };
        let span = p.to_ms - p.from_ms;
        let part = if span > 0.0 { (ms - p.from_ms) / span } else { 0.0 };
        (p.x0 + part * (p.x1 - p.x0)).min(self.right)
    }

    pub fn at(&self, x: f64) -> TrueTime {
        let piece = self.pieces.iter().find(|p| x <= p.x1).or(self.pieces.last());
        let Some(p) = piece else {
            return TrueTime::ZERO;
        };
        let part = if p.x1 > p.x0 { ((x - p.x0) / (p.x1 - p.x0)).clamp(0.0, 1.0) } else { 0.0 };
        TrueTime((p.from_ms + part * (p.to_ms - p.from_ms)).round().max(0.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let axis = Axis::new(100.0, 1_100.0, 8_000, &[(1_500, 4_500)]);
        for ms in [0, 20, 1_499, 1_500, 4_500, 5_020, 7_999, 8_000] {
            assert_eq!(axis.at(axis.x(TrueTime(ms))), TrueTime(ms));
        }
        assert_eq!(axis.x(TrueTime(8_000)), 1_100.0);
        assert!(axis.cuts[0].x > axis.x(TrueTime(1_500)));
        assert_eq!(axis.at(-50.0), TrueTime(0), "left of the axis is its start");
        assert_eq!(axis.at(5_000.0), TrueTime(8_000), "right of it is its end");
    }

    #[test]
    fn ticks_keep_their_distance() {
        for width in [200.0, 320.0, 768.0, 1_200.0, 9_000.0] {
            let axis = Axis::new(0.0, width, 7_160, &[]);
            assert!(axis.ticks.len() >= 2, "{width}");
            for pair in axis.ticks.windows(2) {
                assert!(pair[1].x - pair[0].x >= 34.0, "{width}: {pair:?}");
            }
        }
    }
}
