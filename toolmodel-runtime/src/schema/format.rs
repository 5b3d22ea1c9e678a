//! Which formats can be asserted.

use super::Dialect;

/// Whether a validator that asserts formats checks strings with this one; it accepts any string for other formats.
///
/// `idn-email` and `idn-hostname` are checked only if something in the build enables the feature `idna`
/// of `jsonschema`, so this has to be determined by running the validator.
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
