//! Reading arguments into derived tools, which validate them against their schema, beside the same types
//! read by serde alone, and against a `Value` checked by a prebuilt validator.
//!
//! Run like the `generated` benchmark: for time by cargo, for instructions by `benches/count.sh`.

#[path = "generated/documents.rs"]
mod documents;
mod timing;
#[path = "derived/types.rs"]
mod types;
#[path = "generated/workload.rs"]
mod workload;

use serde::de::DeserializeOwned;
use toolmodel_runtime::TypedTool;
use workload::Workload;

fn workload<T: TypedTool + DeserializeOwned + 'static>(name: &'static str, json: &str) -> Workload {
    workload::workload::<T, T>("derived", name, json)
}

fn main() {
    let in_field = |ticket: &str| format!(r#"{{"change":{ticket}}}"#);
    workload::run(&[
        workload::<types::FindStation>("three strings", documents::STATION),
        workload::<types::SearchParcels>("ten fields with rules", documents::PARCELS),
        workload::<types::PlanRoute>("a hundred nested objects", &documents::route()),
        workload::<types::ListEvents>("properties not declared", documents::EVENTS),
        workload::<types::ChangeTicket>("tagged enum, tag first", documents::TICKET_TAG_FIRST),
        workload::<types::ChangeTicket>("tagged enum, tag last", documents::TICKET_TAG_LAST),
        workload::<types::Log>(
            "tagged enum in a field, tag first",
            &in_field(documents::TICKET_TAG_FIRST),
        ),
        workload::<types::Log>(
            "tagged enum in a field, tag last",
            &in_field(documents::TICKET_TAG_LAST),
        ),
    ]);
}
