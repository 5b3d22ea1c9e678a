//! What generated `Serialize` impls call.

use serde::Serialize;
use serde::ser::SerializeMap;

/// Writes a property unless it is absent.
///
/// # Errors
/// As the serializer.
#[inline]
pub fn optional<M: SerializeMap, T: Serialize>(
    map: &mut M,
    name: &'static str,
    value: Option<&T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(name, value),
        None => Ok(()),
    }
}
