//! Reads a derived type and validates it in one pass.
//!
//! The type's own `Deserialize` does the reading. A plan, compiled once from the shape of the
//! tool's schema, rides along between it and the deserializer: every value that goes by is checked
//! against what the schema accepts at its place, also those that the type skips or that serde
//! buffers. So whatever is read to the end is accepted by the schema, without a `Value` in between
//! and without a second pass.
//!
//! Only an acceptance has to be exact. Where the plan cannot tell (a key that comes twice below a
//! `oneOf`, a list that two branches of a union describe differently) it refuses, and the caller
//! asks the validator, which has the last word and words the violations. A schema that shapes
//! cannot express has no plan: the validator then decides first. So it does where an instance is so
//! large, or a pattern of such a kind, that the work must be counted.

mod accept;
mod access;
mod check;
mod compile;
mod plan;
mod reader;
mod retries;
mod trusted;
mod variant;
mod watch;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

pub(super) use plan::Plan;
use reader::Ride;
pub(crate) use trusted::{Refusal, read as read_trusted};

/// Reads `T` from bytes; `None` when the plan or the type refuses.
pub(super) fn read_slice<T: DeserializeOwned>(plan: &Plan, json: &[u8]) -> Option<T> {
    if !plan.takes_bytes(json.len()) {
        return None;
    }
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = read(plan, &mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(read)
}

/// Reads `T` from a value that the plan accepts; `None` when the type refuses. The reader of
/// `serde_json` is the quickest there is; what it refuses, such as `5.0` for an integer, is read
/// again when the validator has accepted it.
pub(super) fn read_value<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

/// Reads `T`, checked against the plan.
#[inline]
fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    plan: &Plan,
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(Ride {
        at: plan.root(),
        inner: deserializer,
    })
}
