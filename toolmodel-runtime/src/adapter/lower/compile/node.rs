//! A schema in the keywords of the mode.

use serde_json::{Map, Value, json};

use super::types::Types;
use crate::adapter::restore::Back;

/// A schema in the keywords of the mode, with what the schemas around it have to know.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) schema: Map<String, Value>,
    pub(super) back: Back,
    /// The JSON types that it accepts, as far as that is known.
    pub(super) types: Types,
    /// How many schemas it has inside, itself included.
    pub(super) size: usize,
    /// Whether its default is null, which makes null the same as nothing.
    pub(super) null_by_default: bool,
}

impl Node {
    /// A node without subschemas.
    pub(super) fn leaf(schema: Map<String, Value>, types: Types) -> Self {
        Self {
            schema,
            back: Back::default(),
            types,
            size: 1,
            null_by_default: false,
        }
    }

    /// The alternatives of `anyOf`; a single one stands for itself.
    pub(super) fn any_of(mut nodes: Vec<Self>) -> Option<Self> {
        if nodes.len() < 2 {
            return nodes.pop();
        }
        let types = nodes
            .iter()
            .fold(Types::NONE, |types, node| types.or(node.types));
        let size = 1 + nodes.iter().map(|node| node.size).sum::<usize>();
        let (schemas, backs): (Vec<Value>, Vec<Back>) = nodes
            .into_iter()
            .map(|node| (Value::Object(node.schema), node.back))
            .unzip();
        Some(Self {
            schema: Map::from_iter([("anyOf".to_owned(), Value::Array(schemas))]),
            back: Back::any_of(backs),
            types,
            size,
            null_by_default: false,
        })
    }

    /// `anyOf` with this as the only alternative, for references that nothing may stand beside.
    pub(super) fn wrapped(self) -> Self {
        Self {
            schema: Map::from_iter([("anyOf".to_owned(), json!([self.schema]))]),
            back: Back::any_of(vec![self.back]),
            ..self
        }
    }

    /// The node with one more alternative; annotations stay outside.
    pub(super) fn or(mut self, schema: Value, types: Types) -> Self {
        self.types = self.types.or(types);
        self.size += 1;
        if let Some(Value::Array(branches)) = self.schema.get_mut("anyOf") {
            branches.push(schema);
            if !self.back.branches.is_empty() {
                self.back.branches.push(Back::default());
            }
            return self;
        }
        let mut outer = Map::new();
        for keyword in ["title", "description", "default"] {
            if let Some(value) = self.schema.shift_remove(keyword) {
                outer.insert(keyword.to_owned(), value);
            }
        }
        let branches = vec![Value::Object(self.schema), schema];
        outer.insert("anyOf".to_owned(), Value::Array(branches));
        Self {
            schema: outer,
            back: Back::any_of(vec![self.back, Back::default()]),
            ..self
        }
    }

    /// OpenAI: the schema, or null.
    pub(super) fn or_null(mut self) -> Self {
        let may_widen = ["anyOf", "$ref", "const"]
            .iter()
            .all(|keyword| !self.schema.contains_key(*keyword));
        if may_widen && let Some(types) = self.schema.get_mut("type") {
            *types = match types.take() {
                Value::Array(mut names) => {
                    names.push(json!("null"));
                    Value::Array(names)
                }
                name => Value::Array(vec![name, json!("null")]),
            };
            if let Some(Value::Array(values)) = self.schema.get_mut("enum") {
                values.push(Value::Null);
            }
            self.types = self.types.or(Types::NULL);
            return self;
        }
        self.or(json!({"type": "null"}), Types::NULL)
    }
}
