//! Reads a derived type and validates it in one pass.
//!
//! The type's own `Deserialize` does the reading. A plan, compiled once from the shape of the
//! tool's schema, rides along between it and the deserializer: every value that goes by is checked
//! against what the schema accepts at its place, also those that the type skips or that serde
//! buffers. So whatever is read to the end is accepted by the schema, without a `Value` in between
//! and without a second pass.
//!
//! Only an acceptance has to be exact. Where the plan cannot tell (a declared key that comes twice,
//! a list that two branches of a union describe differently) it refuses, and the caller
//! asks the validator, which has the last word and words the violations. A schema that shapes
//! cannot express has no plan: the validator then decides first. So it does where an instance is so
//! large, or a pattern of such a kind, that the work must be counted.

mod accept;
mod access;
mod check;
mod compile;
mod fields;
mod held;
mod plan;
mod reader;
mod retries;
mod trusted;
mod variant;
mod watch;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use accept::Look;
use held::Held;
pub(super) use plan::Plan;
use reader::Ride;
pub(crate) use trusted::{Refusal, read as read_trusted};
use watch::refusals;

/// Reads `T` from bytes; `None` when the plan or the type refuses.
pub(super) fn read_slice<T: DeserializeOwned>(plan: &Plan, json: &[u8]) -> Option<T> {
    if !plan.takes_bytes(json.len()) {
        return None;
    }
    let before = (plan.given_up_before(), refusals());
    // All of the text at once, which costs less than each of its strings, and sees what is skipped.
    let json = std::str::from_utf8(json).ok()?;
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read = read(plan, &mut deserializer).ok()?;
    deserializer.end().ok()?;
    (!plan.gave_up_since(before.0) && before.1 == refusals()).then_some(read)
}

/// Reads `T` from a value; refuses what the plan or the type refuses. What they refuse too much, such
/// as `5.0` for an integer, is read again when the validator has accepted it.
///
/// # Errors
/// One that nobody reads: that of the caller, so that what was read is moved only once.
pub(super) fn read_value<T: DeserializeOwned>(plan: &Plan, value: &Value) -> crate::Result<T> {
    let mut look = Look::new(plan);
    let read = T::deserialize(Held {
        value,
        node: plan.root().node,
        look: &mut look,
    });
    match read {
        Ok(read) if look.is_sure() => Ok(read),
        _ => Err(Error::new(ErrorKind::InvalidArguments, "")),
    }
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
