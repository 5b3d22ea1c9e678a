//! Reading arguments into generated types, which validate them against the schema, beside the same shapes
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

use serde::de::DeserializeOwned;
use toolmodel_runtime::TypedTool;
use workload::Workload;

mod tools {
    toolmodel_runtime::include_tools!("bench_tools.rs");
}

fn workload<G, P>(name: &'static str, json: &str) -> Workload
where
    G: TypedTool + 'static,
    P: DeserializeOwned + 'static,
{
    workload::workload::<G, P>("generated", name, json)
}

fn main() {
    workload::run(&[
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
    ]);
}
