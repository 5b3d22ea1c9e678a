//! The derive of toolmodel: a Rust struct becomes an MCP tool definition.
//!
//! Use it through `toolmodel_runtime`, which re-exports both macros and contains what they expand to.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs
)]

mod attr;
mod case;
mod check;
mod errors;
mod expand;
mod ir;
mod lower;
#[allow(dead_code, reason = "shared with the runtime, which uses all of it")]
mod rules;
mod set;
mod symbol;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

#[doc = include_str!("../derive.md")]
#[proc_macro_derive(Tool, attributes(tool))]
pub fn derive_tool(input: TokenStream) -> TokenStream {
    expand::derive(input.into()).into()
}

/// What `toolmodel_runtime::tool_set!` expands to; its first token is the path of the runtime.
#[doc(hidden)]
#[proc_macro]
pub fn __tool_set(input: TokenStream) -> TokenStream {
    set::expand(input.into()).into()
}
