//! The Rust tools of the build: the wasm target, trunk, wasm-bindgen, the fetched crates.
//! Owns which versions they must have and how they get there. Browsers and npm have their own files.

use crate::shell::{self, command, find, must, output, step, succeeds};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

pub const WASM: &str = "wasm32-unknown-unknown";
/// Later versions need a newer rustc than `rust-version` in Cargo.toml promises.
const TRUNK: &str = "0.21.14";
const NO_NETWORK: &str =
    "See the lines above for the reason; if there is no network, connect and run this again.";

/// Makes sure of all that a wasm build needs, in the order in which it is cheapest to fail.
pub fn ensure() -> Result<()> {
    ensure_target()?;
    ensure_crates()?;
    ensure_program("trunk", "trunk", TRUNK, "about 5 min on two cores")?;
    ensure_bindgen()
}

/// wasm-bindgen, which also runs the tests in wasm.
pub fn ensure_bindgen() -> Result<()> {
    let version = locked_version("wasm-bindgen")?;
    let package = "wasm-bindgen-cli";
    ensure_program("wasm-bindgen", package, &version, "about 3 min on two cores")
}

/// The standard library for wasm, with rustup or from the system's packages.
pub fn ensure_target() -> Result<()> {
    let args = ["--print", "target-libdir", "--target", WASM];
    if output("rustc", &args).is_some_and(|dir| Path::new(&dir).is_dir()) {
        return Ok(());
    }
    if find("rustup").is_none() {
        bail!(
            "this rustc cannot build for {WASM} and there is no rustup to add it: \
             install Rust with rustup, or your system's package of that target, and run this again."
        );
    }
    step("Adding the wasm target to Rust (about 30 s)", || {
        must(&mut command("rustup", &["target", "add", WASM]), NO_NETWORK)
    })
}

/// Fetches the crates, since trunk itself works offline.
fn ensure_crates() -> Result<()> {
    if output("cargo", &["fetch", "--locked", "--offline"]).is_some() {
        return Ok(());
    }
    step("Fetching the crates that Cargo.lock names (about 20 s)", || {
        must(
            &mut command("cargo", &["fetch", "--locked"]),
            "cargo could not fetch the crates: if there is no network, connect and run this \
             again; if Cargo.lock does not fit Cargo.toml, run `cargo update --workspace`.",
        )
    })
}

/// A program of exactly this version: the one on PATH if it fits, else built by cargo.
fn ensure_program(program: &str, package: &str, version: &str, duration: &str) -> Result<()> {
    let found = installed_version(program);
    if found.as_deref() == Some(version) {
        return Ok(());
    }
    let own = shell::own_tools().to_string_lossy().into_owned();
    // A version that somebody installed for other work is left alone.
    let place: &[&str] = if found.is_some() { &["--root", &own] } else { &[] };
    let why = found.map_or("it is not installed".into(), |other| format!("found {other}"));
    step(&format!("Installing {package} {version} ({why}; {duration})"), || {
        let base = ["install", package, "--version", version, "--no-default-features"];
        let plain = [&base[..], place].concat();
        let locked = [&plain[..], &["--locked"]].concat();
        if succeeds(&mut command("cargo", &locked))? {
            return Ok(());
        }
        println!("    its own lock file did not work here, trying without");
        must(&mut command("cargo", &plain), NO_NETWORK)
    })?;
    match installed_version(program).as_deref() {
        Some(now) if now == version => Ok(()),
        _ => bail!("{program} {version} was installed but is not found on PATH: add ~/.cargo/bin."),
    }
}

/// `trunk 0.21.14` → `0.21.14`
fn installed_version(program: &str) -> Option<String> {
    find(program)?;
    Some(output(program, &["--version"])?.split_whitespace().nth(1)?.to_string())
}

/// The version of a package in Cargo.lock: crate and tool must be the same.
fn locked_version(package: &str) -> Result<String> {
    let lock = fs::read_to_string(shell::root().join("Cargo.lock"))
        .context("there is no Cargo.lock: it belongs to the project, check it out again")?;
    version_in(&lock, package).with_context(|| format!("Cargo.lock does not name {package}"))
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_whole_name() {
        let lock = "name = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    name = \"wasm-bindgen\"\nversion = \"0.2.129\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.129"));
        assert_eq!(version_in(lock, "yew"), None);
    }
}
