//! Which references of a document lead back to themselves.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::meter::{Exceeded, Meter};
use crate::path::{Place, Places, Step};
use crate::schema::components::components;
use crate::schema::reference::{References, Target};
use crate::schema::walk::{Token, each, texts};

/// A reference that leads back to itself.
#[derive(Clone, Debug)]
pub(crate) struct Recursion<'a> {
    /// JSON pointer of the schema that refers, bounded in length.
    pub(crate) site: String,
    /// The nearest property above the site that its object requires, unless an optional property
    /// is in between: the object and the property's name.
    pub(crate) required: Option<(&'a Value, &'a str)>,
    /// Whether there is an optional property above the site.
    pub(crate) optional: bool,
}

#[derive(Clone, Copy)]
struct Node<'a> {
    schema: &'a Value,
    place: Place,
    required: Option<(&'a Value, &'a str)>,
    optional: bool,
}

/// The subschemas of a document, and where instances go from one to the next: to subschemas other than
/// definitions, and along references.
struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    next: Vec<Vec<usize>>,
    /// The nodes with references, and their targets.
    references: Vec<(usize, usize)>,
    places: Places<'a>,
    numbers: HashMap<*const Value, usize>,
}

/// The references on a cycle, in document order, in linear time.
pub(crate) fn recursions<'a>(
    root: &'a Value,
    meter: &Meter,
) -> Result<Vec<Recursion<'a>>, Exceeded> {
    let mut graph = Graph {
        nodes: Vec::new(),
        next: Vec::new(),
        references: Vec::new(),
        places: Places::default(),
        numbers: HashMap::new(),
    };
    graph.fill(root, meter)?;
    let next = |node: usize| graph.next[node].iter().copied();
    let components = components(graph.nodes.len(), next);
    let is_cyclic = |(site, target): &&(usize, usize)| components[*site] == components[*target];
    let mut cyclic: Vec<usize> = graph
        .references
        .iter()
        .filter(is_cyclic)
        .map(|(site, _)| *site)
        .collect();
    cyclic.sort_unstable();
    let describe = |site: usize| {
        let node = graph.nodes[site];
        Recursion {
            site: graph.places.pointer(node.place),
            required: node.required,
            optional: node.optional,
        }
    };
    Ok(cyclic.into_iter().map(describe).collect())
}

impl<'a> Graph<'a> {
    fn fill(&mut self, root: &'a Value, meter: &Meter) -> Result<(), Exceeded> {
        let references = References::new(root);
        let mut found: Vec<(usize, &'a Value)> = Vec::new();
        self.walk(root, Place::ROOT, &mut found, meter)?;
        while let Some((site, schema)) = found.pop() {
            let Some(Value::String(reference)) = schema.get("$ref") else {
                continue;
            };
            meter.work(reference.len())?;
            let Target::Local(spot) = references.resolve(reference) else {
                continue;
            };
            let known = self.numbers.get(&std::ptr::from_ref(spot.schema));
            let target = if let Some(target) = known {
                *target
            } else {
                let place = self.places.descend(Place::ROOT, &spot.steps);
                self.walk(spot.schema, place, &mut found, meter)?
            };
            self.next[site].push(target);
            self.references.push((site, target));
        }
        Ok(())
    }

    /// Numbers a schema and everything below it in document order; returns the number of the schema itself.
    fn walk(
        &mut self,
        schema: &'a Value,
        place: Place,
        found: &mut Vec<(usize, &'a Value)>,
        meter: &Meter,
    ) -> Result<usize, Exceeded> {
        let first = self.nodes.len();
        let node = Node {
            schema,
            place,
            required: None,
            optional: false,
        };
        let mut stack: Vec<(Option<usize>, Node<'a>)> = vec![(None, node)];
        while let Some((parent, node)) = stack.pop() {
            meter.work(1)?;
            let number = *self
                .numbers
                .entry(std::ptr::from_ref(node.schema))
                .or_insert(self.nodes.len());
            if let Some(parent) = parent {
                self.next[parent].push(number);
            }
            if number < self.nodes.len() {
                continue;
            }
            self.nodes.push(node);
            self.next.push(Vec::new());
            let Value::Object(map) = node.schema else {
                continue;
            };
            if map.contains_key("$ref") {
                found.push((number, node.schema));
            }
            let names: HashSet<&str> = texts(map.get("required")).collect();
            let above = stack.len();
            each(map, |keyword, token, child| {
                let at = self.places.below(node.place, Step::Key(keyword));
                let place = token.step().map_or(at, |step| self.places.below(at, step));
                let mut below = Node {
                    schema: child,
                    place,
                    ..node
                };
                let mut parent = Some(number);
                match (keyword, token) {
                    ("$defs" | "definitions", _) => {
                        (below.required, below.optional, parent) = (None, false, None);
                    }
                    ("properties", Token::Name(name)) if names.contains(name) => {
                        below.required = Some((node.schema, name));
                    }
                    ("properties", _) => (below.required, below.optional) = (None, true),
                    _ => {}
                }
                stack.push((parent, below));
            });
            stack[above..].reverse();
        }
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::limits::LOWERING;
    use serde_json::json;

    #[test]
    fn cycles_are_told_from_mere_entries() {
        let root = json!({
            "properties": {"tree": {"$ref": "#/$defs/node"}},
            "$defs": {
                "node": {
                    "properties": {"next": {"$ref": "#/$defs/node"}, "leaf": {"$ref": "#/$defs/leaf"}},
                    "required": ["next"],
                },
                "leaf": {"type": "string"},
            },
        });
        let found = recursions(&root, &Meter::new(LOWERING)).unwrap();
        let sites: Vec<&str> = found.iter().map(|found| found.site.as_str()).collect();
        assert_eq!(sites, ["/$defs/node/properties/next"]);
        assert_eq!(found[0].required, Some((&root["$defs"]["node"], "next")));
    }

    #[test]
    fn a_cycle_through_annotations_is_found_too() {
        let root = json!({"properties": {"a": {"$ref": "#/x/y"}}, "x": {"y": {"items": {"$ref": "#/x/y"}}}});
        let found = recursions(&root, &Meter::new(LOWERING)).unwrap();
        let sites: Vec<&str> = found.iter().map(|found| found.site.as_str()).collect();
        assert_eq!(sites, ["/x/y/items"]);
    }
}
