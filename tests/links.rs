//! Links: what is written is read again, nothing strange does harm, and links that were ever given
//! out keep their meaning.

mod common;

use common::scenarios;
use leasescope::link::{self, LENGTH_MAX, LENGTH_TYPICAL, Link, Note, v1};
use leasescope::run::{hash, run};
use leasescope::scenario::presets::{self, PRESETS, Preset};
use leasescope::scenario::{Problem, Scenario};
use leasescope::time::{Position, TrueTime};
use proptest::prelude::*;

/// Links of version 1, each with the hash of its trace.
const V1: &str = include_str!("links/v1.txt");

fn corpus() -> impl Iterator<Item = (&'static str, &'static str)> {
    V1.lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
}

#[test]
fn links_given_out_keep_their_meaning() {
    let mut wrong = String::new();
    for (text, expected) in corpus() {
        let reading = link::read(text);
        let hand_written = [Note::NoCheck];
        assert!(
            reading.notes.is_empty() || reading.notes == hand_written,
            "{text}: {:?}",
            reading.notes
        );
        let trace = run(&reading.link.scenario);
        let hash = hash::hash(&trace.events);
        if hash != expected {
            wrong.push_str(&format!("{text} {hash}\n"));
        }
    }
    assert!(
        wrong.is_empty(),
        "these links give another trace than tests/links/v1.txt has it; a link that was given out \
         must not change, but a new one may be put in:\n{wrong}"
    );
}

#[test]
fn the_corpus_has_every_preset_and_every_key() {
    let all: String = corpus().map(|(text, _)| format!("{text}/")).collect();
    let missing: Vec<String> = PRESETS
        .iter()
        .map(|preset| link::write(&preset.scenario(), None))
        .filter(|text| !all.contains(text))
        .collect();
    assert!(missing.is_empty(), "to be added:\n{}", missing.join("\n"));
    for key in v1::keys::KEYS {
        assert!(all.contains(&format!("/{}=", key.name)), "{}", key.name);
    }
    for (verb, _) in v1::faults::VERBS {
        assert!(all.contains(&format!(".{verb}=")), "{verb}");
    }
}

#[test]
fn the_corpus_is_canonical_once_written() {
    for (text, _) in corpus() {
        let link = link::read(text).link;
        let written = link::write(&link.scenario, link.at);
        assert!(written.len() <= LENGTH_TYPICAL, "{written}");
        let again = link::read(&written);
        assert_eq!((again.link, again.notes), (link, vec![]), "{written}");
    }
}

fn check(text: &str, expected: &[Note]) -> Link {
    let reading = link::read(text);
    assert_eq!(reading.notes, expected, "{text}");
    assert_eq!(reading.link.scenario.problems(), vec![], "{text}");
    reading.link
}

fn bad(key: &str, value: &str) -> Note {
    Note::BadValue { key: key.to_owned(), value: value.to_owned() }
}

fn out_of_range(field: &str, value: i64, min: i64, max: i64) -> Note {
    let limit = leasescope::scenario::Limit { min, max };
    Note::Clamped(Problem::OutOfRange { field: field.to_owned(), value, limit })
}

#[test]
fn what_is_no_link_gives_the_first_preset_and_says_why() {
    let newer = Note::NewerVersion { version: 2 };
    for (text, note) in [
        ("", Note::Empty),
        ("#", Note::Empty),
        ("?embed=1", Note::Empty),
        ("section-3", Note::NotALink),
        ("v0/gc-pause", Note::NotALink),
        ("v2/gc-pause/ttl=1/c=abcd", newer),
    ] {
        let link = check(text, &[note]);
        assert_eq!(link.scenario.preset, presets::FIRST);
    }
}

