//! One owner by epoch: who is assigned what, and when, and that a late write comes to nothing.
#![cfg(not(target_arch = "wasm32"))]

use leasescope::link::{self, Note};
use leasescope::model::coordinator::Why;
use leasescope::model::event::What;
use leasescope::run::Kind::{self, Overlap};
use leasescope::run::{progress, run, verdicts};

/// What the coordinator did, one word each: `A1 hello`, `B2 silence`, `- done`.
#[track_caller]
fn check(text: &str, kinds: &[Kind], ticks: u8, assigned: &[&str]) {
    let text = format!("v1/custom/protect=partition/{text}");
    let reading = link::read(&text);
    assert_eq!(reading.notes, [Note::NoCheck], "{text}");
    let trace = run(&reading.link.scenario);
    let picture = leasescope::picture::ascii::draw(&trace);
    let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
    found.dedup();
    assert_eq!(found, kinds, "{text}\n{picture}");
    assert_eq!(progress(&trace).ticks, ticks, "{text}\n{picture}");
    let mut said = Vec::new();
    for (i, event) in trace.events.iter().enumerate() {
        let What::Rebalanced { to, why, .. } = event.what else { continue };
        let owner = match (to, trace.events.get(i + 1).map(|next| next.what)) {
            (Some(to), Some(What::Granted { worker, token, .. })) => {
                assert_eq!(to, worker, "what is granted stands beside it");
                format!("{}{token}", to.letter())
            }
            _ => "-".to_owned(),
        };
        let why = match why {
            Why::Hello => "hello",
            Why::Again => "again",
            Why::Silence => "silence",
            Why::Done => "done",
        };
        said.push(format!("{owner} {why}"));
    }
    assert_eq!(said, assigned, "{text}\n{picture}");
}

#[test]
fn done_hands_over() {
    check("ttl=5000", &[], 2, &["A1 hello", "B2 done", "- done"]);
    check("ttl=5000/b-start=3000", &[], 2, &["A1 hello", "- done", "B2 hello", "- done"]);
}

#[test]
fn silence_is_a_failover_and_the_late_write_is_refused() {
    let assigned = ["A1 hello", "B2 silence", "- done"];
    check("a.pause=before-write.9000", &[Overlap], 1, &assigned);
    check("a.delay=write-request.until-b-read", &[], 1, &["A1 hello", "B2 done", "- done"]);
    check("a.crash=after-read", &[], 1, &assigned);
    let alone = ["A1 hello", "- silence", "B2 hello", "- done"];
    check("b-start=9000/a.crash=after-read", &[], 1, &alone);
}

#[test]
fn what_is_lost_is_said_again() {
    let lost = ["A1 hello", "B2 done", "- done"];
    check("a.drop=acquire-request/b-start=1500", &[], 2, &lost);
    let unheard = ["A1 hello", "A2 again", "B3 done", "- done"];
    check("a.drop=acquire-reply", &[], 2, &unheard);
    // The owner's release is lost: its silence hands over.
    let silent = ["A1 hello", "B2 silence", "- done"];
    check("a.drop=release-request", &[], 2, &silent);
}

#[test]
fn a_restarted_owner_gets_a_new_epoch() {
    let assigned = ["A1 hello", "A2 again", "B3 done", "- done"];
    check("a.crash=after-read.restart-500", &[], 2, &assigned);
}

#[test]
fn a_second_assignment_only_raises_the_epoch() {
    // Its first hello is slow: it says hello again, and is assigned twice.
    let twice = ["A1 hello", "A2 again", "B3 done", "- done"];
    check("a.delay=acquire-request.990/b-start=3000/sim-a=3000", &[], 2, &twice);
    // What was read under the old epoch is written under it: B has been the owner in between.
    let in_between = "a.delay=acquire-request.990/a.duplicate=acquire-request-2.9000\
        /a.pause=before-write.12000/b-start=3000";
    let assigned =
        ["A1 hello", "A2 again", "B3 silence", "B4 again", "- done", "A5 hello", "- done"];
    check(in_between, &[Overlap], 1, &assigned);
}
