//! What a tool's types must implement, worded for users who forgot a derive.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Arguments that have a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "the arguments `{Self}` have no JSON Schema",
    label = "`schemars::JsonSchema` is not implemented",
    note = "add `#[derive(JsonSchema)]` of schemars 1 to `{Self}`; a derive of schemars 0.8 \
            implements another trait"
)]
pub trait DescribedArguments: JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> DescribedArguments for T {}

/// Arguments that can be read from JSON.
#[diagnostic::on_unimplemented(
    message = "the arguments `{Self}` cannot be read from JSON",
    label = "`serde::Deserialize` is not implemented",
    note = "add `#[derive(Deserialize)]` of serde 1 to `{Self}`"
)]
pub trait ReadableArguments: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadableArguments for T {}

/// Arguments that can be written as JSON.
#[diagnostic::on_unimplemented(
    message = "the arguments `{Self}` cannot be written as JSON",
    label = "`serde::Serialize` is not implemented",
    note = "add `#[derive(Serialize)]` of serde 1 to `{Self}`"
)]
pub trait WritableArguments: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> WritableArguments for T {}

/// A value among the metadata or examples, which can be written as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as JSON",
    label = "`serde::Serialize` is not implemented",
    note = "add `#[derive(Serialize)]` of serde 1 to `{Self}`"
)]
pub trait Writable: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> Writable for T {}

/// A structured result that has a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "the output `{Self}` has no JSON Schema",
    label = "`schemars::JsonSchema` is not implemented",
    note = "add `#[derive(JsonSchema)]` of schemars 1 to `{Self}`, or leave `output` out of \
            `#[tool(...)]` for a tool without an output schema"
)]
pub trait DescribedOutput: JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> DescribedOutput for T {}

/// A structured result that can be read from JSON and written to it.
#[diagnostic::on_unimplemented(
    message = "the output `{Self}` cannot be read from JSON and written to it",
    label = "`serde::Serialize` or `serde::Deserialize` is not implemented",
    note = "add `#[derive(Serialize, Deserialize)]` of serde 1 to `{Self}`"
)]
pub trait ReadableOutput: Serialize + DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> ReadableOutput for T {}
