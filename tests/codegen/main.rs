//! JSON tool files to typed Rust.

mod behaviour;
mod bounds;
mod dispatch;
mod editions;
mod errors;
mod formats;
mod forms;
mod generated;
mod hostile;
mod replaced;
mod round_trip;
mod scratch_crate;
mod shapes;
mod snapshots;
mod traps;
mod typify;

use std::sync::LazyLock;

use toolmodel_tests::built::Libraries;
use toolmodel_tests::fixture::Scratch;

static LIBRARIES: LazyLock<Libraries> =
    LazyLock::new(|| Libraries::beside(env!("CARGO_TARGET_TMPDIR")));

fn scratch() -> Scratch {
    Scratch::below(env!("CARGO_TARGET_TMPDIR"))
}
