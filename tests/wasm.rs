//! The same runs in wasm: the hash of every preset and every storm is the one found natively.
#![cfg(target_arch = "wasm32")]

#[path = "common/storms.rs"]
mod storms;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn runs_in_wasm_have_the_native_hashes() {
    let native = include_str!("hashes.txt");
    for (here, there) in storms::hashes().lines().zip(native.lines()) {
        assert_eq!(here, there, "wasm (left) and native (right) run differently");
    }
    assert_eq!(storms::hashes().lines().count(), native.lines().count());
}