#[test]
fn what_is_out_of_order_is_named() {
    use Note::{NoCheck, WrongCheck};
    let key = || "x".to_owned();
    check("v1/gc-pause/ttl=9/c=0000", &[WrongCheck]);
    check("v1/gc-pause/ttl=9/c=", &[NoCheck, WrongCheck]);
    let preset = Note::UnknownPreset { id: "hush".into() };
    check("v1/hush/ttl=9", &[NoCheck, preset]);
    check("v1/gc-pause/x=9", &[NoCheck, Note::UnknownKey { key: key() }]);
    check("v1/gc-pause/ttl=9x", &[NoCheck, bad("ttl", "9x")]);
    check("v1/gc-pause/ttl=-9", &[NoCheck, bad("ttl", "-9")]);
    check("v1/gc-pause/ttl", &[NoCheck, bad("ttl", "")]);
    check("v1/gc-pause/t=NaN", &[NoCheck, bad("t", "nan")]);
    let twice = Note::DuplicateKey { key: "ttl".into() };
    let link = check("v1/gc-pause/ttl=9/ttl=8", &[NoCheck, twice]);
    assert_eq!(link.scenario.ttl_ms, 8);
    let huge = out_of_range("ttl_ms", i64::MAX, 1, 600_000);
    check("v1/gc-pause/ttl=99999999999999999999", &[NoCheck, huge]);
    let late = out_of_range("t", 700_000, 0, 600_000);
    let link = check("v1/gc-pause/t=700000", &[NoCheck, late]);
    assert_eq!(link.at, Some(TrueTime(600_000).into()));
    let part = check("v1/gc-pause/t=7080.1", &[NoCheck]);
    let at = TrueTime(7_080);
    assert_eq!(part.at, Some(Position { at, nth: Some(1) }));
}

#[test]
fn faults_of_no_meaning_are_named() {
    for (key, value) in [
        ("a.pause", "before-write"),
        ("a.pause", "before-write.8000.gpu"),
        ("a.pause", "before-write.8000.work.9"),
        ("a.pause", "before-lunch.8000"),
        ("a.pause", "write-request.8000"),
        ("a.pause", "at--5.8000"),
        ("a.pause", "before-c-write.8000"),
        ("a.delay", "before-write.8000"),
        ("a.delay", "write-request-x.8000"),
        ("a.drop", "write-reply.1"),
        ("lock.step", "after-write.9"),
        ("net.cut", "at-1.a-moon.9"),
        ("lock.failover", "at-1.restarts-ttl.keeps-key"),
    ] {
        let link = check(&format!("v1/gc-pause/{key}={value}"), &[Note::NoCheck, bad(key, value)]);
        assert_eq!(link.scenario.faults, vec![]);
    }
    let same = Note::Clamped(Problem::SameNode { fault: 0 });
    check("v1/no-fault/net.cut=at-1.a-a.9", &[Note::NoCheck, same]);
}

#[test]
fn faults_of_a_link_take_the_place_of_the_presets() {
    let preset = Preset::find("gc-pause").expect("a preset").scenario();
    assert_eq!(check("v1/gc-pause", &[Note::NoCheck]).scenario, preset);
    for none in ["v1/gc-pause/faults=none", "v1/no-fault"] {
        assert_eq!(check(none, &[Note::NoCheck]).scenario.faults, vec![]);
    }
    let other = check("v1/gc-pause/a.pause=before-write.8000", &[Note::NoCheck]);
    assert_eq!(other.scenario.faults.len(), 1);
}

#[test]
fn everything_is_bounded() {
    let long = format!("v1/gc-pause/{}", "a.pause=at-1.1/".repeat(10_000));
    check(&long, &[Note::TooLong { chars: long.len() }]);
    let megabytes = "v1/".repeat(2_000_000);
    let chars = megabytes.len();
    check(&megabytes, &[Note::TooLong { chars }]);

    let many = format!("v1/no-fault/{}t=1", "a.crash=at-1/".repeat(100));
    let count = Problem::TooManyFaults { count: 100 };
    check(&many, &[Note::NoCheck, Note::Clamped(count)]);

    let odd = format!("v1/gc-pause/{}", "x/".repeat(990));
    let reading = link::read(&odd);
    assert_eq!(reading.notes.len(), 17);
    assert_eq!(reading.notes[16], Note::More { count: 975 });
}

#[test]
fn the_scenario_to_offer_instead_is_the_presets_own() {
    let reading = link::read("v1/ntp-step-back/ttl=7/c=0000");
    assert!(reading.has_error());
    assert_eq!(reading.link.scenario.ttl_ms, 7);
    assert_eq!(reading.defaults().preset, "ntp-step-back");
    assert_eq!(reading.defaults().ttl_ms, 5_000);
}

