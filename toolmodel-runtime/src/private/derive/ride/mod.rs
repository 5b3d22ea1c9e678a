//! Reads a derived type and validates it in one pass.
//!
//! The type's own `Deserialize` does the reading. A plan, compiled once from the shape of the tool's schema,
//! rides along between it and the deserializer: every value that passes is checked against what the schema
//! accepts at its place, including those that the type skips or that serde buffers. So whatever is read to the
//! end is accepted by the schema, without a `Value` in between and without a second pass.
//!
//! Only an acceptance has to be exact. Where the plan cannot decide (a declared key that comes twice, a list
//! that two branches of a union describe differently) it rejects, and the caller turns to the validator, which
//! decides and words the violations. A schema that shapes cannot express has no plan: the validator then
//! decides first. It also does where an instance is so large, or a pattern of such a kind, that the work must
//! be counted.

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

/// Reads `T` from bytes; `None` when the plan or the type rejects them.
pub(super) fn read_slice<T: DeserializeOwned>(plan: &Plan, json: &[u8]) -> Option<T> {
    if !plan.takes_bytes(json.len()) {
        return None;
    }
    let before = (plan.given_up_before(), refusals());
    // Checks all of the text at once, which costs less than each of its strings, and covers what is skipped.
    let json = std::str::from_utf8(json).ok()?;
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read = read(plan, &mut deserializer).ok()?;
    deserializer.end().ok()?;
    (!plan.gave_up_since(before.0) && before.1 == refusals()).then_some(read)
}

/// Reads `T` from a value; rejects what the plan or the type rejects. What they reject wrongly, such
/// as `5.0` for an integer, is read again after the validator has accepted it.
///
/// # Errors
/// An error that nobody reads; it has the caller's type, so that the result is moved only once.
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
