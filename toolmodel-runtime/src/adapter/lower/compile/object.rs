//! Objects: closed, with every property required where the mode wants it so.

use serde_json::{Map, Value, json};

use super::merge::Merged;
use super::{Blocker, Compiler, Node, State, marks, nullable};
use crate::adapter::facts::Level;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::lower::describe::Description;
use crate::adapter::lower::rename::map_names;
use crate::adapter::warning::Outcome;

impl<'a> Compiler<'a> {
    /// The keywords of an object; none when no object fits.
    pub(super) fn object(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
        depth: usize,
        is_top: bool,
    ) -> Node {
        let Some(mut object) = self.open_object(merged, told, depth, is_top)? else {
            return Ok(None);
        };
        self.complete(&mut object, merged);
        Ok(Some(object))
    }

    /// As [`Compiler::object`], before optional properties are made nullable.
    pub(super) fn open_object(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
        depth: usize,
        is_top: bool,
    ) -> Node {
        self.close(merged, is_top)?;
        let renames = match self.facts.property_names {
            Some((_, level)) if is_top || level == Level::Every => {
                let names: Vec<&str> = merged
                    .object
                    .properties
                    .iter()
                    .map(|(name, _)| *name)
                    .collect();
                map_names(self.facts, &names)
            }
            _ => std::collections::BTreeMap::new(),
        };
        let mut object = Map::new();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (name, fragments) in &merged.object.properties {
            let is_required = merged.object.required.contains(name);
            let path = fragments
                .first()
                .map_or_else(String::new, |f| f.pointer.clone());
            let Some(schema) = self.node(fragments.clone(), depth + 1)? else {
                if is_required {
                    return Ok(None);
                }
                if !self.profile.is_strict() {
                    self.report
                        .add(SchemaFeature::Properties, &path, Outcome::Dropped);
                }
                continue;
            };
            let wire = renames.get(*name).map_or(*name, String::as_str);
            if wire != *name {
                marks::renamed(&mut object, wire, name);
                self.report
                    .add(SchemaFeature::Properties, &path, Outcome::Rewritten);
            }
            if is_required {
                required.push(wire.to_owned());
            }
            properties.insert(wire.to_owned(), Value::Object(schema));
        }
        if !self.undeclared(merged, told)? {
            return Ok(None);
        }
        let strict = self.profile.is_strict();
        if strict || !properties.is_empty() {
            object.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() || self.profile == Profile::OpenAiStrict {
            object.insert("required".to_owned(), json!(required));
        }
        if strict {
            object.insert("additionalProperties".to_owned(), json!(false));
        }
        Ok(Some(object))
    }

    /// Strict objects are closed; one that is open on purpose is beyond the mode.
    fn close(&mut self, merged: &Merged<'a>, is_top: bool) -> Result<(), Blocker> {
        let object = &merged.object;
        let feature = SchemaFeature::AdditionalProperties;
        if !self.profile.is_strict() {
            if let Some(path) = &object.closed_at {
                self.report.add(feature, path, Outcome::Dropped);
            }
            return Ok(());
        }
        if let Some((opener, path)) = &object.open_at
            && (object.closed_at.is_none() || *opener == SchemaFeature::PatternProperties)
        {
            return Err(Blocker::new(
                *opener,
                path,
                "the object takes properties it does not name",
            ));
        }
        if object.closed_at.is_none() {
            if object.properties.is_empty() && !is_top {
                let note = "the object does not name its properties";
                return Err(Blocker::new(
                    SchemaFeature::Properties,
                    &merged.pointer,
                    note,
                ));
            }
            self.report.add(feature, &merged.pointer, Outcome::Narrowed);
        }
        Ok(())
    }

    /// Required properties that are not declared; false when the object is closed to them.
    fn undeclared(&mut self, merged: &Merged<'a>, told: &mut Description) -> Result<bool, Blocker> {
        let object = &merged.object;
        let is_declared =
            |name: &&&str| object.properties.iter().any(|(found, _)| *found == **name);
        let undeclared: Vec<&&str> = object
            .required
            .iter()
            .filter(|name| !is_declared(name))
            .collect();
        if undeclared.is_empty() {
            return Ok(true);
        }
        if object.closed_at.is_some() && object.open_at.is_none() {
            return Ok(false);
        }
        let feature = SchemaFeature::Required;
        if self.profile.is_strict() {
            let note = "a required property is not declared";
            return Err(Blocker::new(feature, &merged.pointer, note));
        }
        self.tell(feature, &json!(undeclared), &merged.pointer, told);
        Ok(true)
    }

    /// OpenAI requires every property; null stands for the absence of those that were optional.
    pub(super) fn complete(&mut self, object: &mut Map<String, Value>, merged: &Merged<'a>) {
        if self.profile != Profile::OpenAiStrict {
            return;
        }
        let Some(Value::Array(required)) = object.shift_remove("required") else {
            return;
        };
        let Some(Value::Object(mut properties)) = object.shift_remove("properties") else {
            return;
        };
        let mut all = Vec::new();
        for (name, schema) in &mut properties {
            all.push(name.clone());
            if required
                .iter()
                .any(|required| required.as_str() == Some(name))
            {
                continue;
            }
            self.report
                .add(SchemaFeature::Required, &merged.pointer, Outcome::Rewritten);
            if let Value::Object(map) = schema
                && !self.accepts_null(map, 0)
            {
                *map = nullable::nullable(std::mem::take(map));
                marks::absent(object, name);
            }
        }
        let closed = object.shift_remove("additionalProperties");
        object.insert("properties".to_owned(), Value::Object(properties));
        object.insert("required".to_owned(), json!(all));
        if let Some(closed) = closed {
            object.insert("additionalProperties".to_owned(), closed);
        }
    }

    /// Whether a lowered schema accepts null.
    fn accepts_null(&self, schema: &Map<String, Value>, hops: usize) -> bool {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let name = reference.strip_prefix("#/$defs/");
            let found = self
                .definitions
                .iter()
                .find(|found| Some(found.name.as_str()) == name);
            let target = found.and_then(|found| match &found.state {
                State::Lowered(schema) => Some(schema),
                _ => None,
            });
            return hops < 32 && target.is_some_and(|target| self.accepts_null(target, hops + 1));
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            let branches = branches.iter().filter_map(Value::as_object);
            return branches
                .into_iter()
                .any(|branch| self.accepts_null(branch, hops));
        }
        match schema.get("type") {
            Some(Value::String(name)) => name == "null",
            Some(Value::Array(names)) => names.iter().any(|name| name == "null"),
            _ => schema.get("const").is_some_and(Value::is_null),
        }
    }
}
