//! The workers' program as code in several languages, each line keyed by its step.
//!
//! Owns the templates in `listing/`, one a language, and how the switches fill them. The code is what
//! one would write against a lock and a store whose calls wait for an answer and ask again by
//! themselves: only a refusal, or a write of unknown outcome, comes back as `false`.
//!
//! A row of a template is `conditions | code`. The line is there if all its conditions hold: a switch,
//! a step of the program, or `!` and one of them. `@check` also makes it that step's line.
//! `⟦wall:system⟧` puts in the text after the colon under a condition, `⟦ttl⟧` a value. Around a body
//! whose opening line is not there, the body moves out.

use crate::clock::ClockKind;
use crate::model::program::Step;
use crate::model::protection::{Exclusion, Heartbeat, ReleaseRule, Switches};
use crate::model::store::{Raise, WriteCheck};
use crate::model::sync::{SWITCHES, Sync};
use crate::model::worker::RETRIES_MAX;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Language {
    #[default]
    CSharp,
    Cpp,
    Java,
    Go,
    Rust,
    Python,
}

/// Id and name of each language, and its templates of the tick and of the sync worker.
const TABLE: [(&str, &str, &str, &str); Language::ALL.len()] = [
    ("csharp", "C#", include_str!("listing/csharp.txt"), include_str!("listing/sync/csharp.txt")),
    ("cpp", "C++", include_str!("listing/cpp.txt"), include_str!("listing/sync/cpp.txt")),
    ("java", "Java", include_str!("listing/java.txt"), include_str!("listing/sync/java.txt")),
    ("go", "Go", include_str!("listing/go.txt"), include_str!("listing/sync/go.txt")),
    ("rust", "Rust", include_str!("listing/rust.txt"), include_str!("listing/sync/rust.txt")),
    (
        "python",
        "Python",
        include_str!("listing/python.txt"),
        include_str!("listing/sync/python.txt"),
    ),
];

impl Language {
    pub const ALL: [Language; 6] = [
        Language::CSharp,
        Language::Cpp,
        Language::Java,
        Language::Go,
        Language::Rust,
        Language::Python,
    ];

    pub fn id(self) -> &'static str {
        TABLE[self as usize].0
    }

    pub fn from_id(id: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|l| l.id() == id)
    }

    /// Its name, the same in every language of the page.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }
}

/// One line of code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The step that this line executes; `None` for what only holds the program together.
    pub step: Option<Step>,
    /// In levels, not in characters.
    pub indent: u8,
    pub code: String,
}

/// What fills a template.
struct Facts<'s> {
    switches: &'s Switches,
    ttl_ms: u64,
}

/// The program with these switches as code.
pub fn listing(language: Language, switches: &Switches, ttl_ms: u64) -> Vec<Line> {
    let facts = Facts { switches, ttl_ms };
    let mut lines = Vec::new();
    // The rows around the one at hand: how far each is indented, and whether it is there.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let (_, _, tick, sync) = TABLE[language as usize];
    let template = if switches.sync.is_some() { sync } else { tick };
    for row in template.lines() {
        let Some((head, body)) = row.split_once('|') else {
            continue;
        };
        let code = body.trim_start();
        let depth = body.len() - code.len();
        while around.pop_if(|(outer, _)| *outer >= depth).is_some() {}
        let there = head.split_whitespace().all(|word| facts.hold(word));
        if there {
            lines.push(Line {
                step: step_of(head),
                indent: around.iter().filter(|(_, there)| *there).count() as u8,
                code: facts.fill(code),
            });
        }
        around.push((depth, there));
    }
    lines
}

fn step_of(head: &str) -> Option<Step> {
    head.split_whitespace().find_map(|word| Step::from_id(word.strip_prefix('@')?))
}

