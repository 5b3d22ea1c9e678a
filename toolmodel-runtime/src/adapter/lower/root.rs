//! The root of an input schema has to be a plain object: references are resolved, and
//! combinators flattened into the properties.

use serde_json::{Map, Value, json};

use super::describe::Description;
use super::not_an_object;
use super::shape::names;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::refs;
use crate::adapter::report::Report;
use crate::adapter::subschemas::each;
use crate::adapter::warning::Outcome;
use crate::error::Result;

/// How many schemas may be merged into one root.
const MOST_PARTS: usize = 1000;

/// How many references and combinators may lead from one to the next.
const DEEPEST: usize = 32;

/// Whether the root has a keyword that only subschemas may have.
pub(super) fn is_needed(profile: Profile, root: &Map<String, Value>) -> bool {
    let refused: &[&str] = match profile {
        Profile::GeminiJsonSchema => &["$ref"],
        Profile::OpenAi => &["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "not"],
        _ => &["$ref", "allOf", "anyOf", "oneOf"],
    };
    refused.iter().any(|keyword| root.contains_key(*keyword))
}

/// The root as one plain object. What `anyOf` and `oneOf` say beyond that goes to the description.
pub(super) fn flatten(
    profile: Profile,
    mut root: Map<String, Value>,
    report: &mut Report,
) -> Map<String, Value> {
    keep_referable(&mut root);
    let document = Value::Object(root.clone());
    let definitions: Vec<(&str, Value)> = ["$defs", "definitions"]
        .into_iter()
        .filter_map(|keyword| Some((keyword, root.shift_remove(keyword)?)))
        .collect();
    let mut flattener = Flattener {
        document: &document,
        combinators: profile != Profile::GeminiJsonSchema,
        report,
        told: Description::default(),
        parts: 0,
        depth: 0,
    };
    let mut flat = flattener.flat(root);
    if profile == Profile::OpenAi {
        for feature in [
            SchemaFeature::Enum,
            SchemaFeature::Const,
            SchemaFeature::Not,
        ] {
            if let Some(value) = flat.shift_remove(feature.keyword()) {
                flattener.tell(feature, &value);
            }
        }
    }
    flattener.told.append_to(&mut flat);
    for (keyword, value) in definitions {
        flat.insert(keyword.to_owned(), value);
    }
    flat
}

/// References to the root, or into a part of it that flattening moves, get a definition that
/// stays as it was.
fn keep_referable(root: &mut Map<String, Value>) {
    let mut is_referred_to = false;
    let mut stack = vec![&*root];
    while let Some(map) = stack.pop() {
        let reference = map.get("$ref").and_then(Value::as_str);
        is_referred_to = is_referred_to || reference.is_some_and(moves_with_root);
        each(map, |_, _, child| stack.extend(child.as_object()));
    }
    if !is_referred_to {
        return;
    }
    let definitions = root.get("$defs").and_then(Value::as_object);
    let mut name = "root".to_owned();
    while definitions.is_some_and(|definitions| definitions.contains_key(&name)) {
        name.push('_');
    }
    let prefix = format!("#/$defs/{name}");
    root.values_mut()
        .for_each(|value| move_references(value, &prefix));
    if let Some(Value::String(reference)) = root.get_mut("$ref")
        && moves_with_root(reference)
    {
        reference.replace_range(..1, &prefix);
    }
    let mut original = root.clone();
    for keyword in ["$defs", "definitions", "$schema", "$id"] {
        original.shift_remove(keyword);
    }
    if let Value::Object(definitions) = root.entry("$defs").or_insert_with(|| json!({})) {
        definitions.insert(name, Value::Object(original));
    }
}

fn moves_with_root(reference: &str) -> bool {
    let stays = ["#/$defs/", "#/definitions/"]
        .iter()
        .any(|prefix| reference.starts_with(prefix));
    (reference == "#" || reference.starts_with("#/")) && !stays
}

fn move_references(value: &mut Value, prefix: &str) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| move_references(item, prefix)),
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && moves_with_root(reference)
            {
                reference.replace_range(..1, prefix);
            }
            map.values_mut()
                .for_each(|value| move_references(value, prefix));
        }
        _ => {}
    }
}

