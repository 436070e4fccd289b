//! `cargo xtask build`: `dist/` and `dist/leasescope.html`, sealed by a policy and measured.

use crate::html::elements;
use crate::shell::{command, must, root, step};
use crate::{csp, npm, single, sizes, tools};
use anyhow::{Context, Result};
use std::fs;

const SINGLE_FILE: &str = "leasescope.html";

/// Builds both outputs; `Ok(false)` if they are larger than a first visit should have to load.
pub fn release() -> Result<bool> {
    tools::ensure()?;
    npm::ensure()?;
    let dist = root().join("dist");
    step("Building for release (the first time about 2 min, later about 30 s)", || {
        must(
            &mut command("trunk", &["build", "--release", "--dist", "dist"]),
            "the release build failed: see the lines above.",
        )
    })?;
    step("Making the single file and the policies (about 5 s)", || {
        let page = single::page(&dist, &wasm_opt_level()?)?;
        fs::write(dist.join(SINGLE_FILE), csp::seal(&page, csp::Output::SingleFile)?)?;
        let index = fs::read_to_string(dist.join("index.html"))?;
        fs::write(dist.join("index.html"), csp::seal(&index, csp::Output::Dist)?)?;
        Ok(())
    })?;
    let fits = sizes::within_limit(&dist, SINGLE_FILE)?;
    println!("\nBuilt dist/ (put it on any static host) and dist/{SINGLE_FILE} (one file).");
    Ok(fits)
}

/// The level that index.html asks trunk to use, for the single file too.
fn wasm_opt_level() -> Result<String> {
    let index = fs::read_to_string(root().join("index.html"))?;
    let links = elements(&index, "link");
    let level = links.iter().find_map(|link| link.attribute("data-wasm-opt"));
    Ok(format!("-O{}", level.context("no link in index.html has data-wasm-opt")?))
}
