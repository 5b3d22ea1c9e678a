//! Makes a value from the shapes of a schema.

use serde_json::Value;

use super::patterns::Patterns;
use crate::meter::{Exceeded, Meter};
use crate::schema::shape::{Document, NodeSet, Shape};

/// How to make the choices that a schema leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// Whether to make every declared property and an item in every array, or only what is required.
    pub(crate) full: bool,
    /// Whether values that the schema suggests (`default`, `examples`) come first.
    pub(crate) suggested: bool,
    /// Which of the alternatives and JSON types to use.
    pub(crate) variant: usize,
}

/// One step towards the part of a value that is of interest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// Into a property of an object that matches the rule with this number.
    Property { rule: usize, name: String },
    /// Into an item of an array that matches the rule with this number.
    Item { rule: usize, index: usize },
}

/// What is wanted at the end of the turns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// This value.
    Value(Value),
    /// An object that matches the rule with this number, with nothing but what it needs and these properties.
    Object { rule: usize, with: Vec<String> },
    /// An array with this many items that matches the rule with this number.
    Array {
        rule: usize,
        length: usize,
        equal: bool,
    },
    /// Any accepted value, with these properties added if it is an object.
    Over(Value),
    /// Any accepted value, if it is an object.
    SomeObject,
    /// Any accepted value.
    Anything,
}

/// Below this depth only what is required is made.
pub(super) const FULL_DEPTH: usize = 6;
/// Most items given to an array.
pub(crate) const MOST_ITEMS: usize = 3000;

/// Makes values of one document.
pub(crate) struct Maker<'m, 'a> {
    pub(crate) document: &'m mut Document<'a>,
    pub(crate) patterns: &'m Patterns,
    pub(crate) meter: &'m Meter,
    pub(crate) style: Style,
    /// Which of several scalars to use, so that items of an array differ.
    pub(super) nth: usize,
}

/// A value, or `None` if none was found.
pub(super) type Made = Result<Option<Value>, Exceeded>;

impl<'m, 'a> Maker<'m, 'a> {
    pub(crate) fn new(
        document: &'m mut Document<'a>,
        patterns: &'m Patterns,
        meter: &'m Meter,
        style: Style,
    ) -> Self {
        Self {
            document,
            patterns,
            meter,
            style,
            nth: 0,
        }
    }

    /// A value that all subschemas of a set should accept, containing what is wanted.
    pub(crate) fn make(&mut self, set: &NodeSet, turns: &[Turn], wish: &Wish) -> Made {
        self.value(set, turns, wish, 0)
    }

    pub(super) fn value(
        &mut self,
        set: &NodeSet,
        turns: &[Turn],
        wish: &Wish,
        depth: usize,
    ) -> Made {
        self.meter.work(1)?;
        let _level = self.meter.enter()?;
        let shape = self.document.shared_shape(set);
        match turns.split_first() {
            Some((Turn::Property { rule, name }, rest)) => match shape.object.rules().get(*rule) {
                Some(rule) => self.object(rule, &[name], Some((name, rest, wish)), depth),
                None => Ok(None),
            },
            Some((Turn::Item { rule, index }, rest)) => match shape.array.rules().get(*rule) {
                Some(rule) => {
                    let interest = Some((*index, rest, wish));
                    let made = self.array(rule, *index + 1, false, interest, depth)?;
                    self.with_contained(set, made, depth)
                }
                None => Ok(None),
            },
            None => self.wished(set, &shape, wish, depth),
        }
    }

