//! The validator on tool calls: the first call, a cached call, a prebuilt validator of the engine, and one
//! built for each call; with the ratios that matter at the end.
//!
//! `cargo bench --bench validate` measures time; `benches/count.sh validate` counts instructions.

mod timing;

use std::hint::black_box;

use serde_json::Value;
use timing::{race, way};
use toolmodel_runtime::{DefaultValidator, SchemaValidator, Tool, example};

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

/// The tools of the other benchmarks, each called with all that its schema declares.
const TOOLS: [&str; 5] = [
    include_str!("tools/list.json"),
    include_str!("tools/parcels.json"),
    include_str!("tools/route.json"),
    include_str!("tools/station.json"),
    include_str!("tools/ticket.json"),
];

/// The calls that are counted: the comparison's, and those of the other benchmarks.
fn calls() -> Vec<Call> {
    let own = TOOLS.map(|text| {
        let tool = Tool::from_mcp_json(text).expect("a tool of the benchmarks");
        let made = example::arguments(&tool).expect("a schema that can be used");
        Call {
            schema: tool.input_schema.to_value(),
            instance: made.expect("arguments that the tool accepts"),
            tool,
        }
    });
    call().into_iter().chain(own).collect()
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

/// How often each way is gone when instructions are counted.
const READS: usize = 50;

/// Goes one way with one call for a counter of instructions; without names, prints all.
fn count(names: &[String]) {
    for call in calls() {
        let engine = prebuilt(&call);
        let shared = DefaultValidator::shared();
        let cached = || shared.validate_input(&call.tool, black_box(&call.instance));
        cached().expect("valid arguments");
        let ways: [(&str, &dyn Fn()); 4] = [
            ("prebuilt", &|| {
                assert!(engine.is_valid(black_box(&call.instance)));
            }),
            ("cached", &|| assert!(cached().is_ok())),
            ("built", &|| drop(black_box(prebuilt(&call)))),
            ("first", &|| drop(black_box(first_call(&call)))),
        ];
        let name = call.tool.name.as_str();
        for (way, run) in ways {
            match names {
                [wanted, by, ..] if wanted == name && by == way => {
                    // What is made once per process is no cost of the first run.
                    run();
                    counted_reads(run);
                }
                [_, _, ..] => {}
                _ => println!("{name}\t{way}\t{READS}"),
            }
        }
    }
}

/// The counter looks for this function by its name.
#[inline(never)]
fn counted_reads(run: &dyn Fn()) {
    for _ in 0..READS {
        run();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [mode, names @ ..] if mode == "count" => count(names),
        _ => call().iter().for_each(time),
    }
}
