//! What generated `Serialize` impls call.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::SerializeMap;

/// Writes a property unless it is absent.
///
/// # Errors
/// As the serializer.
#[allow(clippy::ref_option, reason = "a field as it stands")]
#[inline]
pub fn optional<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(name, value),
        None => Ok(()),
    }
}

/// Writes properties that are not declared.
///
/// # Errors
/// As the serializer.
pub fn all<M: SerializeMap, T: Serialize>(
    map: &mut M,
    entries: &BTreeMap<String, T>,
) -> Result<(), M::Error> {
    entries
        .iter()
        .try_for_each(|(name, value)| map.serialize_entry(name, value))
}
