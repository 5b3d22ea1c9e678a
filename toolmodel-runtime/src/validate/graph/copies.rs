//! How often the engine compiles each subschema. It knows the target of a reference by the text of the
//! reference and by the chain of documents that led to it, so that one subschema may be compiled for every
//! way of naming it and for every way that leads to it. What it would do is counted before it does it.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use jsonschema::Draft;
use referencing::Resolver;
use serde_json::Value;

use super::super::address::{AddressMap, address};
use super::super::limits::{Limits, exceeded};
use super::super::measure::json_size;
use super::anchors::Anchors;
use super::build::Source;
use super::expand::{self, Pending};
use super::location::{Location, Prints};
use crate::error::Result;
use crate::meter::{Allowance, Meter};
use crate::schema::walk::{Holds, holds};

/// What compiling a schema makes.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Copies {
    /// Compiled subschemas.
    pub(in super::super) nodes: usize,
    /// Bytes of the pointers to them and to their keywords, and of the values that these hold.
    pub(in super::super) pointers: usize,
}

/// Targets of references that are compiled within each other; the next one is put off.
const NESTED: usize = 8;
/// Bytes of pointers that may be made, as a multiple of those that a schema may have.
const MOST_POINTERS: usize = 4;
/// Bytes of one value beside its text.
const VALUE: usize = 64;
/// Steps for each target that is being compiled when another is put off: the engine notes all of them.
const NOTED: usize = 4;

/// Counts what compiling makes. `marked` has what `unevaluated...` keywords compile besides, by the address of
/// their subschema.
pub(in super::super) fn count(
    source: &Source<'_>,
    marked: &AddressMap<usize, usize>,
    limits: &Limits,
) -> Result<Copies> {
    let mut counter = Counter {
        limits,
        marked,
        copies: Copies::default(),
        prints: RandomState::new(),
        anchors: Anchors::default(),
        meter: Meter::new(Allowance {
            work: limits.work,
            depth: usize::MAX,
            bytes: usize::MAX,
        }),
        held: AddressMap::default(),
        nodes: HashMap::new(),
        targets: HashMap::new(),
        open: Rc::default(),
        awaited: HashSet::new(),
        put_off: VecDeque::new(),
        round: 0,
        nested: 0,
        frames: Vec::new(),
    };
    let resolver = source.registry.resolver(source.base.clone());
    let scope = counter.scope(&resolver)?;
    let place = Place {
        resolver,
        draft: source.draft,
        location: Location::default(),
        scope,
    };
    counter.compile(source.root, place, None)?;
    counter.finish()?;
    Ok(counter.copies)
}

/// Where a subschema is compiled.
#[derive(Clone)]
struct Place<'a> {
    resolver: Resolver<'a>,
    draft: Draft,
    location: Location,
    scope: Scope,
}

/// The document that a subschema is in, and the chain of those that led to it.
#[derive(Clone, Copy)]
struct Scope {
    print: u64,
    /// What it costs to read.
    steps: usize,
    /// Bytes of the document's URI.
    base: usize,
}

/// What was compiled before: a subschema as it was found, or the target of a reference.
type NodeKey = (usize, u64, u64);
type TargetKey = (u64, u64);

/// Something compiled: in which round, and whether it leads to nothing that is still to be compiled. What does
/// not can be used again in its own round only, except by a reference.
#[derive(Clone, Copy)]
struct Compiled {
    round: usize,
    settled: bool,
}

struct PutOff<'a> {
    schema: &'a Value,
    place: Place<'a>,
    alias: u64,
    /// The targets that were being compiled then.
    open: Rc<HashSet<u64>>,
}

/// A subschema that is being compiled.
struct Frame<'a> {
    schema: &'a Value,
    key: NodeKey,
    alias: Option<u64>,
    is_nested: bool,
    place: Place<'a>,
    next: std::vec::IntoIter<Next<'a>>,
    settled: bool,
}

