//! Property names that a provider refuses, at the root of a schema that is otherwise kept.
//!
//! Everything that mentions the properties of the root has to use the new names: the root itself, the schemas
//! applied to the same instance, what those refer to, and references into the properties.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::weight;
use crate::adapter::facts::{Facts, Level};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::report::Report;
use crate::adapter::restore::Back;
use crate::adapter::warning::Outcome;
use crate::error::Result;
use crate::meter::Meter;
use crate::path::Path;
use crate::schema::reference::References;
use crate::schema::walk::children_mut;
use crate::schema::{Schema, definitions};
use crate::validate::{DefaultValidator, VALIDATED};

/// What compiling a pattern costs at least.
const STEPS_TO_COMPILE: usize = 100;

/// Accepted names for the property names that are refused.
pub(super) fn map_names<'a>(
    facts: &Facts,
    names: impl Iterator<Item = &'a str> + Clone,
) -> BTreeMap<String, String> {
    match &facts.property_names {
        Some((rule, _)) => rule.map_all(names),
        None => BTreeMap::new(),
    }
}

/// Renames the properties of the root, and returns how arguments are mapped back.
///
/// # Errors
/// When that would cost too much, or a pattern is invalid.
pub(super) fn rename_root(
    facts: &Facts,
    root: &mut Map<String, Value>,
    report: &mut Report,
    meter: &Meter,
) -> Result<Back> {
    let mut back = Back::default();
    if !matches!(facts.property_names, Some((_, Level::Root))) {
        return Ok(back);
    }
    let Some(Value::Object(properties)) = root.get("properties") else {
        return Ok(back);
    };
    let names = map_names(facts, properties.keys().map(String::as_str));
    if names.is_empty() {
        return Ok(back);
    }
    let above = Path::Root;
    let above = above.key("properties");
    for name in names.keys() {
        let schema = &properties[name];
        report.add_at(
            SchemaFeature::Properties,
            schema,
            &above.key(name),
            Outcome::Rewritten,
        );
    }
    let document = Value::Object(root.clone());
    let renaming = Renaming {
        names: &names,
        references: References::new(&document),
        meter,
    };
    renaming.schema(root, true)?;
    renaming.references(root)?;
    back.names = names.into_iter().map(|(name, wire)| (wire, name)).collect();
    Ok(back)
}

struct Renaming<'a> {
    names: &'a BTreeMap<String, String>,
    references: References<'a>,
    meter: &'a Meter,
}

impl Renaming<'_> {
    /// Renames in a schema that is applied to the arguments as a whole.
    fn schema(&self, map: &mut Map<String, Value>, is_root: bool) -> Result<()> {
        self.meter.work(1 + map.len())?;
        let _level = self.meter.enter()?;
        if !is_root
            && let Some(Value::String(reference)) = map.get("$ref")
            && let Some(schema @ Value::Object(target)) = self.references.local(reference)
        {
            self.meter.write(weight(schema))?;
            map.shift_remove("$ref");
            let mut target = target.clone();
            target.shift_remove("$defs");
            let parts = map.entry("allOf").or_insert_with(|| json!([]));
            if let Value::Array(parts) = parts {
                parts.push(Value::Object(target));
            }
        }
        self.patterns(map)?;
        for keyword in ["properties", "dependentRequired", "dependentSchemas"] {
            if let Some(Value::Object(named)) = map.get_mut(keyword) {
                let renamed = std::mem::take(named).into_iter();
                *named = renamed
                    .map(|(name, value)| (self.wire(name), value))
                    .collect();
            }
        }
        if let Some(Value::Array(names)) = map.get_mut("required") {
            self.rename_all(names);
        }
        if let Some(Value::Object(dependent)) = map.get_mut("dependentRequired") {
            let lists = dependent.values_mut().filter_map(Value::as_array_mut);
            lists.for_each(|names| self.rename_all(names));
        }
        if let Some(names) = map.get_mut("propertyNames") {
            let own: Vec<&String> = self.names.values().collect();
            *names = json!({"anyOf": [{"enum": own}, names.take()]});
        }
        for (keyword, child) in children_mut(map) {
            let is_applied = matches!(
                keyword.as_str(),
                "if" | "then" | "else" | "not" | "allOf" | "anyOf" | "oneOf" | "dependentSchemas"
            );
            if let Value::Object(child) = child
                && is_applied
            {
                self.schema(child, false)?;
            }
        }
        Ok(())
    }

    fn wire(&self, name: String) -> String {
        self.names.get(&name).cloned().unwrap_or(name)
    }

    fn rename_all(&self, names: &mut [Value]) {
        for name in names {
            if let Some(wire) = name.as_str().and_then(|name| self.names.get(name)) {
                *name = Value::String(wire.clone());
            }
        }
    }

    /// A pattern matching the old name still applies under the new one; a pattern matching only the new name must
    /// not start to apply.
    fn patterns(&self, map: &mut Map<String, Value>) -> Result<()> {
        let Some(Value::Object(patterns)) = map.get_mut("patternProperties") else {
            return Ok(());
        };
        let mut held: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        let mut kept = Map::new();
        for (pattern, schema) in std::mem::take(patterns) {
            self.meter.work(STEPS_TO_COMPILE + pattern.len())?;
            let text = Schema::try_from(json!({"type": "string", "pattern": pattern}))?;
            let text = DefaultValidator::shared().compile(&text)?;
            let is_valid = |name: &str| {
                let name = json!(name);
                self.meter.work(1 + text.steps(&name) / VALIDATED)?;
                text.is_valid(&name)
            };
            let mut excluded = Vec::new();
            for (name, wire) in self.names {
                let (old, new) = (is_valid(name)?, is_valid(wire)?);
                if old && !new {
                    self.meter.write(weight(&schema))?;
                    held.entry(name).or_default().push(schema.clone());
                } else if new && !old {
                    self.meter.write(wire.len())?;
                    excluded.push(wire.replace('.', "\\."));
                }
            }
            let pattern = if excluded.is_empty() {
                pattern
            } else {
                format!("^(?!(?:{})$)[\\s\\S]*?(?:{pattern})", excluded.join("|"))
            };
            kept.insert(pattern, schema);
        }
        *patterns = kept;
        let properties = map.entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            for (name, mut schemas) in held {
                if let Some(own) = properties.get_mut(name) {
                    schemas.insert(0, own.take());
                }
                let all = match schemas.as_mut_slice() {
                    [only] => only.take(),
                    _ => json!({"allOf": schemas}),
                };
                properties.insert(name.to_owned(), all);
            }
        }
        Ok(())
    }

    /// Changes references into the properties of the root to their new names.
    fn references(&self, map: &mut Map<String, Value>) -> Result<()> {
        self.meter.work(1)?;
        if let Some(Value::String(reference)) = map.get_mut("$ref") {
            self.meter.work(reference.len())?;
            if let Some(renamed) = self.reference(reference) {
                *reference = renamed;
            }
        }
        for (_, child) in children_mut(map) {
            if let Value::Object(child) = child {
                self.references(child)?;
            }
        }
        Ok(())
    }
    /// A reference into a property that has a new name.
    fn reference(&self, reference: &str) -> Option<String> {
        let mut tokens = definitions::tokens(reference)?;
        tokens.next().filter(|(_, key)| key == "properties")?;
        let (_, name) = tokens.next()?;
        let wire = self.names.get(&*name)?;
        let below: String = tokens.flat_map(|(token, _)| ["/", token]).collect();
        Some(format!("#/properties/{wire}{below}"))
    }
}
