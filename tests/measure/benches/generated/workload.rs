//! One document, and the ways to turn it into a typed and validated value, in time or instructions.

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::Value;
use toolmodel_runtime::TypedTool;

use crate::timing::{self, race};

/// How often each document is read when instructions are counted.
const READS: usize = 100;

/// A way to read, by name.
pub(crate) type Way = (String, Box<dyn Fn()>);

/// One document, read in several ways.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) ways: Vec<Way>,
}

/// Reads `json` into the tool `G`, which is `kind` (generated or derived), and into `P`, the same
/// shape with plain derives.
pub(crate) fn workload<G, P>(kind: &str, name: &'static str, json: &str) -> Workload
where
    G: TypedTool + 'static,
    P: DeserializeOwned + 'static,
{
    let text: &'static [u8] = json.to_owned().leak().as_bytes();
    let value: Value = serde_json::from_slice(text).expect("a document is JSON");
    let value: &'static Value = Box::leak(Box::new(value));
    let schema = G::definition().input_schema.to_value();
    let schema = jsonschema::options()
        .should_validate_formats(false)
        .build(&schema)
        .expect("a tool has a schema");
    let schema: &'static jsonschema::Validator = Box::leak(Box::new(schema));
    assert!(schema.is_valid(value), "{name}: the document is invalid");
    let ways: Vec<Way> = vec![
        way(format!("bytes/{kind}"), move || {
            G::from_slice(black_box(text)).ok()
        }),
        way("bytes/plain", move || {
            serde_json::from_slice::<P>(black_box(text)).ok()
        }),
        way("bytes/validator", move || {
            let value: Value = serde_json::from_slice(black_box(text)).ok()?;
            schema
                .is_valid(&value)
                .then(|| P::deserialize(&value).ok())?
        }),
        way(format!("value/{kind}"), move || {
            G::parse(black_box(value)).ok()
        }),
        way("value/plain", move || P::deserialize(black_box(value)).ok()),
        way("value/validator", move || {
            let value = black_box(value);
            schema.is_valid(value).then(|| P::deserialize(value).ok())?
        }),
    ];
    Workload { name, ways }
}

fn way<T: 'static>(name: impl Into<String>, read: impl Fn() -> Option<T> + 'static) -> Way {
    let name = name.into();
    assert!(read().is_some(), "{name} refuses a valid document");
    let run = move || {
        let value = read();
        assert!(black_box(&value).is_some(), "a valid document is refused");
    };
    (name, Box::new(run))
}

/// Times all workloads, or, asked to `count WORKLOAD WAY`, reads one in one way for a counter of
/// instructions.
pub(crate) fn run(workloads: &[Workload]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [mode, names @ ..] if mode == "count" => count(workloads, without_flags(names)),
        _ => time(workloads),
    }
}

/// Cargo adds a flag of its own.
fn without_flags(names: &[String]) -> &[String] {
    match names {
        [names @ .., flag] if flag.starts_with("--") => names,
        names => names,
    }
}

fn time(workloads: &[Workload]) {
    for workload in workloads {
        for from in ["bytes", "value"] {
            let from_there = workload
                .ways
                .iter()
                .filter(|(name, _)| name.starts_with(from));
            let mut ways: Vec<timing::Way<'_>> = from_there
                .map(|(name, run)| timing::way(name, run))
                .collect();
            // Ratios are to plain derives.
            ways.sort_by_key(|(name, _)| !name.ends_with("plain"));
            race(workload.name, ways);
        }
    }
}

/// Reads one document in one way; without names, prints all of them.
fn count(workloads: &[Workload], names: &[String]) {
    for workload in workloads {
        for (name, run) in &workload.ways {
            match names {
                [wanted, way] if wanted == workload.name && way == name => {
                    run();
                    counted_reads(run);
                }
                [_, ..] => {}
                [] => println!("{}\t{name}\t{READS}", workload.name),
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
