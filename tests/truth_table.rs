//! What protects against what: every hazard under every protection, run by the engine and compared
//! with `tests/truth_table.txt`. `UPDATE=1 cargo test --test truth_table` writes it anew; each line
//! that changes then needs a reason.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;

use leasescope::model::protection::Protection;
use leasescope::run::compare::Outcome;
use leasescope::run::run;
use leasescope::scenario::hazards::{HAZARDS, Hazard};
use std::fmt::Write;

/// Why each hazard comes out as it does.
const REASONS: &[(&str, &str)] = &[
    ("no-fault", "Each is done before its lease is: nothing may be lost, and nobody is refused."),
    (
        "long-work",
        "The lease ends at 5.02 s, A's work at 6.08 s, B reads at 5.42 s and writes at 6.46\n\
         s. A's write comes between the two, so a fence on writes alone has not seen B yet.\n\
         Both local checks see it and still release blindly. A heartbeat keeps the lease; a\n\
         lock-delay keeps B out until A is done.",
    ),
    (
        "pause-in-work",
        "A wakes at 6.08 s with its work still to do: the overdue renewal is refused before\n\
         the write, and B has written before A does. A blind release at 7.1 s finds no lock:\n\
         B is done.",
    ),
    (
        "pause-before-look",
        "A wakes at 7.08 s, after B. A local check looks then, and gives up. A heartbeat's\n\
         look is part of the write: the renewal and the write leave at once.",
    ),
    ("pause-before-write", "The same, after the local check has passed: it has no second look."),
    ("pause-longer", "11.5 s outlast lease and lock-delay, so the delay is gone as well."),
    (
        "late-but-first",
        "A's write reaches the store 40 ms after B's read, and B's own 1 s later: a fence\n\
         that learns from writes alone lets both through. Versions refuse B, the holder, who\n\
         reads again. Blind releases free B's lock.",
    ),
    (
        "late-while-b-works",
        "As before, by B's own slowness. A lock-delay lets B start only at 10.24 s, when A's\n\
         write is in.",
    ),
    (
        "pause-while-asking",
        "A reads its grant at 6 s, when the lease is over; from the reply every deadline\n\
         looks fresh. A stamps and reads while B works: an unordered stamp refuses B, the\n\
         holder, and takes A's late write.",
    ),
    (
        "heartbeat-starves",
        "As long work, and the heartbeat alone stands still: it neither renews nor cancels.",
    ),
    (
        "suspend",
        "On Linux the steady clock stands still, so the steady check passes and no renewal is\n\
         overdue; the wall clock is put right at once and sees it.",
    ),
    (
        "ntp-back",
        "The step hides the expiry from the wall clock alone. For all others it is a pause\n\
         before the look.",
    ),
    (
        "ntp-forward",
        "The wall clock check gives up a lease that is good: a tick is missing, nothing is\n\
         lost.",
    ),
    (
        "slow-clock",
        "At 5.58 s A's clocks read 5.022 s, below 5.036 s: both checks pass after the expiry.\n\
         Renewals every 1.67 s have margin enough.",
    ),
    ("slew", "At 5.38 s A's clocks read 4.931 s, below 5.036 s: as a slow clock."),
    (
        "late-grant",
        "The deadline is counted from the reply, 0.92 s after the grant: 5.94 s instead of\n\
         5.02 s. Without a lock it is the read that is late, and the version doesn't mind.",
    ),
    (
        "delayed-write",
        "A has timed out and released at 2.1 s, B has written at 3.22 s, A's write lands at\n\
         7.1 s. No expiry, so no lock-delay; nobody sleeps, so no heartbeat. B's token, stamp\n\
         or version refuses it; with versions A has tried again before, so its tick is in.",
    ),
    (
        "overdue-write",
        "A's write lands at 2.6 s, between B's read at 2.18 s and B's write at 3.22 s: late\n\
         but first. With CAS A holds the lock on and works again, and the late write puts its\n\
         tick in twice. Without a lock B has written before, so the late write is refused.",
    ),
    (
        "lost-reply",
        "The write is in, and A goes to its release; or it reads again and finds itself the\n\
         last writer. Without a lock B writes in between, so A can't see its own tick.",
    ),
    (
        "doubled-write",
        "B has written at 2.68 s, the copy of A's write lands at 4.1 s. Tokens, stamps and\n\
         versions refuse it.",
    ),
    (
        "legacy-write",
        "A bare write, late as in pause-before-write. Every store with a check refuses what\n\
         carries no proof; with CAS the retry goes the new way. Where a store lets the old\n\
         path through, all is as under none.",
    ),
    (
        "cut-from-lock",
        "As long work behind a partition: the failed renewal at 1.71 s cancels, the checks\n\
         fail at 6.08 s, and no release gets through, so none is foreign. A's write at 6.1 s\n\
         comes before B's: a fence has not seen B.",
    ),
    (
        "cut-from-store",
        "The write is lost and its outcome unknown: A goes to its release without it. With\n\
         versions it is tried again when the partition is over.",
    ),
    ("crash-before-write", "A's tick is gone, and its lease ends by itself."),
    (
        "crash-after-write",
        "A's next life does the tick again, with a newer token, as the rightful holder: only\n\
         a record of ticks can tell.",
    ),
    (
        "failover-key",
        "B is granted 34 at 520 ms while A works: A's write at 1.1 s comes between B's read\n\
         and B's write. No expiry, so no lock-delay; the first renewal is due only at 1.7 s.\n\
         Blind releases free B's lock.",
    ),
    (
        "failover-counter",
        "The same with 33 twice: >= can't tell the two, > refuses the second, and no owner\n\
         check tells whose 33 it is. A stamp is drawn anew for each worker, and a version\n\
         needs no lock: both keep the data. A coordinator assigns a used epoch again.",
    ),
    (
        "lock-clock-jumps",
        "The service's clock ends A's lease at 300 ms, as a failover does; but it is an\n\
         expiry, so a lock-delay keeps B out until A is done.",
    ),
];

