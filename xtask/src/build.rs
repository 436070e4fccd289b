//! `cargo xtask build`: `dist/` and `dist/leasescope.html`, sealed by a policy and measured.

use crate::shell::{command, must, root, step};
use crate::{csp, npm, single, sizes, tools};
use anyhow::Result;
use std::fs;

const SINGLE_FILE: &str = "leasescope.html";
/// The level that `data-wasm-opt` names in index.html.
const WASM_OPT_LEVEL: &str = "-Os";

/// Builds both outputs; `Ok(false)` if they are larger than a first visit should have to load.
pub fn release() -> Result<bool> {
    tools::ensure()?;
    npm::ensure()?;
    let dist = root().join("dist");
    step(
        "Building for release (the first time about 2 min, later about 30 s)",
        || {
            must(
                &mut command("trunk", &["build", "--release", "--dist", "dist"]),
                "the release build failed: see the lines above.",
            )
        },
    )?;
    step(
        "Making the single file and the policies (about 5 s)",
        || {
            let page = single::page(&dist, WASM_OPT_LEVEL)?;
            fs::write(
                dist.join(SINGLE_FILE),
                csp::seal(&page, csp::Output::SingleFile)?,
            )?;
            let index = fs::read_to_string(dist.join("index.html"))?;
            fs::write(
                dist.join("index.html"),
                csp::seal(&index, csp::Output::Dist)?,
            )?;
            Ok(())
        },
    )?;
    let fits = sizes::within_limit(&dist, SINGLE_FILE)?;
    println!("\nBuilt dist/ (put it on any static host) and dist/{SINGLE_FILE} (one file).");
    Ok(fits)
}
