//! What a first visit has to load, against its limit. Knows nothing of how the files were made.

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The most that a first visit may load: html, css, js and wasm, each by `gzip -9`.
pub const FIRST_LOAD_MAX: usize = 350_000;

/// Prints a table of all files in `dist`; true if the first load is within its limit.
pub fn within_limit(dist: &Path, single_file: &str) -> Result<bool> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(dist)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    println!("\n{:<44} {:>10} {:>10}", "bytes", "raw", "gzip -9");
    let mut sum = 0;
    for name in names.iter().filter(|name| dist.join(name).is_file()) {
        let raw = fs::read(dist.join(name))?;
        let packed = gzip(&raw)?;
        let counts = name != single_file && is_first_load(name);
        sum += if counts { packed } else { 0 };
        let note = if counts { "" } else { "  (not in the first load)" };
        println!("{name:<44} {:>10} {packed:>10}{note}", raw.len());
    }
    let fits = sum < FIRST_LOAD_MAX;
    let verdict = if fits { "within" } else { "TOO MUCH for" };
    println!("{:<44} {:>10} {sum:>10}  {verdict} the limit of {FIRST_LOAD_MAX}", "first load", "");
    Ok(fits)
}

/// A worker is loaded later, when somebody asks for what it does.
fn is_first_load(name: &str) -> bool {
    let kind = name.rsplit('.').next().unwrap_or_default();
    matches!(kind, "html" | "css" | "js" | "wasm") && !name.starts_with("worker")
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_first_visit_needs_counts() {
        for counted in ["index.html", "base-1f.css", "leasescope-1f.js", "leasescope-1f_bg.wasm"] {
            assert!(is_first_load(counted), "{counted}");
        }
        for later in ["worker_bg.wasm", "picture.png", "LICENSE"] {
            assert!(!is_first_load(later), "{later}");
        }
    }
}
