//! The lock services, each with the scenario in which its own weakness is seen, and what helps.
#![cfg(not(target_arch = "wasm32"))]

use leasescope::link::{self, Note};
use leasescope::model::event::What;
use leasescope::model::node::WorkerId;
use leasescope::model::profile::Profile;
use leasescope::run::Kind::{self, ForeignRelease, HolderRefused, LateWrite, LostUpdate, Overlap};
use leasescope::run::{Trace, progress, run, verdicts};

const BROKEN: &[Kind] = &[Overlap, LateWrite, LostUpdate, ForeignRelease];
const STALE: &[Kind] = &[Overlap, LateWrite, LostUpdate];

struct Case {
    why: &'static str,
    link: &'static str,
    kinds: &'static [Kind],
    ticks: u8,
}

const CASES: &[Case] = &[
    Case {
        why: "the one instance that both majorities need is set forward",
        link: "lock=redlock/protect=owner-release/sim-a=3000/lock.step=at-1000.6000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "or comes back without what it knew",
        link: "lock=redlock/protect=owner-release/sim-a=3000/lock.failover=at-1000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a grant that was long on its way is not taken",
        link: "lock=redlock/protect=owner-release/ttl=500/sim-a=300/sim-b=300/b-start=550/a.delay=acquire-reply.600",
        kinds: &[],
        ticks: 2,
    },
    Case {
        why: "without that, its owner believes in what is over",
        link: "lock=redis/protect=owner-release/ttl=500/sim-a=300/sim-b=300/b-start=550/a.delay=acquire-reply.600",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a pause after that look is as on any lock",
        link: "lock=redlock/protect=steady-check/a.pause=before-write.6000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "its clock is set forward: A's lease is over at once",
        link: "lock=redis/protect=owner-release/sim-a=3000/lock.step=at-1000.6000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a DEL asks no questions",
        link: "lock=redis/protect=none/sim-a=5500",
        kinds: BROKEN,
        ticks: 2,
    },
    Case {
        why: "a replica that never heard of the lock is promoted",
        link: "lock=redis/protect=owner-release/sim-a=3000/lock.failover=after-a-acquire",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "there is no token to show: a store that asks for one takes nothing",
        link: "lock=redis/protect=fence",
        kinds: &[HolderRefused],
        ticks: 0,
    },
    Case {
        why: "the record's own version does without it",
        link: "lock=redis/protect=cas/sim-a=3000/lock.failover=after-a-acquire",
        kinds: &[Overlap, LateWrite],
        ticks: 2,
    },
    Case {
        why: "the watchdog carries long work",
        link: "lock=redisson/protect=none/sim-a=9000",
        kinds: &[],
        ticks: 2,
    },
    Case {
        why: "and tells nobody when it fails",
        link: "lock=redisson/protect=none/sim-a=9000/net.cut=at-1000.a-lock.6000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "getToken() gives a late writer the token of the one who holds the lock now",
        link: "lock=redisson/protect=fence-read/a.pause=before-write.8000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a pause longer than the session, as in tech note 10",
        link: "lock=zookeeper/ttl=3000/protect=none/a.pause=before-write.10000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "czxid as token",
        link: "lock=zookeeper/ttl=3000/protect=fence-read/a.pause=before-write.10000",
        kinds: &[Overlap],
        ticks: 1,
    },
    Case {
        why: "rounding up to a tick hides a pause that a ttl of 5 s would not",
        link: "lock=zookeeper/ttl=5000/protect=none/a.pause=before-write.4900",
        kinds: &[],
        ticks: 2,
    },
    Case {
        why: "a lock of 2 s guards nothing outside, as Jepsen found",
        link: "lock=etcd/ttl=2000/protect=none/a.pause=before-write.6000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "the revision as token",
        link: "lock=etcd/ttl=2000/protect=fence-read/a.pause=before-write.6000",
        kinds: &[Overlap],
        ticks: 1,
    },
    Case {
        why: "a new leader starts the lease anew: a dead owner's lock stays",
        link: "lock=etcd/protect=owner-release/a.crash=after-read/lock.failover=at-4000",
        kinds: &[],
        ticks: 1,
    },
    Case {
        why: "the lock-delay waits out a pause",
        link: "lock=chubby/protect=owner-release/a.pause=before-write.8000",
        kinds: &[],
        ticks: 2,
    },
    Case {
        why: "and not a longer one",
        link: "lock=chubby/protect=owner-release/a.pause=before-write.14000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "the sequencer does",
        link: "lock=chubby/protect=fence-read/a.pause=before-write.14000",
        kinds: &[Overlap],
        ticks: 1,
    },
    Case {
        why: "twice the ttl and a lock-delay, and still a longer pause",
        link: "lock=consul/ttl=10000/horizon=90000/protect=owner-release/a.pause=before-write.40000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a dead owner's lock is kept for 35 s where 10 were asked for",
        link: "lock=consul/ttl=10000/horizon=90000/protect=owner-release/a.crash=after-read",
        kinds: &[],
        ticks: 1,
    },
    Case {
        why: "nanoTime stands still while the machine sleeps",
        link: "lock=dynamodb/protect=steady-check/a.suspend=before-check.8000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "and not where it counts sleep",
        link: "lock=dynamodb/protect=steady-check/a.suspend=before-check.8000/platform=counts-sleep",
        kinds: &[Overlap],
        ticks: 1,
    },
    Case {
        why: "a clock that runs half as fast again waits too short a time",
        link: "lock=kubernetes/ttl=15000/protect=none/sim-a=10650/b.ppm=500000/net.cut=at-1000.a-lock.20000/horizon=30000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "with clocks of one rate the owner gives up in time",
        link: "lock=kubernetes/ttl=15000/protect=none/sim-a=11000/net.cut=at-1000.a-lock.20000/horizon=30000",
        kinds: &[],
        ticks: 1,
    },
    Case {
        why: "its wall clock is set forward by a session",
        link: "lock=hazelcast/ttl=60000/protect=none/sim-a=3000/lock.step=at-1000.61000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "the fence",
        link: "lock=hazelcast/ttl=60000/protect=fence-read/sim-a=3000/lock.step=at-1000.61000",
        kinds: &[Overlap],
        ticks: 1,
    },
    Case {
        why: "B's clock is ahead: for B the lock is over before A has begun",
        link: "lock=shedlock/protect=owner-release/b.offset=6000",
        kinds: BROKEN,
        ticks: 2,
    },
    Case {
        why: "a host is no owner: A unlocks what B holds",
        link: "lock=shedlock/protect=owner-release/sim-a=5500",
        kinds: BROKEN,
        ticks: 2,
    },
    Case {
        why: "the primary fails over, and the lock was in its memory",
        link: "lock=postgres/protect=owner-release/sim-a=3000/lock.failover=at-1000",
        kinds: STALE,
        ticks: 2,
    },
    Case {
        why: "a version in the row",
        link: "lock=postgres/protect=cas/sim-a=3000/lock.failover=at-1000",
        kinds: &[Overlap, LateWrite],
        ticks: 2,
    },
    Case {
        why: "no time at all: a paused owner keeps everybody out",
        link: "lock=postgres/protect=owner-release/a.pause=before-write.60000",
        kinds: &[],
        ticks: 0,
    },
    Case {
        why: "a dead owner's lock is free as soon as its connection is closed",
        link: "lock=postgres/protect=owner-release/a.crash=after-read",
        kinds: &[],
        ticks: 1,
    },
];

