//! The validator on one real tool call: the first call, a cached call, a prebuilt validator of the
//! engine, and one built for each call; with the ratios that matter at the end.
//!
//! `cargo bench --bench validate -- count` runs each way a fixed number of times instead, for
//! counting instructions: `valgrind --tool=callgrind <binary> count cached`.

mod timing;

use std::hint::black_box;

use serde_json::Value;
use timing::{race, way};
use toolmodel_runtime::{DefaultValidator, SchemaValidator, Tool};

struct Call {
    tool: Tool,
    schema: Value,
    instance: Value,
}

fn call() -> Option<Call> {
    let tool = toolmodel_tests::shared_json("vectors/bench_tool.json")?;
    Some(Call {
        tool: Tool::from_value(tool).expect("the tool of the comparison"),
        schema: toolmodel_tests::shared_json("vectors/bench_schema.json")?,
        instance: toolmodel_tests::shared_json("vectors/bench_instance.json")?,
    })
}

fn prebuilt(call: &Call) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(false)
        .build(&call.schema)
        .expect("the schema of the comparison")
}

fn time(call: &Call) {
    let engine = prebuilt(call);
    let shared = DefaultValidator::shared();
    let cached = || shared.validate_input(black_box(&call.tool), black_box(&call.instance));
    let ways = vec![
        way("prebuilt, is_valid", || {
            assert!(engine.is_valid(black_box(&call.instance)));
        }),
        way("prebuilt, validate", || {
            assert!(engine.validate(black_box(&call.instance)).is_ok());
        }),
        way("cached call", || assert!(cached().is_ok())),
        way("first call", || first_call(call)),
        way("built for each call", || prebuilt(call)),
    ];
    let least = race("validate", ways);
    println!("cached / prebuilt is_valid {:.2}", least[2] / least[0]);
    println!("cached / prebuilt validate {:.2}", least[2] / least[1]);
    println!("first / built for each call {:.2}", least[3] / least[4]);
}

fn first_call(call: &Call) -> DefaultValidator {
    let validator = DefaultValidator::new();
    assert!(validator.validate_input(&call.tool, &call.instance).is_ok());
    validator
}

fn count(call: &Call, way: &str) {
    let engine = prebuilt(call);
    let shared = DefaultValidator::shared();
    shared
        .validate_input(&call.tool, &call.instance)
        .expect("valid arguments");
    for _ in 0..100_000 {
        match way {
            "cached" => assert!(shared.validate_input(&call.tool, &call.instance).is_ok()),
            "prebuilt" => assert!(engine.is_valid(&call.instance)),
            _ => {}
        }
    }
}

fn main() {
    let Some(call) = call() else {
        return;
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, way, ..] = arguments.as_slice()
        && mode == "count"
    {
        return count(&call, way);
    }
    time(&call);
}
