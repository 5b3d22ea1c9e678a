//! Modes that accept nearly every keyword: the schema is kept except for what they refuse.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::rename::rename_root;
use super::{not_an_object, root};
use crate::adapter::cycles::recursions;
use crate::adapter::facts::Support;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::profile::Profile;
use crate::adapter::report::Report;
use crate::adapter::restore::Restore;
use crate::adapter::warning::Outcome;
use crate::error::Result;
use crate::meter::{Exceeded, Meter};
use crate::path::Path;
use crate::schema::Schema;
use crate::schema::reference::{References, Target};
use crate::schema::walk::{Holds, each_of, holds, is_type, map_of};

/// The input schema for a profile, and how arguments are mapped back.
pub(super) fn lower(
    profile: Profile,
    source: &Value,
    report: &mut Report,
    meter: &Meter,
) -> Result<(Schema, Restore)> {
    let patched = Patch::new(profile, source, meter)?.node(source, &Path::Root, report);
    let mut map = match patched {
        Value::Object(map) => map,
        Value::Bool(true) => Map::new(),
        other => return Err(not_an_object(&other)),
    };
    if root::is_needed(profile, &map) {
        map = root::flatten(profile, map, report, meter)?;
    }
    root::require_object(&mut map, report)?;
    if matches!(profile, Profile::OpenAi) && !map.contains_key("properties") {
        map.insert("properties".to_owned(), json!({}));
    }
    let back = rename_root(profile.facts(), &mut map, report, meter)?;
    if profile == Profile::GeminiJsonSchema {
        note_advisory(source, report);
    }
    let schema = Schema::try_from(map)?;
    let restore = Restore::new(back, BTreeMap::new(), &schema, false);
    Ok((schema, restore))
}

/// The output schema for a profile.
pub(super) fn lower_output(
    profile: Profile,
    source: &Value,
    report: &mut Report,
    meter: &Meter,
) -> Result<Value> {
    Ok(Patch::new(profile, source, meter)?.node(source, &Path::Root, report))
}

/// Reports the keywords that are sent without a documented effect.
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
            report.add_at(feature, schema, path, Outcome::Advisory);
        }
        let path = path.key(keyword);
        each_of(holds(keyword), value, |token, child| {
            advisory(child, &path.token(token), report);
        });
    }
}

struct Patch<'a> {
    profile: Profile,
    references: References<'a>,
    /// Required properties, by object and name, that a recursive schema may not require.
    relaxed: HashSet<(*const Value, &'a str)>,
}

impl<'a> Patch<'a> {
    fn new(profile: Profile, root: &'a Value, meter: &Meter) -> Result<Self, Exceeded> {
        let mut relaxed = HashSet::new();
        if profile == Profile::GeminiJsonSchema {
            let cyclic = recursions(root, meter)?.into_iter();
            let required = cyclic
                .filter(|found| !found.optional)
                .filter_map(|found| found.required);
            relaxed.extend(required.map(|(object, name)| (std::ptr::from_ref(object), name)));
        }
        Ok(Self {
            profile,
            references: References::new(root),
            relaxed,
        })
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
        self.reference(&mut patched, schema, path, report);
        let is_array = || {
            patched
                .get("type")
                .is_some_and(|kind| is_type(kind, "array"))
        };
        match self.profile {
            Profile::OpenAi if is_array() && !patched.contains_key("items") => {
                patched.insert("items".to_owned(), json!({}));
            }
            Profile::GeminiJsonSchema => self.gemini(&mut patched, schema, path, report),
            _ => {}
        }
        Value::Object(patched)
    }

    /// A reference that leads nowhere would make the whole request fail.
    fn reference(
        &self,
        map: &mut Map<String, Value>,
        schema: &Value,
        path: &Path<'_>,
        report: &mut Report,
    ) {
        let Some(Value::String(reference)) = map.get("$ref") else {
            return;
        };
        let note = match self.references.resolve(reference) {
            Target::Local(_) => return,
            Target::External => "the reference leads out of the document",
            Target::Missing => "the reference leads nowhere",
        };
        map.shift_remove("$ref");
        dropped(SchemaFeature::Ref, note, schema, path, report);
    }

    fn gemini(
        &self,
        map: &mut Map<String, Value>,
        schema: &Value,
        path: &Path<'_>,
        report: &mut Report,
    ) {
        if map.shift_remove("$schema").is_some() {
            report.add_at(SchemaFeature::Schema, schema, path, Outcome::Rewritten);
        }
        if let Some(constant @ (Value::String(_) | Value::Number(_))) = map.get("const")
            && !map.contains_key("enum")
        {
            let values = json!([constant]);
            map.shift_remove("const");
            map.insert("enum".to_owned(), values);
            report.add_at(SchemaFeature::Const, schema, path, Outcome::Rewritten);
        }
        let tolerated =
            |key: &String| key.starts_with('$') || key == "description" || key == "default";
        // A single branch means the same as the reference itself.
        if !map.keys().all(tolerated)
            && let Some(reference) = map.shift_remove("$ref")
        {
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
            report.add_at(SchemaFeature::Ref, schema, path, Outcome::Rewritten);
        }
        if !self.relaxed.is_empty() {
            self.relax(map, schema, path, report);
        }
    }

    fn relax(
        &self,
        map: &mut Map<String, Value>,
        schema: &Value,
        path: &Path<'_>,
        report: &mut Report,
    ) {
        let Some(Value::Array(names)) = map.get_mut("required") else {
            return;
        };
        let before = names.len();
        let address = std::ptr::from_ref(schema);
        names.retain(|name| {
            let name = name.as_str().unwrap_or_default();
            !self.relaxed.contains(&(address, name))
        });
        if names.len() == before {
            return;
        }
        if names.is_empty() {
            map.shift_remove("required");
        }
        let note = "a schema may refer to itself only in properties that are not required";
        dropped(SchemaFeature::Required, note, schema, path, report);
    }
}

/// Reports that a keyword was dropped, and why.
fn dropped(
    feature: SchemaFeature,
    why: &str,
    schema: &Value,
    path: &Path<'_>,
    report: &mut Report,
) {
    let (place, note) = (|| path.pointer(), Some(why.to_owned()));
    report.push(feature.into(), Some(schema), place, Outcome::Dropped, note);
}
