//! The root of an input schema has to be a plain object: references are resolved, and
//! combinators flattened into the properties.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::describe::Description;
use super::either::{Parts, either};
use super::{not_an_object, texts, weight, words};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::profile::Profile;
use crate::adapter::report::Report;
use crate::adapter::warning::Outcome;
use crate::error::Result;
use crate::meter::Meter;
use crate::schema::definitions;
use crate::schema::reference::{References, Target};
use crate::schema::walk::{self, children_mut, each, is_type};

/// Most references and combinators that may lead from one to the next.
const DEEPEST: usize = 32;

/// Parts of a schema that are visited to describe it in words.
const MOST_TOLD: usize = 400;

/// Whether the root has a keyword that only subschemas may have.
pub(super) fn is_needed(profile: Profile, root: &Map<String, Value>) -> bool {
    let refused: &[&str] = match profile {
        Profile::GeminiJsonSchema => &["$ref"],
        Profile::OpenAi => &["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "not"],
        _ => &["$ref", "allOf", "anyOf", "oneOf"],
    };
    refused.iter().any(|keyword| root.contains_key(*keyword))
}

/// The root as one plain object. What `anyOf` and `oneOf` require beyond that goes to the description.
///
/// # Errors
/// When that would cost too much.
pub(super) fn flatten(
    profile: Profile,
    mut root: Map<String, Value>,
    report: &mut Report,
    meter: &Meter,
) -> Result<Map<String, Value>> {
    keep_referable(&mut root);
    let document = Value::Object(root.clone());
    let definitions: Vec<(&str, Value)> = ["$defs", "definitions"]
        .into_iter()
        .filter_map(|keyword| Some((keyword, root.shift_remove(keyword)?)))
        .collect();
    let mut flattener = Flattener {
        references: References::new(&document),
        combinators: profile != Profile::GeminiJsonSchema,
        report: Some(report),
        told: Description::default(),
        meter,
        depth: 0,
    };
    let mut flat = flattener.flat(root)?;
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
    definitions::drop_unused(&mut flat);
    Ok(flat)
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
    move_references(root, &format!("#/$defs/{name}"));
    let mut original = root.clone();
    for keyword in ["$defs", "definitions", "$schema", "$id"] {
        original.shift_remove(keyword);
    }
    if let Value::Object(definitions) = root.entry("$defs").or_insert_with(|| json!({})) {
        definitions.insert(name, Value::Object(original));
    }
}

fn moves_with_root(reference: &str) -> bool {
    let first = definitions::tokens(reference).and_then(|mut tokens| tokens.next());
    reference == "#" || first.is_some_and(|(_, key)| !definitions::KEYWORDS.contains(&&*key))
}

fn move_references(map: &mut Map<String, Value>, prefix: &str) {
    if let Some(Value::String(reference)) = map.get_mut("$ref")
        && moves_with_root(reference)
    {
        reference.replace_range(..1, prefix);
    }
    for (_, child) in children_mut(map) {
        if let Value::Object(child) = child {
            move_references(child, prefix);
        }
    }
}

struct Flattener<'a> {
    references: References<'a>,
    /// Whether combinators are flattened, or references alone.
    combinators: bool,
    /// `None` inside alternatives: what they require at their own roots is part of the text already.
    report: Option<&'a mut Report>,
    told: Description,
    meter: &'a Meter,
    depth: usize,
}

