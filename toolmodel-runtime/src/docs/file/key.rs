//! Keys of objects, and the one key that is no key.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Number;

/// The key of an object that `serde_json` passes for a number, with its feature
/// `arbitrary_precision`, which any crate of the build may ask for.
const NUMBER: &str = "$serde_json::private::Number";
static NUMBERS_ARE_TEXT: LazyLock<bool> =
    LazyLock::new(|| serde_json::from_str::<Number>("1e999").is_ok());

/// A key, borrowed where it can be.
#[derive(Deserialize)]
pub(super) struct Key<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Whether a first key is that of a number which `serde_json` passes as an object.
pub(super) fn is_number(first: Option<&Key<'_>>) -> bool {
    first.is_some_and(|Key(key)| key == NUMBER) && *NUMBERS_ARE_TEXT
}
