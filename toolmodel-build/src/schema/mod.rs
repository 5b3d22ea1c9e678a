//! A JSON Schema document as shapes: what it accepts, JSON type by JSON type.

mod combine;
mod document;
mod keywords;
mod rules;
mod shape;

pub(crate) use document::join;
pub(crate) use document::{Document, NodeId, NodeSet};
pub(crate) use rules::{
    ArrayPart, ArrayRule, Bound, NumberRule, ObjectPart, ObjectRule, Property, StringRule,
};
pub(crate) use shape::{Booleans, Opaque, Shape, Slot};
