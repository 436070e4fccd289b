//! Reads `locales/<language>/*.toml` and writes the tables behind `src/text`.
//!
//! A language is a folder. Every file, text and `{placeholder}` must be in every language: whatever
//! is missing in one fails the build, all of it named at once. Reads only what the texts need of
//! TOML: `# comment`, `[section]` and `key = "text"`, so that the build needs no other crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The language against which the others are read.
const REFERENCE: &str = "en";

/// Texts by id, `file.section.key`.
type Texts = BTreeMap<String, String>;

struct Language {
    code: String,
    name: String,
    files: BTreeSet<String>,
    texts: Texts,
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locales");
    let mut problems = Vec::new();
    let languages = read_languages(Path::new("locales"), &mut problems)?;
    compare(&languages, &mut problems);
    if !problems.is_empty() {
        for problem in &problems {
            println!("cargo::error={problem}");
        }
        return Ok(());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("texts.rs"), tables(&languages))
}

fn read_languages(root: &Path, problems: &mut Vec<String>) -> io::Result<Vec<Language>> {
    let mut languages = Vec::new();
    for folder in entries(root)? {
        if folder.is_dir() {
            languages.push(read_language(&folder, problems)?);
        } else {
            problems.push(format!("{}: only language folders belong here", folder.display()));
        }
    }
    languages.sort_by_key(|language| (language.code != REFERENCE, language.code.clone()));
    if languages.first().is_none_or(|language| language.code != REFERENCE) {
        problems.push(format!("locales/{REFERENCE} is missing: it is the reference"));
    }
    Ok(languages)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| !stem(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read_language(folder: &Path, problems: &mut Vec<String>) -> io::Result<Language> {
    let code = stem(folder);
    let (mut files, mut texts) = (BTreeSet::new(), Texts::new());
    for path in entries(folder)? {
        if path.extension().is_none_or(|ext| ext != "toml") {
            problems.push(format!("{}: unknown file, texts are in .toml files", path.display()));
            continue;
        }
        files.insert(stem(&path));
        let source = fs::read_to_string(&path)?;
        if let Err(problem) = parse(&source, &stem(&path), &mut texts) {
            problems.push(format!("{}:{problem}", path.display()));
        }
    }
    let mut meta = |key: &str| {
        texts.remove(&format!("meta.{key}")).unwrap_or_else(|| {
            problems.push(format!("locales/{code}/meta.toml must say {key} = \"…\""));
            String::new()
        })
    };
    let (said, name) = (meta("code"), meta("name"));
    if said != code {
        problems.push(format!("locales/{code}/meta.toml says code = {said:?}"));
    }
    Ok(Language { code, name, files, texts })
}

/// Reads one file's texts; an error begins with its line number.
fn parse(source: &str, file: &str, texts: &mut Texts) -> Result<(), String> {
    let mut section = String::new();
    for (number, line) in source.lines().enumerate() {
        let fail = |why: &str| Err(format!("{}: {why}", number + 1));
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            if !is_word(name) {
                return fail("a section's name is made of a-z, 0-9, - and .");
            }
            section = format!("{name}.");
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            return fail("expected [section] or key = \"text\"");
        };
        let key = key.trim();
        if !is_word(key) {
            return fail("a key is made of a-z, 0-9, - and .");
        }
        let text = match unquote(value.trim()) {
            Ok(text) => text,
            Err(why) => return fail(why),
        };
        if text.trim().is_empty() {
            return fail("the text is empty");
        }
        let id = format!("{file}.{section}{key}");
        if texts.insert(id.clone(), text).is_some() {
            return fail(&format!("{id} is given twice"));
        }
    }
    Ok(())
}

fn is_word(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    !word.is_empty() && word.chars().all(fits)
}

fn unquote(value: &str) -> Result<String, &'static str> {
    const ONE_LINE: &str = "a text is one \"line in double quotes\"";
    let mut chars = value.strip_prefix('"').ok_or(ONE_LINE)?.chars();
    let mut text = String::new();
    loop {
        match chars.next().ok_or(ONE_LINE)? {
            '"' => break,
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(c @ ('"' | '\\')) => text.push(c),
                _ => return Err("only \\\", \\\\ and \\n are known"),
            },
            c => text.push(c),
        }
    }
    let rest = chars.as_str().trim();
    if rest.is_empty() || rest.starts_with('#') { Ok(text) } else { Err(ONE_LINE) }
}

