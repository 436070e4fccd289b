//! Runs a scenario natively and prints its trace: one JSON object a line, verdicts and hash last.
//!
//! Bad input is told on stderr, with exit code 2. A reader that has seen enough (`| head`) is not.

use leasescope::link::{self, Note};
use leasescope::picture::{ascii, sentence};
use leasescope::run::hash::hash;
use leasescope::run::{Progress, Trace, Verdict, progress, run, verdicts};
use leasescope::scenario::Scenario;
use leasescope::scenario::file::{self, FILE_MAX_BYTES};
use leasescope::scenario::presets::{PRESETS, Preset};
use leasescope::text::Text;
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::process::ExitCode;

const HELP: &str = "\
usage: trace PRESET | LINK [--text]   a preset's id, or a link with or without its address
       trace --file FILE [--text]     a scenario as JSON; - reads it from stdin
       trace --list                   the ids of the presets
--text prints a picture and sentences instead of JSON lines.
The formats are described in docs/scenario-and-trace.md.";

/// What the command line asks for.
enum Wish {
    Help,
    List,
    Run { scenario: Box<Scenario>, as_text: bool },
}

/// What stands below the events.
#[derive(Serialize)]
struct LastLine {
    verdicts: Vec<Verdict>,
    progress: Progress,
    hash: String,
}

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let wish = match understand(&args) {
        Ok(wish) => wish,
        Err(message) => {
            // If stderr is closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "trace: {message}");
            return ExitCode::from(2);
        }
    };
    match fulfil(wish, &mut BufWriter::new(io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "trace: can't write: {error}");
            ExitCode::FAILURE
        }
    }
}

fn understand(args: &[String]) -> Result<Wish, String> {
    let (mut link, mut path, mut as_text) = (None, None, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--help" | "-h" => return Ok(Wish::Help),
            "--list" => return Ok(Wish::List),
            "--text" => as_text = true,
            "--file" => path = Some(args.next().ok_or("--file needs the name of a file")?),
            option if option.starts_with("--") => {
                return Err(format!("there is no option {option}\n{HELP}"));
            }
            _ if link.is_some() => return Err(format!("more than one link\n{HELP}")),
            _ => link = Some(arg),
        }
    }
    let scenario = match (link, path) {
        (Some(link), None) => of_link(link)?,
        (None, Some(path)) => of_file(path)?,
        _ => return Err(format!("give either a preset, a link or a file\n{HELP}")),
    };
    let scenario = Box::new(scenario);
    Ok(Wish::Run { scenario, as_text })
}

fn of_link(link: &str) -> Result<Scenario, String> {
    if let Some(preset) = Preset::find(link) {
        return Ok(preset.scenario());
    }
    let fragment = link.split_once('#').map_or(link, |(_address, fragment)| fragment);
    let reading = link::read(fragment);
    if reading.has_error() {
        let notes: Vec<String> = reading.notes.iter().map(Note::to_string).collect();
        let known: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
        let (notes, known) = (notes.join("\n"), known.join(", "));
        return Err(format!("{notes}\nThis is neither a link nor one of the presets {known}."));
    }
    for note in &reading.notes {
        // An aside: the link is understood all the same.
        let _ = writeln!(io::stderr(), "trace: {note}");
    }
    Ok(reading.link.scenario)
}

fn of_file(path: &str) -> Result<Scenario, String> {
    let cannot = |error: io::Error| format!("can't read {path}: {error}");
    let source: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin()),
        _ => Box::new(std::fs::File::open(path).map_err(cannot)?),
    };
    // One byte more than is allowed is enough to know that it is too long.
    let mut bytes = Vec::new();
    let most = FILE_MAX_BYTES as u64 + 1;
    source.take(most).read_to_end(&mut bytes).map_err(cannot)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text"))?;
    file::read(&text).map_err(|error| format!("{path}: {error}"))
}

fn fulfil(wish: Wish, out: &mut impl Write) -> io::Result<()> {
    match wish {
        Wish::Help => writeln!(out, "{HELP}")?,
        Wish::List => {
            for preset in PRESETS {
                writeln!(out, "{}", preset.id)?;
            }
        }
        Wish::Run { scenario, as_text } => {
            let trace = run(&scenario);
            if as_text {
                tell(&trace, out)?;
            } else {
                print(&trace, out)?;
            }
        }
    }
    out.flush()
}

fn print(trace: &Trace, out: &mut impl Write) -> io::Result<()> {
    for event in &trace.events {
        serde_json::to_writer(&mut *out, event)?;
        out.write_all(b"\n")?;
    }
    let last = LastLine {
        verdicts: verdicts(trace),
        progress: progress(trace),
        hash: hash(&trace.events),
    };
    serde_json::to_writer(&mut *out, &last)?;
    out.write_all(b"\n")
}

fn tell(trace: &Trace, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", ascii::draw(trace))?;
    for row in sentence::rows(trace, Text::default()) {
        writeln!(out, "{:>7}  {}", row.at.0, row.text)?;
    }
    writeln!(out, "hash {}", hash(&trace.events))
}
