//! Lock services as one meets them: each where its particular weakness is seen.
//!
//! The figures behind them, with their sources, are in `model/profile`.

use super::super::Scenario;
use super::super::fault::{Effect, Fault, Lasting};
use super::super::shorthand::{
    a_after, a_before, a_crashes, a_cut_off, a_pauses, a_suspends, at, delay, loses_key, steps,
    to_a_message,
};
use super::{Preset, Source, USUAL, source};
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::profile::Profile;
use crate::model::program::Step;

fn by(s: &mut Scenario, service: &str) {
    s.profile = Profile::from_id(service).unwrap_or_default();
}

/// Work of 3 s, in which something happens to the service.
fn busy(s: &mut Scenario, service: &str) {
    by(s, service);
    s.simulate_ms[0] = 3_000;
}

const fn a_sleeps(ms: u64) -> Fault {
    a_pauses(a_before(Step::Write), Lasting::ForMs(ms))
}

/// Fails over and forgets nothing: what becomes of the lease is the service's own rule.
const fn changes_leader(at_ms: u64) -> Fault {
    let keeps = Failover { key: true, counter: true, restarts_ttl: false };
    Fault { when: at(at_ms), what: Effect::Failover(keeps) }
}

const REDIS: Option<Source> = source(
    "Redis documentation, distributed locks",
    "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/",
);

pub const PRESETS: &[Preset] = &[
    Preset {
        id: "redis-clock-jump",
        protection: "owner-release",
        faults: &[steps(Node::Lock, 1_000, 6_000)],
        tune: |s| busy(s, "redis"),
        source: REDIS,
    },
    Preset {
        id: "redis-key-lost",
        protection: "owner-release",
        faults: &[Fault { when: a_after(Step::Acquire), ..loses_key(0, true) }],
        tune: |s| busy(s, "redis"),
        source: REDIS,
    },
    Preset {
        id: "redis-no-token",
        protection: "fence",
        tune: |s| by(s, "redis"),
        source: REDIS,
        ..USUAL
    },
    Preset {
        id: "redlock-one-clock",
        protection: "owner-release",
        faults: &[steps(Node::Lock, 1_000, 6_000)],
        tune: |s| busy(s, "redlock"),
        source: source(
            "Martin Kleppmann, How to do distributed locking",
            "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html",
        ),
    },
    Preset {
        id: "redlock-late-grant",
        protection: "owner-release",
        faults: &[to_a_message(Step::Acquire, Leg::Reply, delay(600))],
        tune: |s| {
            by(s, "redlock");
            (s.ttl_ms, s.b_starts_ms, s.simulate_ms) = (500, 550, [300, 300]);
        },
        source: REDIS,
    },
    Preset {
        id: "redisson-get-token",
        protection: "fence-read",
        faults: &[a_sleeps(8_000)],
        tune: |s| by(s, "redisson"),
        ..USUAL
    },
    Preset {
        id: "redisson-silent-watchdog",
        faults: &[a_cut_off(at(1_000), Node::Lock, 6_000)],
        tune: |s| {
            by(s, "redisson");
            s.simulate_ms[0] = 9_000;
        },
        ..USUAL
    },
    Preset {
        id: "zookeeper-long-gc",
        faults: &[a_sleeps(10_000)],
        tune: |s| {
            by(s, "zookeeper");
            s.ttl_ms = 3_000;
        },
        ..USUAL
    },
    Preset {
        id: "etcd-short-lease",
        faults: &[a_sleeps(6_000)],
        tune: |s| {
            by(s, "etcd");
            s.ttl_ms = 2_000;
        },
        source: source("Jepsen: etcd 3.4.3, 2020", "https://jepsen.io/analyses/etcd-3.4.3"),
        ..USUAL
    },
    Preset {
        id: "etcd-leader-change",
        protection: "owner-release",
        faults: &[a_crashes(a_after(Step::Read), None), changes_leader(4_000)],
        tune: |s| by(s, "etcd"),
        source: source(
            "etcd, server/lease/lessor.go",
            "https://github.com/etcd-io/etcd/blob/main/server/lease/lessor.go",
        ),
    },
    Preset {
        id: "chubby-lock-delay",
        protection: "owner-release",
        faults: &[a_sleeps(14_000)],
        tune: |s| by(s, "chubby"),
        ..USUAL
    },
    Preset {
        id: "consul-twice-ttl",
        protection: "owner-release",
        faults: &[a_crashes(a_after(Step::Read), None)],
        tune: |s| {
            by(s, "consul");
            (s.ttl_ms, s.horizon_ms) = (10_000, 90_000);
        },
        ..USUAL
    },
    Preset {
        id: "dynamodb-asleep",
        protection: "steady-check",
        faults: &[a_suspends(a_before(Step::Check), Lasting::ForMs(8_000))],
        tune: |s| by(s, "dynamodb"),
        ..USUAL
    },
    Preset {
        id: "kubernetes-clock-rate",
        faults: &[a_cut_off(at(1_000), Node::Lock, 20_000)],
        tune: |s| {
            by(s, "kubernetes");
            (s.ttl_ms, s.horizon_ms, s.simulate_ms[0]) = (15_000, 30_000, 10_650);
            s.clocks[Node::B.index()].drift_ppm = 500_000;
        },
        ..USUAL
    },
    Preset {
        id: "hazelcast-clock-jump",
        faults: &[steps(Node::Lock, 1_000, 61_000)],
        tune: |s| {
            busy(s, "hazelcast");
            s.ttl_ms = 60_000;
        },
        ..USUAL
    },
    Preset {
        id: "shedlock-clock-ahead",
        protection: "owner-release",
        tune: |s| {
            by(s, "shedlock");
            s.clocks[Node::B.index()].offset_ms = 6_000;
        },
        source: source(
            "ShedLock, issue 231",
            "https://github.com/lukas-krecan/ShedLock/issues/231",
        ),
        ..USUAL
    },
    Preset {
        id: "shedlock-same-host",
        protection: "owner-release",
        tune: |s| {
            by(s, "shedlock");
            s.simulate_ms[0] = 5_500;
        },
        source: source(
            "ShedLock, Utils.java",
            "https://github.com/lukas-krecan/ShedLock/blob/master/shedlock-core/src/main/java/net/javacrumbs/shedlock/support/Utils.java",
        ),
        ..USUAL
    },
    Preset {
        id: "postgres-primary-lost",
        protection: "owner-release",
        faults: &[loses_key(1_000, false)],
        tune: |s| busy(s, "postgres"),
        ..USUAL
    },
    Preset {
        id: "postgres-stuck-session",
        protection: "owner-release",
        faults: &[a_sleeps(60_000)],
        tune: |s| {
            by(s, "postgres");
            s.horizon_ms = 90_000;
        },
        source: source(
            "PostgreSQL documentation, 13.3.5 Advisory Locks",
            "https://www.postgresql.org/docs/current/explicit-locking.html",
        ),
    },
];
