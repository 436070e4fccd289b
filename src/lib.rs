//! Leasescope: why holding a distributed lock does not mean you may write, and what makes a late
//! write harmless.
//!
//! Data flows one way: link or preset → [`scenario`] → [`run`] → [`picture`] → `app`. A scenario is
//! the only source of truth, a run is a pure function of it, and the playhead is a number of moments
//! of that run. The rooms, in reading order; arrows between them run only upwards in this list:
//!
//! | room | owns |
//! |---|---|
//! | [`time`], [`clock`] | true time; what a node's clocks say of it |
//! | [`model`] | the state machines, sans IO: lock, store, worker, network; the protections |
//! | [`scenario`] | what determines a run: parameters, faults, limits, presets |
//! | [`run`] | the driver: event queue, world, trace, verdicts |
//! | [`link`] | the link text ⇄ scenario |
//! | [`text`] | languages and texts, from `locales/` |
//! | [`picture`] | trace → geometry, sentences, code lines; no DOM |
//! | [`session`] | commands, undo, playhead: the reducer |
//! | `app` | the page, and `app::browser`, the only user of `web_sys` |
//!
//! What is deliberately absent: in `model` and `run` no real clock, no thread, no float, no map
//! with an order of its own, no global; in everything but `app` no browser. A stale write that is
//! accepted is data, never an error. `tests/layers.rs` holds the code to this.

pub mod time;

pub mod clock;

pub mod model;

pub mod scenario;

pub mod run;

pub mod link;

pub mod text;

pub mod picture;

pub mod session;

#[cfg(target_arch = "wasm32")]
pub mod app;
