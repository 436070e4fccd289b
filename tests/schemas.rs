//! What `docs/schema/` says, `scenario::file` reads and runs print: the three agree.
#![allow(clippy::expect_used, reason = "a test may fail")]
#![cfg(not(target_arch = "wasm32"))]

mod common;

use boon::{Compiler, SchemaIndex, Schemas};
use common::{scenarios, storms};
use leasescope::run::{hash, progress, run, verdicts};
use leasescope::scenario::file::{self, FileError};
use leasescope::scenario::presets::PRESETS;
use leasescope::scenario::{Effect, Fault, Scenario, Trigger};
use leasescope::time::TrueTime;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// A schema of `docs/schema/`, compiled.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn load(name: &str) -> Schema {
        let path = common::path(&format!("../docs/schema/{name}.schema.json"));
        let text = std::fs::read_to_string(path).expect("the schema is there");
        let schema = serde_json::from_str(&text).expect("the schema is JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let url = format!("urn:leasescope:{name}");
        compiler.add_resource(&url, schema).expect("a resource");
        let index = compiler.compile(&url, &mut schemas).expect("a sound schema");
        Schema { schemas, index }
    }

    fn allows(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }

    #[track_caller]
    fn must_allow(&self, value: &Value) {
        if let Err(error) = self.schemas.validate(value, self.index) {
            panic!("{value}\n{error:#}");
        }
    }
}

/// Every sound scenario as a file passes the schema, and is read as the same scenario.
#[track_caller]
fn check_sound(schema: &Schema, scenario: &Scenario) {
    let text = file::write(scenario);
    schema.must_allow(&serde_json::from_str(&text).expect("JSON"));
    assert_eq!(file::read(&text).as_ref(), Ok(scenario), "{text}");
}

/// A file that is refused by the schema and by the reader.
#[track_caller]
fn check_refused(schema: &Schema, why: &str, value: &Value) {
    assert!(!schema.allows(value), "{why}: the schema allows {value}");
    let read = file::read(&value.to_string());
    assert!(read.is_err(), "{why}: the reader takes {value}");
    assert!(!read.expect_err("refused").to_string().is_empty(), "{why}: without a message");
}

#[test]
fn scenario_files_are_as_the_schema_says() {
    let schema = Schema::load("scenario");
    for preset in PRESETS {
        check_sound(&schema, &preset.scenario());
    }
    for seed in 0..storms::STORMS {
        check_sound(&schema, &storms::storm(seed));
    }
    schema.must_allow(&json!({}));
    assert_eq!(file::read("{}"), Ok(Scenario::default()), "every field may be left out");
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) };
    let outcome = TestRunner::new(config).run(&scenarios::scenario(), |scenario| {
        check_sound(&schema, &scenario);
        Ok(())
    });
    outcome.expect("every random scenario is sound");
}

#[test]
fn defaults_are_as_the_schema_says() {
    let path = common::path("../docs/schema/scenario.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema is there");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let defaults = serde_json::to_value(Scenario::default()).expect("JSON");
    for (field, value) in defaults.as_object().expect("an object") {
        let said = &schema["properties"][field];
        assert!(said.is_object(), "the schema does not know {field}");
        if let Some(default) = said.get("default") {
            assert_eq!(default, value, "{field}");
        }
    }
}

#[test]
fn trace_lines_are_as_the_schema_says() {
    let schema = Schema::load("trace-line");
    let presets = PRESETS.iter().map(|preset| preset.scenario());
    for scenario in presets.chain((0..storms::STORMS).map(storms::storm)) {
        let trace = run(&scenario);
        for event in &trace.events {
            schema.must_allow(&serde_json::to_value(event).expect("JSON"));
        }
        schema.must_allow(&json!({
            "verdicts": verdicts(&trace),
            "progress": progress(&trace),
            "hash": hash::hash(&trace.events),
        }));
    }
    for wrong in [
        json!({"at": 0, "event": "started"}),
        json!({"at": -1, "event": "started", "worker": "A"}),
        json!({"at": 0, "event": "started", "worker": "C"}),
        json!({"at": 0, "event": "started", "worker": "A", "nth": 1}),
        json!({"at": 0, "event": "began", "worker": "A"}),
        json!({"verdicts": [], "progress": {"ticks": 0, "of": 2, "last_ms": null}, "hash": "x"}),
    ] {
        assert!(!schema.allows(&wrong), "the schema allows {wrong}");
    }
}

