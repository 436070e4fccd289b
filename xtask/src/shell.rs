//! Running other programs: where the project is, the PATH that they see, telling and timing steps.
//! Knows no tool by name except cargo.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The top folder of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where cargo puts what it builds.
pub fn target_dir() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// Where tools go when another version of them is already on the user's PATH.
pub fn own_tools() -> PathBuf {
    target_dir().join("tools")
}

/// Where `cargo install` puts programs by default.
fn cargo_bin() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")))
        .map(|home| home.join("bin"))
}

/// PATH for every program started here: our own tools first, and npm's (the right wasm-opt)
/// before the system's, whose binaryen may be too old to read our wasm.
fn path() -> OsString {
    let mut dirs = vec![own_tools().join("bin"), root().join("e2e/node_modules/.bin")];
    dirs.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    dirs.extend(cargo_bin());
    env::join_paths(dirs).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
}

/// The full path of a program, if it is there.
pub fn find(program: &str) -> Option<PathBuf> {
    let names = [program.to_string(), format!("{program}.exe"), format!("{program}.cmd")];
    let names = if cfg!(windows) { &names[1..] } else { &names[..1] };
    env::split_paths(&path())
        .flat_map(|dir| names.iter().map(move |name| dir.join(name)))
        .find(|file| file.is_file())
}

/// A command that runs at the top of the project and sees our PATH.
pub fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(find(program).unwrap_or_else(|| PathBuf::from(program)));
    // trunk 0.21.14 takes NO_COLOR=1 for a bad command line and stops.
    command.args(args).current_dir(root()).env("PATH", path()).env_remove("NO_COLOR");
    command
}

/// What a program prints, if it ran well; nothing is shown.
pub fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = command(program, args).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Runs a command to its end, showing all that it prints; true if it succeeded.
pub fn succeeds(command: &mut Command) -> Result<bool> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("`{name}` did not start"))?;
    Ok(status.success())
}

/// Runs a command to its end and fails with `or_else`, a sentence that says what to do, if it does.
pub fn must(command: &mut Command, or_else: &str) -> Result<()> {
    if !succeeds(command)? {
        bail!("{or_else}");
    }
    Ok(())
}

/// Runs a command, showing and keeping what it prints on stdout.
pub fn watched(command: &mut Command) -> Result<(bool, String)> {
    let name = command.get_program().to_string_lossy().into_owned();
    let start = || format!("`{name}` did not start");
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(start)?;
    let mut kept = String::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("{line}");
            kept.push_str(&line);
            kept.push('\n');
        }
    }
    std::io::stdout().flush()?;
    Ok((child.wait()?.success(), kept))
}

/// Says what is going to happen, does it, says how long it took.
#[expect(clippy::disallowed_types, reason = "how long a build takes is real time")]
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n==> {what}");
    let start = std::time::Instant::now();
    let result = work();
    let outcome = if result.is_ok() { "took" } else { "stopped after" };
    println!("    {outcome} {:.1} s", start.elapsed().as_secs_f32());
    result
}
