//! A JSON Schema document as shapes: what it accepts, JSON type by JSON type.
//!
//! A keyword of JSON Schema is about one JSON type and accepts all others, so a schema is a conjunction of
//! rules that each apply to one type. A [`Shape`] sorts them: for every JSON type what is accepted of it, as
//! one rule or as several of which any, or exactly one, must hold.
//! `allOf`, `$ref` and keywords side by side intersect shapes, `anyOf` and `oneOf` join them, type
//! by type. A union whose branches differ in JSON type (usually a nullable one) therefore needs no special case. What
//! cannot be expressed this way (`not`, `if`, `contains`, ...) is recorded as [`Opaque`]: the shape then accepts at
//! least what the schema does, and the validator decides.
//!
//! Rules refer to the subschemas of items and properties by [`NodeId`] instead of containing their
//! shapes, so recursive schemas are not a problem, and an intersection of objects is a set of nodes
//! per property.

#![expect(
    clippy::exhaustive_structs,
    clippy::exhaustive_enums,
    reason = "plain data between the crates of this workspace, which pin each other"
)]

mod combine;
mod document;
mod keywords;
mod order;
mod rules;
mod types;

pub use keywords::{ASSERTIONS, is_assertion};

pub use document::{Document, NodeId, NodeSet};
pub use rules::{
    ArrayPart, ArrayRule, Bound, ByName, NumberRule, ObjectPart, ObjectRule, Property, Rule,
    StringRule, same_number,
};
pub use types::{Booleans, Mode, Opaque, Shape, Slot};
