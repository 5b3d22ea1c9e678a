//! Objects: closed, with every property required where the mode wants it so.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::merge::Merged;
use super::node::{self, Node};
use super::site::{Fragment, Site};
use super::types::Types;
use super::{Blocker, Compiler, State};
use crate::adapter::facts::{Level, Support};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::describe::{Description, put_before};
use crate::adapter::lower::either::Parts;
use crate::adapter::lower::rename::map_names;
use crate::adapter::profile::Profile;
use crate::adapter::restore::{Back, IS_NULL};
use crate::adapter::warning::Outcome;
use crate::schema::definitions;
use crate::schema::walk::items;

/// An object whose optional properties are still optional.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) properties: Vec<(String, Node)>,
    /// Whether it accepts no other properties.
    pub(super) closed: bool,
    /// Names on the wire with the original ones.
    pub(super) names: BTreeMap<String, String>,
}

impl Open {
    pub(super) fn into_parts(self) -> Parts<Node> {
        let required = self.properties.iter().filter(|(_, node)| node.is_required);
        Parts {
            required: required.map(|(name, _)| name.clone()).collect(),
            properties: self.properties,
            closed: self.closed,
        }
    }

    pub(super) fn of_parts(parts: Parts<Node>, names: BTreeMap<String, String>) -> Self {
        let mut properties = parts.properties;
        for (name, node) in &mut properties {
            node.is_required = parts.required.contains(name);
        }
        Self {
            properties,
            closed: parts.closed,
            names,
        }
    }
}

