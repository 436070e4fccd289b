//! What a run and a seek cost.
fn main() {}
