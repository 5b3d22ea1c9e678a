//! What an input schema says about each property, as far as it can be determined.

mod bounds;
mod branches;
mod facts;
mod merge;
mod names;
mod table;
mod wording;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use bounds::Bounds;
pub(super) use branches::Label;
use facts::Walk;
pub(super) use table::{Branch, Property, Row, Table};
pub(super) use wording::Detail;

use crate::schema::Schema;

/// What a schema says about the properties of its root, for hints and guidance; validate with the
/// schema itself.
///
/// References inside the document (pointers, anchors), `allOf`, `anyOf` and `oneOf` are followed. What cannot be
/// determined stays empty: a property without a declared type has no entry in `types`. The same holds for anything
/// beyond the bounded work spent on one schema.
///
/// ```
/// use toolmodel_runtime::{Schema, docs::SchemaInfo};
///
/// let schema: Schema = r##"{
///     "$defs": {"Page": {"type": "integer", "minimum": 1, "default": 1}},
///     "properties": {
///         "page": {"$ref": "#/$defs/Page"},
///         "state": {"anyOf": [{"enum": ["open", "closed"]}, {"type": "null"}]}
///     },
///     "required": ["page"]
/// }"##.parse()?;
/// let info = SchemaInfo::of(&schema);
/// assert_eq!(info.types["page"], ["integer"]);
/// assert_eq!(info.defaults["page"], 1);
/// assert_eq!(info.bounds["page"].minimum, Some(1.into()));
/// assert_eq!(info.types["state"], ["string", "null"]);
/// assert_eq!(info.nullable, ["state"]);
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct SchemaInfo {
    /// The required properties, as listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
    /// The default of each property that has one; `null` counts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub defaults: BTreeMap<String, Value>,
    /// The JSON types of each property whose types are known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, Vec<String>>,
    /// The values that each property with a closed list of values may take.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub enum_values: BTreeMap<String, Vec<Value>>,
    /// The bounds of each property that has some.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, Bounds>,
    /// The properties that are known to accept `null`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nullable: Vec<String>,
}

impl SchemaInfo {
    /// Reads what `schema` says about the properties of its root.
    #[must_use]
    pub fn of(schema: &Schema) -> Self {
        let walk = Walk::new(schema.as_value());
        let root = walk.root();
        let mut info = Self {
            required: root
                .required
                .iter()
                .map(|(name, ())| name.to_owned())
                .collect(),
            ..Self::default()
        };
        for (name, schemas) in root.properties.iter() {
            let facts = walk.shared(schemas);
            let name = || name.to_owned();
            if let Some(default) = facts.default.filter(|value| walk.can_copy(value)) {
                info.defaults.insert(name(), default.clone());
            }
            if facts.is_nullable() {
                info.nullable.push(name());
            }
            let types = facts.known_types();
            if !types.is_empty() {
                let types = types.into_iter().map(str::to_owned).collect();
                info.types.insert(name(), types);
            }
            let values = facts.values.as_ref();
            if let Some(values) = values.filter(|values| walk.can_copy_all(values)) {
                let values = values.iter().map(|value| (*value).clone()).collect();
                info.enum_values.insert(name(), values);
            }
            if !facts.bounds.is_empty() {
                info.bounds.insert(name(), facts.bounds.clone());
            }
        }
        info
    }

    /// Whether nothing could be determined.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.required.is_empty()
            && self.defaults.is_empty()
            && self.types.is_empty()
            && self.enum_values.is_empty()
            && self.bounds.is_empty()
            && self.nullable.is_empty()
    }
}
