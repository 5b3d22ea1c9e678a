//! Which part of a chain of documents matters for the subschemas it leads to: `$dynamicRef` looks for the outermost
//! document with an anchor of its name, and everything else only uses the innermost document.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use jsonschema::Registry;
use referencing::Resolver;
use serde_json::{Map, Value};

use super::super::limits::{Limits, exceeded};
use crate::error::Result;
use crate::meter::{Allowance, Meter};
use crate::schema::walk::{each, keyword};

/// What chains have in common that give references the same targets: the innermost document, and where dynamic
/// anchors are resolved, each as a number.
pub(super) type Scope = (usize, usize);

/// Distinguishes chains of documents.
pub(super) struct Scopes<'a> {
    registry: &'a Registry<'a>,
    limits: &'a Limits,
    /// The place of each document in `anchors`, by its URI.
    documents: HashMap<String, usize>,
    /// The names of the dynamic anchors of each document.
    anchors: Vec<Vec<&'a str>>,
    bindings: Vec<Bindings<'a>>,
    /// Equal bindings by their fingerprint, and what a document within some makes of them.
    known: HashMap<u64, usize>,
    inside: HashMap<(usize, usize), usize>,
    /// Random, so that nobody can make different bindings with equal fingerprints.
    random: RandomState,
    meter: Meter,
}

/// In which document each dynamic anchor is resolved.
#[derive(Default)]
struct Bindings<'a> {
    /// The combined hashes of all names with their documents, in whatever order they were bound.
    fingerprint: u64,
    /// What all of these are based on, with at least one name more in each.
    outer: Option<usize>,
    names: HashSet<&'a str>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(registry: &'a Registry<'a>, limits: &'a Limits) -> Self {
        Self {
            registry,
            limits,
            documents: HashMap::new(),
            anchors: Vec::new(),
            bindings: vec![Bindings::default()],
            known: HashMap::from([(0, 0)]),
            inside: HashMap::new(),
            random: RandomState::new(),
            meter: Meter::new(Allowance {
                work: limits.work,
                depth: usize::MAX,
                bytes: usize::MAX,
            }),
        }
    }

    pub(super) fn of(&mut self, resolver: &Resolver<'a>) -> Result<Scope> {
        let innermost = self.document(resolver.base_uri().as_str())?;
        let mut chain = vec![innermost];
        for (i, uri) in resolver.dynamic_scope().iter().enumerate() {
            if i >= self.limits.chain {
                let limit = self.limits.chain;
                let what = "the schema goes through more than";
                let unit = "documents and `$id`s in one chain of references";
                return Err(exceeded("", what, limit, unit, "chain"));
            }
            chain.push(self.document(uri.as_str())?);
        }
        let mut bound = 0;
        for document in chain.into_iter().rev() {
            bound = self.within(bound, document)?;
        }
        Ok((innermost, bound))
    }

    fn document(&mut self, uri: &str) -> Result<usize> {
        self.work(1 + uri.len() / 64)?;
        match self.documents.get(uri) {
            Some(&document) => Ok(document),
            None => self.find(uri),
        }
    }

    /// The bindings within a document: its own anchors are resolved in it unless a document around it has them.
    fn within(&mut self, outer: usize, document: usize) -> Result<usize> {
        if self.anchors[document].is_empty() {
            return Ok(outer);
        }
        if let Some(&known) = self.inside.get(&(outer, document)) {
            return Ok(known);
        }
        let mut names: HashSet<&str> = self.anchors[document].iter().copied().collect();
        self.work(4 * names.len())?;
        let mut above = Some(outer);
        while let Some(at) = above {
            let bindings = &self.bindings[at];
            self.work(1 + names.len().min(bindings.names.len()))?;
            if names.len() <= bindings.names.len() {
                names.retain(|name| !bindings.names.contains(name));
            } else {
                bindings.names.iter().for_each(|name| {
                    names.remove(name);
                });
            }
            above = bindings.outer;
        }
        let within = if names.is_empty() {
            outer
        } else {
            let hashes = names
                .iter()
                .map(|name| self.random.hash_one((name, document)));
            let fingerprint = hashes.fold(self.bindings[outer].fingerprint, |all, one| all ^ one);
            let next = self.bindings.len();
            let within = *self.known.entry(fingerprint).or_insert(next);
            if within == next {
                self.bindings.push(Bindings {
                    fingerprint,
                    outer: Some(outer),
                    names,
                });
            }
            within
        };
        self.inside.insert((outer, document), within);
        Ok(within)
    }

    fn find(&mut self, uri: &str) -> Result<usize> {
        let parsed = jsonschema::uri::from_str(uri).ok();
        let document = parsed.and_then(|uri| self.registry.resolver(uri).lookup("").ok());
        let mut found = Vec::new();
        let mut stack: Vec<_> = document.map(|found| found.contents()).into_iter().collect();
        let is_document = |map: &Map<String, Value>| {
            let id = keyword(map, "$id").and_then(Value::as_str);
            id.is_some_and(|id| !id.starts_with('#'))
        };
        while let Some(schema) = stack.pop() {
            self.work(1)?;
            let Value::Object(map) = schema else {
                continue;
            };
            found.extend(keyword(map, "$dynamicAnchor").and_then(Value::as_str));
            each(map, |_, _, below| {
                if !below.as_object().is_some_and(is_document) {
                    stack.push(below);
                }
            });
        }
        let document = self.anchors.len();
        self.anchors.push(found);
        self.documents.insert(uri.to_owned(), document);
        Ok(document)
    }

    fn work(&self, steps: usize) -> Result<()> {
        self.meter.work(steps).map_err(|_| {
            let what = "telling apart the chains of `$id`s in the schema takes more than";
            exceeded("", what, self.limits.work, "steps", "work")
        })
    }
}
