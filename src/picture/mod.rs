//! Trace and playhead → lanes, bars, arrows, rows and sentences. Pure geometry and data: no DOM, no
//! markup, tested natively.

pub mod ascii;
pub mod axis;
pub mod listing;
pub mod place;
pub mod sentence;