fn read(text: &str) -> Trace {
    let text = format!("v1/custom/{text}");
    let reading = link::read(&text);
    assert_eq!(reading.notes, [Note::NoCheck], "{text}");
    let written = link::write(&reading.link.scenario, None);
    assert_eq!(link::read(&written).link, reading.link, "{written}");
    run(&reading.link.scenario)
}

#[test]
fn each_service_shows_its_weakness() {
    for case in CASES {
        let trace = read(case.link);
        let mut found: Vec<Kind> = verdicts(&trace).into_iter().map(|v| v.kind).collect();
        found.sort_unstable();
        found.dedup();
        let picture = leasescope::picture::ascii::draw(&trace);
        assert_eq!(found, case.kinds, "{}: {}\n{picture}", case.why, case.link);
        let ticks = progress(&trace).ticks;
        assert_eq!(ticks, case.ticks, "{}: {} (ticks)\n{picture}", case.why, case.link);
    }
    for profile in Profile::all() {
        let key = format!("lock={}/", profile.id());
        let seen = CASES.iter().any(|case| case.link.starts_with(&key));
        assert!(seen || profile == Profile::default(), "no scenario shows {}", profile.id());
    }
}

/// When a worker was first granted the lock, in ms.
fn granted(text: &str, to: WorkerId) -> u64 {
    let grant = |what: &What| matches!(what, What::Granted { worker, .. } if *worker == to);
    read(text).events.iter().find(|event| grant(&event.what)).map_or(0, |event| event.at.0)
}

#[test]
fn a_dead_owners_lock_is_kept_as_long_as_each_service_has_it() {
    let crash = "protect=owner-release/a.crash=after-read/retry=100/horizon=90000";
    for (service, at_least_ms, at_most_ms) in [
        // 5 s from the grant at 20 ms, and up to 100 ms until B asks again.
        ("lock=plain", 5_020, 5_160),
        ("lock=redis", 5_021, 5_160),
        ("lock=zookeeper", 6_000, 6_140),
        ("lock=etcd/ttl=4001", 5_500, 5_640),
        ("lock=etcd/lock.failover=at-4000", 10_000, 10_140),
        ("lock=consul/ttl=10000", 35_020, 35_160),
        ("lock=chubby", 10_020, 10_160),
        // B first sees the record at 540 ms.
        ("lock=dynamodb", 5_540, 5_700),
        ("lock=kubernetes", 5_540, 5_700),
        ("lock=hazelcast/lock.failover=at-4000", 11_000, 11_140),
        ("lock=postgres", 500, 700),
    ] {
        let at_ms = granted(&format!("{service}/{crash}"), WorkerId::B);
        assert!((at_least_ms..=at_most_ms).contains(&at_ms), "{service}: {at_ms}");
    }
}
