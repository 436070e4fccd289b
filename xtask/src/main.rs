//! The project's own commands. Owns the command line; each command lives in its own module.
//!
//! `serve` needs Rust only, `build` needs Node too (for wasm-opt), `test` needs browsers as well.

mod browsers;
mod build;
mod csp;
mod html;
mod npm;
mod serve;
mod shell;
mod single;
mod sizes;
mod tally;
mod test;
mod tools;

use anyhow::{Result, bail};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask serve [--port N]   build, serve on 127.0.0.1 (port 8080 or the next free one), rebuild on change
cargo xtask build              release build: dist/ and the self-contained dist/leasescope.html
cargo xtask test [--quick]     all that CI runs; --quick stops before the release build and the browsers
Each installs what it misses, says so, and does nothing twice.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one command; `Ok(false)` means that it has already told what failed.
fn run(args: &[&str]) -> Result<bool> {
    match args {
        [] | ["--help" | "-h" | "help"] => println!("{HELP}"),
        ["serve"] => serve::serve(serve::FIRST_PORT)?,
        ["serve", "--port", port] => serve::serve(port_of(port)?)?,
        ["announce", port] => serve::announce(port_of(port)?),
        ["build"] => return build::release(),
        ["test"] => return test::all(test::Extent::Full),
        ["test", "--quick"] => return test::all(test::Extent::Quick),
        _ => bail!("there is no `cargo xtask {}`.\n{HELP}", args.join(" ")),
    }
    Ok(true)
}

fn port_of(text: &str) -> Result<u16> {
    match text.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => bail!("`{text}` is not a port: give a number from 1 to 65535."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_command_is_named_and_the_right_ones_are_listed() {
        let message = run(&["sevre"]).unwrap_err().to_string();
        assert!(message.contains("sevre") && message.contains("cargo xtask serve"), "{message}");
    }

    #[test]
    fn a_port_is_a_number_from_1_to_65535() {
        assert_eq!(port_of("8080").unwrap(), 8080);
        for bad in ["", "0", "65536", "-1", "http"] {
            assert!(port_of(bad).is_err(), "{bad} was taken as a port");
        }
    }
}