/// `lost-update late-write overlap 2/2`: the worst first, and how many ticks were accepted.
fn cell(hazard: &Hazard, protection: Protection) -> String {
    let scenario = hazard.scenario(protection);
    assert_eq!(scenario.problems(), vec![], "{} {}", hazard.id, protection.id());
    let outcome = Outcome::of(&run(&scenario));
    let mut kinds: Vec<&str> = outcome.kinds.iter().map(|kind| kind.id()).collect();
    if kinds.is_empty() {
        kinds.push("-");
    }
    let safe = if outcome.is_safe() { " " } else { "!" };
    format!("{safe} {}  {}", outcome.progress.ticks, kinds.join(" "))
}

fn table() -> String {
    let mut text = String::from(
        "# Every hazard under every protection: ! where data or exclusion broke, the ticks accepted of\n\
         # two, and what held, the worst first. Protections that come to the same share a line.\n",
    );
    for hazard in HAZARDS {
        let reason = REASONS.iter().find(|(id, _)| *id == hazard.id);
        let (_, reason) = reason.unwrap_or_else(|| panic!("no reason is given for {}", hazard.id));
        // Writing to a string can't fail.
        let _ = writeln!(text, "\n[{}]", hazard.id);
        for line in reason.lines() {
            let _ = writeln!(text, "# {}", line.trim());
        }
        let mut rows: Vec<(String, Vec<&str>)> = Vec::new();
        for protection in Protection::all() {
            let cell = cell(hazard, protection);
            match rows.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, ids)) => ids.push(protection.id()),
                None => rows.push((cell, vec![protection.id()])),
            }
        }
        for (cell, ids) in rows {
            let _ = writeln!(text, "{cell}: {}", ids.join(" "));
        }
    }
    text
}

#[test]
fn what_protects_against_what_is_as_reviewed() {
    common::same_as_file("truth_table.txt", &table());
}

#[test]
fn every_reason_is_of_a_hazard() {
    for (id, _) in REASONS {
        assert!(Hazard::find(id).is_some(), "{id} is no hazard");
    }
}

/// `model.md` §8: these hold under all but a crash whose tick is done again, a legacy path that a
/// store lets through, and a lost counter.
#[test]
fn what_is_called_safe_is_safe() {
    for hazard in HAZARDS {
        for id in ["fence-read", "claim", "cas-idempotent", "heartbeat-fence", "partition"] {
            let excused = match hazard.id {
                "crash-after-write" => id != "cas-idempotent",
                "failover-counter" => true,
                _ => false,
            };
            let protection = Protection::from_id(id).expect("a protection");
            let outcome = Outcome::of(&run(&hazard.scenario(protection)));
            assert!(outcome.is_safe() || excused, "{id} under {}: {:?}", hazard.id, outcome.kinds);
        }
    }
}

/// A protection that no hazard breaks would need a hazard more.
#[test]
fn every_protection_that_is_not_called_safe_fails_somewhere() {
    for protection in Protection::all().filter(|p| p.id() != "cas-idempotent") {
        let broken = |h: &Hazard| !Outcome::of(&run(&h.scenario(protection))).is_safe();
        assert!(HAZARDS.iter().any(broken), "{}", protection.id());
    }
}
