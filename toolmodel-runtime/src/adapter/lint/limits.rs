//! How large a strict schema of OpenAI may be.

use serde_json::{Map, Value};

use super::{Complaint, Rule};
use crate::adapter::facts::{
    AZURE_MAX_NESTING_LEVELS, AZURE_MAX_PROPERTIES, MAX_ENUM_VALUES, MAX_LONG_ENUM_CHARACTERS,
    MAX_LONG_ENUM_VALUES, MAX_NAME_CHARACTERS, MAX_NESTING_LEVELS, MAX_OPTIONAL, MAX_PROPERTIES,
};
use crate::adapter::profile::Profile;
use crate::meter::Meter;
use crate::schema::walk::each;

#[derive(Default)]
struct Totals {
    properties: usize,
    levels: usize,
    characters: usize,
    enum_values: usize,
    /// Values and characters of the enum that exceeds its own limit.
    long_enum: Option<(usize, usize)>,
}

/// How many properties and levels a schema may have.
pub(super) struct Most {
    properties: usize,
    levels: usize,
}

pub(super) fn of(profile: Profile) -> Most {
    match profile {
        Profile::AzureStrict => Most {
            properties: AZURE_MAX_PROPERTIES,
            levels: AZURE_MAX_NESTING_LEVELS,
        },
        _ => Most {
            properties: MAX_PROPERTIES,
            levels: MAX_NESTING_LEVELS,
        },
    }
}

/// Whether a schema with this many nodes and levels below the root, for which this much was written,
/// cannot exceed the limits of one tool: names and listed values are part of what was written. Each
/// node has one type, so none is a union.
pub(crate) fn is_within(profile: Profile, nodes: usize, levels: usize, meter: &Meter) -> bool {
    match profile {
        Profile::OpenAiStrict | Profile::AzureStrict => {
            let most = of(profile);
            let characters = meter.written();
            let is_short = characters <= MAX_NAME_CHARACTERS.min(MAX_ENUM_VALUES);
            nodes <= most.properties && levels < most.levels && is_short
        }
        Profile::AnthropicStrict => nodes <= MAX_OPTIONAL,
        _ => true,
    }
}

pub(super) fn check(root: &Value, base: &str, most: &Most, complaints: &mut Vec<Complaint>) {
    let mut totals = Totals::default();
    totals.node(root, 0);
    let mut over = |found: usize, limit: usize, what: &str| {
        if found > limit {
            let message = format!("{found} {what}, at most {limit} are accepted");
            complaints.push(Complaint::new(Rule::Limit, base, message));
        }
    };
    over(totals.properties, most.properties, "object properties");
    over(totals.levels, most.levels, "levels of nesting");
    over(
        totals.characters,
        MAX_NAME_CHARACTERS,
        "characters of names and enum values",
    );
    over(totals.enum_values, MAX_ENUM_VALUES, "enum values");
    if let Some((values, characters)) = totals.long_enum {
        let what = format!("characters in an enum of {values} values");
        over(characters, MAX_LONG_ENUM_CHARACTERS, &what);
    }
}

impl Totals {
    /// References are not followed: the root and each definition count by themselves.
    fn node(&mut self, schema: &Value, level: usize) {
        let Value::Object(map) = schema else {
            return;
        };
        let nests = |keyword: &String| matches!(keyword.as_str(), "properties" | "items");
        let level = level + usize::from(map.keys().any(nests));
        self.levels = self.levels.max(level);
        self.count(map);
        each(map, |keyword, _, child| {
            let level = if matches!(keyword, "$defs" | "definitions") {
                0
            } else {
                level
            };
            self.node(child, level);
        });
    }

    fn count(&mut self, map: &Map<String, Value>) {
        for (keyword, value) in map {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    self.properties += properties.len();
                    self.characters += characters(properties.keys().map(String::as_str));
                }
                ("$defs" | "definitions", Value::Object(definitions)) => {
                    self.characters += characters(definitions.keys().map(String::as_str));
                }
                ("enum", Value::Array(values)) => {
                    let total = characters(values.iter().filter_map(Value::as_str));
                    self.characters += total;
                    self.enum_values += values.len();
                    if values.len() > MAX_LONG_ENUM_VALUES && total > MAX_LONG_ENUM_CHARACTERS {
                        self.long_enum = Some((values.len(), total));
                    }
                }
                ("const", Value::String(text)) => self.characters += characters([text.as_str()]),
                _ => {}
            }
        }
    }
}

fn characters<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    let counts = texts.into_iter().map(|text| text.chars().count());
    counts.sum()
}
