//! Reading arguments into generated types, which hold them to the schema, against the same shapes
//! with plain derives of serde, and against a `Value` checked by a prebuilt validator.
//!
//! `cargo bench --bench generated` measures time. `cargo bench --bench generated -- count WORKLOAD
//! WAY` reads one document a fixed number of times in one way instead, for counting instructions:
//! `benches/count.sh` does so for all, and prints the table.

#[path = "generated/documents.rs"]
mod documents;
#[path = "generated/plain.rs"]
mod plain;
mod timing;
#[path = "generated/workload.rs"]
mod workload;

use timing::{Way, race, way};
use workload::{Workload, workload};

mod tools {
    toolmodel_runtime::include_tools!("bench_tools.rs");
}

/// How often each document is read when instructions are counted.
const READS: usize = 100;

fn workloads() -> Vec<Workload> {
    vec![
        workload::<tools::FindStation, plain::FindStation>("small", documents::STATION),
        workload::<tools::SearchParcels, plain::SearchParcels>("medium", documents::PARCELS),
        workload::<tools::PlanRoute, plain::PlanRoute>("large", &documents::route()),
        workload::<tools::ListEvents, plain::ListEvents>("open", documents::EVENTS),
        workload::<tools::ChangeTicket, plain::ChangeTicket>(
            "union, tag first",
            documents::TICKET_TAG_FIRST,
        ),
        workload::<tools::ChangeTicket, plain::ChangeTicket>(
            "union, tag last",
            documents::TICKET_TAG_LAST,
        ),
    ]
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [mode, names @ ..] if mode == "count" => count(&workloads(), without_flags(names)),
        _ => time(&workloads()),
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
            let mut ways: Vec<Way<'_>> = from_there.map(|(name, run)| way(*name, run)).collect();
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
