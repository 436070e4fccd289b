//! What comes from npm: wasm-opt, Playwright, axe. Owns when `npm ci` has to run.

use crate::shell::{self, command, find, must, output, step};
use anyhow::{Result, bail};
use std::fs;

const NODE_MIN: u32 = 20;

/// Installs `e2e/node_modules` unless it is already what the lock file says.
pub fn ensure() -> Result<()> {
    let node = output("node", &["--version"]).and_then(|text| major(&text));
    match node {
        Some(version) if version >= NODE_MIN && find("npm").is_some() => {}
        Some(version) if version < NODE_MIN => {
            bail!("Node {version} is too old: install Node {NODE_MIN} or newer and run this again.")
        }
        _ => bail!(
            "this needs Node {NODE_MIN} or newer with npm (for wasm-opt and the browser tests): \
             install it and run this again. `cargo xtask serve` works without."
        ),
    }
    let folder = shell::root().join("e2e");
    let wanted = fs::read_to_string(folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/.installed-lock");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    step("Installing wasm-opt, Playwright and axe from npm (130 MB, about 30 s)", || {
        must(
            command("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(&folder),
            "npm could not install e2e/package-lock.json: if there is no network, connect and \
             run this again.",
        )
    })?;
    Ok(fs::write(stamp, wanted)?)
}

/// `v20.20.2` → 20
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_node() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("not node"), None);
    }
}
