//! Tool docs in tiers: summary, schema, full.

mod entry;

pub use entry::{DocEntry, ToolExample};