#[test]
fn wrong_files_are_refused_by_schema_and_reader_alike() {
    let schema = Schema::load("scenario");
    let fault = |when: Value, what: Value| json!({"faults": [{"when": when, "what": what}]});
    let before = json!({"before": {"worker": "A", "step": "write"}});
    let message = json!({"message": {"worker": "A", "step": "write", "leg": "request"}});
    let sound = fault(before.clone(), json!({"pause": {"worker": "A", "lasts": {"for-ms": 1}}}));
    schema.must_allow(&sound);
    assert!(file::read(&sound.to_string()).is_ok());
    for (why, wrong) in [
        ("no object", json!(["ttl_ms"])),
        ("a text for a number", json!({"ttl_ms": "5000"})),
        ("a fraction", json!({"ttl_ms": 1.5})),
        ("null", json!({"ttl_ms": null})),
        ("below its range", json!({"ttl_ms": 0})),
        ("above its range", json!({"horizon_ms": 600_001})),
        ("negative", json!({"delay_ms": -1})),
        ("beyond 64 bits", json!({"delay_ms": 1e300})),
        ("an unknown field", json!({"ttl": 5_000})),
        ("an unknown protection", json!({"protection": "hope"})),
        ("three workers", json!({"simulate_ms": [1, 2, 3]})),
        ("three clocks", json!({"clocks": [{}, {}, {}]})),
        ("an unknown field of a clock", json!({"clocks": [{"offset": 1}, {}, {}, {}]})),
        ("33 faults", json!({"faults": vec![sound["faults"][0].clone(); 33]})),
        ("no effect", json!({"faults": [{"when": before}]})),
        ("an unknown effect", fault(before.clone(), json!("explode"))),
        ("two triggers", fault(json!({"at": 1, "before": {}}), json!("drop"))),
        ("a message effect at a step", fault(before.clone(), json!("drop"))),
        (
            "a step effect on a message",
            fault(message.clone(), json!({"drift": {"node": "A", "ppm": 1}})),
        ),
        (
            "a partition of one",
            fault(before.clone(), json!({"partition": {"between": ["A", "A"], "for_ms": 1}})),
        ),
        ("drift too fast", fault(before.clone(), json!({"drift": {"node": "A", "ppm": 500_001}}))),
        (
            "the 0th start",
            fault(
                json!({"before": {"worker": "A", "step": "write", "nth": 0}}),
                sound["faults"][0]["what"].clone(),
            ),
        ),
        (
            "the 300th start",
            fault(
                json!({"before": {"worker": "A", "step": "write", "nth": 300}}),
                sound["faults"][0]["what"].clone(),
            ),
        ),
        (
            "a typo in a step",
            fault(
                json!({"before": {"worker": "A", "step": "write", "nht": 2}}),
                sound["faults"][0]["what"].clone(),
            ),
        ),
        (
            "a typo in a message",
            fault(
                json!({"message": {"worker": "A", "step": "write", "leg": "request", "nht": 2}}),
                json!("drop"),
            ),
        ),
        (
            "a typo in a failover",
            fault(
                before,
                json!({"failover": {"key": true, "counter": true, "restarts_ttl": true, "x": 1}}),
            ),
        ),
    ] {
        check_refused(&schema, why, &wrong);
    }
}

#[test]
fn what_is_no_json_or_too_much_of_it_is_refused() {
    for text in [
        "",
        "{",
        "NaN",
        "{\"ttl_ms\": NaN}",
        "{\"ttl_ms\": Infinity}",
        "{\"ttl_ms\": 1, \"ttl_ms\": 2}",
        "\u{0}",
    ] {
        assert!(matches!(file::read(text), Err(FileError::Unreadable(_))), "{text:?}");
    }
    let bytes = 5 * 1024 * 1024;
    let deep = "[".repeat(200_000);
    assert_eq!(file::read(&" ".repeat(bytes)), Err(FileError::TooLong { bytes }));
    assert!(matches!(file::read(&deep), Err(FileError::Unreadable(_))), "deeply nested");
    let fault = Fault {
        when: Trigger::At(TrueTime(0)),
        what: Effect::Step { node: Default::default(), by_ms: 1 },
    };
    let many = Scenario { faults: vec![fault; 10_000], ..Scenario::default() };
    let text = serde_json::to_string(&many).expect("JSON");
    assert!(file::read(&text).is_err(), "10 000 faults in {} bytes", text.len());
    assert!(!Schema::load("scenario").allows(&serde_json::to_value(&many).expect("JSON")));
}
