//! Arrays and closed objects of simple schemas, which are copied whole where nothing changes.
//!
//! Only one level is examined: looking deeper from every level would take time quadratic in the depth.

use serde_json::{Map, Value};

use super::node::Node;
use super::types::Types;
use super::{Blocker, Compiler, WORK_PER_NODE};
use crate::adapter::facts::Level;
use crate::adapter::lower::weight;

/// Objects with more keywords than this are not examined.
const FEW: usize = 6;

impl Compiler<'_, '_> {
    /// A copy of an array of simple items, or of a closed object of simple properties; `None` if it
    /// has to be written anew.
    pub(super) fn flat(&mut self, map: &Map<String, Value>) -> Result<Option<Node>, Blocker> {
        let is_renamed = matches!(self.facts.property_names, Some((_, Level::Every)));
        if self.profile.is_openapi() || is_renamed || map.len() > FEW {
            return Ok(None);
        }
        let found = match map.iter().next() {
            Some((keyword, Value::String(name))) if keyword == "type" => match name.as_str() {
                "array" => self.has_simple_items(map).then_some((Types::ARRAY, 1)),
                "object" => self
                    .simple_properties(map)
                    .map(|count| (Types::OBJECT, count)),
                _ => None,
            },
            _ => None,
        };
        let Some((types, inside)) = found else {
            return Ok(None);
        };
        self.meter.work(inside * WORK_PER_NODE)?;
        self.meter.write(map.values().map(weight).sum())?;
        self.deepest = self.deepest.max(self.meter.depth() + 1);
        Ok(Some(Node {
            size: 1 + inside,
            ..Node::leaf(map.clone(), types)
        }))
    }

    /// Whether a schema is written unchanged.
    fn is_kept(&self, schema: &Value) -> bool {
        let map = schema.as_object();
        let simple = map.and_then(|map| self.is_simple(map));
        simple.is_some_and(|simple| simple.is_kept())
    }

    fn has_simple_items(&self, map: &Map<String, Value>) -> bool {
        let mut keywords = behind_texts(map);
        let is_items =
            |(keyword, value): (&String, &Value)| keyword == "items" && self.is_kept(value);
        keywords.next().is_some_and(is_items) && keywords.next().is_none()
    }

    /// How many properties an object has, if all of them are simple, it is closed, and it requires what the
    /// mode requires.
    fn simple_properties(&self, map: &Map<String, Value>) -> Option<usize> {
        let mut keywords = behind_texts(map);
        let properties = match keywords.next()? {
            (keyword, Value::Object(properties)) if keyword == "properties" => properties,
            _ => return None,
        };
        let required = match keywords.next()? {
            (keyword, Value::Array(names)) if keyword == "required" => names,
            _ => return None,
        };
        let (keyword, additional) = keywords.next()?;
        let is_closed = keyword == "additionalProperties" && *additional == Value::Bool(false);
        if !is_closed || keywords.next().is_some() || required.is_empty() {
            return None;
        }
        if self.profile.is_openai_strict() && required.len() != properties.len() {
            return None;
        }
        // Required names are written in the order of the properties.
        let mut names = required.iter().peekable();
        for (name, schema) in properties {
            names.next_if(|required| required.as_str() == Some(name));
            if !self.is_kept(schema) {
                return None;
            }
        }
        names.next().is_none().then_some(properties.len())
    }
}

/// The keywords after the type, the title and the description, if these are in front.
fn behind_texts(map: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    let mut keywords = map.iter().skip(1).peekable();
    for text in ["title", "description"] {
        keywords.next_if(|(keyword, value)| *keyword == text && value.is_string());
    }
    keywords
}
