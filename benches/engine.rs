//! What a run and a seek cost. `cargo bench`; the figures stand in `docs/performance.md`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use leasescope::model::protection::Protection;
use leasescope::run::hash::hash;
use leasescope::run::{run, verdicts};
use leasescope::scenario::Scenario;
use leasescope::scenario::presets::PRESETS;
use std::hint::black_box;
use std::time::Duration;

/// A run in which B asks a busy lock again and again, for as long as A works.
fn polling(work_ms: u64) -> Scenario {
    Scenario {
        protection: Protection::from_id("heartbeat").unwrap_or_default(),
        ttl_ms: 1_000,
        retry_ms: 10,
        simulate_ms: [work_ms, 10],
        horizon_ms: 600_000,
        ..Scenario::default()
    }
}

fn presets(c: &mut Criterion) {
    let mut group = c.benchmark_group("preset");
    for preset in PRESETS {
        let scenario = preset.scenario();
        group.throughput(Throughput::Elements(run(&scenario).events.len() as u64));
        group.bench_function(preset.id, |b| b.iter(|| run(black_box(&scenario))));
    }
    group.finish();
}

/// The throughput is in events: it must be the same at every size.
fn sizes(c: &mut Criterion) {
    let mut group = c.benchmark_group("events");
    for work_ms in [900, 9_000, 90_000] {
        let scenario = polling(work_ms);
        let events = run(&scenario).events.len() as u64;
        group.throughput(Throughput::Elements(events));
        let id = BenchmarkId::from_parameter(events);
        group.bench_function(id, |b| b.iter(|| run(black_box(&scenario))));
    }
    group.finish();
}

fn after_a_run(c: &mut Criterion) {
    let trace = run(&polling(90_000));
    let mut group = c.benchmark_group("seek");
    for (name, moments) in [("start", 1), ("middle", trace.moments() / 2), ("end", trace.moments())]
    {
        group.bench_function(name, |b| b.iter(|| trace.seek(black_box(moments))));
    }
    group.finish();
    if let Some(preset) = PRESETS.iter().find(|preset| preset.id == "gc-pause") {
        let trace = run(&preset.scenario());
        c.bench_function("verdicts", |b| b.iter(|| verdicts(black_box(&trace))));
        c.bench_function("hash", |b| b.iter(|| hash(black_box(&trace.events))));
    }
}

criterion_group! {
    name = engine;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = presets, sizes, after_a_run
}
criterion_main!(engine);
