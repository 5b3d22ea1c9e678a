//! A schema in the keywords of the mode.

use serde_json::{Map, Value, json};

use super::types::Types;
use crate::adapter::restore::Back;

/// Keywords of an object or an array, to be written into a node, and what the node has to know.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) keywords: Vec<(&'static str, Value)>,
    pub(super) back: Option<Box<Back>>,
    /// How many schemas there are inside.
    pub(super) size: usize,
}

impl Parts {
    /// The keywords of a value that contains nothing.
    pub(super) fn none() -> Self {
        Self {
            keywords: Vec::new(),
            back: None,
            size: 0,
        }
    }

    /// Writes the keywords after those of a schema.
    pub(super) fn write_to(keywords: Vec<(&'static str, Value)>, schema: &mut Map<String, Value>) {
        for (keyword, value) in keywords {
            schema.insert(keyword.to_owned(), value);
        }
    }
}

/// A schema in the keywords of the mode, with what the schemas around it have to know.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) schema: Map<String, Value>,
    /// How its values are mapped back; `None` when they stay as they are.
    pub(super) back: Option<Box<Back>>,
    /// The JSON types that it accepts, as far as that is known.
    pub(super) types: Types,
    /// How many schemas it contains, itself included.
    pub(super) size: usize,
    /// Whether its default is null, which makes null equivalent to absence.
    pub(super) null_by_default: bool,
    /// Whether it is the schema of a property that is required.
    pub(super) is_required: bool,
}

impl Node {
    /// A node without subschemas.
    pub(super) fn leaf(schema: Map<String, Value>, types: Types) -> Self {
        Self {
            schema,
            back: None,
            types,
            size: 1,
            null_by_default: false,
            is_required: false,
        }
    }

    /// The alternatives of `anyOf`; a single one is returned as it is.
    pub(super) fn any_of(mut nodes: Vec<Self>) -> Option<Self> {
        if nodes.len() < 2 {
            return nodes.pop();
        }
        let types = nodes
            .iter()
            .fold(Types::NONE, |types, node| types.or(node.types));
        let size = 1 + nodes.iter().map(|node| node.size).sum::<usize>();
        let (schemas, backs): (Vec<Value>, Vec<Option<Box<Back>>>) = nodes
            .into_iter()
            .map(|node| (Value::Object(node.schema), node.back))
            .unzip();
        Some(Self {
            schema: Map::from_iter([("anyOf".to_owned(), Value::Array(schemas))]),
            back: Back::any_of(backs),
            types,
            size,
            null_by_default: false,
            is_required: false,
        })
    }

    /// `anyOf` with this as the only alternative, for references that must be alone.
    pub(super) fn wrapped(self) -> Self {
        Self {
            schema: Map::from_iter([("anyOf".to_owned(), json!([self.schema]))]),
            back: Back::any_of(vec![self.back]),
            ..self
        }
    }

    /// Adds one more alternative; annotations stay outside.
    pub(super) fn or(&mut self, schema: Value, types: Types) {
        self.types = self.types.or(types);
        self.size += 1;
        if let Some(Value::Array(branches)) = self.schema.get_mut("anyOf") {
            branches.push(schema);
            if let Some(back) = &mut self.back
                && !back.branches.is_empty()
            {
                back.branches.push(Back::default());
            }
            return;
        }
        let mut outer = Map::new();
        for keyword in ["title", "description", "default"] {
            if let Some(value) = self.schema.shift_remove(keyword) {
                outer.insert(keyword.to_owned(), value);
            }
        }
        let own = std::mem::replace(&mut self.schema, outer);
        let branches = vec![Value::Object(own), schema];
        self.schema
            .insert("anyOf".to_owned(), Value::Array(branches));
        self.back = Back::any_of(vec![self.back.take(), None]);
    }

    /// OpenAI: the schema, or null.
    pub(super) fn or_null(&mut self) {
        let (mut types, mut values, mut is_fixed) = (None, None, false);
        for (keyword, value) in &mut self.schema {
            match keyword.as_str() {
                "type" => types = Some(value),
                "enum" => values = Some(value),
                "anyOf" | "$ref" | "const" => is_fixed = true,
                _ => {}
            }
        }
        if let Some(types) = types.filter(|_| !is_fixed) {
            let null = Value::String("null".to_owned());
            *types = match types.take() {
                Value::Array(mut names) => {
                    names.push(null);
                    Value::Array(names)
                }
                name => Value::Array(vec![name, null]),
            };
            if let Some(Value::Array(values)) = values {
                values.push(Value::Null);
            }
            self.types = self.types.or(Types::NULL);
            return;
        }
        self.or(json!({"type": "null"}), Types::NULL);
    }
}
