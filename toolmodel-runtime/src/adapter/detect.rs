//! Which keywords a schema uses, and where.

use serde_json::Value;

use super::feature::SchemaFeature;
use crate::path::{Place, Places};
use crate::schema::Schema;
use crate::schema::walk::children;

impl SchemaFeature {
    /// Every keyword that a schema uses, with the JSON pointer of the subschema that uses it:
    /// parents before children, keywords in document order. Keywords that every format has a place for are left out,
    /// and long pointers are cut.
    ///
    /// ```
    /// use toolmodel_runtime::Schema;
    /// use toolmodel_runtime::adapter::SchemaFeature;
    ///
    /// let schema: Schema = r#"{"type": "object", "properties": {"a": {"const": 1}}}"#.parse()?;
    /// let used = SchemaFeature::used_in(&schema);
    /// assert_eq!(used, [(SchemaFeature::Const, "/properties/a".to_owned())]);
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn used_in(schema: &Schema) -> Vec<(Self, String)> {
        let mut found = Vec::new();
        let mut places = Places::default();
        let mut stack = vec![(Place::ROOT, schema.as_value())];
        while let Some((place, schema)) = stack.pop() {
            let Value::Object(map) = schema else {
                continue;
            };
            for keyword in map.keys() {
                if let Some(feature) = Self::from_keyword(keyword)
                    && !feature.is_structural()
                {
                    found.push((feature, places.pointer(place)));
                }
            }
            let below = children(map).into_iter().rev();
            stack.extend(below.map(|child| (places.child(place, &child), child.schema)));
        }
        found
    }
}