/// The names in `{braces}`; `None` where the braces do not match.
fn placeholders(text: &str) -> Option<BTreeSet<&str>> {
    let mut names = BTreeSet::new();
    let mut rest = text;
    while let Some(open) = rest.find(['{', '}']) {
        let name = rest[open..].strip_prefix('{')?;
        let close = name.find('}')?;
        if !is_word(&name[..close]) {
            return None;
        }
        names.insert(&name[..close]);
        rest = &name[close + 1..];
    }
    Some(names)
}

/// Reports what one language has and another lacks.
fn compare(languages: &[Language], problems: &mut Vec<String>) {
    let Some((reference, others)) = languages.split_first() else {
        return;
    };
    for (id, text) in languages.iter().flat_map(|language| &language.texts) {
        if placeholders(text).is_none() {
            problems.push(format!("{id}: a brace without its other half, in {text:?}"));
        }
    }
    for language in others {
        let code = &language.code;
        for file in language.files.symmetric_difference(&reference.files) {
            problems.push(format!("{file}.toml is not both in locales/{REFERENCE} and {code}"));
        }
        for (id, text) in &reference.texts {
            let Some(other) = language.texts.get(id) else {
                problems.push(format!("locales/{code} lacks the text {id}"));
                continue;
            };
            if placeholders(text) != placeholders(other) {
                problems.push(format!(
                    "{id}: the placeholders differ: {text:?} in {REFERENCE}, {other:?} in {code}"
                ));
            }
        }
        for id in language.texts.keys().filter(|id| !reference.texts.contains_key(*id)) {
            problems.push(format!("locales/{REFERENCE} lacks the text {id}, which {code} has"));
        }
    }
    let mut names = BTreeMap::new();
    for id in reference.texts.keys() {
        if let Some(other) = names.insert(camel(id), id) {
            problems.push(format!("{id} and {other} would both be Key::{}", camel(id)));
        }
    }
}

fn camel(id: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    id.split(['.', '-']).map(word).collect()
}

/// The Rust source that `src/text/mod.rs` includes. Writing to a `String` does not fail.
fn tables(languages: &[Language]) -> String {
    let mut out = String::new();
    let Some(reference) = languages.first() else {
        return out;
    };
    let mut put = |line: String| {
        let _ = writeln!(out, "{line}");
    };
    put("/// A language that the page speaks.".into());
    put("#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]\npub enum Lang {".into());
    for (i, language) in languages.iter().enumerate() {
        let default = if i == 0 { "#[default] " } else { "" };
        put(format!("    {default}{},", camel(&language.code)));
    }
    put("}".into());
    let variants: Vec<_> = languages.iter().map(|l| format!("Lang::{}", camel(&l.code))).collect();
    let (count, texts) = (languages.len(), reference.texts.len());
    put(format!(
        "const LANGS: [Lang; {count}] = [{}];\nconst CODES: [&str; {count}] = {:?};\n\
         const NAMES: [&str; {count}] = {:?};",
        variants.join(", "),
        languages.iter().map(|l| &l.code).collect::<Vec<_>>(),
        languages.iter().map(|l| &l.name).collect::<Vec<_>>(),
    ));
    put("/// The name of a text: its id `file.section.key` in camel case.".into());
    put("#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]".into());
    put("#[repr(u16)]\npub enum Key {".into());
    for id in reference.texts.keys() {
        put(format!("    {},", camel(id)));
    }
    put(format!(
        "}}\n/// Every id, sorted, in the order of `Key`.\nstatic IDS: [&str; {texts}] = ["
    ));
    for id in reference.texts.keys() {
        put(format!("    {id:?},"));
    }
    put(format!("];\nstatic TEXTS: [[&str; {texts}]; {count}] = ["));
    for language in languages {
        put("[".into());
        for text in language.texts.values() {
            put(format!("    {text:?},"));
        }
        put("],".into());
    }
    put("];".into());
    out
}
