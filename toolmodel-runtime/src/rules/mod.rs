//! The rules that the runtime and the derive both enforce: pure functions over text, std only.
//!
//! `toolmodel-macros/src/rules` is a symlink to this folder, so there is one copy of each rule and
//! its unit tests run in both crates. Nothing here may name an item of either crate.

pub(crate) mod header;
pub(crate) mod hidden;
pub(crate) mod icon;
pub(crate) mod meta_key;
pub(crate) mod name;
pub(crate) mod nearest;
pub(crate) mod tag;
