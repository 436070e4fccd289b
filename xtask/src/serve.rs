//! `cargo xtask serve`: a development build, served and rebuilt on change by trunk.
//! Needs no Node: a development build is not optimised.

use crate::shell::{command, root, target_dir};
use crate::tools;
use anyhow::{Context, Result, bail};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

pub const FIRST_PORT: u16 = 8080;
const PORTS_MAX: u16 = 50;
/// A first development build takes about a minute on two cores; this is far beyond.
const WAIT_MAX: Duration = Duration::from_secs(1800);

/// Serves until it is interrupted.
pub fn serve(port: u16) -> Result<()> {
    tools::ensure()?;
    let free = (port..=port.saturating_add(PORTS_MAX)).find(|port| is_free(*port));
    let Some(free) = free else {
        bail!("no port from {port} on is free: give another one with `--port N`.");
    };
    if free != port {
        println!("Port {port} is taken, using {free}.");
    }
    println!("\n==> Building and serving (the first time about a minute, then a few seconds)");
    let port = free.to_string();
    let dist = target_dir().join("serve").to_string_lossy().into_owned();
    std::fs::create_dir_all(&dist)?;
    let mut trunk = command("trunk", &["serve", "--address", "127.0.0.1", "--port", &port]);
    trunk.args(["--dist", &dist]);
    for path in watched() {
        trunk.arg("--watch").arg(path);
    }
    let announcer = std::env::current_exe().context("cannot find this program again")?;
    std::process::Command::new(announcer)
        .args(["announce", &port])
        .spawn()
        .context("cannot start a second copy of this program")?;
    become_program(trunk)
}

/// What the page is made of. Named one by one, since a log or a build written anywhere else in the
/// project must not start another build.
fn watched() -> Vec<PathBuf> {
    let sources = ["index.html", "Cargo.toml", "build.rs", "src", "styles", "locales", "assets"];
    let sources = sources.into_iter().map(|name| root().join(name));
    // trunk refuses to watch what is not there.
    sources.filter(|path| path.exists()).collect()
}

/// Turns this process into trunk, so that whoever ends it ends the server.
#[cfg(unix)]
fn become_program(mut command: std::process::Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec()).context("trunk did not start")
}

#[cfg(not(unix))]
fn become_program(mut command: std::process::Command) -> Result<()> {
    crate::shell::must(&mut command, "trunk stopped: see the lines above.")
}

/// Waits until the server answers, prints the address, and ends; also ends when the server does.
pub fn announce(port: u16) {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let server = parent();
    let step = Duration::from_millis(200);
    for _ in 0..WAIT_MAX.as_millis() / step.as_millis() {
        if parent() != server {
            return;
        }
        if TcpStream::connect_timeout(&address, step).is_ok() {
            println!("\nLeasescope is at http://127.0.0.1:{port}/  (Ctrl-C ends it)\n");
            return;
        }
        sleep(step);
    }
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_not_free() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(!is_free(port), "port {port} is in use");
        drop(listener);
        assert!(is_free(port), "port {port} was given back");
    }
}
