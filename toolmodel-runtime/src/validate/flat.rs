//! A schema written as one plain document: each target of a reference is written once, below one keyword, under a
//! number. The engine identifies the target of a reference by its spelling and by the chain of documents that led to
//! it, and would compile it once for each. Here there is one spelling and one document.

use std::borrow::Cow;
use std::collections::VecDeque;

use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::address::{AddressMap, address};
use super::graph::{Linked, find};
use super::limits::{Limits, exceeded};
use crate::error::{Error, ErrorKind, Result};
use crate::path::bounded;
use crate::schema::Dialect;
use crate::schema::walk::{Holds, holds, map_of};

/// The keyword below which targets of references are written. Meta-schemas do not know it, so it may hold targets of
/// several dialects.
pub(super) const TARGETS: &str = "targets";

/// Keywords that name a subschema or its dialect, or hold what is written elsewhere.
const LEFT_OUT: [&str; 8] = [
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "$vocabulary",
    "contentSchema",
    "definitions",
];

/// How many targets the engine compiles within each other; the next one is postponed.
const NESTED: usize = 8;
/// Steps charged for each target being compiled when another is postponed: the engine records all of them.
const NOTED: usize = 8;

/// A schema as one document.
pub(super) struct Flat {
    pub(super) schema: Value,
    pub(super) origins: Origins,
}

/// Where the targets of references were before.
#[derive(Debug, Default)]
pub(super) struct Origins(Vec<String>);

impl Origins {
    /// Translates a pointer into the flat schema to one into the original schema, or to a URI if that was another
    /// document.
    pub(super) fn of<'p>(&self, pointer: &'p str) -> Cow<'p, str> {
        let target = pointer.strip_prefix('/').and_then(|rest| {
            let rest = rest.strip_prefix(TARGETS)?.strip_prefix('/')?;
            let (number, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            Some((self.0.get(number.parse::<usize>().ok()?)?, below))
        });
        target.map_or(Cow::Borrowed(pointer), |(origin, below)| {
            Cow::Owned(format!("{origin}{below}"))
        })
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|origin| origin.len() + 32).sum()
    }
}

/// Writes a schema and all that it leads to, given as a graph whose first node is the root.
pub(super) fn flatten(root: &Value, nodes: &[Linked<'_>], limits: &Limits) -> Result<Flat> {
    let draft = nodes.first().map_or(Draft::default(), |root| root.draft);
    let is_supported =
        |node: &&Linked<'_>| matches!(node.draft, Draft::Draft7 | Draft::Draft202012);
    if let Some(node) = nodes.iter().find(|node| !is_supported(node)) {
        let message = "has a dialect that is not supported; use 2020-12 or draft-07";
        let place = node.uri.as_deref().unwrap_or_default();
        return Err(Error::at(ErrorKind::UnsupportedSchema, place, message));
    }
    let mut writer = Writer {
        nodes,
        numbers: Vec::new(),
        is_mixed: nodes.iter().any(|node| node.draft != draft),
        met: Vec::new(),
    };
    let targets = writer.number();
    let mut schema = writer.target(0);
    let mut met = vec![std::mem::take(&mut writer.met)];
    let mut written = Map::new();
    for (number, &node) in targets.iter().enumerate() {
        written.insert(number.to_string(), writer.write(node));
        met.push(std::mem::take(&mut writer.met));
    }
    check_put_off(&met, limits)?;
    if let Value::Object(schema) = &mut schema {
        schema.insert(TARGETS.to_owned(), Value::Object(written));
    }
    let origins = origins(root, targets.iter().map(|&node| &nodes[node]));
    Ok(Flat { schema, origins })
}

struct Writer<'a> {
    nodes: &'a [Linked<'a>],
    /// The number of each node that is written as a target.
    numbers: Vec<Option<usize>>,
    /// Whether there are several dialects, so that each subschema says which is its own.
    is_mixed: bool,
    /// The targets met since the last call that took them.
    met: Vec<usize>,
}

