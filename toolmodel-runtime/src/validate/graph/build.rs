//! Building the graph: depth first, in the order and with the sharing that compiling has, so that
//! its size bounds the cost of compiling.

use std::collections::BTreeSet;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use jsonschema::{Draft, Registry, Uri};
use referencing::Resolver;
use serde_json::Value;

use super::super::address::{AddressMap, AddressSet, address};
use super::super::limits::{Limits, exceeded};
use super::expand::{self, Pending, Slot};
use super::{Graph, InPlace, Node};
use crate::error::excerpt::cut;
use crate::error::{Problem, Result};
use crate::meter::{Allowance, Meter};
use crate::path::{Place, Places, Step};
use crate::schema::walk::{Token, children, keyword};

/// The graph of a schema, and what is wrong with its references.
pub(in super::super) struct Built<'a> {
    pub(in super::super) graph: Graph,
    /// Where each node stands; for finding its pointer.
    pub(in super::super) schemas: Vec<&'a Value>,
    /// References that lead nowhere within a document that is there.
    pub(in super::super) missing: Vec<Problem>,
    /// References to documents that were not handed in.
    pub(in super::super) external: Vec<Problem>,
    /// Targets of references that stand where no keyword puts a subschema, and their dialects.
    pub(in super::super) strays: Vec<(&'a Value, Draft)>,
}

/// Problems with references listed at most.
const MOST_PROBLEMS: usize = 32;

/// What a graph is built from.
pub(in super::super) struct Source<'a> {
    pub(in super::super) root: &'a Value,
    pub(in super::super) draft: Draft,
    pub(in super::super) base: Uri<String>,
    pub(in super::super) registry: &'a Registry<'a>,
    /// Addresses of the subschemas that keywords put somewhere in the root document.
    pub(in super::super) known: &'a AddressSet,
    /// URIs of documents that were asked for and are not there.
    pub(in super::super) absent: &'a BTreeSet<String>,
}

pub(in super::super) fn build<'a>(source: &Source<'a>, limits: &Limits) -> Result<Built<'a>> {
    // Most schemas have one node for each of their subschemas.
    let count = source.known.len();
    let mut builder = Builder {
        source,
        limits,
        built: Built {
            graph: Graph {
                nodes: Vec::with_capacity(count),
            },
            schemas: Vec::with_capacity(count),
            missing: Vec::new(),
            external: Vec::new(),
            strays: Vec::new(),
        },
        by_scope: AddressMap::with_capacity_and_hasher(count, BuildHasherDefault::default()),
        active: AddressMap::default(),
        seen: AddressMap::with_capacity_and_hasher(count, BuildHasherDefault::default()),
        frames: Vec::new(),
        meter: Meter::new(Allowance {
            work: limits.work,
            depth: usize::MAX,
            bytes: usize::MAX,
        }),
    };
    let resolver = source.registry.resolver(source.base.clone());
    builder.visit(source.root, &resolver, source.draft)?;
    builder.visit_unused(resolver)?;
    builder.built.graph.sort_properties();
    Ok(builder.built)
}

struct Builder<'a, 's> {
    source: &'s Source<'a>,
    limits: &'s Limits,
    built: Built<'a>,
    /// Nodes by schema address and dynamic scope.
    by_scope: AddressMap<(usize, u64), usize>,
    /// Nodes being visited, by schema address.
    active: AddressMap<usize, usize>,
    /// The first node of each subschema, by address.
    seen: AddressMap<usize, usize>,
    frames: Vec<Frame<'a>>,
    /// Charged for every URI that is read to tell dynamic scopes apart.
    meter: Meter,
}

struct Frame<'a> {
    node: usize,
    address: usize,
    pending: std::vec::IntoIter<Pending<'a>>,
}

