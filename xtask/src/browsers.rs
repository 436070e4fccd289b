//! The browsers of the tests: where they are, and how they get onto a Debian or Ubuntu machine.
//! What is tested with them stands in `e2e/`.

use crate::shell::{command, find, output, step, succeeds};
use anyhow::Result;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One engine that the tests need, and how to look for it.
pub struct Engine {
    pub name: &'static str,
    /// Set by the user to choose a program, and by us to hand it to the tests.
    pub variable: &'static str,
    candidates: &'static [&'static str],
    /// Other programs that have to be on PATH.
    helpers: &'static [&'static str],
    packages: &'static [&'static str],
}

pub const CHROMIUM: Engine = Engine {
    name: "Chromium",
    variable: "CHROMIUM",
    candidates: &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    helpers: &[],
    packages: &["chromium"],
};

pub const FIREFOX: Engine = Engine {
    name: "Firefox",
    variable: "FIREFOX",
    candidates: &["firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"],
    helpers: &[],
    packages: &["firefox-esr"],
};

pub const WEBKIT: Engine = Engine {
    name: "WebKitGTK",
    variable: "MINIBROWSER",
    candidates: &[
        "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/webkit2gtk-4.1/MiniBrowser",
    ],
    helpers: &["WebKitWebDriver", "Xvfb"],
    packages: &["webkit2gtk-driver", "xvfb"],
};

/// Without it Korean is drawn as boxes in the pictures; no test needs it.
const FONT: &str = "fonts-noto-cjk";

impl Engine {
    /// The program to start, if it and its helpers are here.
    pub fn program(&self) -> Option<PathBuf> {
        if self.helpers.iter().any(|helper| find(helper).is_none()) {
            return None;
        }
        let chosen = env::var_os(self.variable).map(PathBuf::from).filter(|file| file.is_file());
        let found = || self.candidates.iter().find_map(|name| find(name));
        chosen.or_else(found)
    }

    /// One sentence for somebody on whose machine we install nothing.
    pub fn advice(&self) -> String {
        let packages = self.packages.join(" and ");
        let variable = self.variable;
        format!(
            "install {} (Debian: {packages}), or name its program in the variable {variable}",
            self.name
        )
    }
}

/// Whether a missing browser is a failure: where we can install it, and in CI.
pub fn are_required() -> bool {
    can_install() || env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false")
}

/// Installs the browsers that are missing, where that is ours to do.
pub fn ensure() -> Result<()> {
    if !can_install() {
        return Ok(());
    }
    let missing = [CHROMIUM, FIREFOX, WEBKIT].into_iter().filter(|e| e.program().is_none());
    let mut packages: Vec<&str> = missing.flat_map(|engine| engine.packages).copied().collect();
    if packages.is_empty() {
        return Ok(());
    }
    let status = output("dpkg-query", &["-W", "-f", "${db:Status-Status}", FONT]);
    if status.as_deref() != Some("installed") {
        packages.push(FONT);
    }
    let what = format!("Installing {} with apt-get (about 2 min)", packages.join(", "));
    step(&what, || {
        if !succeeds(&mut apt(&["update"]))? {
            println!("    apt-get update failed: the packages may be unknown or too old");
        }
        // One by one: a name that this distribution does not know must not stop the others.
        for package in packages {
            if !succeeds(&mut apt(&["install", "--yes", "--no-install-recommends", package]))? {
                println!("    {package} could not be installed");
            }
        }
        Ok(())
    })
}

fn apt(args: &[&str]) -> Command {
    let mut apt = command("apt-get", &["-q"]);
    apt.args(args).env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

/// Root on Debian or a relative of it: the usual container.
fn can_install() -> bool {
    let root = || output("id", &["-u"]).as_deref() == Some("0");
    Path::new("/etc/debian_version").exists() && find("apt-get").is_some() && root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_names_the_package_and_the_variable() {
        let advice = WEBKIT.advice();
        assert!(advice.contains("webkit2gtk-driver and xvfb"), "{advice}");
        assert!(advice.contains("MINIBROWSER"), "{advice}");
    }
}
