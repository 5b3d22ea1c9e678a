//! The generated tools that other tests use.

toolmodel_runtime::include_tools!();

/// The snapshot cases: they compile, with every warning denied.
#[deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
pub(crate) mod cases {
    toolmodel_runtime::include_tools!("cases.rs");
}
