//! Leasescope: why holding a distributed lock does not mean you may write.

pub mod clock;
pub mod model;
pub mod run;
pub mod scenario;
pub mod time;
