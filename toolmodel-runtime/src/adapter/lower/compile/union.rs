//! `anyOf` and `oneOf`: alternatives, each with what stands beside the combinator.

use serde_json::{Map, Value};

use super::node::Node;
use super::site::{Fragment, Site};
use super::types::Types;
use super::{Blocker, Compiler, Lowering};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::warning::Outcome;
use crate::path::Step;

/// How many combinations of alternatives may be written out.
const MOST_COMBINATIONS: usize = 64;

impl<'a> Compiler<'a, '_> {
    pub(super) fn union(&mut self, flat: &[Fragment<'a>]) -> Lowering {
        let mut annotations = self.annotations(flat)?;
        let one_of: Vec<Site<'a>> = flat
            .iter()
            .filter(|fragment| fragment.has_union())
            .map(|fragment| fragment.site)
            .filter(|site| site.schema.get("oneOf").is_some())
            .collect();
        let mut branches = Vec::new();
        let mut has_equal = false;
        for fragments in self.alternatives(flat)? {
            if let Some(branch) = self.node(&fragments)? {
                has_equal |= !self.add_distinct(&mut branches, branch)?;
            }
        }
        for site in one_of {
            // What two equal branches accept, `oneOf` refuses.
            let disjoint = !has_equal && pairs(&branches).all(|(a, b)| are_disjoint(a, b));
            if disjoint {
                self.add(SchemaFeature::OneOf, site, Outcome::Rewritten);
            } else {
                self.tell_exclusive(site, &mut annotations.told);
            }
        }
        if self.profile.is_openapi() {
            return Ok(self.gemini_union(branches, annotations));
        }
        let Some(mut node) = Node::any_of(branches) else {
            return Ok(None);
        };
        if node.schema.contains_key("$ref") && !annotations.is_empty() {
            node = node.wrapped();
        }
        annotations.write_over(&mut node.schema);
        Ok(Some(node))
    }

    /// Adds a node unless an equal one is there; says whether it was added.
    pub(super) fn add_distinct(&self, nodes: &mut Vec<Node>, node: Node) -> Result<bool, Blocker> {
        for found in nodes.iter() {
            self.meter.work(found.size.min(node.size))?;
            if found.schema == node.schema {
                return Ok(false);
            }
        }
        nodes.push(node);
        Ok(true)
    }
}

impl<'a> Compiler<'a, '_> {
    /// Every combination of one branch of each combinator, with what stands beside them.
    pub(super) fn alternatives(
        &mut self,
        flat: &[Fragment<'a>],
    ) -> Result<Vec<Vec<Fragment<'a>>>, Blocker> {
        let mut base = Vec::new();
        let mut combinations: Vec<Vec<Fragment<'a>>> = vec![Vec::new()];
        for fragment in flat {
            if says_more(fragment) {
                let mut rest = *fragment;
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
                    return Err(self.blocker(SchemaFeature::AnyOf, fragment.site.place, note));
                }
                let steps = branches.iter().enumerate();
                let branches: Vec<Fragment<'a>> = steps
                    .map(|(i, branch)| Fragment {
                        through: fragment.through,
                        ..fragment.child_at(&mut self.places, keyword, Step::Index(i), branch)
                    })
                    .collect();
                let with = |chosen: &Vec<Fragment<'a>>, branch: Fragment<'a>| {
                    let mut chosen = chosen.clone();
                    chosen.push(branch);
                    chosen
                };
                combinations = combinations
                    .iter()
                    .flat_map(|chosen| branches.iter().map(move |branch| with(chosen, *branch)))
                    .collect();
            }
        }
        for chosen in &mut combinations {
            chosen.extend(&base);
        }
        Ok(combinations)
    }
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

fn pairs(branches: &[Node]) -> impl Iterator<Item = (&Node, &Node)> {
    branches
        .iter()
        .enumerate()
        .flat_map(|(i, a)| branches[i + 1..].iter().map(move |b| (a, b)))
}

/// Whether no instance fits both, as far as types and listed values show.
fn are_disjoint(a: &Node, b: &Node) -> bool {
    let common = a.types.and(b.types);
    if common.is_empty() {
        return true;
    }
    if let (Some(a), Some(b)) = (values(&a.schema), values(&b.schema)) {
        return !common.has(Types::NULL) && !a.iter().any(|value| b.contains(value));
    }
    if common != Types::OBJECT {
        return false;
    }
    let required = |map: &Map<String, Value>, name: &String| {
        let names = map.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|found| found.as_str() == Some(name)))
    };
    let listed = |map: &'_ Map<String, Value>, name: &String| -> Option<Vec<Value>> {
        let property = map.get("properties")?.get(name)?.as_object()?;
        Some(values(property)?.into_iter().cloned().collect())
    };
    let names = a.schema.get("properties").and_then(Value::as_object);
    names.into_iter().flatten().any(|(name, _)| {
        required(&a.schema, name)
            && required(&b.schema, name)
            && match (listed(&a.schema, name), listed(&b.schema, name)) {
                (Some(a), Some(b)) => !a.iter().any(|value| b.contains(value)),
                _ => false,
            }
    })
}

fn values(map: &Map<String, Value>) -> Option<Vec<&Value>> {
    match (map.get("const"), map.get("enum")) {
        (Some(constant), _) => Some(vec![constant]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
