//! `anyOf` and `oneOf`: alternatives, each with what is beside the combinator.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::node::Node;
use super::site::{Fragment, Site};
use super::types::Types;
use super::{Blocker, Compiler, Lowering};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::warning::Outcome;
use crate::meter::{Exceeded, Meter};
use crate::path::Step;
use crate::schema::walk::texts;

/// Most combinations of alternatives that are written out.
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
            // `oneOf` rejects whatever two equal branches both accept.
            let disjoint = !has_equal && self.are_apart(&branches)?;
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

    /// Whether no instance matches two of the branches, as far as types and listed values show.
    fn are_apart(&self, branches: &[Node]) -> Result<bool, Blocker> {
        for (a, b) in pairs(branches) {
            if !are_disjoint(a, b, self.meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a node unless an equal one is there; returns whether it was added.
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
    /// Every combination of one branch of each combinator, with what is beside them.
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

/// Whether a fragment constrains instances beyond its combinators and references, which are
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

/// Whether no instance matches both, as far as types and listed values show.
fn are_disjoint(a: &Node, b: &Node, meter: &Meter) -> Result<bool, Exceeded> {
    let common = a.types.and(b.types);
    if common.is_empty() {
        return Ok(true);
    }
    if let (Some(a), Some(b)) = (values(&a.schema), values(&b.schema)) {
        return Ok(!common.has(Types::NULL) && share_none(&a, &b, meter)?);
    }
    if common != Types::OBJECT {
        return Ok(false);
    }
    let (of_a, of_b) = (required(a), required(b));
    meter.work((of_a.len() + of_b.len()) / 8)?;
    let of_b: HashSet<&str> = of_b.into_iter().collect();
    for name in of_a.into_iter().filter(|name| of_b.contains(name)) {
        if let (Some(a), Some(b)) = (listed(a, name), listed(b, name))
            && share_none(&a, &b, meter)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn required(node: &Node) -> Vec<&str> {
    texts(node.schema.get("required")).collect()
}

fn listed<'n>(node: &'n Node, name: &str) -> Option<Vec<&'n Value>> {
    let property = node.schema.get("properties")?.get(name)?.as_object()?;
    values(property)
}

/// Whether two lists have no value in common.
fn share_none(a: &[&Value], b: &[&Value], meter: &Meter) -> Result<bool, Exceeded> {
    meter.work((a.len() + b.len()) / 8)?;
    let b: HashSet<&Value> = b.iter().copied().collect();
    Ok(!a.iter().any(|value| b.contains(value)))
}

fn values(map: &Map<String, Value>) -> Option<Vec<&Value>> {
    match (map.get("const"), map.get("enum")) {
        (Some(constant), _) => Some(vec![constant]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
