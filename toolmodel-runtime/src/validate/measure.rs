//! Sizes of JSON values, of whatever depth.

use serde_json::Value;

use super::limits::{Limits, exceeded};
use crate::error::Result;

/// How large an instance is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) depth: usize,
    pub(super) nodes: usize,
    /// Bytes of strings and property names.
    pub(super) text: usize,
}

impl Size {
    pub(super) fn of(value: &Value, limits: &Limits) -> Result<Self> {
        let mut size = Self {
            nodes: 1,
            ..Self::default()
        };
        if size.add(value, limits) && size.is_within(limits) {
            Ok(size)
        } else {
            Err(size.refuse(limits))
        }
    }

    /// Adds a value and its contents; `false` when a limit is exceeded.
    fn add(&mut self, value: &Value, limits: &Limits) -> bool {
        let mut stack = vec![(value, 1)];
        while let Some((value, depth)) = stack.pop() {
            match value {
                Value::String(text) => self.text += text.len(),
                Value::Array(items) => {
                    self.nodes += items.len();
                    if !self.enter(depth, limits) {
                        return false;
                    }
                    stack.extend(items.iter().map(|item| (item, depth + 1)));
                }
                Value::Object(map) => {
                    self.nodes += map.len();
                    if !self.enter(depth, limits) {
                        return false;
                    }
                    for (key, item) in map {
                        self.text += key.len();
                        stack.push((item, depth + 1));
                    }
                }
                _ => {}
            }
        }
        true
    }

    fn enter(&mut self, depth: usize, limits: &Limits) -> bool {
        self.depth = self.depth.max(depth);
        self.is_within(limits)
    }

    fn is_within(self, limits: &Limits) -> bool {
        self.depth <= limits.instance_depth
            && self.nodes <= limits.instance_nodes
            && self.text <= limits.instance_bytes
    }

    #[cold]
    fn refuse(self, limits: &Limits) -> crate::Error {
        if self.depth > limits.instance_depth {
            let limit = limits.instance_depth;
            exceeded(
                "",
                "the instance is nested deeper than",
                limit,
                "levels",
                "instance_depth",
            )
        } else if self.nodes > limits.instance_nodes {
            let limit = limits.instance_nodes;
            exceeded(
                "",
                "the instance has more than",
                limit,
                "values",
                "instance_nodes",
            )
        } else {
            let limit = limits.instance_bytes;
            exceeded(
                "",
                "the instance has more than",
                limit,
                "bytes of text",
                "instance_bytes",
            )
        }
    }
}

/// How large a schema, or a part of it, is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JsonSize {
    /// As compact JSON, approximately.
    pub(super) bytes: usize,
    /// Levels of arrays and objects.
    pub(super) depth: usize,
    pub(super) values: usize,
}

/// The size of a value; counting stops once it exceeds `limit` bytes.
pub(super) fn json_size(value: &Value, limit: usize) -> JsonSize {
    let mut size = JsonSize::default();
    let mut stack = vec![(value, 0usize)];
    while let Some((value, depth)) = stack.pop() {
        if size.bytes > limit {
            break;
        }
        size.values += 1;
        match value {
            Value::Null | Value::Bool(_) => size.bytes += 5,
            Value::Number(_) => size.bytes += 8,
            Value::String(text) => size.bytes += text.len() + 3,
            Value::Array(items) => {
                size.bytes += 2;
                size.depth = size.depth.max(depth + 1);
                stack.extend(items.iter().map(|item| (item, depth + 1)));
            }
            Value::Object(map) => {
                size.bytes += 2;
                size.depth = size.depth.max(depth + 1);
                for (key, item) in map {
                    size.bytes += key.len() + 3;
                    stack.push((item, depth + 1));
                }
            }
        }
    }
    size
}