impl Facts<'_> {
    fn hold(&self, word: &str) -> bool {
        if let Some(word) = word.strip_prefix('!') {
            return !self.hold(word);
        }
        let word = word.strip_prefix('@').unwrap_or(word);
        if let Some(step) = Step::from_id(word) {
            return step.is_in(self.switches);
        }
        let s = self.switches;
        if let Some(said) = s.sync.as_ref().and_then(|sync| sync_holds(sync, word)) {
            return said;
        }
        let owned = s.release == ReleaseRule::OwnerChecked;
        let fenced = matches!(s.rule.check, WriteCheck::TokenAtLeast | WriteCheck::TokenAbove);
        let beats = s.heartbeat != Heartbeat::No;
        match word {
            "lock" => s.lock != Exclusion::Nothing,
            "lease" => s.lock == Exclusion::Lease,
            "assigned" => s.lock == Exclusion::Coordinator,
            "wall" => s.check == Some(ClockKind::Wall),
            "steady" => s.check == Some(ClockKind::Steady),
            "heartbeat" => beats,
            "cancels" => s.heartbeat == Heartbeat::Cancels,
            "owned" => owned,
            "fenced" => fenced,
            "fenced-read" => s.rule.raise == Raise::OnRead,
            // Whether anything needs the token that the lock gives.
            "tokened" => owned || fenced || beats || Step::Claim.is_in(s),
            "versioned" => s.rule.check == WriteCheck::Version,
            "ticks" => s.rule.tick_ids,
            "retries" => s.retries,
            _ => panic!("{word:?} is no condition: is a template misspelt?"),
        }
    }

    fn value(&self, name: &str) -> String {
        match name {
            "ttl" => self.ttl_ms.to_string(),
            "ttl-s" => seconds(self.ttl_ms),
            "batch" => self.switches.sync.map_or(0, |sync| sync.batch).to_string(),
            "guards" => {
                let sync = self.switches.sync.unwrap_or_default();
                let guard =
                    |on: bool, name: &str| if on { format!(", {name}") } else { String::new() };
                guard(sync.token, "token") + &guard(sync.expected_cursor, "cursor")
            }
            "max" => RETRIES_MAX.to_string(),
            _ => panic!("{name:?} is no value: is a template misspelt?"),
        }
    }

    fn fill(&self, template: &str) -> String {
        let mut parts = template.split('⟦');
        let mut code = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (hole, after) = part.split_once('⟧').unwrap_or((part, ""));
            match hole.split_once(':') {
                Some((condition, text)) if self.hold(condition) => code.push_str(text),
                Some(_) => {}
                None => code.push_str(&self.value(hole)),
            }
            code.push_str(after);
        }
        match self.switches.lock {
            Exclusion::Coordinator => renamed(&code, "token", "epoch"),
            _ => code,
        }
    }
}

/// A condition of the sync worker's templates; `None` if it is one of both jobs.
fn sync_holds(sync: &Sync, word: &str) -> Option<bool> {
    let switch = SWITCHES.iter().find(|switch| switch.id == word);
    match word {
        "first" => Some(sync.is_checkpoint_first()),
        "last" => Some(!sync.is_checkpoint_first()),
        "two" => Some(!sync.one_transaction),
        "tokened" => Some(
            sync.token
                || sync.token_on_read
                || sync.heartbeat
                || sync.release == ReleaseRule::OwnerChecked,
        ),
        _ => switch.map(|switch| (switch.get)(sync)),
    }
}

/// The code with one name in place of another.
fn renamed(code: &str, name: &str, by: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        out.push_str(before);
        out.push_str(if whole { by } else { name });
        rest = after;
    }
    out + rest
}

/// Milliseconds as seconds: 5, 2.5, 0.001.
fn seconds(ms: u64) -> String {
    let (whole, rest) = (ms / 1_000, ms % 1_000);
    if rest == 0 {
        return whole.to_string();
    }
    let text = format!("{whole}.{rest:03}");
    text.trim_end_matches('0').to_owned()
}

/// Which lines of `after` are not in `before`, so that what a switch changed can be marked. A line
/// that only moved in or out is the same line.
pub fn changed(before: &[Line], after: &[Line]) -> Vec<bool> {
    let same = |i: usize, j: usize| {
        let (one, other) = (&before[i], &after[j]);
        one.step == other.step && one.code == other.code
    };
    // longest[i][j]: how many lines `before[i..]` and `after[j..]` have in common, in order.
    let mut longest = vec![vec![0_u16; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            longest[i][j] = if same(i, j) {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut marks = vec![true; after.len()];
    let (mut i, mut j) = (0, 0);
    while i < before.len() && j < after.len() {
        if same(i, j) {
            marks[j] = false;
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    marks
}

#[cfg(test)]
mod tests;
