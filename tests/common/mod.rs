//! What several tests share.
#![allow(
    dead_code,
    reason = "each test binary includes this module and uses a part of it"
)]

pub mod scenarios;
