//! What expansions of `#[derive(Tool)]` and `tool_set!` refer to: the expansion is thin, the work is
//! done here.

mod absent;
mod bounds;
mod constant;
mod core;
mod definition;
mod derived;
mod enforce;
mod entries;
mod formats;
mod header;
#[cfg(feature = "derive")]
mod macros;
mod normalize;
mod number;
mod registry;
mod ride;
mod source;
mod spec;
mod typed;

pub use serde_json::Value;

pub use crate::typed::TypedTool;

pub use bounds::{
    DescribedArguments, DescribedOutput, ReadableArguments, ReadableOutput, Writable,
    WritableArguments,
};
pub use constant::{
    assert_name, assert_namespace, assert_new_id, assert_new_name, id_len, join_id, text,
};
pub use derived::{Derived, arguments_codec, output_codec};
pub use entries::{Entries, Examples};
pub use registry::derived_of;
pub(crate) use ride::read_trusted;
pub use source::{Source, input, output};
pub use spec::{Icon, Spec};
#[cfg(feature = "derive")]
pub use toolmodel_macros::__tool_set;
pub use typed::DerivedTool;
