//! Builds the graph depth first, in the order and with the sharing of the compiler, so that
//! its size bounds the cost of compiling.

use std::collections::BTreeSet;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use jsonschema::{Draft, Registry, Uri};
use referencing::Resolver;
use serde_json::Value;

use super::super::address::{AddressMap, AddressSet, address};
use super::super::limits::{Limits, exceeded};
use super::super::measure::json_size;
use super::expand::{self, Pending, Slot};
use super::scope::{Scope, Scopes};
use super::{Graph, InPlace, Node};
use crate::error::excerpt::cut;
use crate::error::{Problem, Result};
use crate::path::{Place, Places, Step};
use crate::schema::walk::{Holds, Token, children, holds, keyword};

/// The graph of a schema, and what is wrong with its references.
pub(in super::super) struct Built<'a> {
    pub(in super::super) graph: Graph,
    /// Where each node is; for finding its pointer.
    pub(in super::super) schemas: Vec<&'a Value>,
    /// What each node leads to, if requested.
    pub(in super::super) linked: Vec<Linked<'a>>,
    /// References that lead nowhere within a document that is available.
    pub(in super::super) missing: Vec<Problem>,
    /// References to documents that were not supplied.
    pub(in super::super) external: Vec<Problem>,
    /// Targets of references at places where no keyword has a subschema, and their dialects.
    pub(in super::super) strays: Vec<(&'a Value, Draft)>,
}

/// A subschema, and what its keywords lead to, in their order, with references last.
pub(in super::super) struct Linked<'a> {
    pub(in super::super) schema: &'a Value,
    pub(in super::super) draft: Draft,
    /// The URI by which it was first referred to.
    pub(in super::super) uri: Option<String>,
    pub(in super::super) links: Vec<(&'a str, Token<'a>, usize)>,
}

/// Most problems with references that are listed.
const MOST_PROBLEMS: usize = 32;
/// Bytes of a subschema in addition to its text.
const SUBSCHEMA: usize = 256;

/// What a graph is built from.
pub(in super::super) struct Source<'a> {
    pub(in super::super) root: &'a Value,
    pub(in super::super) draft: Draft,
    pub(in super::super) base: Uri<String>,
    pub(in super::super) registry: &'a Registry<'a>,
    /// Addresses of the subschemas that keywords have in the root document.
    pub(in super::super) known: &'a AddressSet,
    /// URIs of documents that were requested and are absent.
    pub(in super::super) absent: &'a BTreeSet<String>,
    /// Bytes of the subschemas that may be duplicated for another chain of documents. `None` where there is
    /// one document; then what leads to what is not recorded either.
    pub(in super::super) repeated: Option<usize>,
}

pub(in super::super) fn build<'a>(source: &Source<'a>, limits: &'a Limits) -> Result<Built<'a>> {
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
            linked: Vec::new(),
            missing: Vec::new(),
            external: Vec::new(),
            strays: Vec::new(),
        },
        by_scope: AddressMap::with_capacity_and_hasher(count, BuildHasherDefault::default()),
        seen: AddressMap::with_capacity_and_hasher(count, BuildHasherDefault::default()),
        frames: Vec::new(),
        scopes: source
            .repeated
            .map(|_| Scopes::new(source.registry, limits)),
        repeated: 0,
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
    /// Nodes by schema address and chain of documents.
    by_scope: AddressMap<(usize, Scope), usize>,
    /// The first node of each subschema, by address.
    seen: AddressMap<usize, usize>,
    frames: Vec<Frame<'a>>,
    scopes: Option<Scopes<'a>>,
    /// Bytes of duplicated subschemas.
    repeated: usize,
}

struct Frame<'a> {
    node: usize,
    scope: Scope,
    base: Arc<Uri<String>>,
    pending: std::vec::IntoIter<Pending<'a>>,
}