/// Reading `text` either gives `link`, or says that something is wrong.
fn is_never_another_in_silence(text: &str, link: &Link) {
    let reading = link::read(text);
    assert!(
        reading.link == *link || !reading.notes.is_empty(),
        "{text} is read as another scenario, and nothing is said"
    );
}

#[test]
fn a_changed_or_cut_link_is_never_another_in_silence() {
    for (text, _) in corpus() {
        let link = link::read(text).link;
        let text = link::write(&link.scenario, link.at);
        for at in 0..text.len() {
            is_never_another_in_silence(&text[..at], &link);
            is_never_another_in_silence(&text[at..], &link);
            is_never_another_in_silence(&format!("{}{}", &text[..at], &text[at + 1..]), &link);
            for other in ['0', '7', 'a', 'X', '.', '-', '=', '/', '%', ' '] {
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                is_never_another_in_silence(&changed, &link);
            }
        }
    }
}

/// Any scenario's link: what it says, and its text.
fn link() -> impl Strategy<Value = (Link, String)> {
    let at = (0..=600_000_u64, proptest::option::of(0..9_u16));
    let at = at.prop_map(|(ms, nth)| Position { at: TrueTime(ms), nth });
    let at = proptest::option::of(at);
    // Boxed: the value trees are large, and a test's stack is small.
    (scenarios::scenario().boxed(), at)
        .prop_map(|(scenario, at)| {
            let text = link::write(&scenario, at);
            (Link { scenario, at }, text)
        })
        .boxed()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again((link, text) in link()) {
        let reading = link::read(&text);
        if text.len() > LENGTH_MAX {
            prop_assert_eq!(reading.notes, vec![Note::TooLong { chars: text.len() }]);
        } else {
            prop_assert_eq!(&reading.link, &link);
            prop_assert_eq!(reading.notes, vec![]);
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-=/".contains(c);
        prop_assert!(text.chars().all(plain), "{}", text);
    }

    #[test]
    fn links_come_through_hosts((link, text) in link()) {
        prop_assume!(text.len() <= LENGTH_MAX);
        let encoded = text.replace('/', "%2F").replace('=', "%3d");
        for mangled in [text.to_uppercase(), encoded, format!("?lang=ko&s={text}&embed=1")] {
            let reading = link::read(&mangled);
            prop_assert_eq!(&reading.link, &link);
            prop_assert_eq!(reading.notes, vec![]);
        }
    }

    #[test]
    fn any_text_is_read_as_something_sound(text in ".{0,300}") {
        prop_assert_eq!(link::read(&text).link.scenario.problems(), vec![]);
        let reading = link::read(&format!("v1/gc-pause/{text}"));
        prop_assert_eq!(reading.link.scenario.problems(), vec![]);
    }

    /// Words of the language in any order: much more of it is understood than of arbitrary text.
    #[test]
    fn any_words_are_read_as_something_sound(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "/", "/", "=", ".", "-", "a", "b", "a.pause=", "before-", "write", "8000", "until-",
                "net.cut=", "a-lock", "at-", "999999999999999999999", "ttl=", "lock.failover=",
                "keeps-key", "a.delay=", "read-", "reply", "t=", "c=", "faults=none", "%2F", "é", "-0",
            ]),
            0..60,
        ),
    ) {
        let text = format!("v1/gc-pause/{}", words.concat());
        let reading = link::read(&text);
        prop_assert_eq!(reading.link.scenario.problems(), vec![]);
        let again = link::write(&reading.link.scenario, reading.link.at);
        prop_assert_eq!(link::read(&again).link, reading.link);
    }

    #[test]
    fn a_mutated_link_is_never_another_in_silence(
        (link, text) in link(),
        at in any::<proptest::sample::Index>(),
        new in any::<char>(),
    ) {
        prop_assume!(text.len() <= LENGTH_MAX);
        let at = at.index(text.len());
        is_never_another_in_silence(&format!("{}{new}{}", &text[..at], &text[at + 1..]), &link);
        is_never_another_in_silence(&format!("{}{new}{}", &text[..at], &text[at..]), &link);
    }
}

#[test]
fn a_scenario_from_nowhere_starts_from_custom() {
    let scenario = Scenario { preset: "from-a-file".to_owned(), ..Scenario::default() };
    assert!(link::write(&scenario, None).starts_with("v1/custom/c="));
}
