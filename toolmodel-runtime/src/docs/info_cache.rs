//! A cache of [`SchemaInfo`] for tools that are looked up anew each time.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::SchemaInfo;
use super::json_start::json_len;
use crate::schema::Schema;

/// Most ids remembered; with one more, all are forgotten.
const MAX_IDS: usize = 4096;
/// Most bytes remembered, of the JSON of schemas and of their information; with one more, all are
/// forgotten, and what is larger by itself is not remembered at all.
const MAX_BYTES: usize = 32 << 20;

/// The last information about the input schema of each id. If the schema has changed, key order included, it
/// is read again.
#[derive(Debug, Default)]
pub(super) struct InfoCache(RwLock<Known>);

#[derive(Debug, Default)]
struct Known {
    by_id: HashMap<String, Cached>,
    bytes: usize,
}

#[derive(Debug)]
struct Cached {
    schema: Schema,
    info: Option<Arc<SchemaInfo>>,
    bytes: usize,
}

/// The information in a schema, if any.
pub(super) fn info_of(schema: &Schema) -> Option<Arc<SchemaInfo>> {
    let info = SchemaInfo::of(schema);
    (!info.is_empty()).then(|| Arc::new(info))
}

impl InfoCache {
    pub(super) fn info(&self, id: &str, schema: &Schema) -> Option<Arc<SchemaInfo>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = known.by_id.get(id)
            && last.schema.is_identical(schema)
        {
            return last.info.clone();
        }
        drop(known);
        let info = info_of(schema);
        let cached = Cached {
            schema: schema.clone(),
            info: info.clone(),
            bytes: id.len() + json_len(schema) + info.as_deref().map_or(0, json_len),
        };
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(id, cached);
        info
    }
}

impl Known {
    fn insert(&mut self, id: &str, cached: Cached) {
        if let Some(last) = self.by_id.remove(id) {
            self.bytes -= last.bytes;
        }
        if cached.bytes > MAX_BYTES {
            return;
        }
        if self.by_id.len() >= MAX_IDS || self.bytes + cached.bytes > MAX_BYTES {
            *self = Self::default();
        }
        self.bytes += cached.bytes;
        self.by_id.insert(id.to_owned(), cached);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_remembered_is_bounded() {
        let cache = InfoCache::default();
        let large = json!({"properties": {"a": {"default": "x".repeat(3 << 20)}}});
        let large = Schema::try_from(large).unwrap();
        for i in 0..20 {
            assert!(cache.info(&format!("t{i}"), &large).is_some());
            let known = cache.0.read().unwrap();
            let sum: usize = known.by_id.values().map(|cached| cached.bytes).sum();
            assert_eq!(known.bytes, sum);
            assert!(sum <= MAX_BYTES && !known.by_id.is_empty());
        }
        let again = cache.info("t19", &large).unwrap();
        assert!(Arc::ptr_eq(&again, &cache.info("t19", &large).unwrap()));
    }
}
