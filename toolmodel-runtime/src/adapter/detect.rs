//! Which keywords a schema uses, and where.

use serde_json::Value;

use super::feature::SchemaFeature;
use crate::schema::walk;

/// Every keyword in use with the pointer of its schema: parents before children, keywords in
/// document order. Keywords every format has a place for are left out.
pub(crate) fn features(schema: &Value) -> Vec<(SchemaFeature, String)> {
    let mut found = Vec::new();
    let mut stack = vec![(schema, String::new())];
    while let Some((schema, pointer)) = stack.pop() {
        let Value::Object(map) = schema else {
            continue;
        };
        for keyword in map.keys() {
            if let Some(feature) = SchemaFeature::from_keyword(keyword)
                && !feature.is_structural()
            {
                found.push((feature, pointer.clone()));
            }
        }
        for child in walk::children(map).into_iter().rev() {
            stack.push((child.schema, child.pointer(&pointer)));
        }
    }
    found
}