impl Flattener<'_> {
    fn add(&mut self, feature: SchemaFeature, outcome: Outcome) {
        if let Some(report) = &mut self.report {
            report.add(feature, outcome);
        }
    }

    fn tell(&mut self, feature: SchemaFeature, value: &Value) {
        if self.report.is_none() {
            return;
        }
        let whole = words::self_contained(value, &self.references, MOST_TOLD, self.meter);
        let is_told = whole.is_some_and(|value| self.told.tell(feature.keyword(), &value));
        let outcome = if is_told {
            Outcome::MovedToDescription
        } else {
            Outcome::Dropped
        };
        self.add(feature, outcome);
    }

    /// The schema without `$ref` and combinators at its root.
    fn flat(&mut self, mut schema: Map<String, Value>) -> Result<Map<String, Value>> {
        self.meter.work(1 + schema.len())?;
        self.depth += 1;
        let mut parts = Vec::new();
        if let Some(Value::String(reference)) = schema.shift_remove("$ref") {
            self.meter.work(reference.len())?;
            match self.references.resolve(&reference) {
                Target::Local(spot) if self.depth < DEEPEST => {
                    if let Value::Object(target) = spot.schema {
                        self.add(SchemaFeature::Ref, Outcome::Inlined);
                        self.meter.write(weight(spot.schema))?;
                        let mut target = target.clone();
                        target.shift_remove("$defs");
                        parts.push(self.flat(target)?);
                    }
                }
                _ => self.add(SchemaFeature::Ref, Outcome::Dropped),
            }
        }
        if self.combinators {
            if let Some(Value::Array(all)) = schema.shift_remove("allOf") {
                self.add(SchemaFeature::AllOf, Outcome::Rewritten);
                for part in all {
                    if let Value::Object(part) = part {
                        parts.push(self.flat(part)?);
                    }
                }
            }
            for feature in [SchemaFeature::AnyOf, SchemaFeature::OneOf] {
                if let Some(Value::Array(branches)) = schema.shift_remove(feature.keyword()) {
                    parts.push(self.union(feature, branches)?);
                }
            }
        }
        self.depth -= 1;
        if parts.is_empty() {
            return Ok(schema);
        }
        parts.insert(0, schema);
        self.all(parts)
    }

    fn tell_union(&mut self, feature: SchemaFeature, branches: &[Value]) -> Result<()> {
        let exactly_one = feature == SchemaFeature::OneOf;
        self.meter.work(MOST_TOLD + branches.len())?;
        if branches.len() < 2 {
            self.add(feature, Outcome::Rewritten);
        } else if let Some(sentence) = words::sentence(branches, exactly_one, &self.references) {
            self.told.say(sentence);
            self.add(feature, Outcome::MovedToDescription);
        } else {
            let branches = Value::Array(branches.to_vec());
            self.meter.write(weight(&branches))?;
            self.tell(feature, &branches);
        }
        Ok(())
    }

    fn union(
        &mut self,
        feature: SchemaFeature,
        branches: Vec<Value>,
    ) -> Result<Map<String, Value>> {
        if self.report.is_some() {
            self.tell_union(feature, &branches)?;
        }
        let heard = (self.report.take(), std::mem::take(&mut self.told));
        let mut parts = Vec::new();
        for branch in branches {
            parts.push(parts_of(match branch {
                Value::Object(branch) => self.flat(branch)?,
                _ => Map::new(),
            }));
        }
        (self.report, self.told) = heard;
        let (union, narrowed) = either(parts, |schemas| Some(any_of(schemas)));
        if narrowed && let Some(report) = &mut self.report {
            let note = "a property that an alternative leaves open has the schema of the others";
            report.add_note(SchemaFeature::Properties, Outcome::Narrowed, note);
        }
        Ok(written(union))
    }

    /// A schema that accepts what all parts accept.
    fn all(&mut self, parts: Vec<Map<String, Value>>) -> Result<Map<String, Value>> {
        let mut merged = Map::new();
        let mut required = HashSet::new();
        let has_patterns = |part: &Map<String, Value>| part.contains_key("patternProperties");
        let patterned = parts.iter().filter(|part| has_patterns(part)).count();
        let mut rests: Vec<Rest> = Vec::new();
        for (i, part) in parts.into_iter().enumerate() {
            self.meter.work(1 + part.len())?;
            // The others are parts of the first one, for which all their properties are evaluated.
            if let Some(rest) = rest_of(&part, i > 0) {
                let is_exempt = patterned > usize::from(has_patterns(&part));
                self.meter.write(weight(&rest.schema))?;
                rests.push(Rest { is_exempt, ..rest });
            }
            for (keyword, value) in part {
                self.merge(&mut merged, keyword, value, &mut required)?;
            }
        }
        let mut none = Map::new();
        let properties = match merged.get_mut("properties") {
            Some(Value::Object(properties)) => properties,
            _ => &mut none,
        };
        for rest in rests {
            self.rest(properties, &rest)?;
        }
        Ok(merged)
    }

    /// Applies what a part says about unnamed properties to those it does not name.
    fn rest(&mut self, properties: &mut Map<String, Value>, rest: &Rest) -> Result<()> {
        self.meter.work(properties.len())?;
        let is_other = |name: &String| !rest.names.contains(name);
        if rest.is_exempt || rest.has_patterns && properties.keys().any(is_other) {
            self.tell(rest.feature, &rest.schema);
        }
        if rest.has_patterns {
            return Ok(());
        }
        if rest.schema == Value::Bool(false) {
            properties.retain(|name, _| !is_other(name));
        } else {
            let others: Vec<String> = properties
                .keys()
                .filter(|name| is_other(name))
                .cloned()
                .collect();
            self.meter
                .write(others.len().saturating_mul(weight(&rest.schema)))?;
            let held = others.into_iter().map(|name| (name, rest.schema.clone()));
            merge_properties(properties, Value::Object(held.collect()));
        }
        Ok(())
    }

    fn merge(
        &mut self,
        merged: &mut Map<String, Value>,
        keyword: String,
        value: Value,
        required: &mut HashSet<String>,
    ) -> Result<()> {
        if keyword == "required"
            && let Value::Array(names) = &value
        {
            self.meter.work(names.len())?;
            let names = names.iter().filter_map(Value::as_str).map(str::to_owned);
            let new: Vec<Value> = names
                .filter(|name| required.insert(name.clone()))
                .map(Value::String)
                .collect();
            if let Value::Array(all) = merged.entry(keyword).or_insert_with(|| json!([])) {
                all.extend(new);
            }
            return Ok(());
        }
        let Some(existing) = merged.get_mut(&keyword) else {
            merged.insert(keyword, value);
            return Ok(());
        };
        match (keyword.as_str(), existing) {
            ("properties", Value::Object(existing)) => {
                self.meter.work(value.as_object().map_or(0, Map::len))?;
                merge_properties(existing, value);
            }
            (_, existing) if *existing == value => {}
            // No object matches; this is refused like a root that says so itself.
            ("type", existing) if !is_type(&value, "object") => *existing = value,
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
        Ok(())
    }
}

