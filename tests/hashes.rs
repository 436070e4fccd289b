//! The hashes of runs, as committed: `UPDATE=1 cargo test --test hashes` writes them anew, which
//! says that every run may have changed. `tests/wasm.rs` compares the same file in wasm.

mod common;

use common::storms;

#[test]
fn runs_have_the_committed_hashes() {
    common::same_as_file("hashes.txt", &storms::hashes());
}

#[test]
fn storms_are_sound() {
    for seed in 0..storms::STORMS {
        assert_eq!(storms::storm(seed).problems(), vec![], "storm {seed}");
    }
}