    fn wished(&mut self, set: &NodeSet, shape: &Shape, wish: &Wish, depth: usize) -> Made {
        let listed = match wish {
            Wish::Value(_) => None,
            Wish::Object { .. } | Wish::SomeObject => self.listed(set, Value::is_object)?,
            Wish::Array { .. } => self.listed(set, Value::is_array)?,
            Wish::Over(_) | Wish::Anything => self.listed(set, |_| true)?,
        };
        if listed.is_some() {
            return Ok(listed);
        }
        match wish {
            Wish::Value(value) => {
                self.meter.work(size(value))?;
                Ok(Some(value.clone()))
            }
            Wish::Object { rule, with } => match shape.object.rules().get(*rule) {
                Some(rule) => {
                    let names: Vec<&String> = with.iter().collect();
                    self.object(rule, &names, None, depth)
                }
                None => Ok(None),
            },
            Wish::Array {
                rule,
                length,
                equal,
            } => match shape.array.rules().get(*rule) {
                Some(rule) => {
                    let made = self.array(rule, *length, *equal, None, depth)?;
                    self.with_contained(set, made, depth)
                }
                None => Ok(None),
            },
            Wish::SomeObject => self.any_object(&shape.object, depth),
            Wish::Anything => self.anything(set, shape, depth),
            Wish::Over(over) => {
                let mut made = self.anything(set, shape, depth)?;
                if let (Some(Value::Object(made)), Value::Object(over)) = (&mut made, over) {
                    made.extend(over.clone());
                }
                Ok(made)
            }
        }
    }

    fn anything(&mut self, set: &NodeSet, shape: &Shape, depth: usize) -> Made {
        if self.style.suggested {
            let suggested = self.suggestion(set)?;
            if suggested.is_some() {
                return Ok(suggested);
            }
        }
        let open = [
            !shape.object.is_never(),
            !shape.array.is_never(),
            !shape.string.is_never(),
            !shape.number.is_never(),
            shape.boolean.yes || shape.boolean.no,
            shape.null,
        ];
        let mut kinds: Vec<usize> = (0..open.len()).filter(|i| open[*i]).collect();
        // Where everything is accepted, a string is plainest.
        if shape.is_any() {
            kinds.sort_by_key(|kind| *kind != 2);
        }
        // An object that requires itself never ends; something else may work.
        if depth > 2 * FULL_DEPTH {
            kinds.reverse();
        }
        let count = kinds.len().max(1);
        for i in 0..kinds.len() {
            let made = match kinds[(i + self.style.variant) % count] {
                0 => self.any_object(&shape.object, depth)?,
                1 => {
                    let made = self.any_array(&shape.array, depth)?;
                    self.with_contained(set, made, depth)?
                }
                2 => self.text(set, &shape.string)?,
                3 => self.number(shape)?,
                4 => {
                    let yes =
                        shape.boolean.yes && (self.nth.is_multiple_of(2) || !shape.boolean.no);
                    Some(Value::Bool(yes))
                }
                _ => Some(Value::Null),
            };
            if made.is_some() {
                return Ok(made);
            }
        }
        Ok(None)
    }

    /// One of the values that a schema lists, if it lists what shapes do not represent.
    fn listed(&self, set: &NodeSet, is_meant: fn(&Value) -> bool) -> Made {
        for id in set {
            let schema = self.document.schema(*id);
            let only = schema.get("const").map(std::slice::from_ref);
            let several = || Some(schema.get("enum")?.as_array()?.as_slice());
            let values = only.or_else(several).unwrap_or_default();
            self.meter.work(values.len() / 16)?;
            if !values.iter().any(|it| it.is_object() || it.is_array()) {
                continue;
            }
            let meant: Vec<&Value> = values.iter().filter(|it| is_meant(it)).collect();
            let count = meant.len().max(1);
            if let Some(value) = meant.get((self.style.variant + self.nth) % count) {
                self.meter.work(size(value))?;
                return Ok(Some((*value).clone()));
            }
        }
        Ok(None)
    }

    /// A value that the schema itself suggests.
    fn suggestion(&self, set: &NodeSet) -> Made {
        for id in set {
            let schema = self.document.schema(*id);
            let examples = schema.get("examples").and_then(Value::as_array);
            let first = examples.and_then(|examples| examples.first());
            let default = schema.get("default").filter(|value| !value.is_null());
            if let Some(value) = first.or(default) {
                self.meter.work(size(value))?;
                return Ok(Some(value.clone()));
            }
        }
        Ok(None)
    }
}

/// Approximate cost of copying a value, in steps. A value in a schema is no deeper than a schema may be.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(map) => {
            let keys = map.keys().map(|key| key.len() / 64).sum::<usize>();
            1 + keys + map.values().map(size).sum::<usize>()
        }
        Value::String(text) => 1 + text.len() / 64,
        _ => 1,
    }
}