struct Flattener<'a> {
    document: &'a Value,
    /// Whether combinators are flattened, or references alone.
    combinators: bool,
    report: &'a mut Report,
    told: Description,
    parts: usize,
    depth: usize,
}

impl Flattener<'_> {
    fn tell(&mut self, feature: SchemaFeature, value: &Value) {
        let is_told = self.told.tell(feature.keyword(), value);
        let outcome = if is_told {
            Outcome::MovedToDescription
        } else {
            Outcome::Dropped
        };
        self.report.add(feature, "", outcome);
    }

    /// The schema without `$ref` and combinators at its root.
    fn flat(&mut self, schema: Map<String, Value>) -> Map<String, Value> {
        self.parts += 1;
        self.depth += 1;
        let flat = self.flat_once(schema);
        self.depth -= 1;
        flat
    }

    fn flat_once(&mut self, mut schema: Map<String, Value>) -> Map<String, Value> {
        if let Some(Value::String(reference)) = schema.shift_remove("$ref") {
            let target = refs::resolve(self.document, &reference);
            let may_follow = self.parts < MOST_PARTS && self.depth < DEEPEST;
            match target {
                refs::Target::Local(_, Value::Object(target)) if may_follow => {
                    self.report.add(SchemaFeature::Ref, "", Outcome::Inlined);
                    let mut target = target.clone();
                    target.shift_remove("$defs");
                    let target = self.flat(target);
                    schema = self.both(schema, target);
                }
                refs::Target::Local(_, Value::Bool(true)) => {}
                _ => self.report.add(SchemaFeature::Ref, "", Outcome::Dropped),
            }
        }
        if !self.combinators {
            return schema;
        }
        if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
            self.report
                .add(SchemaFeature::AllOf, "", Outcome::Rewritten);
            for part in parts {
                if let Value::Object(part) = part {
                    let part = self.flat(part);
                    schema = self.both(schema, part);
                }
            }
        }
        for feature in [SchemaFeature::AnyOf, SchemaFeature::OneOf] {
            if let Some(Value::Array(branches)) = schema.shift_remove(feature.keyword()) {
                let union = self.union(feature, branches);
                schema = self.both(schema, union);
            }
        }
        schema
    }

    fn union(&mut self, feature: SchemaFeature, branches: Vec<Value>) -> Map<String, Value> {
        if branches.len() > 1 {
            self.tell(feature, &Value::Array(branches.clone()));
        } else {
            self.report.add(feature, "", Outcome::Rewritten);
        }
        // What the branches say at their own roots is part of the text already.
        let mut unheard = Flattener {
            document: self.document,
            combinators: true,
            report: &mut Report::default(),
            told: Description::default(),
            parts: self.parts,
            depth: self.depth,
        };
        let branches = branches.into_iter().map(|branch| match branch {
            Value::Object(branch) => unheard.flat(branch),
            _ => Map::new(),
        });
        let branches: Vec<Map<String, Value>> = branches.collect();
        self.parts = unheard.parts;
        let (union, narrowed) = either(&branches);
        if narrowed {
            let note = "a property that an alternative leaves open has the schema of the others";
            self.report
                .add_note(SchemaFeature::Properties, "", Outcome::Narrowed, note);
        }
        union
    }

    /// A schema that accepts what both accept.
    fn both(
        &mut self,
        mut one: Map<String, Value>,
        mut other: Map<String, Value>,
    ) -> Map<String, Value> {
        drop_forbidden(&mut one, &other);
        drop_forbidden(&mut other, &one);
        for (keyword, value) in other {
            let Some(existing) = one.get_mut(&keyword) else {
                one.insert(keyword, value);
                continue;
            };
            match (keyword.as_str(), existing) {
                (_, existing) if *existing == value => {}
                ("properties", Value::Object(existing)) => merge_properties(existing, value),
                ("required", Value::Array(existing)) => {
                    for name in value.as_array().into_iter().flatten() {
                        if !existing.contains(name) {
                            existing.push(name.clone());
                        }
                    }
                }
                ("additionalProperties", existing)
                    if value == json!(false) || *existing == json!(true) =>
                {
                    *existing = value;
                }
                ("additionalProperties", Value::Bool(false))
                | ("title" | "description" | "default" | "examples" | "type", _) => {}
                (keyword, _) => {
                    if let Some(feature) = SchemaFeature::from_keyword(keyword) {
                        self.tell(feature, &value);
                    }
                }
            }
        }
        one
    }
}

