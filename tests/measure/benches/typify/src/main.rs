//! Reads the documents of the `generated` benchmark into typify's types, for counting.

#[path = "../../generated/documents.rs"]
#[allow(dead_code, reason = "typify has no types for the union")]
mod documents;

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::Value;

#[allow(warnings, reason = "generated code")]
mod types {
    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

const READS: usize = 100;

fn main() {
    count::<types::FindStation>("small", documents::STATION);
    count::<types::SearchParcels>("medium", documents::PARCELS);
    count::<types::PlanRoute>("large", &documents::route());
    count::<types::ListEvents>("open", documents::EVENTS);
}

fn count<T: DeserializeOwned>(workload: &str, json: &str) {
    let value: Value = serde_json::from_str(json).expect("a document is JSON");
    let bytes = || {
        let read: T = serde_json::from_slice(black_box(json.as_bytes())).expect("valid");
        drop(black_box(read));
    };
    let value = || drop(black_box(T::deserialize(black_box(&value)).expect("valid")));
    let ways: [(&str, &dyn Fn()); 2] = [("bytes", &bytes), ("value", &value)];
    let names: Vec<String> = std::env::args().skip(2).collect();
    for (from, run) in ways {
        let way = format!("{from}/typify");
        match names.as_slice() {
            [wanted, name] if wanted == workload && *name == way => {
                run();
                counted_reads(run);
            }
            [_, ..] => {}
            [] => println!("{workload}\t{way}\t{READS}"),
        }
    }
}

#[inline(never)]
fn counted_reads(run: &dyn Fn()) {
    for _ in 0..READS {
        run();
    }
}
