//! Public reports, replayed with their numbers. What is abstracted stands in each preset's texts.
//!
//! Times are a report's own where it gives any, in ms; work is as long as the report needs it.

use super::super::fault::{Lasting, Thread};
use super::super::shorthand::{
    a_before, a_crashes, a_cut_off, a_pauses, a_stalls, a_suspends, at, delay, loses_key, steps,
    to_a_message, until_b,
};
use super::{Preset, Source, USUAL, source};
use crate::clock::ClockKind;
use crate::model::network::Leg;
use crate::model::node::Node;
use crate::model::program::Step;

pub const PRESETS: &[Preset] = &[
    Preset {
        id: "twenty-foreign-delete",
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (1_000, 100, 1_001);
            s.simulate_ms = [1_080, 900];
        },
        source: source(
            "Twenty CRM, issue 25661",
            "https://github.com/twentyhq/twenty/issues/25661",
        ),
        ..USUAL
    },
    Preset {
        id: "redis-failover",
        protection: "owner-release",
        faults: &[loses_key(1_000, true)],
        tune: |s| {
            (s.ttl_ms, s.b_starts_ms) = (30_000, 1_080);
            s.simulate_ms = [5_000, 5_000];
        },
        source: source("RedBeat, issue 163", "https://github.com/sibson/redbeat/issues/163"),
    },
    Preset {
        id: "valkey-clock-step",
        protection: "owner-release",
        faults: &[steps(Node::Lock, 5_000, 60_000)],
        tune: |s| {
            s.lock_clock = ClockKind::Wall;
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (30_000, 1_000, 4_500);
            (s.simulate_ms, s.horizon_ms) = ([20_000, 1_000], 40_000);
        },
        source: source("Valkey, issue 2651", "https://github.com/valkey-io/valkey/issues/2651"),
    },
    Preset {
        id: "redisson-watchdog-starved",
        protection: "heartbeat",
        faults: &[a_stalls(at(5_000), Thread::Heartbeat, Lasting::ForMs(31_000))],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (30_000, 2_000, 28_000);
            (s.simulate_ms, s.horizon_ms) = ([33_000, 1_000], 60_000);
        },
        source: source("Redisson, issue 2665", "https://github.com/redisson/redisson/issues/2665"),
    },
    Preset {
        id: "redisson-cut-off",
        protection: "owner-release",
        faults: &[a_cut_off(at(1_000), Node::Lock, 45_000)],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (30_000, 2_000, 28_000);
            (s.simulate_ms, s.horizon_ms) = ([40_000, 1_000], 60_000);
        },
        source: source("Redisson, issue 3636", "https://github.com/redisson/redisson/issues/3636"),
    },
    Preset {
        id: "etcd-dead-on-arrival",
        protection: "owner-release",
        faults: &[to_a_message(Step::Acquire, Leg::Reply, delay(2_500))],
        tune: |s| (s.ttl_ms, s.timeout_ms) = (2_000, 5_000),
        source: Some(Source {
            title: "etcd, issue 11456, and its blog of 30 January 2020",
            year: Some(2020),
            url: "https://github.com/etcd-io/etcd/issues/11456",
        }),
    },
    Preset {
        id: "etcd-partition",
        protection: "owner-release",
        faults: &[a_cut_off(at(1_000), Node::Lock, 15_000)],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (10_000, 1_000, 8_000);
            s.simulate_ms[0] = 13_000;
        },
        source: source("etcd, issue 10811", "https://github.com/etcd-io/etcd/issues/10811"),
    },
    Preset {
        id: "curator-long-pause",
        protection: "owner-release",
        faults: &[a_pauses(a_before(Step::Write), Lasting::ForMs(10_000))],
        tune: |s| s.ttl_ms = 3_000,
        source: source(
            "Curator, issue 727 (CURATOR-206) and tech note 10",
            "https://github.com/apache/curator/issues/727",
        ),
    },
    Preset {
        id: "consul-one-failed-renewal",
        protection: "heartbeat",
        faults: &[a_cut_off(at(4_900), Node::Lock, 1_500)],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (15_000, 2_000, 8_000);
            s.simulate_ms[0] = 9_000;
        },
        source: source("Consul, pull 912", "https://github.com/hashicorp/consul/pull/912"),
    },
    Preset {
        id: "client-go-two-durations",
        protection: "owner-release",
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (10_000, 2_000, 6_000);
            (s.simulate_ms, s.horizon_ms) = ([19_000, 1_000], 30_000);
        },
        source: Some(Source {
            title: "Kubernetes, issue 47671 (fixed by pull 114872)",
            year: Some(2023),
            url: "https://github.com/kubernetes/kubernetes/issues/47671",
        }),
        ..USUAL
    },
    Preset {
        id: "quartz-late-check-in",
        protection: "heartbeat",
        faults: &[to_a_message(Step::Renew, Leg::Request, delay(16_000))],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (15_000, 2_000, 13_000);
            (s.timeout_ms, s.simulate_ms) = (20_000, [18_000, 1_000]);
            s.horizon_ms = 40_000;
        },
        source: source(
            "Quartz.NET, issue 2817",
            "https://github.com/quartznet/quartznet/issues/2817",
        ),
    },
    Preset {
        id: "celery-visibility-timeout",
        protection: "owner-release",
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (36_000, 5_000, 35_000);
            (s.simulate_ms, s.horizon_ms) = ([100_000, 100_000], 200_000);
        },
        source: source("Celery, issue 5935", "https://github.com/celery/celery/issues/5935"),
        ..USUAL
    },
    Preset {
        id: "hangfire-sliding-timeout",
        protection: "heartbeat",
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (30_000, 20_000, 20_000);
            (s.simulate_ms, s.horizon_ms) = ([120_000, 1_000], 200_000);
        },
        source: source(
            "Hangfire, issue 1197",
            "https://github.com/HangfireIO/Hangfire/issues/1197",
        ),
        ..USUAL
    },
    Preset {
        id: "dynamodb-no-fencing",
        protection: "heartbeat",
        faults: &[a_pauses(a_before(Step::Write), Lasting::ForMs(25_000))],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (20_000, 5_000, 18_000);
            s.horizon_ms = 60_000;
        },
        source: Some(Source {
            title: "DynamoDB Lock Client, issue 1",
            year: Some(2017),
            url: "https://github.com/awslabs/amazon-dynamodb-lock-client/issues/1",
        }),
    },
    Preset {
        id: "go-sleeping-mac",
        protection: "steady-check",
        faults: &[a_suspends(a_before(Step::Check), Lasting::ForMs(60_000))],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (10_000, 5_000, 8_000);
            s.horizon_ms = 90_000;
        },
        source: source("Go, issue 66870", "https://github.com/golang/go/issues/66870"),
    },
    Preset {
        id: "jobrunr-long-gc",
        protection: "cas",
        faults: &[a_pauses(a_before(Step::Write), Lasting::ForMs(21_000))],
        tune: |s| {
            (s.ttl_ms, s.retry_ms, s.b_starts_ms) = (20_000, 500, 19_700);
            s.horizon_ms = 60_000;
        },
        source: source("JobRunr, issue 192", "https://github.com/jobrunr/jobrunr/issues/192"),
    },
    Preset {
        id: "kafka-zombie-controller",
        protection: "owner-release",
        faults: &[
            a_cut_off(at(100), Node::Lock, 10_000),
            a_stalls(a_before(Step::Write), Thread::Work, Lasting::ForMs(6_000)),
        ],
        source: source(
            "Kafka, pull 5101 (KAFKA-6082)",
            "https://github.com/apache/kafka/pull/5101",
        ),
        ..USUAL
    },
    Preset {
        id: "hbase-fence-before-read",
        protection: "claim",
        faults: &[a_pauses(a_before(Step::Write), until_b(Step::Read))],
        source: Some(Source {
            title: "HBase, TestLogRollAbort#testLogRollAfterSplitStart; told in Kleppmann’s article",
            year: Some(2016),
            url: "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html",
        }),
        ..USUAL
    },
    Preset {
        id: "nfs-clock-set-back",
        protection: "fence-read",
        faults: &[
            a_crashes(a_before(Step::Write), Some(1_000)),
            steps(Node::Lock, 2_000, -600_000),
        ],
        tune: |s| {
            s.lock_clock = ClockKind::Wall;
            s.retry_ms = 5_000;
            s.horizon_ms = 60_000;
        },
        source: source(
            "NFS-Ganesha, issue 927",
            "https://github.com/nfs-ganesha/nfs-ganesha/issues/927",
        ),
    },
];
