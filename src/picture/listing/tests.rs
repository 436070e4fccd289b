//! Every protection in every language: complete, short, well formed, and no more than it needs.

use super::*;
use crate::model::program::program;
use crate::model::protection::{PROTECTIONS, Protection};

/// What fits beside the stage, in characters.
const WIDTH_MAX: usize = 64;

fn of(language: Language, protection: &str) -> Vec<Line> {
    let protection = Protection::from_id(protection).expect("a protection");
    listing(language, protection.switches(), 5_000)
}

fn text(lines: &[Line]) -> String {
    let text = |line: &Line| {
        let margin = "    ".repeat(usize::from(line.indent));
        format!("{margin}{}\n", line.code)
    };
    lines.iter().map(text).collect()
}

fn all() -> impl Iterator<Item = (Language, &'static str, Vec<Line>)> {
    let ids = || PROTECTIONS.iter().map(|entry| entry.id);
    Language::ALL
        .into_iter()
        .flat_map(move |language| ids().map(move |id| (language, id, of(language, id))))
}

#[test]
fn every_step_has_its_line_and_no_other_step_has() {
    for (language, id, lines) in all() {
        let switches = Protection::from_id(id).expect("a protection").switches();
        let mut steps: Vec<Step> = program(switches).collect();
        steps.extend(Some(Step::Renew).filter(|step| step.is_in(switches)));
        for step in Step::ALL {
            let count = lines.iter().filter(|line| line.step == Some(step)).count();
            let expected = usize::from(steps.contains(&step));
            assert_eq!(count, expected, "{step:?}, {id}:\n{language:?}");
        }
    }
}

#[test]
fn lines_are_short_and_full() {
    for entry in PROTECTIONS {
        for language in Language::ALL {
            for line in listing(language, &entry.switches, 600_000) {
                let code = &line.code;
                assert!(code.chars().count() <= WIDTH_MAX, "{language:?} {code}");
                assert!(!code.contains(['⟦', '⟧']) && !code.is_empty(), "{code}");
            }
        }
    }
}

#[test]
fn brackets_close_and_bodies_are_one_level_in() {
    for (language, id, lines) in all() {
        let text = text(&lines);
        for pair in ["()", "{}", "[]"] {
            let count = |c: char| text.matches(c).count();
            let (open, close) = (&pair[..1], &pair[1..]);
            let of = |s: &str| s.chars().next().map_or(0, count);
            assert_eq!(of(open), of(close), "{pair} in {id}:\n{text}");
        }
        for two in lines.windows(2) {
            let [first, next] = two else { continue };
            let opens = first.code.ends_with(['{', ':']) || first.code.starts_with("while (");
            let expected = first.indent + u8::from(opens);
            let fits = match opens {
                true => next.indent == expected,
                false => next.indent <= expected,
            };
            assert!(fits, "{language:?}, {id}: {:?}\n{text}", next.code);
        }
    }
}

/// Some of the languages refuse a variable that nobody uses.
#[test]
fn nothing_is_named_that_is_not_used() {
    for (language, id, lines) in all() {
        let text = text(&lines);
        for name in ["token", "stamp", "deadline", "key", "lost"] {
            let uses = text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| *word == name)
                .count();
            assert_ne!(uses, 1, "{name} in {language:?}, {id}:\n{text}");
        }
    }
}

/// The lines that are new from one protection to another, without their margins.
fn new_lines(language: Language, from: &str, to: &str) -> Vec<String> {
    let (before, after) = (of(language, from), of(language, to));
    let marks = changed(&before, &after);
    after.into_iter().zip(marks).filter_map(|(line, new)| new.then_some(line.code)).collect()
}

#[test]
fn a_switch_changes_the_lines_that_it_is_about() {
    let check = |from, to, expected: &[&str]| {
        assert_eq!(new_lines(Language::CSharp, from, to), expected);
    };
    check("fence", "fence", &[]);
    check("fence", "fence-strict", &[]);
    check("owner-release", "lock-delay", &[]);
    check("owner-release", "fence", &["return await store.Write(id, next, token);"]);
    check(
        "none",
        "owner-release",
        &["long token = await locks.Acquire(key, Ttl);", "await locks.Release(key, token);"],
    );
    check(
        "steady-check",
        "wall-check",
        &[
            "var deadline = DateTime.UtcNow + Ttl;",
            "if (DateTime.UtcNow >= deadline) return false;",
        ],
    );
    check(
        "fence",
        "fence-read",
        &["var state = await store.Read(id, token);", "if (state is null) return false;"],
    );
    check("fence", "claim", &["if (!await store.Claim(id, token)) return false;"]);
    check("cas", "cas-no-lock", &[]);
}

#[test]
fn bodies_move_out_where_nothing_is_around_them() {
    let lines = of(Language::Python, "cas-no-lock");
    assert_eq!(
        text(&lines),
        "\
def tick(self, id_):
    for tries in range(1 + 3):
        state = self.store.read(id_)
        if tries > 0 and state.writer == self.me:
            return True
        after = simulate(state)
        ok = self.store.write(id_, after, state.version)
        if ok:
            return True
    return False
"
    );
}

#[test]
fn the_question_in_cpp() {
    let lines = of(Language::Cpp, "wall-check");
    assert_eq!(
        text(&lines),
        "\
constexpr auto ttl = 5000ms;
bool tick(const std::string& id) {
    const auto key = \"lock:dungeon:\" + id;
    locks.acquire(key, ttl);
    scope_exit unlock([&] { locks.release(key); });
    const auto deadline = std::chrono::system_clock::now() + ttl;
    const auto state = store.read(id);
    const auto next = simulate(state);
    if (std::chrono::system_clock::now() >= deadline) return false;
    return store.write(id, next);
}
"
    );
}

#[test]
fn seconds_are_short() {
    for (ms, text) in [(5_000, "5"), (2_500, "2.5"), (1, "0.001"), (600_000, "600")] {
        assert_eq!(seconds(ms), text);
    }
}

/// Every combination of the sync worker's switches that changes its program.
fn every_sync() -> impl Iterator<Item = Switches> {
    use crate::model::sync::{SWITCHES, Sync};
    let checks = [None, Some(ClockKind::Wall), Some(ClockKind::Steady)];
    (0_u32..1 << SWITCHES.len()).map(move |bits| {
        let mut sync = Sync { check: checks[bits as usize % 3], ..Sync::default() };
        for (i, switch) in SWITCHES.iter().enumerate() {
            (switch.set)(&mut sync, bits & 1 << i != 0);
        }
        sync.switches()
    })
}

#[test]
fn the_sync_workers_program_follows_its_switches() {
    for switches in every_sync() {
        for language in Language::ALL {
            let lines = listing(language, &switches, 5_000);
            let text = text(&lines);
            for step in Step::ALL {
                let count = lines.iter().filter(|line| line.step == Some(step)).count();
                let expected = usize::from(step.is_in(&switches));
                assert_eq!(count, expected, "{step:?}, {language:?}:\n{text}");
            }
            for line in &lines {
                let code = &line.code;
                assert!(code.chars().count() <= WIDTH_MAX + 6, "{language:?} {code}");
                assert!(!code.contains(['⟦', '⟧']) && !code.is_empty(), "{code}");
            }
        }
    }
}
