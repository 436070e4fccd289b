//! Every preset: what comes of it, and its picture.
//!
//! The pictures are files in `tests/pictures/`; `UPDATE=1 cargo test --test presets` writes them anew.
#![allow(clippy::expect_used, reason = "a test may fail")]

mod common;

use leasescope::picture::ascii;
use leasescope::run::Kind::{
    self, DoubleEffect, ForeignRelease, HolderRefused, LateWrite, LostUpdate, Overlap,
};
use leasescope::run::verdict::side_by_side;
use leasescope::run::{run, verdicts};
use leasescope::scenario::presets::{FIRST, PRESETS, Preset};
use leasescope::text::Text;

const STALE: &[Kind] = &[Overlap, LateWrite, LostUpdate];
const STALE_AND_FOREIGN: &[Kind] = &[Overlap, LateWrite, LostUpdate, ForeignRelease];

/// A preset, what holds of its run, what is left in the unfenced, the fenced and the versioned
/// store, and why.
type Row = (&'static str, &'static [Kind], [i64; 3], &'static str);

/// A late write lands on B's: the boss has 880, where the others refuse it.
const OVERWRITES_B: [i64; 3] = [880, 700, 700];
/// A late write lands before B's, which was computed without it: only versions refuse.
const OVERWRITES_A: [i64; 3] = [700, 700, 880];

const BASICS: &[Row] = &[
    ("no-fault", &[], [580; 3], "B starts from what A has written"),
    ("gc-pause", STALE, OVERWRITES_B, "A wakes after B has written"),
    ("ntp-step-back", STALE, OVERWRITES_B, "the step hides the expiry from the wall clock"),
    ("steady-survives-ntp", &[Overlap], [700; 3], "a steady clock sees it, and A gives up"),
    ("check-then-pause", STALE, OVERWRITES_B, "the pause comes after the check"),
    ("suspend", STALE, OVERWRITES_B, "on Linux the steady clock has stood still"),
    ("delayed-write", &[LateWrite, LostUpdate], OVERWRITES_B, "A had released: no overlap"),
    (
        "foreign-release",
        &[Overlap, ForeignRelease],
        [700; 3],
        "A gives up, and its release is blind",
    ),
    ("fenced-late-first", STALE, OVERWRITES_A, "the fence has not seen B's token yet"),
];

/// A late write lands on B's, and the fenced store, shown no token, has taken nothing.
const NO_TOKEN: [i64; 3] = [880, 1_000, 700];

const SERVICES: &[Row] = &[
    ("redis-clock-jump", STALE, NO_TOKEN, "an expiry on the wall clock, which jumps"),
    ("redis-key-lost", STALE, NO_TOKEN, "the replica never got A's key"),
    ("redis-no-token", &[HolderRefused], [580, 1_000, 580], "no number to show"),
    ("redlock-one-clock", STALE, NO_TOKEN, "the instance that both majorities share forgets A"),
    ("redlock-late-grant", &[], [580, 1_000, 580], "A puts its grant away and asks again"),
    ("redisson-get-token", STALE, [880, 880, 700], "A shows the token of B"),
    ("redisson-silent-watchdog", STALE, [880, 880, 700], "a lost lock is told to nobody"),
    ("zookeeper-long-gc", STALE, OVERWRITES_B, "10 s of pause, 3 s of session"),
    ("etcd-short-lease", STALE, OVERWRITES_B, "6 s of pause, 2 s of lease"),
    ("etcd-leader-change", &[], [700; 3], "5 s anew from the failover at 4 s, and 1 s more"),
    ("chubby-lock-delay", STALE, OVERWRITES_B, "14 s outlast 5 s of lease and 5 s of delay"),
    ("consul-twice-ttl", &[], [700; 3], "A's tick died with it; B waits for 35 s"),
    ("dynamodb-asleep", STALE, NO_TOKEN, "nanoTime has stood still for 8 s"),
    ("kubernetes-clock-rate", STALE, [700, 1_000, 880], "A writes first, B overwrites it"),
    ("hazelcast-clock-jump", STALE, OVERWRITES_B, "the fence holds where the clock does not"),
    ("shedlock-clock-ahead", STALE_AND_FOREIGN, [700, 1_000, 880], "two holders from 0.5 s on"),
    (
        "shedlock-same-host",
        STALE_AND_FOREIGN,
        [700, 1_000, 880],
        "A writes while B works, and unlocks the row that has its host's name",
    ),
    ("postgres-primary-lost", STALE, NO_TOKEN, "the lock was in the primary's memory alone"),
    ("postgres-stuck-session", &[], [580, 1_000, 580], "A's connection lives, so B waits"),
];

const INTERVIEW: &[Row] = &[
    ("cs-no-expiry-check", STALE, OVERWRITES_B, "work of 6.6 s; at its release B is gone"),
    ("cs-no-token", STALE, OVERWRITES_B, "an owner-checked release doesn't help the data"),
    ("cs-foreign-release", STALE_AND_FOREIGN, OVERWRITES_A, "A writes and releases while B works"),
    ("cpp-wall-clock", STALE_AND_FOREIGN, OVERWRITES_A, "a step of 1 s covers work of 5.5 s"),
    (
        "cpp-deadline-from-reply",
        STALE_AND_FOREIGN,
        OVERWRITES_A,
        "the reply's 0.9 s are added to the lease",
    ),
    ("cpp-toctou", STALE, OVERWRITES_B, "1.6 s is longer than the 60 ms that were left"),
    ("cpp-no-token", STALE, OVERWRITES_B, "what decides comes after the last look"),
    (
        "cpp-foreign-release",
        &[Overlap, ForeignRelease],
        [580; 3],
        "A wrote in time, so nothing is lost; its late release frees B's lock",
    ),
];

const ALTERNATIVES: &[Row] = &[
    ("fence-fixes", &[Overlap], OVERWRITES_B, "the fenced store has seen 34"),
    ("token-on-reads", &[Overlap], [700, 700, 880], "B's read has shown 34; the shadows lose A's"),
    ("claim-first", &[Overlap], [700, 700, 880], "B's claim has shown 34"),
    ("stamp-the-row", &[Overlap], [700, 700, 880], "B's stamp is over A's"),
    ("stamp-comes-twice", STALE, [880, 880, 700], "A's stamp is back when its write comes"),
    ("counter-lost", STALE_AND_FOREIGN, OVERWRITES_A, "both hold 33: neither rule can tell them"),
    (
        "strict-tokens",
        &[Overlap, LateWrite, ForeignRelease],
        [700, 880, 880],
        "the second 33 is refused; the release compares 33 with 33",
    ),
    (
        "cas-retries",
        &[Overlap, LateWrite, HolderRefused],
        [700, 700, 580],
        "B is refused, reads 880 and gets to 580",
    ),
    (
        "cas-needs-no-lock",
        &[],
        [700, 1_000, 580],
        "without a lock there is no token, so the fenced shadow takes nothing",
    ),
    (
        "cas-double-tick",
        &[HolderRefused, DoubleEffect],
        [580, 580, 460],
        "the first try lands while A works on the next",
    ),
    ("cas-with-tick-ids", &[], [580; 3], "the second try is acknowledged and not applied"),
    ("crash-does-it-again", &[DoubleEffect], [460; 3], "the restarted A is the holder"),
    ("crash-with-tick-ids", &[], [460, 460, 580], "the record knows A's tick"),
    ("heartbeat-keeps-the-lease", &[], [580; 3], "renewals carry 8 s of work"),
    ("heartbeat-cancels", &[Overlap], [700; 3], "the refusal comes 1 s before the write is due"),
    ("heartbeat-gap", STALE, OVERWRITES_B, "the refusal comes 40 ms after the write has left"),
    ("heartbeat-and-token", &[Overlap], OVERWRITES_B, "the token refuses what the flag let go"),
    ("lock-delay-waits", &[], [580; 3], "B is let in only after A's write"),
    ("lock-delay-too-short", STALE, OVERWRITES_B, "11.5 s outlast 5 s + 5 s"),
    (
        "lock-delay-after-release",
        &[LateWrite, LostUpdate],
        OVERWRITES_B,
        "A has released: nothing has expired, so nothing is delayed",
    ),
];

const CLOCKS: &[Row] = &[
    ("clocks-apart", &[], [580; 3], "one clock sets the deadline and reads it"),
    ("ntp-step-forward", &[], [700; 3], "A gives up a good lease"),
    ("slow-clock", STALE_AND_FOREIGN, OVERWRITES_A, "5.022 s of 5.036 s, at 5.58 s"),
    ("ntp-slew", STALE_AND_FOREIGN, OVERWRITES_A, "4.931 s of 5.036 s, at 5.38 s"),
    (
        "deadline-from-request",
        &[Overlap, ForeignRelease],
        [700; 3],
        "the check fails in time, and the release is blind",
    ),
    ("asleep-while-asking", STALE, OVERWRITES_B, "from the reply the old grant looks fresh"),
    ("suspend-counted", &[Overlap], [700; 3], "this clock counts sleep"),
    ("suspended-heartbeat", STALE, OVERWRITES_B, "after a suspend no renewal is overdue"),
    (
        "lock-clock-jumps",
        STALE_AND_FOREIGN,
        OVERWRITES_A,
        "the service ends the lease; A's clock is right and wrong about it",
    ),
];

const NETWORK: &[Row] = &[
    ("doubled-write", &[LateWrite, LostUpdate], [880, 580, 580], "a copy comes after B's write"),
    ("lost-reply", &[DoubleEffect], [460, 1_000, 460], "B wrote before A reads again"),
    ("lost-grant", &[], [580; 3], "A waits for its own lease to end"),
    ("write-after-timeout", &[], OVERWRITES_B, "B's read has shown 34"),
    ("cut-from-lock", STALE, OVERWRITES_A, "A's write at 6.1 s, B's at 6.46 s"),
    ("cut-from-lock-noticed", &[], [700; 3], "A stops believing at 2.71 s, B starts at 5.4 s"),
    ("cut-from-store", &[], [700; 3], "A's write never arrives"),
    ("failover-loses-lock", STALE, OVERWRITES_A, "A writes between B's read and B's write"),
];

const REPORTS: &[Row] = &[
    ("twenty-foreign-delete", STALE_AND_FOREIGN, OVERWRITES_A, "A deletes while B works"),
    ("redis-failover", STALE, OVERWRITES_A, "both work for 5 s, A is done first"),
    ("valkey-clock-step", STALE, OVERWRITES_B, "A works on for 15 s after its key is gone"),
    ("redisson-watchdog-starved", STALE, OVERWRITES_B, "no renewal, no cancel"),
    ("redisson-cut-off", STALE, OVERWRITES_B, "A hears nothing for 45 s"),
    ("etcd-dead-on-arrival", STALE, OVERWRITES_B, "A starts when its lease is over"),
    ("etcd-partition", STALE, OVERWRITES_B, "A writes 3 s after its lease"),
    ("curator-long-pause", STALE, OVERWRITES_B, "10 s of pause, 3 s of lease"),
    ("consul-one-failed-renewal", &[], [700; 3], "A cancels a write that would have been good"),
    ("client-go-two-durations", STALE, OVERWRITES_B, "taken over at 10.1 s, written at 19.1 s"),
    ("quartz-late-check-in", STALE, OVERWRITES_B, "the renewal comes 6 s after the expiry"),
    ("celery-visibility-timeout", STALE, OVERWRITES_A, "A is done while B repeats the work"),
    ("hangfire-sliding-timeout", &[], [580; 3], "twelve renewals for 120 s"),
    ("dynamodb-no-fencing", STALE, OVERWRITES_B, "renewal and write leave at once"),
    ("go-sleeping-mac", STALE, OVERWRITES_B, "a minute that the clock did not count"),
    (
        "jobrunr-long-gc",
        &[Overlap, LateWrite],
        [880, 700, 580],
        "the version refuses; the late retry is computed from B's state",
    ),
    ("kafka-zombie-controller", STALE, OVERWRITES_B, "the path written to has no fence"),
    ("hbase-fence-before-read", &[Overlap], [700, 700, 880], "B has claimed before it reads"),
    ("nfs-clock-set-back", &[], [1_000; 3], "the dead A's lease won't end: nobody writes"),
];

#[track_caller]
fn check(rows: &[Row]) {
    for (id, kinds, hp, why) in rows {
        let trace = run(&Preset::find(id).expect("a preset of this name").scenario());
        let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
        found.sort_unstable();
        found.dedup();
        let picture = ascii::draw(&trace);
        assert_eq!(found, *kinds, "{id}: {why}\n{picture}");
        let stores = side_by_side(&trace, trace.events.len());
        assert_eq!(stores.map(|store| store.value.hp), *hp, "{id}: {why}\n{picture}");
        common::same_as_file(&format!("pictures/{id}.txt"), &picture);
    }
}

const ALL: [&[Row]; 7] = [BASICS, INTERVIEW, ALTERNATIVES, CLOCKS, NETWORK, REPORTS, SERVICES];

#[test]
fn each_comes_to_what_it_is_there_to_show() {
    ALL.into_iter().for_each(check);
}

#[test]
fn each_is_checked_once() {
    let rows: Vec<&str> = ALL.into_iter().flatten().map(|row| row.0).collect();
    // The sync worker's have their rows in tests/sync.rs.
    let ticks = PRESETS.iter().filter(|preset| preset.scenario().job.sync().is_none());
    let presets: Vec<&str> = ticks.map(|preset| preset.id).collect();
    assert_eq!(rows, presets);
}

/// They are all in the first load, and read on a phone.
#[test]
fn texts_are_short() {
    let text = Text::default();
    for preset in PRESETS {
        for (what, most) in [("title", 45), ("question", 110), ("watch", 140), ("point", 240)] {
            let said = text.find(&format!("preset.{}.{what}", preset.id)).unwrap_or_default();
            let chars = said.chars().count();
            assert!(chars <= most, "{}.{what} has {chars} characters of {most}", preset.id);
        }
    }
}

#[test]
fn a_report_names_its_source() {
    for preset in PRESETS {
        // A lock service's figures have their sources in its profile.
        let wanted = preset.group().id == "reports";
        assert!(preset.source.is_some() || !wanted, "{}", preset.id);
        let address = preset.source.is_none_or(|source| source.url.starts_with("https://"));
        assert!(address, "{}", preset.id);
    }
}

#[test]
fn each_has_a_picture_and_none_is_left_over() {
    let mut wanted: Vec<String> = PRESETS.iter().map(|p| format!("{}.txt", p.id)).collect();
    wanted.sort();
    let files = std::fs::read_dir(common::path("pictures")).expect("tests/pictures");
    let names = files.map(|f| f.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, wanted, "a preset without a check above, or a picture without a preset");
}

#[test]
fn the_presets_are_sound() {
    assert!(Preset::find(FIRST).is_some(), "the preset of a first visit exists");
    for preset in PRESETS {
        assert_eq!(preset.scenario().problems(), vec![], "{}", preset.id);
    }
}
