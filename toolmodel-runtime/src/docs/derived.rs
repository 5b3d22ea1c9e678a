//! Remembers what was told about schemas of tools that are looked up anew each time.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::SchemaInfo;
use crate::schema::Schema;

/// How many ids are remembered; with one more, all are forgotten.
const MAX_IDS: usize = 4096;

/// What the input schema of each id said last. A schema that is not the same as last time, key
/// order included, is read again.
#[derive(Debug, Default)]
pub(super) struct Derived(RwLock<HashMap<String, Reading>>);

#[derive(Debug)]
struct Reading {
    schema: Schema,
    info: Option<Arc<SchemaInfo>>,
}

/// What a schema says, if anything.
pub(super) fn derive(schema: &Schema) -> Option<Arc<SchemaInfo>> {
    let info = SchemaInfo::of(schema);
    (!info.is_empty()).then(|| Arc::new(info))
}

impl Derived {
    pub(super) fn of(&self, id: &str, schema: &Schema) -> Option<Arc<SchemaInfo>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = known.get(id)
            && last.schema.is_identical(schema)
        {
            return last.info.clone();
        }
        drop(known);
        let info = derive(schema);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_IDS && !known.contains_key(id) {
            known.clear();
        }
        let reading = Reading {
            schema: schema.clone(),
            info: info.clone(),
        };
        known.insert(id.to_owned(), reading);
        info
    }
}
