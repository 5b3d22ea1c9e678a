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
//! cannot express has no plan: the validator then decides first.

mod access;
mod check;
mod compile;
mod plan;
mod reader;
mod variant;
mod watch;

use serde::Deserialize;
use serde::de::Deserializer;

pub(super) use plan::Plan;
use reader::Ride;

/// Reads `T`, checked against the plan.
#[inline]
pub(super) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    plan: &Plan,
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(Ride {
        at: plan.root(),
        inner: deserializer,
    })
}
