//! The validator on one real tool call: the first call, a cached call, a prebuilt validator of the
//! engine, and one built for each call; with the ratios that matter at the end.
//!
//! `cargo bench --bench validate -- count` runs each way a fixed number of times instead, for
//! counting instructions: `valgrind --tool=callgrind <binary> count cached`.

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use serde_json::Value;
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

/// Nanoseconds per call, the least of several rounds; the ways take turns within a round, so that
/// a busy machine slows all of them.
fn time(ways: &mut [(&str, u32, &mut dyn FnMut())]) -> Vec<f64> {
    let mut least = vec![f64::MAX; ways.len()];
    for _ in 0..60 {
        for ((_, calls, work), least) in ways.iter_mut().zip(&mut least) {
            let started = Instant::now();
            for _ in 0..*calls {
                work();
            }
            let took = started.elapsed().as_secs_f64() / f64::from(*calls) * 1e9;
            *least = least.min(took);
        }
    }
    least
}

fn ratios(call: &Call) {
    let engine = prebuilt(call);
    let shared = DefaultValidator::shared();
    let cached = || shared.validate_input(black_box(&call.tool), black_box(&call.instance));
    let mut ways: [(&str, u32, &mut dyn FnMut()); 5] = [
        ("prebuilt, is_valid", 5_000, &mut || {
            assert!(engine.is_valid(black_box(&call.instance)));
        }),
        ("prebuilt, validate", 5_000, &mut || {
            assert!(engine.validate(black_box(&call.instance)).is_ok());
        }),
        ("cached call", 5_000, &mut || assert!(cached().is_ok())),
        ("first call", 20, &mut || drop(black_box(first_call(call)))),
        ("built for each call", 20, &mut || {
            drop(black_box(prebuilt(call)));
        }),
    ];
    let least = time(&mut ways);
    for ((name, _, _), nanoseconds) in ways.iter().zip(&least) {
        println!("{name:<20} {nanoseconds:>10.0} ns");
    }
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
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("validate");
    let (engine, shared) = (prebuilt(&call), DefaultValidator::shared());
    group.bench_function("first call", |bench| bench.iter(|| first_call(&call)));
    group.bench_function("cached call", |bench| {
        bench.iter(|| shared.validate_input(black_box(&call.tool), black_box(&call.instance)));
    });
    group.bench_function("prebuilt validator", |bench| {
        bench.iter(|| engine.is_valid(black_box(&call.instance)));
    });
    group.bench_function("validator built per call", |bench| {
        bench.iter(|| prebuilt(&call).is_valid(black_box(&call.instance)));
    });
    group.finish();
    ratios(&call);
    criterion.final_summary();
}