enum Next<'a> {
    Below(Pending<'a>),
    Reference(&'a str),
}

struct Counter<'a, 's> {
    limits: &'s Limits,
    marked: &'s AddressMap<usize, usize>,
    copies: Copies,
    prints: Prints,
    anchors: Anchors,
    meter: Meter,
    /// Bytes of the values that the keywords of a subschema hold, by address.
    held: AddressMap<usize, usize>,
    nodes: HashMap<NodeKey, Compiled>,
    targets: HashMap<TargetKey, Compiled>,
    /// Targets of references that are being compiled, by the text of the reference.
    open: Rc<HashSet<u64>>,
    /// Those that were put off.
    awaited: HashSet<TargetKey>,
    put_off: VecDeque<PutOff<'a>>,
    round: usize,
    nested: usize,
    frames: Vec<Frame<'a>>,
}

impl<'a> Counter<'a, '_> {
    /// Compiles what was begun, and what was put off.
    fn finish(&mut self) -> Result<()> {
        self.work_off()?;
        while let Some(target) = self.put_off.pop_front() {
            self.awaited
                .remove(&(target.alias, target.place.scope.print));
            self.round += 1;
            self.open = target.open;
            self.compile(target.schema, target.place, Some(target.alias))?;
            self.work_off()?;
        }
        Ok(())
    }

    fn work_off(&mut self) -> Result<()> {
        while let Some(frame) = self.frames.last_mut() {
            match frame.next.next() {
                Some(Next::Below(pending)) => {
                    let place = frame.place.clone();
                    self.compile_below(pending, &place)?;
                }
                Some(Next::Reference(reference)) => {
                    let (schema, place) = (frame.schema, frame.place.clone());
                    self.refer(schema, reference, &place)?;
                }
                None => self.leave(),
            }
        }
        Ok(())
    }

    fn compile_below(&mut self, pending: Pending<'a>, parent: &Place<'a>) -> Result<()> {
        let scope = match pending.schema.get("$id") {
            Some(_) => self.scope(&pending.resolver)?,
            None => parent.scope,
        };
        let place = Place {
            location: parent.location.below(&pending, &self.prints),
            resolver: pending.resolver,
            draft: pending.draft,
            scope,
        };
        self.compile(pending.schema, place, None).map(drop)
    }

    /// Begins with a subschema, unless it is there already; says whether it was begun.
    fn compile(&mut self, schema: &'a Value, place: Place<'a>, alias: Option<u64>) -> Result<bool> {
        let address = address(schema);
        let key = (address, place.location.print, place.scope.print);
        if let Some(&known) = self.nodes.get(&key)
            && (alias.is_some() || known.settled || known.round == self.round)
        {
            self.reach(known.settled);
            return Ok(false);
        }
        self.charge(schema, &place)?;
        if let Some(alias) = alias {
            Rc::make_mut(&mut self.open).insert(alias);
        }
        self.frames.push(Frame {
            schema,
            key,
            alias,
            is_nested: false,
            next: next(schema, &place).into_iter(),
            place,
            settled: true,
        });
        Ok(true)
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let compiled = Compiled {
            round: self.round,
            settled: frame.settled,
        };
        self.nodes.insert(frame.key, compiled);
        if let Some(alias) = frame.alias {
            Rc::make_mut(&mut self.open).remove(&alias);
            self.targets
                .insert((alias, frame.place.scope.print), compiled);
        }
        self.nested -= usize::from(frame.is_nested);
        self.reach(frame.settled);
    }

    /// Notes what the subschema that is being compiled leads to.
    fn reach(&mut self, settled: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.settled &= settled;
        }
    }

    fn refer(&mut self, parent: &Value, reference: &str, from: &Place<'a>) -> Result<()> {
        let base = from.resolver.base_uri();
        // What leads nowhere was reported when the graph was built.
        let (Ok(uri), Ok(found)) = (
            from.resolver.resolve_uri(&base.borrow(), reference),
            from.resolver.lookup(reference),
        ) else {
            return Ok(());
        };
        let (schema, resolver, draft) = found.into_inner();
        if std::ptr::eq(schema, parent) {
            return Ok(());
        }
        let alias = self.prints.hash_one(uri.as_str());
        let scope = self.scope(&resolver)?;
        if let Some(&known) = self.targets.get(&(alias, scope.print)) {
            self.reach(known.settled);
            return Ok(());
        }
        if self.open.contains(&alias) {
            self.reach(false);
            return Ok(());
        }
        let place = Place {
            location: self.location(uri.as_str(), schema, &resolver)?,
            draft: match draft.detect(schema) {
                Draft::Unknown => from.draft,
                detected => detected,
            },
            resolver,
            scope,
        };
        let is_awaited = self.awaited.contains(&(alias, scope.print));
        if is_awaited || self.nested >= NESTED {
            return self.put_off(schema, place, alias, is_awaited);
        }
        if self.compile(schema, place, Some(alias))?
            && let Some(frame) = self.frames.last_mut()
        {
            frame.is_nested = true;
            self.nested += 1;
        }
        Ok(())
    }

    fn put_off(
        &mut self,
        schema: &'a Value,
        place: Place<'a>,
        alias: u64,
        is_awaited: bool,
    ) -> Result<()> {
        self.reach(false);
        if is_awaited {
            return Ok(());
        }
        self.work(self.open.len().saturating_mul(NOTED))?;
        self.awaited.insert((alias, place.scope.print));
        self.put_off.push_back(PutOff {
            schema,
            place,
            alias,
            open: Rc::clone(&self.open),
        });
        Ok(())
    }

    /// The location at which the engine starts with the target of a reference: the pointer in the reference, or
    /// that of the anchor in its document.
    fn location(&mut self, uri: &str, target: &Value, resolver: &Resolver<'a>) -> Result<Location> {
        let fragment = uri.split_once('#').map_or("", |(_, fragment)| fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            return Ok(Location::of_fragment(fragment, &self.prints));
        }
        let Ok(document) = resolver.lookup("") else {
            return Ok(Location::default());
        };
        let document = document.contents();
        let anchors = self.anchors.of(document, &self.prints, &self.meter);
        let anchors = anchors.map_err(|_| too_much_work(self.limits))?;
        let pointers = std::mem::take(&mut anchors.new_bytes);
        let address = address(target);
        let location = anchors.locations.get(&address).copied();
        self.copies.pointers = self.copies.pointers.saturating_add(pointers);
        self.check_pointers()?;
        Ok(location.unwrap_or_default())
    }

    fn charge(&mut self, schema: &Value, place: &Place<'a>) -> Result<()> {
        self.work(place.scope.steps)?;
        let address = address(schema);
        let marked = self.marked.get(&address).copied().unwrap_or(0);
        let held = *self.held.entry(address).or_insert_with(|| held(schema));
        let copies = &mut self.copies;
        copies.nodes = copies.nodes.saturating_add(1).saturating_add(marked);
        if copies.nodes > self.limits.unrolled {
            let limit = self.limits.unrolled;
            let what = "compiled with all that its references lead to, the schema has more than";
            return Err(exceeded("", what, limit, "subschemas", "unrolled"));
        }
        let map = schema.as_object();
        let keywords = map.map_or(0, serde_json::Map::len);
        let names: usize = map
            .into_iter()
            .flatten()
            .map(|(name, _)| name.len() + 1)
            .sum();
        let each = place.location.bytes.saturating_add(place.scope.base);
        let all = each.saturating_mul(keywords + 1);
        let all = all.saturating_add(names).saturating_add(held);
        copies.pointers = copies.pointers.saturating_add(all);
        self.check_pointers()
    }

    fn check_pointers(&self) -> Result<()> {
        let limit = self.limits.schema_pointers.saturating_mul(MOST_POINTERS);
        if self.copies.pointers <= limit {
            return Ok(());
        }
        let what = "compiled with all that its references lead to, the pointers and values in the schema \
                    take more than";
        Err(exceeded("", what, limit, "bytes", "schema_pointers"))
    }

    fn scope(&self, resolver: &Resolver<'a>) -> Result<Scope> {
        let base = resolver.base_uri();
        let mut hasher = self.prints.build_hasher();
        base.as_str().hash(&mut hasher);
        let mut steps = 1 + base.as_str().len() / 64;
        for uri in &resolver.dynamic_scope() {
            steps += 1 + uri.as_str().len() / 64;
            uri.as_str().hash(&mut hasher);
        }
        self.work(steps)?;
        Ok(Scope {
            print: hasher.finish(),
            steps,
            base: base.as_str().len(),
        })
    }

    fn work(&self, steps: usize) -> Result<()> {
        let done = self.meter.work(steps);
        done.map_err(|_| too_much_work(self.limits))
    }
}

