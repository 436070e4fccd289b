//! Trace and playhead → lanes, bars, arrows, rows and sentences. Pure geometry and data: no DOM, no
//! markup, tested natively.

pub mod ascii;
pub mod listing;
pub mod sentence;