impl<'a> Builder<'a, '_> {
    /// Visits a subschema and everything it applies.
    fn visit(&mut self, schema: &'a Value, resolver: &Resolver<'a>, draft: Draft) -> Result<()> {
        let scope = self.scope(resolver)?;
        self.enter(schema, resolver, draft, scope)?;
        while let Some(frame) = self.frames.last_mut() {
            let (from, mut scope, base) = (frame.node, frame.scope, Arc::clone(&frame.base));
            let Some(pending) = frame.pending.next() else {
                self.frames.pop();
                continue;
            };
            let Pending {
                slot,
                keyword,
                token,
                schema,
                resolver,
                draft,
            } = pending;
            if keyword.starts_with('$') || schema.get("$id").is_some() {
                scope = self.scope(&resolver)?;
            }
            let target = self.enter(schema, &resolver, draft, scope)?;
            slot.link(&mut self.built.graph.nodes[from], target);
            if self.scopes.is_some() {
                self.link(from, (keyword, token, target), &base, &resolver);
            }
        }
        Ok(())
    }

    /// The node of a subschema; a new one is pushed on the stack of frames.
    fn enter(
        &mut self,
        schema: &'a Value,
        resolver: &Resolver<'a>,
        draft: Draft,
        scope: Scope,
    ) -> Result<usize> {
        let address = address(schema);
        if let Some(&node) = self.by_scope.get(&(address, scope)) {
            return Ok(node);
        }
        let node = self.built.graph.nodes.len();
        if node >= self.limits.unrolled {
            let limit = self.limits.unrolled;
            let what = "following its references, the schema has more than";
            return Err(exceeded("", what, limit, "subschemas", "unrolled"));
        }
        self.by_scope.insert((address, scope), node);
        // The costs of the keywords are the same in every scope, and may take long to compute.
        let nodes = &mut self.built.graph.nodes;
        let new = match self.seen.get(&address).and_then(|&first| nodes.get(first)) {
            Some(first) => Node {
                costs: first.costs.clone(),
                ..Node::default()
            },
            None => expand::node(schema),
        };
        nodes.push(new);
        self.built.schemas.push(schema);
        if let Some(most) = self.source.repeated {
            if self.seen.contains_key(&address) {
                self.repeat(schema, most)?;
            }
            self.built.linked.push(Linked {
                schema,
                draft,
                uri: None,
                links: Vec::new(),
            });
        }
        self.seen.entry(address).or_insert(node);
        let pending = self.expand(schema, resolver, draft).into_iter();
        self.frames.push(Frame {
            node,
            scope,
            base: resolver.base_uri(),
            pending,
        });
        Ok(node)
    }

    /// Records what a subschema leads to.
    fn link(
        &mut self,
        from: usize,
        link: (&'a str, Token<'a>, usize),
        base: &Uri<String>,
        resolver: &Resolver<'a>,
    ) {
        let linked = &mut self.built.linked;
        let (keyword, _, target) = link;
        if let Some(reference) = linked[from].schema.get(keyword).and_then(Value::as_str)
            && linked[target].uri.is_none()
        {
            let uri = resolver.resolve_uri(&base.borrow(), reference).ok();
            linked[target].uri = uri.map(|uri| uri.as_str().to_owned());
        }
        linked[from].links.push(link);
    }

    /// Charges a subschema that is duplicated for another chain of documents.
    fn repeat(&mut self, schema: &Value, most: usize) -> Result<()> {
        let keywords = schema.as_object().into_iter().flatten();
        let own = keywords.filter(|(keyword, _)| holds(keyword) == Holds::Nothing);
        let bytes = own.fold(SUBSCHEMA, |sum, (_, value)| {
            sum.saturating_add(json_size(value, usize::MAX).bytes)
        });
        self.repeated = self.repeated.saturating_add(bytes);
        if self.repeated <= most {
            return Ok(());
        }
        let what = "subschemas in which `$dynamicRef` has more than one target take more than";
        Err(exceeded("", what, most, "bytes", "schema_bytes"))
    }

    /// What matters of the chain of documents.
    fn scope(&mut self, resolver: &Resolver<'a>) -> Result<Scope> {
        match &mut self.scopes {
            Some(scopes) => scopes.of(resolver),
            None => Ok(Scope::default()),
        }
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
        // Draft-07 ignores whatever is beside `$ref`.
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

    /// The target of a reference, unless it is absent.
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
        let meant = meant(self.source.root, reference);
        let absent = self.is_absent(reference, resolver)
            || matches!(error, Some(referencing::Error::Unretrievable { .. }));
        if absent {
            let uri = document(reference, resolver).unwrap_or_else(|| reference.to_owned());
            let document = if uri.starts_with(NAMELESS) {
                "another document".to_owned()
            } else {
                format!("the document `{}`", cut(&uri))
            };
            let message = format!(
                "`{shown}` refers to {document}, which was not supplied; nothing is fetched{meant}"
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
        let message = format!("`{shown}` {why}{meant}");
        let problem = Problem::new(pointer.unwrap_or_default(), message);
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

/// The base of a schema that names none.
pub(in super::super) const NAMELESS: &str = "json-schema:///";

/// The definition that has the name at the end of a reference, as a question.
fn meant(root: &Value, reference: &str) -> String {
    let name = reference.rsplit(['/', '#']).next().unwrap_or_default();
    let holds = |keyword: &&str| root.get(keyword).is_some_and(|it| it.get(name).is_some());
    let keyword = ["$defs", "definitions"].into_iter().find(holds);
    keyword.map_or_else(String::new, |keyword| {
        format!("; did you mean `#/{keyword}/{}`?", cut(name))
    })
}

/// The URI of the document that a reference leads to.
fn document(reference: &str, resolver: &Resolver<'_>) -> Option<String> {
    let base = resolver.base_uri();
    let uri = resolver.resolve_uri(&base.borrow(), reference).ok()?;
    let text = uri.as_str();
    Some(text.split_once('#').map_or(text, |(uri, _)| uri).to_owned())
}

/// The JSON pointer of a value within a document, or of a key below it; the value is found by its address.
pub(in super::super) fn locate<'a>(
    root: &'a Value,
    wanted: &Value,
    below: Option<&'a str>,
) -> Option<String> {
    let mut pointer = None;
    find(root, |value, places, place| {
        if std::ptr::eq(value, wanted) {
            let place = below.map_or(place, |key| places.below(place, Step::Key(key)));
            pointer = Some(places.pointer(place));
        }
        pointer.is_none()
    });
    pointer
}

/// Visits all values of a document with their places, until told to stop.
pub(in super::super) fn find<'a>(
    root: &'a Value,
    mut goes_on: impl FnMut(&'a Value, &mut Places<'a>, Place) -> bool,
) {
    let mut places = Places::default();
    let mut stack = vec![(root, Place::ROOT)];
    while let Some((value, place)) = stack.pop() {
        if !goes_on(value, &mut places, place) {
            return;
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
}