fn too_much_work(limits: &Limits) -> crate::Error {
    let what = "telling apart the targets of the references in the schema takes more than";
    exceeded("", what, limits.work, "steps", "work")
}

/// Bytes that the values of a subschema's keywords take, once compiled.
fn held(schema: &Value) -> usize {
    let keywords = schema.as_object().into_iter().flatten();
    let values = keywords.filter(|(keyword, _)| holds(keyword) == Holds::Nothing);
    let sizes = values.map(|(_, value)| {
        let size = json_size(value, usize::MAX);
        size.values.saturating_mul(VALUE).saturating_add(size.bytes)
    });
    sizes.fold(0, usize::saturating_add)
}

/// What a subschema leads to, in the order of its keywords.
fn next<'a>(schema: &'a Value, place: &Place<'a>) -> Vec<Next<'a>> {
    let Value::Object(map) = schema else {
        return Vec::new();
    };
    // Draft-07 ignores whatever stands beside `$ref`.
    if place.draft == Draft::Draft7
        && let Some(reference) = map.get("$ref").and_then(Value::as_str)
    {
        return vec![Next::Reference(reference)];
    }
    let mut found = Vec::new();
    for (keyword, value) in map {
        if let ("$ref" | "$dynamicRef", Value::String(reference)) = (keyword.as_str(), value) {
            found.push(Next::Reference(reference));
        } else {
            let below = expand::below(map, keyword, value, &place.resolver, place.draft);
            found.extend(below.into_iter().map(Next::Below));
        }
    }
    found
}
