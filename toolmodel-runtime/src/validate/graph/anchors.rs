//! Where named subschemas stand in the document that they belong to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;

use super::location::{Location, Prints};
use crate::meter::{Exceeded, Meter};
use crate::path::Step;

/// Keywords that name the subschema that they stand in.
const NAMING: [&str; 4] = ["$anchor", "$dynamicAnchor", "$id", "id"];

/// The named subschemas of documents, by the address of the document.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    by_document: HashMap<usize, Named>,
}

/// The named subschemas of one document, by address.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) locations: HashMap<usize, Location>,
    /// Bytes of the pointers to them that nobody was charged for.
    pub(super) new_bytes: usize,
}

impl Anchors {
    /// All of a document are looked for when the first is asked for, as the engine does.
    pub(super) fn of(
        &mut self,
        document: &Value,
        prints: &Prints,
        meter: &Meter,
    ) -> Result<&mut Named, Exceeded> {
        let address = std::ptr::from_ref(document) as usize;
        Ok(match self.by_document.entry(address) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(named(document, prints, meter)?),
        })
    }
}

fn named(document: &Value, prints: &Prints, meter: &Meter) -> Result<Named, Exceeded> {
    let mut named = Named::default();
    let mut stack = vec![(document, Location::default(), 0usize)];
    while let Some((value, at, depth)) = stack.pop() {
        meter.work(1)?;
        match value {
            Value::Object(map) => {
                if NAMING.iter().any(|keyword| map.contains_key(*keyword)) {
                    // The engine writes a pointer anew for every step of it.
                    meter.work(depth / 4 + depth.saturating_mul(at.bytes) / 1024)?;
                    named.new_bytes = named.new_bytes.saturating_add(at.bytes);
                    let address = std::ptr::from_ref(value) as usize;
                    named.locations.insert(address, at);
                }
                for (key, value) in map {
                    stack.push((value, at.step(Step::Key(key), prints), depth + 1));
                }
            }
            Value::Array(items) => {
                for (i, value) in items.iter().enumerate() {
                    stack.push((value, at.step(Step::Index(i), prints), depth + 1));
                }
            }
            _ => {}
        }
    }
    Ok(named)
}
