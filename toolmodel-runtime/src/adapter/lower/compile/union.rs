//! `anyOf` and `oneOf`: alternatives, each with what stands beside the combinator.

use serde_json::{Map, Value, json};

use super::fragment::Fragment;
use super::types::Types;
use super::{Blocker, Compiler, Node, nullable};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::warning::Outcome;

/// How many combinations of alternatives may be written out.
const MOST_COMBINATIONS: usize = 64;

impl<'a> Compiler<'a> {
    pub(super) fn union(&mut self, flat: &[Fragment<'a>], depth: usize) -> Node {
        let mut annotations = self.annotations(flat);
        let one_of: Vec<String> = flat
            .iter()
            .filter(|fragment| fragment.has_union() && fragment.schema.get("oneOf").is_some())
            .map(|fragment| fragment.pointer.clone())
            .collect();
        let mut branches = Vec::new();
        let mut has_equal = false;
        for fragments in alternatives(flat)? {
            match self.node(fragments, depth + 1)? {
                Some(branch) if branches.contains(&branch) => has_equal = true,
                branch => branches.extend(branch),
            }
        }
        for pointer in one_of {
            // What two equal branches accept, `oneOf` refuses.
            let disjoint = !has_equal && pairs(&branches).all(|(a, b)| are_disjoint(a, b));
            let outcome = if disjoint {
                Outcome::Rewritten
            } else if annotations
                .told
                .tell("oneOf", &json!("exactly one of the alternatives"))
            {
                Outcome::MovedToDescription
            } else {
                Outcome::Dropped
            };
            self.report.add(SchemaFeature::OneOf, &pointer, outcome);
        }
        if self.profile == Profile::GeminiParameters {
            return Ok(nullable::gemini_union(branches, annotations));
        }
        let mut schema = match branches.len() {
            0 => return Ok(None),
            1 => branches.swap_remove(0),
            _ => Map::from_iter([("anyOf".to_owned(), json!(branches))]),
        };
        if schema.contains_key("$ref") && !annotations.is_empty() {
            schema = Map::from_iter([("anyOf".to_owned(), json!([schema]))]);
        }
        annotations.write_over(&mut schema);
        Ok(Some(schema))
    }
}

/// Every combination of one branch of each combinator, with what stands beside them.
pub(super) fn alternatives<'a>(flat: &[Fragment<'a>]) -> Result<Vec<Vec<Fragment<'a>>>, Blocker> {
    let mut base = Vec::new();
    let mut combinations: Vec<Vec<Fragment<'a>>> = vec![Vec::new()];
    for fragment in flat {
        if says_more(fragment) {
            let mut rest = fragment.clone();
            rest.without_unions = true;
            rest.without_annotations = true;
            base.push(rest);
        }
        if !fragment.has_union() {
            continue;
        }
        let map = fragment.map();
        for keyword in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = map.and_then(|map| map.get(keyword)) else {
                continue;
            };
            if combinations.len() * branches.len() > MOST_COMBINATIONS {
                let note = "there are too many combinations of alternatives";
                return Err(Blocker::new(SchemaFeature::AnyOf, &fragment.pointer, note));
            }
            let with = |chosen: &Vec<Fragment<'a>>, i: usize, branch: &'a Value| {
                let mut chosen = chosen.clone();
                let mut branch = fragment.child_at(keyword, i, branch);
                branch.without_annotations = false;
                chosen.push(branch);
                chosen
            };
            combinations = combinations
                .iter()
                .flat_map(|chosen| {
                    branches
                        .iter()
                        .enumerate()
                        .map(move |(i, branch)| (chosen, i, branch))
                })
                .map(|(chosen, i, branch)| with(chosen, i, branch))
                .collect();
        }
    }
    for chosen in &mut combinations {
        chosen.extend(base.iter().cloned());
    }
    Ok(combinations)
}

/// Whether a fragment constrains instances beside its combinators and references, which are
/// fragments of their own.
fn says_more(fragment: &Fragment<'_>) -> bool {
    let constrains = |keyword: &String| match keyword.as_str() {
        "anyOf" | "oneOf" | "allOf" | "$ref" => false,
        keyword => SchemaFeature::from_keyword(keyword).is_some_and(|f| !f.is_annotation()),
    };
    fragment.map().is_some_and(|map| map.keys().any(constrains))
}

fn pairs(
    branches: &[Map<String, Value>],
) -> impl Iterator<Item = (&Map<String, Value>, &Map<String, Value>)> {
    branches
        .iter()
        .enumerate()
        .flat_map(|(i, a)| branches[i + 1..].iter().map(move |b| (a, b)))
}

/// Whether no instance fits both, as far as types and listed values show.
fn are_disjoint(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    if let (Some(a), Some(b)) = (values(a), values(b)) {
        return !a.iter().any(|value| b.contains(value));
    }
    let types = |map: &Map<String, Value>| map.get("type").map_or(Types::ANY, lower_types);
    if types(a).and(types(b)).is_empty() {
        return true;
    }
    if types(a).or(types(b)) != Types::OBJECT {
        return false;
    }
    let required = |map: &Map<String, Value>, name: &String| {
        let names = map.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|found| found.as_str() == Some(name)))
    };
    let property = |map: &'_ Map<String, Value>, name: &String| {
        map.get("properties")
            .and_then(|all| all.get(name))
            .and_then(Value::as_object)
            .cloned()
    };
    let names = a.get("properties").and_then(Value::as_object);
    names.into_iter().flatten().any(|(name, _)| {
        required(a, name)
            && required(b, name)
            && match (property(a, name), property(b, name)) {
                (Some(a), Some(b)) => {
                    values(&a).is_some() && values(&b).is_some() && are_disjoint(&a, &b)
                }
                _ => false,
            }
    })
}

fn lower_types(value: &Value) -> Types {
    match value {
        Value::String(name) => Types::of_keyword(&Value::String(name.to_ascii_lowercase())),
        value => Types::of_keyword(value),
    }
}

fn values(map: &Map<String, Value>) -> Option<Vec<&Value>> {
    match (map.get("const"), map.get("enum")) {
        (Some(constant), _) => Some(vec![constant]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
