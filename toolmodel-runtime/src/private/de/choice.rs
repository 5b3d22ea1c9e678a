//! Values that several branches of one JSON type may take: buffered, then tried in order.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use super::given::{Given, Refused};
use super::trusted::{tolerate, without_trust};

/// How a branch reads a buffered value.
type Branch<T> = fn(Given<'_>) -> Result<T, Refused>;

/// Reads with the first branch that accepts.
///
/// # Errors
/// When none does.
pub fn first_of<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    branches: &[Branch<T>],
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let accepted = || {
        branches
            .iter()
            .find_map(|branch| branch(Given(&value)).ok())
    };
    let found = without_trust(accepted).or_else(|| if tolerate() { accepted() } else { None });
    found.ok_or_else(|| D::Error::custom("no branch accepts the value"))
}

/// Reads with the only branch that accepts.
///
/// # Errors
/// When none does, or more than one.
pub fn exactly_one<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    branches: &[Branch<T>],
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let (first, more) = without_trust(|| {
        let mut accepted = branches
            .iter()
            .filter_map(|branch| branch(Given(&value)).ok());
        (accepted.next(), accepted.next().is_some())
    });
    if more && !tolerate() {
        return Err(D::Error::custom("more than one branch accepts the value"));
    }
    let again = || {
        let mut accepted = branches
            .iter()
            .filter_map(|branch| branch(Given(&value)).ok());
        if tolerate() { accepted.next() } else { None }
    };
    first
        .or_else(again)
        .ok_or_else(|| D::Error::custom("no branch accepts the value"))
}
