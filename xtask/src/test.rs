//! `cargo xtask test`: all checks in the order in which they are cheapest to fail.
//! Every group runs, whatever happened before it; only what needs a build waits for the build.

use crate::browsers::{self, CHROMIUM, Engine, FIREFOX, WEBKIT};
use crate::shell::{command, find, must, output, root, step, watched};
use crate::tally::{self, Count, Tally};
use crate::{build, npm, tools};
use anyhow::Result;
use std::fs;
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Everything that CI runs.
    Full,
    /// Without the release build and the browsers.
    Quick,
}

const RUNNER: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER";
const REPORT: &str = "e2e/test-results/report.json";

/// Runs all checks and prints the sum as the last line; true if nothing failed.
pub fn all(extent: Extent) -> Result<bool> {
    let mut tally = Tally::default();
    lints(&mut tally);
    native(&mut tally);
    wasm(&mut tally);
    if extent == Extent::Full {
        if release(&mut tally) {
            journeys(&mut tally);
            smoke(&mut tally);
        } else {
            tally.skip("browsers", "there is no release build to open");
        }
    }
    Ok(tally.finish())
}

/// Runs one group; an error that stops it is told and counted as one failure.
fn group(tally: &mut Tally, name: &str, what: &str, work: impl FnOnce() -> Result<Count>) -> bool {
    let count = step(what, work).unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        Count::one(false)
    });
    tally.add(name, count);
    count.failed == 0
}

fn lints(tally: &mut Tally) {
    let one = |command: &mut Command| Ok(Count::one(watched(command)?.0));
    group(tally, "format", "Checking the format (a second)", || {
        ensure_component("fmt", "rustfmt")?;
        one(&mut command("cargo", &["fmt", "--all", "--check"]))
    });
    group(tally, "clippy", "Linting (the first time about a minute)", || {
        ensure_component("clippy", "clippy")?;
        let args = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
        one(&mut command("cargo", &args))
    });
    group(tally, "clippy for wasm", "Linting for wasm (the first time about a minute)", || {
        tools::ensure_target()?;
        let what = ["clippy", "-p", "leasescope", "--lib", "--bins", "--target", tools::WASM];
        one(&mut command("cargo", &[&what[..], &["--locked", "--", "-D", "warnings"]].concat()))
    });
}

/// Parts of Rust that a minimal installation leaves out.
fn ensure_component(subcommand: &str, component: &str) -> Result<()> {
    if output("cargo", &[subcommand, "--version"]).is_some() {
        return Ok(());
    }
    must(
        &mut command("rustup", &["component", "add", component]),
        "this Rust has no rustfmt or clippy and rustup could not add it: install it by hand.",
    )
}

fn native(tally: &mut Tally) {
    group(tally, "native tests", "Testing natively (the first time about 2 min)", || {
        let args = ["test", "--workspace", "--locked", "--no-fail-fast"];
        let (success, output) = watched(command("cargo", &args).env("INSTA_UPDATE", "no"))?;
        Ok(tally::of_cargo(&output).settled(success))
    });
}

fn wasm(tally: &mut Tally) {
    if !root().join("tests/wasm.rs").exists() {
        return tally.skip("wasm tests", "there is no tests/wasm.rs");
    }
    group(tally, "wasm tests", "Testing in wasm (the first time about a minute)", || {
        tools::ensure()?;
        let args = ["test", "--target", tools::WASM, "--test", "wasm", "--locked"];
        let mut tests = command("cargo", &args);
        let (success, output) = watched(tests.env(RUNNER, "wasm-bindgen-test-runner"))?;
        Ok(tally::of_cargo(&output).settled(success))
    });
}

fn release(tally: &mut Tally) -> bool {
    let mut built = false;
    group(tally, "release build and its size", "Making the release build", || {
        let fits = build::release()?;
        built = true;
        Ok(Count::one(fits))
    });
    built
}

/// Playwright's journeys on the engines that are here.
fn journeys(tally: &mut Tally) {
    if let Err(error) = browsers::ensure() {
        eprintln!("xtask: {error:#}");
    }
    let mut args = vec!["test", "--config", "e2e/playwright.config.ts"];
    for (engine, project) in [(CHROMIUM, "--project=chromium"), (FIREFOX, "--project=firefox")] {
        match engine.program() {
            Some(_) => args.push(project),
            None => missing(tally, &engine),
        }
    }
    if args.len() == 3 {
        return;
    }
    group(tally, "browser journeys", "Walking through the page in browsers (about 2 min)", || {
        npm::ensure()?;
        let report = root().join(REPORT);
        // An old report must not be taken for this run's.
        if report.exists() {
            fs::remove_file(&report)?;
        }
        let (success, _) = watched(with_browsers(&mut command("playwright", &args)))?;
        let text = fs::read_to_string(&report).unwrap_or_default();
        Ok(tally::of_playwright(&text).settled(success))
    });
}

fn smoke(tally: &mut Tally) {
    if WEBKIT.program().is_none() {
        return missing(tally, &WEBKIT);
    }
    group(tally, "WebKitGTK smoke", "Opening the page in WebKitGTK (about 20 s)", || {
        let mut script = command("node", &["e2e/webkit-smoke.mjs"]);
        let (success, output) = watched(with_browsers(&mut script))?;
        Ok(tally::of_script(&output).settled(success))
    });
}

/// Tells the tests which programs were found.
fn with_browsers(command: &mut Command) -> &mut Command {
    for engine in [CHROMIUM, FIREFOX, WEBKIT] {
        if let Some(program) = engine.program() {
            command.env(engine.variable, program);
        }
    }
    if let Some(driver) = find("WebKitWebDriver") {
        command.env("WEBKIT_DRIVER", driver);
    }
    command
}

/// A browser that is not here is a failure where it could have been installed, else it is skipped.
fn missing(tally: &mut Tally, engine: &Engine) {
    if browsers::are_required() {
        eprintln!("\nxtask: {} is missing: {}.", engine.name, engine.advice());
        tally.add(engine.name, Count::one(false));
    } else {
        tally.skip(engine.name, &engine.advice());
    }
}
