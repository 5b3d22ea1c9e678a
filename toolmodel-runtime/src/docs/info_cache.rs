//! A cache of [`SchemaInfo`] for tools that are looked up anew each time.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::SchemaInfo;
use crate::schema::Schema;

/// How many ids are remembered; with one more, all are forgotten.
const MAX_IDS: usize = 4096;

/// What the input schema of each id said last. When the schema has changed, key order included, it
/// is read again.
#[derive(Debug, Default)]
pub(super) struct InfoCache(RwLock<HashMap<String, Cached>>);

#[derive(Debug)]
struct Cached {
    schema: Schema,
    info: Option<Arc<SchemaInfo>>,
}

/// What a schema says, if anything.
pub(super) fn info_of(schema: &Schema) -> Option<Arc<SchemaInfo>> {
    let info = SchemaInfo::of(schema);
    (!info.is_empty()).then(|| Arc::new(info))
}

impl InfoCache {
    pub(super) fn info(&self, id: &str, schema: &Schema) -> Option<Arc<SchemaInfo>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = known.get(id)
            && last.schema.is_identical(schema)
        {
            return last.info.clone();
        }
        drop(known);
        let info = info_of(schema);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_IDS && !known.contains_key(id) {
            known.clear();
        }
        let cached = Cached {
            schema: schema.clone(),
            info: info.clone(),
        };
        known.insert(id.to_owned(), cached);
        info
    }
}