fn merge_properties(existing: &mut Map<String, Value>, added: Value) {
    let says_nothing = |schema: &Value| *schema == json!({}) || *schema == json!(true);
    let Value::Object(added) = added else {
        return;
    };
    for (name, schema) in added {
        let Some(found) = existing.get_mut(&name) else {
            existing.insert(name, schema);
            continue;
        };
        if *found == schema || says_nothing(&schema) {
            continue;
        }
        if says_nothing(found) {
            *found = schema;
            continue;
        }
        // Many parts make one list, not a list nested in a list for each.
        match found.as_object_mut() {
            Some(map) if map.len() == 1 && map.contains_key("allOf") => {
                if let Some(Value::Array(parts)) = map.get_mut("allOf") {
                    parts.push(schema);
                }
            }
            _ => *found = json!({"allOf": [found.take(), schema]}),
        }
    }
}

/// What a part of a conjunction says about the properties that it does not name.
struct Rest {
    feature: SchemaFeature,
    schema: Value,
    names: HashSet<String>,
    /// Whether it has patterns, so that names alone do not determine which properties these are.
    has_patterns: bool,
    /// Whether patterns of other parts would exempt some of these properties once everything is one schema.
    is_exempt: bool,
}

fn rest_of(part: &Map<String, Value>, is_inner: bool) -> Option<Rest> {
    let says = |feature: SchemaFeature| {
        let schema = part.get(feature.keyword())?;
        let is_open = *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty);
        (!is_open).then(|| (feature, schema.clone()))
    };
    let unevaluated = || says(SchemaFeature::UnevaluatedProperties).filter(|_| is_inner);
    let (feature, schema) = says(SchemaFeature::AdditionalProperties).or_else(unevaluated)?;
    let names = part.get("properties").and_then(Value::as_object);
    Some(Rest {
        feature,
        schema,
        names: names
            .into_iter()
            .flat_map(|all| all.keys().cloned())
            .collect(),
        has_patterns: part.contains_key("patternProperties"),
        is_exempt: false,
    })
}

fn is_closed(schema: &Map<String, Value>) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

fn parts_of(mut branch: Map<String, Value>) -> Parts<Value> {
    let closed = is_closed(&branch);
    let properties = match branch.shift_remove("properties") {
        Some(Value::Object(properties)) => properties.into_iter().collect(),
        _ => Vec::new(),
    };
    let names = walk::texts(branch.get("required"));
    Parts {
        properties,
        required: names.map(str::to_owned).collect(),
        closed,
    }
}

fn written(parts: Parts<Value>) -> Map<String, Value> {
    let required = parts.required;
    let mut union = Map::new();
    if !parts.properties.is_empty() {
        let properties = parts.properties.into_iter().collect();
        union.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        union.insert("required".to_owned(), json!(required));
    }
    if parts.closed {
        union.insert("additionalProperties".to_owned(), json!(false));
    }
    union
}

/// The alternatives of one property.
fn any_of(schemas: Vec<Value>) -> Value {
    let mut distinct: Vec<Value> = Vec::new();
    let mut seen = HashSet::new();
    for schema in schemas {
        if seen.insert(schema.to_string()) {
            distinct.push(schema);
        }
    }
    if distinct.len() == 1 {
        return distinct.swap_remove(0);
    }
    let maps: Option<Vec<&Map<String, Value>>> = distinct.iter().map(Value::as_object).collect();
    if let Some(joined) = maps.and_then(|maps| texts::joined(&maps)) {
        return Value::Object(joined);
    }
    json!({"anyOf": distinct})
}

/// Gives the root `type: "object"`.
pub(super) fn require_object(root: &mut Map<String, Value>, report: &mut Report) -> Result<()> {
    match root.get("type") {
        Some(kind) if kind == "object" => return Ok(()),
        Some(kind) if !is_type(kind, "object") => return Err(not_an_object(kind)),
        _ => {}
    }
    report.add(SchemaFeature::Type, Outcome::Rewritten);
    let rest = std::mem::take(root);
    root.insert("type".to_owned(), json!("object"));
    root.extend(rest.into_iter().filter(|(keyword, _)| keyword != "type"));
    Ok(())
}
