//! The page: Yew components that only map pictures to markup.
//!
//! Owns what is on the screen and nothing of what it means. The browser itself is behind
//! `browser`, the only user of `web_sys`.

mod amount;
mod browser;
mod choice;
mod faults;
mod frame;
mod icon;
mod notes;
mod presets;
mod root;
mod said;
mod stage;
mod state;

pub use root::mount;
