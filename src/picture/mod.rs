//! Trace and playhead → lanes, bars, arrows, rows and sentences. Pure geometry and data: no DOM, no
//! markup, tested natively.

pub mod ascii;
pub mod axis;
mod draw;
pub mod export;
mod fold;
pub mod listing;
pub mod panel;
pub mod place;
pub mod predict;
pub mod sentence;
pub mod timeline;
pub mod words;

#[cfg(test)]
mod tests;
