//! Modes that take nearly every keyword: the schema stays as it is but for what they trip over.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::rename::rename_root;
use super::{not_an_object, root};
use crate::adapter::facts::Support;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::path::Path;
use crate::adapter::refs::{self, Graph};
use crate::adapter::report::Report;
use crate::adapter::restore::Restore;
use crate::adapter::subschemas::{Holds, each_of, holds, map_of};
use crate::adapter::warning::Outcome;
use crate::error::Result;

/// The input schema for a profile, and the way back.
pub(super) fn lower(
    profile: Profile,
    source: &Value,
    report: &mut Report,
) -> Result<(Value, Restore)> {
    let patched = Patch::new(profile, source).node(source, &Path::Root, report);
    let mut map = match patched {
        Value::Object(map) => map,
        Value::Bool(true) => Map::new(),
        other => return Err(not_an_object(&other)),
    };
    if root::is_needed(profile, &map) {
        map = root::flatten(profile, map, report);
    }
    root::require_object(&mut map, report)?;
    if matches!(profile, Profile::OpenAi) && !map.contains_key("properties") {
        map.insert("properties".to_owned(), json!({}));
    }
    let renamed = rename_root(profile.facts(), &mut map, report);
    let objects: BTreeMap<_, _> = renamed
        .into_iter()
        .map(|object| (String::new(), object))
        .collect();
    let value = Value::Object(map);
    if profile == Profile::GeminiJsonSchema {
        note_advisory(&value, report);
    }
    let restore = Restore::new(&value, objects);
    Ok((value, restore))
}

/// The output schema for a profile.
pub(super) fn lower_output(profile: Profile, source: &Value, report: &mut Report) -> Value {
    Patch::new(profile, source).node(source, &Path::Root, report)
}

/// Notes the keywords that are sent without a documented effect.
pub(super) fn note_advisory(schema: &Value, report: &mut Report) {
    advisory(schema, &Path::Root, report);
}

fn advisory(schema: &Value, path: &Path<'_>, report: &mut Report) {
    let Value::Object(map) = schema else {
        return;
    };
    let facts = Profile::GeminiJsonSchema.facts();
    for (keyword, value) in map {
        if let Some(feature) = SchemaFeature::from_keyword(keyword)
            && facts.support(feature) == Support::Advisory
        {
            report.add_at(feature, path, Outcome::Advisory);
        }
        let path = path.key(keyword);
        each_of(holds(keyword), value, |token, child| {
            advisory(child, &path.token(token), report);
        });
    }
}

struct Patch<'a> {
    profile: Profile,
    root: &'a Value,
    /// Required properties, by object and name, that a recursive schema may not require.
    relaxed: BTreeSet<(String, String)>,
}

impl<'a> Patch<'a> {
    fn new(profile: Profile, root: &'a Value) -> Self {
        let mut relaxed = BTreeSet::new();
        if profile == Profile::GeminiJsonSchema {
            let graph = Graph::of(root);
            let cyclic = graph.cyclic().into_iter().filter(|edge| !edge.optional);
            relaxed.extend(cyclic.filter_map(|edge| edge.required.clone()));
        }
        Self {
            profile,
            root,
            relaxed,
        }
    }

    fn node(&self, schema: &Value, path: &Path<'_>, report: &mut Report) -> Value {
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(answer) if self.profile != Profile::Anthropic => {
                return if *answer {
                    json!({})
                } else {
                    json!({"not": {}})
                };
            }
            other => return other.clone(),
        };
        let mut patched = Map::new();
        for (keyword, value) in map {
            let holds = holds(keyword);
            let keyword_path = path.key(keyword);
            let value = if holds == Holds::One && value.is_boolean() {
                value.clone()
            } else {
                map_of(holds, value, |token, child| {
                    self.node(child, &keyword_path.token(token), report)
                })
            };
            patched.insert(keyword.clone(), value);
        }
        self.reference(&mut patched, path, report);
        match self.profile {
            Profile::OpenAi if is_array(&patched) && !patched.contains_key("items") => {
                patched.insert("items".to_owned(), json!({}));
            }
            Profile::GeminiJsonSchema => self.gemini(&mut patched, path, report),
            _ => {}
        }
        Value::Object(patched)
    }

    /// A reference that leads nowhere would make the whole request fail.
    fn reference(&self, map: &mut Map<String, Value>, path: &Path<'_>, report: &mut Report) {
        let Some(Value::String(reference)) = map.get("$ref") else {
            return;
        };
        let note = match refs::resolve(self.root, reference) {
            refs::Target::Local(..) => return,
            refs::Target::External => "the reference leads out of the document",
            refs::Target::Missing => "the reference leads nowhere",
        };
        map.shift_remove("$ref");
        report.add_note(
            SchemaFeature::Ref,
            &path.pointer(""),
            Outcome::Dropped,
            note,
        );
    }

    fn gemini(&self, map: &mut Map<String, Value>, path: &Path<'_>, report: &mut Report) {
        if map.shift_remove("$schema").is_some() {
            report.add_at(SchemaFeature::Schema, path, Outcome::Rewritten);
        }
        if let Some(constant @ (Value::String(_) | Value::Number(_))) = map.get("const")
            && !map.contains_key("enum")
        {
            let values = json!([constant]);
            map.shift_remove("const");
            map.insert("enum".to_owned(), values);
            report.add_at(SchemaFeature::Const, path, Outcome::Rewritten);
        }
        let tolerated =
            |key: &String| key.starts_with('$') || key == "description" || key == "default";
        if map.contains_key("$ref") && !map.keys().all(tolerated) {
            // One branch alone means the same as the reference itself.
            if let Some(reference) = map.shift_remove("$ref") {
                let branch = json!({"$ref": reference});
                let keyword = if map.contains_key("anyOf") {
                    "allOf"
                } else {
                    "anyOf"
                };
                match map.get_mut(keyword) {
                    Some(Value::Array(branches)) => branches.push(branch),
                    _ => {
                        map.insert(keyword.to_owned(), Value::Array(vec![branch]));
                    }
                }
                report.add_at(SchemaFeature::Ref, path, Outcome::Rewritten);
            }
        }
        if !self.relaxed.is_empty() {
            self.relax(map, path, report);
        }
    }

    fn relax(&self, map: &mut Map<String, Value>, path: &Path<'_>, report: &mut Report) {
        let pointer = path.pointer("");
        let Some(Value::Array(names)) = map.get_mut("required") else {
            return;
        };
        let before = names.len();
        names.retain(|name| {
            let name = name.as_str().unwrap_or_default();
            !self.relaxed.contains(&(pointer.clone(), name.to_owned()))
        });
        if names.len() == before {
            return;
        }
        let note = "a schema may refer to itself only in properties that are not required";
        report.add_note(SchemaFeature::Required, &pointer, Outcome::Dropped, note);
        if names.is_empty() {
            map.shift_remove("required");
        }
    }
}

fn is_array(map: &Map<String, Value>) -> bool {
    match map.get("type") {
        Some(Value::String(name)) => name == "array",
        Some(Value::Array(names)) => names.iter().any(|name| name == "array"),
        _ => false,
    }
}
