//! The house rules that a machine can check: which room may use which, how long a file and a
//! function may be, and that each file says what it is for.
#![allow(clippy::expect_used, reason = "a test may fail")]
#![cfg(not(target_arch = "wasm32"))]

use std::path::{Path, PathBuf};

/// The rooms in reading order, each with those it may use besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("clock", &["time"]),
    ("model", &["time", "clock"]),
    ("scenario", &["time", "clock", "model"]),
    ("run", &["time", "clock", "model", "scenario"]),
    ("explore", &["time", "clock", "model", "scenario", "run"]),
    ("link", &["time", "clock", "model", "scenario"]),
    ("text", &["time", "clock", "model", "scenario"]),
    ("picture", &["time", "clock", "model", "scenario", "run", "explore", "text"]),
    ("lesson", &["time", "clock", "model", "scenario", "run", "explore", "picture", "text"]),
    (
        "session",
        &[
            "time", "clock", "model", "scenario", "run", "explore", "link", "picture", "lesson",
            "text",
        ],
    ),
    (
        "app",
        &[
            "time", "clock", "model", "scenario", "run", "explore", "link", "picture", "lesson",
            "text", "session",
        ],
    ),
];
/// Only the page, and what mounts it, may know the browser.
const BROWSER: [&str; 4] = ["yew", "web_sys", "js_sys", "gloo"];
const FILE_MAX_LINES: usize = 500;
const FUNCTION_MAX_LINES: usize = 70;
/// Registries: data, and as long as it takes.
const DATA: [&str; 1] = ["scenario/presets/reports.rs"];

struct Source {
    /// Relative to `src/`.
    name: String,
    text: String,
}

impl Source {
    fn room(&self) -> &str {
        let first = self.name.split('/').next().unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The source without comments, texts in quotes emptied. Good enough for what is asked of it.
    fn code(&self) -> String {
        let lines = self.text.lines().map(|line| {
            let line = line.split("//").next().unwrap_or_default();
            line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn sources() -> Vec<Source> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(found.len() > 20, "the sources are in {}", root.display());
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder of src") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).expect("inside src").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a source");
            found.push(Source { name: name.replace('\\', "/"), text });
        }
    }
}

/// Fails with every complaint at once.
#[track_caller]
fn check(rule: &str, complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "{rule}:\n{}", complaints.join("\n"));
}

/// The rooms that a source names: `crate::room`, `crate::{room…, room…}`, and `super::` out of one.
fn rooms_used(source: &Source) -> Vec<String> {
    let code = source.code();
    let mut used = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => used.extend(heads(group)),
            None => used.push(word(rest)),
        }
    }
    // A file at the top of a room, or a room that is one file, reaches the others by `super::`.
    let top = !source.name.contains('/') || source.name.ends_with("/mod.rs");
    if top && source.name.matches('/').count() <= 1 {
        for (at, _) in code.match_indices("super::") {
            let inside_a_module = code[..at].contains("mod tests {");
            if !inside_a_module {
                used.push(word(&code[at + "super::".len()..]));
            }
        }
    }
    for (at, _) in code.match_indices("super::super::") {
        let depth =
            source.name.matches('/').count() + 1 - usize::from(source.name.ends_with("mod.rs"));
        if depth <= 2 && !code[..at].contains("mod tests {") {
            used.push(word(&code[at + "super::super::".len()..]));
        }
    }
    used
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first words of the entries of a `{…}` group, at its outermost level.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut entry, mut heads) = (0, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(word(std::mem::take(&mut entry).trim_start())),
            _ if depth == 0 => entry.push(c),
            _ => {}
        }
    }
    heads.push(word(entry.trim_start()));
    heads
}

#[test]
fn arrows_between_rooms_run_one_way() {
    let mut complaints = Vec::new();
    for source in sources() {
        let Some((room, may_use)) = ROOMS.iter().find(|(room, _)| *room == source.room()) else {
            continue;
        };
        for used in rooms_used(&source) {
            let is_room = ROOMS.iter().any(|(other, _)| *other == used);
            if is_room && used != *room && !may_use.contains(&used.as_str()) {
                complaints.push(format!("src/{} uses {used}", source.name));
            }
        }
    }
    check("A room uses only those before it", complaints);
}

#[test]
fn every_source_is_in_a_room() {
    let known = |room: &str| ROOMS.iter().any(|(name, _)| *name == room);
    let strange = sources().into_iter().filter(|s| !known(s.room()));
    let outside = strange.filter(|s| !["lib", "main", "bin"].contains(&s.room()));
    check("New rooms belong into the list above", outside.map(|s| format!("src/{}", s.name)));
}

#[test]
fn only_the_page_knows_the_browser() {
    let mut complaints = Vec::new();
    for source in sources() {
        if ["app", "bin", "main"].contains(&source.room()) {
            continue;
        }
        let code = source.code();
        let named = |name: &&str| {
            code.match_indices(*name).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
            })
        };
        for name in BROWSER.iter().filter(|name| named(name)) {
            complaints.push(format!("src/{} uses {name}", source.name));
        }
    }
    check("yew, web_sys, js_sys and gloo belong into app/ and bin/", complaints);
}

#[test]
fn each_file_opens_with_what_it_is_for() {
    let silent = sources().into_iter().filter(|s| !s.text.starts_with("//! "));
    check("A file opens with //!", silent.map(|s| format!("src/{}", s.name)));
}

#[test]
fn files_and_functions_are_short() {
    let mut complaints = Vec::new();
    for source in sources() {
        let code = source.code();
        let tests = code.find("#[cfg(test)]\nmod tests {").unwrap_or(code.len());
        let lines = code[..tests].lines().count();
        if lines > FILE_MAX_LINES && !DATA.contains(&source.name.as_str()) {
            complaints.push(format!("src/{} has {lines} lines", source.name));
        }
        for (name, lines) in functions(&code) {
            if lines > FUNCTION_MAX_LINES {
                complaints.push(format!("src/{}: fn {name} has {lines} lines", source.name));
            }
        }
    }
    check("Files of 500 lines and functions of 70 at most", complaints);
}

/// Every function and its length, from its `fn` to the brace that closes it: rustfmt puts that
/// one alone on a line, indented as the line of the `fn` is.
fn functions(code: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let is_fn = |prefix: &str| text.strip_prefix(prefix).is_some_and(|r| r.contains("fn "));
        if !text.starts_with("fn ")
            && !["pub ", "pub(", "const ", "async "].iter().any(|p| is_fn(p))
        {
            continue;
        }
        let indent = line.len() - text.len();
        let closing = format!("{}}}", " ".repeat(indent));
        let one_line = text.ends_with('}') || text.ends_with(';');
        let length = lines[start..].iter().position(|line| *line == closing).map_or(0, |n| n + 1);
        let name = text.split("fn ").nth(1).map(word).unwrap_or_default();
        found.push((name, if one_line { 1 } else { length }));
    }
    found
}