impl Writer<'_> {
    /// Numbers the nodes that are referred to, appear in several places or have a dialect other than their parent's.
    fn number(&mut self) -> Vec<usize> {
        let nodes = self.nodes;
        let mut is_target = vec![false; nodes.len()];
        let mut is_met = vec![false; nodes.len()];
        let mut stack = vec![0];
        if let Some(root) = is_met.first_mut() {
            *root = true;
        }
        while let Some(node) = stack.pop() {
            for &(keyword, _, target) in nodes.get(node).into_iter().flat_map(|node| &node.links) {
                is_target[target] |= is_met[target]
                    || is_reference(keyword)
                    || nodes[target].draft != nodes[node].draft;
                if !is_met[target] {
                    is_met[target] = true;
                    stack.push(target);
                }
            }
        }
        let targets: Vec<usize> = (0..nodes.len()).filter(|&node| is_target[node]).collect();
        self.numbers = vec![None; nodes.len()];
        for (number, &node) in targets.iter().enumerate() {
            self.numbers[node] = Some(number);
        }
        targets
    }

    /// A subschema as written at its place: itself, or a reference to it.
    fn target(&mut self, node: usize) -> Value {
        match self.reference(node) {
            Some(reference) => json!({"$ref": reference}),
            None => self.write(node),
        }
    }

    fn reference(&mut self, node: usize) -> Option<String> {
        let number = self.numbers.get(node).copied().flatten()?;
        self.met.push(number);
        Some(format!("#/{TARGETS}/{number}"))
    }

    fn write(&mut self, node: usize) -> Value {
        let Some(linked) = self.nodes.get(node) else {
            return Value::Bool(true);
        };
        let Value::Object(map) = linked.schema else {
            return linked.schema.clone();
        };
        let mut written = Map::new();
        if self.is_mixed {
            let dialect = match linked.draft {
                Draft::Draft7 => Dialect::Draft07,
                _ => Dialect::Draft202012,
            };
            written.insert("$schema".to_owned(), Value::from(dialect.uri()));
        }
        let mut links = linked.links.iter().peekable();
        // Draft-07 ignores whatever is beside `$ref`, and so does the graph.
        let alone = linked.draft == Draft::Draft7 && map.contains_key("$ref");
        for (keyword, value) in map.iter().filter(|_| !alone) {
            if LEFT_OUT.contains(&keyword.as_str()) || is_reference(keyword) {
                continue;
            }
            let value = match holds(keyword) {
                Holds::Nothing => value.clone(),
                holds => map_of(holds, value, |token, _| {
                    let link = links.next_if(|(by, at, _)| by == keyword && *at == token);
                    // What no link leads to is not applied.
                    link.map_or(Value::Bool(true), |&(_, _, to)| self.target(to))
                }),
            };
            written.insert(keyword.clone(), value);
        }
        for &(keyword, _, target) in links {
            let reference = self.reference(target);
            written.insert(keyword.to_owned(), Value::from(reference));
        }
        Value::Object(written)
    }
}

fn is_reference(keyword: &str) -> bool {
    matches!(keyword, "$ref" | "$dynamicRef")
}

/// Where targets are in the document, or the URI of the document if it is another one.
fn origins<'a>(root: &Value, targets: impl Iterator<Item = &'a Linked<'a>>) -> Origins {
    let mut wanted = AddressMap::default();
    let mut origins = Vec::new();
    for (number, target) in targets.enumerate() {
        let numbers: &mut Vec<usize> = wanted.entry(address(target.schema)).or_default();
        numbers.push(number);
        let uri = target.uri.as_deref().unwrap_or_default();
        let hash = if uri.contains('#') { "" } else { "#" };
        origins.push(bounded(format!("{uri}{hash}")));
    }
    find(root, |value, places, place| {
        for &number in wanted.get(&address(value)).into_iter().flatten() {
            origins[number] = places.pointer(place);
        }
        true
    });
    Origins(origins)
}

/// Replays the order in which the engine compiles targets, given the targets met in the root and in each of them.
fn check_put_off(met: &[Vec<usize>], limits: &Limits) -> Result<()> {
    let most = limits.work / NOTED;
    let mut noted = 0usize;
    let mut is_begun = vec![false; met.len()];
    let mut rounds = VecDeque::from([(0, 0)]);
    while let Some((first, open)) = rounds.pop_front() {
        let mut stack = vec![met[first].iter()];
        while let Some(below) = stack.last_mut() {
            let Some(target) = below.next().map(|number| number + 1) else {
                stack.pop();
                continue;
            };
            if std::mem::replace(&mut is_begun[target], true) {
                continue;
            }
            if stack.len() <= NESTED {
                stack.push(met[target].iter());
                continue;
            }
            let open = open + stack.len();
            noted = noted.saturating_add(open);
            rounds.push_back((target, open));
            if noted > most {
                let what = "compiling targets of references within each other takes more than";
                return Err(exceeded("", what, limits.work, "steps", "work"));
            }
        }
    }
    Ok(())
}