impl<'a> Compiler<'a, '_> {
    /// The keywords of an object; `None` when no object matches.
    pub(super) fn object(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
    ) -> Result<Option<node::Parts>, Blocker> {
        match self.open_object(merged, told, false)? {
            Some(open) => Ok(Some(self.complete(open, merged.site)?)),
            None => Ok(None),
        }
    }

    /// As [`Compiler::object`], before optional properties are made nullable.
    pub(super) fn open_object(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
        is_top: bool,
    ) -> Result<Option<Open>, Blocker> {
        self.close(merged, is_top)?;
        let object = &merged.object;
        let renames = match self.facts.property_names {
            Some((_, level)) if is_top || level == Level::Every => {
                map_names(self.facts, object.properties.iter().map(|(name, _)| *name))
            }
            _ => BTreeMap::new(),
        };
        let mut names = BTreeMap::new();
        let mut properties = Vec::with_capacity(object.properties.len());
        let mut declared = 0;
        for (name, fragments) in &object.properties {
            let is_required = object.required.contains(name);
            declared += usize::from(is_required);
            let site = fragments
                .first()
                .map_or(merged.site, |fragment| fragment.site);
            let Some(mut node) = self.node(fragments)? else {
                if is_required {
                    return Ok(None);
                }
                if !self.profile.is_strict() {
                    self.add(SchemaFeature::Properties, site, Outcome::Dropped);
                }
                continue;
            };
            node.is_required = is_required;
            node.null_by_default = self.profile.is_openai_strict()
                && fragments.iter().any(Fragment::is_null_by_default);
            self.meter.write(name.len())?;
            let wire = match renames.get(*name) {
                Some(wire) => {
                    names.insert(wire.clone(), (*name).to_owned());
                    self.add(SchemaFeature::Properties, site, Outcome::Rewritten);
                    wire.clone()
                }
                None => (*name).to_owned(),
            };
            properties.push((wire, node));
        }
        if declared < object.required.len() && !self.undeclared(merged, told)? {
            return Ok(None);
        }
        Ok(Some(Open {
            properties,
            closed: self.profile.is_strict()
                || object.closed_at.is_some() && self.profile == Profile::VertexParameters,
            names,
        }))
    }

    /// Strict objects are closed; the mode cannot express one that is explicitly open.
    fn close(&mut self, merged: &Merged<'a>, is_top: bool) -> Result<(), Blocker> {
        let object = &merged.object;
        let feature = SchemaFeature::AdditionalProperties;
        if !self.profile.is_strict() {
            if let Some(site) = object.closed_at
                && self.facts.support(feature) == Support::Refused
            {
                self.add(feature, site, Outcome::Dropped);
            }
            return Ok(());
        }
        if let Some((opener, site)) = object.open_at
            && (object.closed_at.is_none() || opener == SchemaFeature::PatternProperties)
        {
            let note = "the object takes properties it does not name";
            return Err(self.blocker(opener, site.place, note));
        }
        if object.closed_at.is_none() {
            if object.properties.is_empty() && !is_top {
                let note = "the object does not name its properties";
                return Err(self.blocker(SchemaFeature::Properties, merged.site.place, note));
            }
            self.add(feature, merged.site, Outcome::Narrowed);
        }
        Ok(())
    }

    /// Required properties that are not declared; false when the object does not allow them.
    fn undeclared(&mut self, merged: &Merged<'a>, told: &mut Description) -> Result<bool, Blocker> {
        let object = &merged.object;
        let mut undeclared = object.required.clone();
        for (name, _) in &object.properties {
            undeclared.remove(name);
        }
        if object.closed_at.is_some() && object.open_at.is_none() {
            return Ok(false);
        }
        let feature = SchemaFeature::Required;
        if self.profile.is_strict() {
            let note = "a required property is not declared";
            return Err(self.blocker(feature, merged.site.place, note));
        }
        let names: Vec<&str> = undeclared.into_iter().collect();
        self.tell(feature, &json!(names), merged.site, told);
        Ok(true)
    }

    /// Writes an object. OpenAI requires every property; null encodes the absence of those
    /// that were optional.
    pub(super) fn complete(&mut self, open: Open, site: Site<'a>) -> Result<node::Parts, Blocker> {
        let requires_all = self.profile.is_openai_strict();
        let all = open.properties.len();
        let mut properties = Map::with_capacity(all);
        let mut required = Vec::with_capacity(if requires_all { all } else { 0 });
        let mut count = 0;
        let mut back = Back {
            names: open.names,
            absent: Vec::with_capacity(if requires_all { all } else { 0 }),
            ..Back::default()
        };
        for (name, mut node) in open.properties {
            if requires_all && !node.is_required {
                self.optional(&name, &mut node, &mut back, site)?;
            }
            if requires_all || node.is_required {
                required.push(Value::String(name.clone()));
            }
            count += node.size;
            if let Some(below) = node.back {
                back.properties.insert(name.clone(), *below);
            }
            properties.insert(name, Value::Object(node.schema));
        }
        back.absent.sort_unstable();
        let mut keywords = Vec::with_capacity(3);
        if self.profile.is_strict() || !properties.is_empty() {
            keywords.push(("properties", Value::Object(properties)));
        }
        if requires_all || !required.is_empty() {
            keywords.push(("required", Value::Array(required)));
        }
        if open.closed {
            keywords.push(("additionalProperties", Value::Bool(false)));
        }
        Ok(node::Parts {
            keywords,
            back: back.boxed(),
            size: count,
        })
    }

    /// An optional property that has to be required. Even if it accepts null itself, a plain null encodes
    /// absence, because that is what a model writes for a property it leaves out; an actual null is encoded as an
    /// object.
    fn optional(
        &mut self,
        name: &str,
        node: &mut Node,
        back: &mut Back,
        site: Site<'a>,
    ) -> Result<(), Blocker> {
        if back.absent.is_empty() {
            self.add(SchemaFeature::Required, site, Outcome::Rewritten);
        }
        back.absent.push(name.to_owned());
        if !node.types.has(Types::NULL) {
            node.or_null();
            return Ok(());
        }
        // The schema itself makes absence and null equivalent.
        if node.null_by_default {
            return Ok(());
        }
        if self.may_be_marked(&node.schema) {
            let why = "a property is optional and takes null, and objects that would stand for it";
            return Err(self.blocker(SchemaFeature::Required, site.place, why));
        }
        back.wrapped.insert(name.to_owned());
        self.is_unusual = true;
        let marker = json!({
            "type": "object",
            "properties": {IS_NULL: {"type": "boolean", "enum": [true]}},
            "required": [IS_NULL],
            "additionalProperties": false,
        });
        node.or(marker, Types::OBJECT);
        let text = format!("null leaves it out; {{\"{IS_NULL}\": true}} sets it to null.");
        let own = node.schema.get("description").and_then(Value::as_str);
        let text = own.map_or_else(|| text.clone(), |own| format!("{own}\n\n{text}"));
        node.schema.shift_remove("description");
        put_before(&mut node.schema, &text);
        Ok(())
    }

    /// Whether one of the objects that a schema accepts has the property of the object that encodes null.
    fn may_be_marked(&self, schema: &Map<String, Value>) -> bool {
        let mut stack = vec![schema];
        let mut seen = HashSet::new();
        while let Some(schema) = stack.pop() {
            if schema
                .get("properties")
                .is_some_and(|all| all.get(IS_NULL).is_some())
            {
                return true;
            }
            let reference = schema.get("$ref").and_then(Value::as_str);
            if let Some(name) = reference.and_then(definitions::name)
                && seen.insert(name.clone())
            {
                let found = self.by_name.get(&*name);
                match found.map(|index| &self.definitions[*index].state) {
                    Some(State::Lowered(node)) => stack.push(&node.schema),
                    Some(State::BeingLowered) => return true,
                    _ => {}
                }
            }
            stack.extend(items(schema.get("anyOf")).filter_map(Value::as_object));
        }
        false
    }
}