fn merge_properties(existing: &mut Map<String, Value>, added: Value) {
    let says_nothing = |schema: &Value| *schema == json!({}) || *schema == json!(true);
    let Value::Object(added) = added else {
        return;
    };
    for (name, schema) in added {
        match existing.get_mut(&name) {
            None => {
                existing.insert(name, schema);
            }
            Some(found) if *found == schema || says_nothing(&schema) => {}
            Some(found) if says_nothing(found) => *found = schema,
            Some(found) => *found = json!({"allOf": [found.clone(), schema]}),
        }
    }
}

/// Removes from `schema` the properties that a closed `other` does not know.
fn drop_forbidden(schema: &mut Map<String, Value>, other: &Map<String, Value>) {
    if !is_closed(other) || other.contains_key("patternProperties") {
        return;
    }
    let known = other.get("properties").and_then(Value::as_object);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| known.is_some_and(|known| known.contains_key(name)));
    }
}

fn is_closed(schema: &Map<String, Value>) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

/// One object for all branches: their properties, and what all of them require. Also says whether
/// a branch leaves a property open that another declares, which is more than the result does.
pub(super) fn either(branches: &[Map<String, Value>]) -> (Map<String, Value>, bool) {
    let mut properties: Map<String, Value> = Map::new();
    let mut required = branches
        .first()
        .map(|branch| names(branch, "required"))
        .unwrap_or_default();
    for branch in branches {
        let here = names(branch, "required");
        required.retain(|name| here.contains(name));
        let found = branch.get("properties").and_then(Value::as_object);
        for (name, schema) in found.into_iter().flatten() {
            match properties.get_mut(name) {
                Some(existing) => add_alternative(existing, schema),
                None => {
                    properties.insert(name.clone(), schema.clone());
                }
            }
        }
    }
    let leaves_open = |branch: &Map<String, Value>, name: &String| {
        let declared = branch
            .get("properties")
            .is_some_and(|all| all.get(name).is_some());
        !declared && !is_closed(branch)
    };
    let narrowed = properties
        .keys()
        .any(|name| branches.iter().any(|branch| leaves_open(branch, name)));
    let mut union = Map::new();
    if !properties.is_empty() {
        union.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        union.insert("required".to_owned(), json!(required));
    }
    if !branches.is_empty() && branches.iter().all(is_closed) {
        union.insert("additionalProperties".to_owned(), json!(false));
    }
    (union, narrowed)
}

fn add_alternative(existing: &mut Value, schema: &Value) {
    if existing == schema {
        return;
    }
    if let Value::Object(map) = existing
        && map.len() == 1
        && let Some(Value::Array(branches)) = map.get_mut("anyOf")
    {
        if !branches.contains(schema) {
            branches.push(schema.clone());
        }
        return;
    }
    *existing = json!({"anyOf": [existing.clone(), schema]});
}

/// Makes the root say `type: "object"`.
pub(super) fn require_object(root: &mut Map<String, Value>, report: &mut Report) -> Result<()> {
    let admits_object = match root.get("type") {
        None => true,
        Some(Value::String(name)) if name == "object" => return Ok(()),
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        Some(_) => false,
    };
    if !admits_object {
        return Err(not_an_object(root.get("type").unwrap_or(&Value::Null)));
    }
    report.add(SchemaFeature::Type, "", Outcome::Rewritten);
    let rest = std::mem::take(root);
    root.insert("type".to_owned(), json!("object"));
    root.extend(rest.into_iter().filter(|(keyword, _)| keyword != "type"));
    Ok(())
}
