//! Leasescope: why holding a distributed lock does not mean you may write.

pub mod clock;
pub mod link;
pub mod model;
pub mod picture;
pub mod run;
pub mod scenario;
pub mod text;
pub mod time;

#[cfg(target_arch = "wasm32")]
pub mod app;
