//! The profiles themselves: data, each figure beside the place where it was read.

use super::*;

/// A service that keeps what it knows through a failover.
const REPLICATED: OnFailover = OnFailover {
    may_lose_key: false,
    may_lose_counter: false,
    lease: Renewal::Whole { extra_ms: 0 },
};

const fn source(what: &'static str, at: &'static str) -> Source {
    Source { what, at }
}

/// Every profile, in the order in which menus show them.
pub const PROFILES: &[Entry] = &[
    Entry { id: "plain", usual_ttl_ms: 5_000, service: PLAIN, sources: &[] },
    Entry {
        id: "redis",
        usual_ttl_ms: 30_000,
        service: Service {
            clock: Some(ClockKind::Wall),
            term: Term { slack_ms: 1, ..ANY },
            token: TokenKind::Missing,
            ..PLAIN
        },
        sources: &[
            source("wall clock", "redis/redis src/server.c, mstime()"),
            source("valid while now ≤ when", "redis/redis src/db.c, keyIsExpired"),
            source("release", "redis/docs develop/clients/patterns/distributed-locks"),
            source("a failover may lose the key", "redis/docs distributed-locks, “not enough”"),
        ],
    },
    // Five instances, of which A reaches the first three and B the last three: both majorities need
    // the third, so that what it says decides. Its clock and its memory are those of the lock node.
    Entry {
        id: "redlock",
        usual_ttl_ms: 10_000,
        service: Service {
            clock: Some(ClockKind::Wall),
            term: Term { slack_ms: 1, ..ANY },
            token: TokenKind::Missing,
            blind_release: false,
            validity: Some(Validity { drift_percent: 1, drift_ms: 2 }),
            deadline_from: Some(DeadlineFrom::Request),
            ..PLAIN
        },
        sources: &[
            source(
                "majority of 5; validity = ttl − elapsed − drift",
                "redis/docs distributed-locks",
            ),
            source("drift 1 % of the ttl + 2 ms; wall clock", "antirez/redlock-rb redlock.rb"),
            source("one instance’s clock or memory decides", "ept/blog 2016-02-08, A B C of five"),
        ],
    },
    Entry {
        id: "redisson",
        usual_ttl_ms: 30_000,
        service: Service {
            clock: Some(ClockKind::Wall),
            term: Term { slack_ms: 1, ..ANY },
            token: TokenKind::LookedUp,
            blind_release: false,
            heartbeat: Heartbeat::Silent,
            ..PLAIN
        },
        sources: &[
            source("lockWatchdogTimeout 30 000 ms", "redisson Config.java"),
            source(
                "renewed every third, 10 000 ms; a loss is not told",
                "redisson RenewalTask.java, LockTask.java",
            ),
            source("getToken() reads the counter", "redisson RedissonFencedLock.java"),
            source("unlock checks the owner", "redisson RedissonBaseLock.java"),
        ],
    },
    Entry {
        id: "zookeeper",
        usual_ttl_ms: 10_000,
        service: Service {
            clock: Some(ClockKind::Steady),
            term: Term {
                min_ms: 4_000,
                max_ms: 40_000,
                looks_every_ms: 2_000,
                next_look: true,
                ..ANY
            },
            blind_release: false,
            failover: REPLICATED,
            heartbeat: Heartbeat::Silent,
            ..PLAIN
        },
        sources: &[
            source(
                "2 to 20 ticks; tickTime 2 000 ms as in zoo_sample.cfg",
                "zookeeper ZooKeeperServer.java, sessions.mdx",
            ),
            source("rounded up to the next tick", "zookeeper ExpiryQueue.java"),
            source("a new leader starts every timeout anew", "zookeeper SessionTrackerImpl.java"),
            source("pings every third", "zookeeper ClientCnxn.java"),
            source("czxid as token", "fpj.systems 2016-02-10, note on fencing"),
        ],
    },
    Entry {
        id: "etcd",
        usual_ttl_ms: 60_000,
        service: Service {
            clock: Some(ClockKind::Steady),
            term: Term { unit_ms: 1_000, min_ms: 2_000, looks_every_ms: 500, ..ANY },
            blind_release: false,
            failover: OnFailover { lease: Renewal::Whole { extra_ms: 1_000 }, ..REPLICATED },
            heartbeat: Heartbeat::Silent,
            deadline_from: Some(DeadlineFrom::Reply),
            ..PLAIN
        },
        sources: &[
            source(
                "whole seconds, at least 2",
                "etcd server/etcdserver/server.go, lease/lessor.go",
            ),
            source("expired leases looked for every 500 ms", "etcd lease/lessor.go"),
            source("a new leader: whole ttl + 1 s", "etcd lease/lessor.go, Promote"),
            source(
                "keepalive every third; deadline from the answer's arrival",
                "etcd client/v3/lease.go",
            ),
            source("session ttl 60 s", "etcd client/v3/concurrency/session.go"),
        ],
    },
    Entry {
        id: "chubby",
        usual_ttl_ms: 12_000,
        service: Service {
            clock: Some(ClockKind::Steady),
            blind_release: false,
            lock_delay: LockDelay::Chosen { max_ms: 60_000 },
            failover: REPLICATED,
            heartbeat: Heartbeat::Cancels,
            deadline_from: Some(DeadlineFrom::Request),
            ..PLAIN
        },
        sources: &[
            source("lease 12 s; client's estimate is conservative", "Chubby, OSDI ’06, sec. 2.8"),
            source("lock-delay of up to one minute; sequencer", "Chubby, OSDI ’06, sec. 2.4"),
            source("a new master assumes the longest lease", "Chubby, OSDI ’06, sec. 2.9"),
        ],
    },
    Entry {
        id: "consul",
        usual_ttl_ms: 15_000,
        service: Service {
            clock: Some(ClockKind::Steady),
            term: Term { min_ms: 10_000, max_ms: 86_400_000, times: 2, ..ANY },
            blind_release: false,
            lock_delay: LockDelay::Always { ms: 15_000 },
            failover: REPLICATED,
            heartbeat: Heartbeat::Silent,
            beat: (1, 2),
            ..PLAIN
        },
        sources: &[
            source(
                "ttl 10 s to 24 h, kept twice as long",
                "consul agent/consul/session_ttl.go, structs.go",
            ),
            source(
                "lock-delay 15 s, after an invalidation only",
                "consul agent/consul/kvs_endpoint.go",
            ),
            source("a new leader resets all timers", "consul agent/consul/session_ttl.go"),
            source("failed renewals are only logged", "hashicorp/consul #18271"),
        ],
    },
    Entry {
        id: "dynamodb",
        usual_ttl_ms: 20_000,
        service: Service {
            expiry: Expiry::Observed,
            token: TokenKind::Missing,
            blind_release: false,
            failover: OnFailover { lease: Renewal::Longer { by_ms: 0 }, ..REPLICATED },
            heartbeat: Heartbeat::Silent,
            beat: (1, 4),
            deadline_from: Some(DeadlineFrom::Request),
            ..PLAIN
        },
        sources: &[
            source(
                "lease 20 s, heartbeat 5 s; counted from before the request",
                "amazon-dynamodb-lock-client LockItem.java",
            ),
            source(
                "a challenger waits for an unchanged record version",
                "amazon-dynamodb-lock-client README",
            ),
            source("no fencing", "awslabs/amazon-dynamodb-lock-client #1"),
        ],
    },
    Entry {
        id: "kubernetes",
        usual_ttl_ms: 15_000,
        service: Service {
            expiry: Expiry::Observed,
            token: TokenKind::Missing,
            blind_release: false,
            failover: OnFailover { lease: Renewal::Longer { by_ms: 0 }, ..REPLICATED },
            heartbeat: Heartbeat::Cancels,
            beat: (2, 15),
            gives_up: Some((10, 15)),
            deadline_from: Some(DeadlineFrom::Reply),
            ..PLAIN
        },
        sources: &[
            source(
                "15 s lease, 10 s renew deadline, 2 s retry",
                "client-go tools/leaderelection/leaderelection.go",
            ),
            source(
                "observed by each candidate’s own clock; no fencing",
                "client-go tools/leaderelection, package doc",
            ),
        ],
    },
    Entry {
        id: "hazelcast",
        usual_ttl_ms: 300_000,
        service: Service {
            clock: Some(ClockKind::Wall),
            term: Term { looks_every_ms: 1_000, ..ANY },
            blind_release: false,
            failover: OnFailover { lease: Renewal::Longer { by_ms: 5_000 }, ..REPLICATED },
            heartbeat: Heartbeat::Silent,
            beat: (1, 60),
            ..PLAIN
        },
        sources: &[
            source(
                "session ttl 300 s, heartbeat 5 s, looked at every 1 s",
                "hazelcast CPSubsystemConfig, RaftSessionService",
            ),
            source("wall clock", "hazelcast CPSessionInfo, Clock.currentTimeMillis"),
            source("a new term: one heartbeat interval longer", "hazelcast RaftSessionService"),
            source("the fence rises with each grant", "hazelcast FencedLock javadoc"),
        ],
    },
    Entry {
        id: "shedlock",
        usual_ttl_ms: 60_000,
        service: Service {
            expiry: Expiry::Stamped,
            clock: Some(ClockKind::Wall),
            token: TokenKind::Missing,
            owner: OwnerName::Host,
            failover: OnFailover { lease: Renewal::Longer { by_ms: 0 }, ..REPLICATED },
            ..PLAIN
        },
        sources: &[
            source(
                "lock_until by the application’s clock, before the SQL",
                "lukas-krecan/ShedLock, JDBC provider",
            ),
            source("locked_by is the host name", "lukas-krecan/ShedLock, Utils.getHostname"),
        ],
    },
    Entry {
        id: "postgres",
        usual_ttl_ms: 600_000,
        service: Service {
            expiry: Expiry::Connection,
            token: TokenKind::Missing,
            blind_release: false,
            failover: OnFailover {
                lease: Renewal::Longer { by_ms: 0 },
                may_lose_key: true,
                ..REPLICATED
            },
            ..PLAIN
        },
        sources: &[
            source(
                "held until unlocked or the session ends",
                "PostgreSQL docs, 13.3.5 advisory locks",
            ),
            source("lost with the connection or the primary", "facts/domain.md §0"),
        ],
    },
];
