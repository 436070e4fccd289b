//! The driver: takes a scenario, and makes everything happen in its one order.
//!
//! Owns the event queue, the world and the trace. `World::step` is the only place where a world
//! changes; the search will call the same. Knows neither page nor text.

mod assign;
pub mod compare;
pub mod hash;
mod perform;
mod queue;
pub mod rules;
mod strike;
mod sync;
pub mod trace;
pub mod verdict;
pub mod world;

pub use rules::Rules;
pub use trace::{Event, Trace, run};
pub use verdict::{Kind, Progress, Verdict, progress, verdicts};
pub use world::World;
