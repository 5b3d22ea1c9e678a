//! Keys of objects.

use std::borrow::Cow;

use serde::Deserialize;

use crate::schema::number::is_number_key;

/// A key, borrowed where it can be.
#[derive(Deserialize)]
pub(super) struct Key<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Whether a first key is that of a number which `serde_json` passes as an object.
pub(super) fn is_number(first: Option<&Key<'_>>) -> bool {
    first.is_some_and(|Key(key)| is_number_key(key))
}
