//! Which part of a chain of documents matters for the subschemas it leads to: `$dynamicRef` looks for the outermost
//! document with an anchor of its name, and everything else only uses the innermost document.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use jsonschema::Registry;
use referencing::Resolver;
use serde_json::{Map, Value};

use super::super::limits::{Limits, exceeded};
use crate::error::Result;
use crate::meter::{Allowance, Meter};
use crate::schema::walk::{each, keyword};

/// Distinguishes chains of documents.
pub(super) struct Scopes<'a> {
    registry: &'a Registry<'a>,
    limits: &'a Limits,
    /// A number for each document and the names of its dynamic anchors, by its URI.
    documents: HashMap<String, (usize, Rc<[&'a str]>)>,
    meter: Meter,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(registry: &'a Registry<'a>, limits: &'a Limits) -> Self {
        Self {
            registry,
            limits,
            documents: HashMap::new(),
            meter: Meter::new(Allowance {
                work: limits.work,
                depth: usize::MAX,
                bytes: usize::MAX,
            }),
        }
    }

    /// A number shared by chains that give references the same targets.
    pub(super) fn number(&mut self, resolver: &Resolver<'a>) -> Result<u64> {
        let base = resolver.base_uri();
        let mut outermost = BTreeMap::new();
        let innermost = self.bind(base.as_str(), &mut outermost)?;
        for (i, uri) in resolver.dynamic_scope().iter().enumerate() {
            if i >= self.limits.chain {
                let limit = self.limits.chain;
                let what = "the schema goes through more than";
                let unit = "documents and `$id`s in one chain of references";
                return Err(exceeded("", what, limit, unit, "chain"));
            }
            self.bind(uri.as_str(), &mut outermost)?;
        }
        let mut hasher = DefaultHasher::new();
        (innermost, outermost).hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// Records an outer document as the one in which its dynamic anchors are resolved.
    fn bind(&mut self, uri: &str, outermost: &mut BTreeMap<&'a str, usize>) -> Result<usize> {
        let (number, anchors) = match self.documents.get(uri) {
            Some((number, anchors)) => (*number, Rc::clone(anchors)),
            None => self.find(uri)?,
        };
        self.work(1 + uri.len() / 64 + 4 * anchors.len())?;
        outermost.extend(anchors.iter().map(|name| (*name, number)));
        Ok(number)
    }

    fn find(&mut self, uri: &str) -> Result<(usize, Rc<[&'a str]>)> {
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
        let found: Rc<[&str]> = found.into();
        let document = (self.documents.len(), found);
        self.documents.insert(uri.to_owned(), document.clone());
        Ok(document)
    }

    fn work(&self, steps: usize) -> Result<()> {
        self.meter.work(steps).map_err(|_| {
            let what = "telling apart the chains of `$id`s in the schema takes more than";
            exceeded("", what, self.limits.work, "steps", "work")
        })
    }
}
