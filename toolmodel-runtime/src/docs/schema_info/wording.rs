//! Facts in words, for people.

use std::borrow::Cow;

use serde_json::Value;

use super::bounds::Bounds;
use super::branches::{Label, kind_in_words, labels};
use super::facts::Facts;
use crate::docs::json_start::json_start;
use crate::error::excerpt::shortened;

/// The most values of a closed list that are written out.
const MAX_VALUES: usize = 24;
/// The longest JSON text of one value, in characters.
const MAX_VALUE_LEN: usize = 200;
/// The most branches of a union that are described in the row of their property.
const MAX_BRANCHES: usize = 24;
/// The longest description of such a branch, in characters.
const MAX_BRANCH_LEN: usize = 500;

/// A constraint in words: a label, and code that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docs) struct Detail<'a> {
    /// The branch of a union that this is about.
    pub(in crate::docs) branch: Option<Label>,
    pub(in crate::docs) label: Cow<'a, str>,
    pub(in crate::docs) code: Vec<String>,
}

impl<'a> Detail<'a> {
    pub(super) fn new(label: impl Into<Cow<'a, str>>, code: Vec<String>) -> Self {
        Self {
            branch: None,
            label: label.into(),
            code,
        }
    }
}

/// What a reader wants to know about a property in addition to its type.
pub(super) fn details<'a>(facts: &Facts<'a>) -> Vec<Detail<'a>> {
    let mut details = own_details(facts, facts.values.as_deref());
    branches(facts, &mut details);
    details
}

/// The same without what only holds for a branch of a union; `values` is the closed list to show.
fn own_details<'a>(facts: &Facts<'a>, values: Option<&[&'a Value]>) -> Vec<Detail<'a>> {
    let mut details = Vec::new();
    if facts.deprecated {
        details.push(Detail::new("deprecated", Vec::new()));
    }
    if let Some(values) = values {
        details.push(closed_list(values));
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
            details.push(Detail::new(
                label,
                vec![shortened(text, MAX_VALUE_LEN).into_owned()],
            ));
        }
    }
    if let Some(examples) = facts.examples.filter(|examples| !examples.is_empty()) {
        let shown = examples.iter().take(3).map(json).collect();
        details.push(Detail::new("for example", shown));
    }
    details
}

fn closed_list<'a>(values: &[&Value]) -> Detail<'a> {
    let label = match values.len() {
        0 => Cow::Borrowed("no value"),
        1 => Cow::Borrowed("always"),
        n if n > MAX_VALUES => Cow::Owned(format!("one of {n}, the first {MAX_VALUES}")),
        _ => Cow::Borrowed("one of"),
    };
    let shown = values.iter().take(MAX_VALUES);
    Detail::new(label, shown.map(|value| json(value)).collect())
}

/// What to say about each branch of a union that has no heading of its own.
fn branches<'a>(facts: &Facts<'a>, found: &mut Vec<Detail<'a>>) {
    if !facts.variants.iter().any(Facts::is_leaf) {
        return;
    }
    let labelled = facts.variants.iter().zip(labels(&facts.variants));
    let leaves = labelled.filter(|(branch, _)| branch.is_leaf());
    for (branch, label) in leaves.take(MAX_BRANCHES) {
        let mut about = Vec::new();
        if let Some(description) = branch.description {
            about.push(Detail::new(
                shortened(description, MAX_BRANCH_LEN),
                Vec::new(),
            ));
        }
        // The values of all branches may be in the row already, and a branch labelled by
        // its only value has stated it.
        let is_told = facts.values.is_some() || label.is_code;
        let values = branch.values.as_deref().filter(|_| !is_told);
        about.extend(own_details(branch, values));
        // The row just says `array`, and other arrays have headings.
        if about.is_empty() && branch.items.is_some() && facts.items.is_none() {
            found.push(Detail::new(kind_in_words(branch), Vec::new()));
        }
        found.extend(about.into_iter().map(|detail| Detail {
            branch: Some(label.clone()),
            ..detail
        }));
    }
}

fn bounds(bounds: &Bounds, details: &mut Vec<Detail<'_>>) {
    for (word, number) in [
        ("at least", &bounds.minimum),
        ("more than", &bounds.exclusive_minimum),
        ("at most", &bounds.maximum),
        ("less than", &bounds.exclusive_maximum),
        ("multiple of", &bounds.multiple_of),
    ] {
        if let Some(number) = number {
            let number = shortened(&number.to_string(), MAX_VALUE_LEN).into_owned();
            details.push(Detail::new(word, vec![number]));
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
            _ => shortened(kind, MAX_VALUE_LEN).into_owned(),
        })
        .collect();
    words.join(" or ")
}

/// The JSON of a value, cut to what is shown.
pub(super) fn json(value: &Value) -> String {
    json_start(value, MAX_VALUE_LEN, false)
}