impl<'a> Builder<'a, '_> {
    /// Visits a subschema and all it applies.
    fn visit(&mut self, schema: &'a Value, resolver: &Resolver<'a>, draft: Draft) -> Result<()> {
        self.enter(schema, resolver, draft)?;
        while let Some(frame) = self.frames.last_mut() {
            let from = frame.node;
            let Some(pending) = frame.pending.next() else {
                let address = frame.address;
                self.frames.pop();
                if self.active.get(&address) == Some(&from) {
                    self.active.remove(&address);
                }
                continue;
            };
            let Pending {
                slot,
                schema,
                resolver,
                draft,
                ..
            } = pending;
            let target = self.enter(schema, &resolver, draft)?;
            slot.link(&mut self.built.graph.nodes[from], target);
        }
        Ok(())
    }

    /// The node of a subschema; a new one is put on the stack of frames.
    fn enter(&mut self, schema: &'a Value, resolver: &Resolver<'a>, draft: Draft) -> Result<usize> {
        let address = address(schema);
        let scope = self.scope(resolver)?;
        if let Some(&node) = self.by_scope.get(&(address, scope)) {
            return Ok(node);
        }
        if let Some(&node) = self.active.get(&address) {
            return Ok(node);
        }
        let node = self.built.graph.nodes.len();
        if node >= self.limits.unrolled {
            let limit = self.limits.unrolled;
            let what = "following its references, the schema has more than";
            return Err(exceeded("", what, limit, "subschemas", "unrolled"));
        }
        self.by_scope.insert((address, scope), node);
        self.active.insert(address, node);
        // What the keywords cost is the same in every scope, and may take long to find out.
        let nodes = &mut self.built.graph.nodes;
        let new = match self.seen.get(&address).and_then(|&first| nodes.get(first)) {
            Some(first) => Node {
                costs: first.costs.clone(),
                ..Node::default()
            },
            None => expand::node(schema),
        };
        nodes.push(new);
        self.seen.entry(address).or_insert(node);
        self.built.schemas.push(schema);
        let pending = self.expand(schema, resolver, draft).into_iter();
        self.frames.push(Frame {
            node,
            address,
            pending,
        });
        Ok(node)
    }

    /// A number for the dynamic scope, which `$dynamicRef` depends on.
    fn scope(&self, resolver: &Resolver<'a>) -> Result<u64> {
        let scope = resolver.dynamic_scope();
        if scope.is_empty() {
            return Ok(0);
        }
        let mut hasher = DefaultHasher::new();
        for (i, uri) in scope.iter().enumerate() {
            if i >= self.limits.chain {
                let limit = self.limits.chain;
                let what = "the schema goes through more than";
                let unit = "documents and `$id`s in one chain of references";
                return Err(exceeded("", what, limit, unit, "chain"));
            }
            let steps = 1 + uri.as_str().len() / 64;
            self.meter.work(steps).map_err(|_| {
                let what = "telling apart the chains of `$id`s in the schema takes more than";
                exceeded("", what, self.limits.work, "steps", "work")
            })?;
            uri.as_str().hash(&mut hasher);
        }
        Ok(hasher.finish())
    }

    fn expand(
        &mut self,
        schema: &'a Value,
        resolver: &Resolver<'a>,
        draft: Draft,
    ) -> Vec<Pending<'a>> {
        let Value::Object(map) = schema else {
            return Vec::new();
        };
        let reference = keyword(map, "$ref").and_then(Value::as_str);
        // Draft-07 ignores whatever stands beside `$ref`.
        if draft == Draft::Draft7 {
            if let Some(reference) = reference {
                let target = self.follow(schema, "$ref", reference, resolver, draft);
                return target.into_iter().collect();
            }
            return expand::subschemas(map, resolver, draft);
        }
        let mut pending = expand::subschemas(map, resolver, draft);
        let dynamic = keyword(map, "$dynamicRef").and_then(Value::as_str);
        for (by, reference) in [("$ref", reference), ("$dynamicRef", dynamic)] {
            if let Some(reference) = reference {
                pending.extend(self.follow(schema, by, reference, resolver, draft));
            }
        }
        pending
    }

    /// The target of a reference, unless it is not there.
    fn follow(
        &mut self,
        schema: &'a Value,
        keyword: &'static str,
        reference: &str,
        resolver: &Resolver<'a>,
        draft: Draft,
    ) -> Option<Pending<'a>> {
        let found = match resolver.lookup(reference) {
            Ok(found) if !self.is_absent(reference, resolver) => found,
            outcome => {
                let error = outcome.err();
                self.report(schema, keyword, reference, resolver, error.as_ref());
                return None;
            }
        };
        let (target, resolver, target_draft) = found.into_inner();
        let draft = match target_draft.detect(target) {
            Draft::Unknown => draft,
            detected => detected,
        };
        let address = address(target);
        if !self.source.known.contains(&address) && !self.seen.contains_key(&address) {
            self.built.strays.push((target, draft));
        }
        Some(Pending {
            slot: Slot::InPlace(InPlace::Plain),
            keyword,
            token: Token::None,
            schema: target,
            resolver,
            draft,
        })
    }

    fn is_absent(&self, reference: &str, resolver: &Resolver<'a>) -> bool {
        !self.source.absent.is_empty()
            && document(reference, resolver).is_some_and(|uri| self.source.absent.contains(&uri))
    }

    fn report(
        &mut self,
        schema: &Value,
        keyword: &str,
        reference: &str,
        resolver: &Resolver<'a>,
        error: Option<&referencing::Error>,
    ) {
        if self.built.missing.len() + self.built.external.len() >= MOST_PROBLEMS {
            return;
        }
        let pointer = locate(self.source.root, schema, Some(keyword));
        let shown = cut(reference);
        let absent = self.is_absent(reference, resolver)
            || matches!(error, Some(referencing::Error::Unretrievable { .. }));
        if absent {
            let uri = document(reference, resolver).unwrap_or_else(|| reference.to_owned());
            let uri = cut(&uri);
            let message = format!(
                "`{shown}` refers to the document `{uri}`, which was not handed in; nothing is \
                 fetched"
            );
            let problem = Problem::new(pointer.unwrap_or_default(), message);
            self.built.external.push(problem);
            return;
        }
        let why = match error {
            Some(referencing::Error::NoSuchAnchor { .. }) => "names an anchor that is not there",
            Some(referencing::Error::InvalidUri(_)) => "is not a URI reference",
            _ => "leads nowhere",
        };
        let problem = Problem::new(pointer.unwrap_or_default(), format_args!("`{shown}` {why}"));
        self.built.missing.push(problem);
    }

    /// Visits the subschemas that nothing applies, such as unused definitions: their references
    /// follow the same rules.
    fn visit_unused(&mut self, resolver: Resolver<'a>) -> Result<()> {
        let mut known = self.source.known.iter();
        if known.all(|address| self.seen.contains_key(address)) {
            return Ok(());
        }
        let mut stack = vec![(self.source.root, resolver, self.source.draft)];
        while let Some((schema, resolver, draft)) = stack.pop() {
            let Value::Object(map) = schema else {
                continue;
            };
            if !self.seen.contains_key(&address(schema)) {
                self.visit(schema, &resolver, draft)?;
            }
            for child in children(map).into_iter().rev() {
                let (resolver, draft) = expand::inside(child.schema, &resolver, draft);
                stack.push((child.schema, resolver, draft));
            }
        }
        Ok(())
    }
}

/// The URI of the document that a reference leads to.
fn document(reference: &str, resolver: &Resolver<'_>) -> Option<String> {
    let base = resolver.base_uri();
    let uri = resolver.resolve_uri(&base.borrow(), reference).ok()?;
    let text = uri.as_str();
    Some(text.split_once('#').map_or(text, |(uri, _)| uri).to_owned())
}

/// The JSON pointer of a value within a document, found by its address, or of a key below it.
pub(in super::super) fn locate<'a>(
    root: &'a Value,
    wanted: &Value,
    below: Option<&'a str>,
) -> Option<String> {
    let mut places = Places::default();
    let mut stack = vec![(root, Place::ROOT)];
    while let Some((value, place)) = stack.pop() {
        if std::ptr::eq(value, wanted) {
            let place = below.map_or(place, |key| places.below(place, Step::Key(key)));
            return Some(places.pointer(place));
        }
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                stack.extend(items.map(|(i, item)| (item, places.below(place, Step::Index(i)))));
            }
            Value::Object(map) => {
                let members = map.iter();
                stack
                    .extend(members.map(|(key, item)| (item, places.below(place, Step::Key(key)))));
            }
            _ => {}
        }
    }
    None
}
