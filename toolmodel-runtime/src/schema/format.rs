//! Which formats can be asserted.

use super::Dialect;

/// Whether a validator that asserts formats checks texts of this one; any other accepts every text.
///
/// `idn-email` and `idn-hostname` are checked only where something in the build turns on the feature `idna`
/// of `jsonschema`, so it is the validator that has to be asked.
#[must_use]
pub fn is_asserted(format: &str, dialect: Dialect) -> bool {
    match format {
        "date"
        | "date-time"
        | "email"
        | "hostname"
        | "idn-email"
        | "idn-hostname"
        | "ipv4"
        | "ipv6"
        | "iri"
        | "iri-reference"
        | "json-pointer"
        | "regex"
        | "relative-json-pointer"
        | "time"
        | "uri"
        | "uri-reference"
        | "uri-template" => true,
        "duration" | "uuid" => dialect == Dialect::Draft202012,
        _ => false,
    }
}
