//! Facts in words, for people.

use serde_json::Value;

use super::bounds::Bounds;
use super::facts::Facts;
use crate::docs::caps::truncated;

/// The most values of a closed list that are written out.
const MAX_VALUES: usize = 24;
/// The longest JSON text of one value, in characters.
const MAX_VALUE_LEN: usize = 200;

/// A constraint in words: a label, and code that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docs) struct Detail {
    pub(in crate::docs) label: String,
    pub(in crate::docs) code: Vec<String>,
}

impl Detail {
    fn new(label: impl Into<String>, code: Vec<String>) -> Self {
        Self {
            label: label.into(),
            code,
        }
    }
}

/// What a reader wants to know about a property besides its type.
pub(super) fn details(facts: &Facts<'_>) -> Vec<Detail> {
    let mut details = Vec::new();
    if facts.deprecated {
        details.push(Detail::new("deprecated", Vec::new()));
    }
    if let Some(values) = &facts.values {
        let label = match values.len() {
            0 => "no value".to_owned(),
            1 => "always".to_owned(),
            n if n > MAX_VALUES => format!("one of {n}, the first {MAX_VALUES}"),
            _ => "one of".to_owned(),
        };
        let shown = values.iter().take(MAX_VALUES);
        details.push(Detail::new(label, shown.map(|value| json(value)).collect()));
    }
    if let Some(default) = facts.default {
        details.push(Detail::new("default", vec![json(default)]));
    }
    bounds(&facts.bounds, &mut details);
    if facts.unique {
        details.push(Detail::new("no item twice", Vec::new()));
    }
    for (label, text) in [("format", facts.format), ("pattern", facts.pattern)] {
        if let Some(text) = text {
            let text = shortened(text.to_owned());
            details.push(Detail::new(label, vec![text]));
        }
    }
    if let Some(examples) = facts.examples.filter(|examples| !examples.is_empty()) {
        let shown = examples.iter().take(3).map(json).collect();
        details.push(Detail::new("for example", shown));
    }
    details
}

fn bounds(bounds: &Bounds, details: &mut Vec<Detail>) {
    for (word, number) in [
        ("at least", &bounds.minimum),
        ("more than", &bounds.exclusive_minimum),
        ("at most", &bounds.maximum),
        ("less than", &bounds.exclusive_maximum),
        ("multiple of", &bounds.multiple_of),
    ] {
        if let Some(number) = number {
            details.push(Detail::new(word, vec![number.to_string()]));
        }
    }
    for (one, many, least, most) in [
        (
            "character",
            "characters",
            bounds.min_length,
            bounds.max_length,
        ),
        ("item", "items", bounds.min_items, bounds.max_items),
        (
            "property",
            "properties",
            bounds.min_properties,
            bounds.max_properties,
        ),
    ] {
        let noun = |n: u64| if n == 1 { one } else { many };
        let label = match (least.filter(|least| *least > 0), most) {
            (None, None) => continue,
            (Some(least), None) => format!("at least {least} {}", noun(least)),
            (None, Some(most)) => format!("at most {most} {}", noun(most)),
            (Some(least), Some(most)) if least == most => format!("{most} {}", noun(most)),
            (Some(least), Some(most)) => format!("{least} to {most} {}", noun(most)),
        };
        details.push(Detail::new(label, Vec::new()));
    }
}

/// The type in words: `integer`, `array of string`, `string or null`.
pub(super) fn kind(facts: &Facts<'_>, items: Option<&Facts<'_>>) -> String {
    let types = facts.known_types();
    if types.is_empty() {
        return "any".to_owned();
    }
    let words: Vec<String> = types
        .into_iter()
        .map(|kind| match items {
            Some(items) if kind == "array" => {
                let inner = self::kind(items, None);
                if inner == "any" {
                    "array".to_owned()
                } else {
                    format!("array of {inner}")
                }
            }
            _ => truncated(kind, MAX_VALUE_LEN).to_owned(),
        })
        .collect();
    words.join(" or ")
}

fn json(value: &Value) -> String {
    shortened(value.to_string())
}

fn shortened(mut text: String) -> String {
    let end = truncated(&text, MAX_VALUE_LEN).len();
    if end < text.len() {
        text.truncate(end);
        text.push('…');
    }
    text
}
