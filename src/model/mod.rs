//! The state machines, sans IO: lock service, stores, workers, and the messages between them.
//!
//! Owns what each of them does when told that something happened. Leaves to `run` who tells them
//! and when: nothing in here knows what time it is unless it is handed a reading.

pub mod coordinator;
pub mod event;
mod grant;
pub mod heart;
pub mod locals;
pub mod lock;
pub mod network;
pub mod node;
pub mod pass;
pub mod profile;
pub mod program;
pub mod protection;
pub mod store;
pub mod switch;
pub mod sync;
pub mod worker;
