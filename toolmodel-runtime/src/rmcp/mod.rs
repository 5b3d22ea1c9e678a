//! Sets of tools with the official SDK: as a server, and as a client.
//!
//! The features `rmcp-server` and `rmcp-client` enable them; both are off by default.
#![cfg_attr(
    feature = "rmcp-server",
    doc = "",
    doc = include_str!("side_by_side.md")
)]

#[cfg(feature = "rmcp-client")]
mod client;
#[cfg(feature = "rmcp-server")]
mod server;

#[cfg(feature = "rmcp-client")]
pub use client::{CallError, Called, Client};
#[cfg(feature = "rmcp-server")]
pub use server::{
    Checked, Context, Fault, Lines, REPAIRED, Server, input_schema, output_schema,
    repairing_routes, routes, stdio,
};
