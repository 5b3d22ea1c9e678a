//! Whether everything that one schema accepts is accepted by another, proven from their shapes.
//!
//! The shape of the sender accepts at least what its schema does, and the shape of the reader,
//! unless something in it is opaque, exactly what its schema does. So a shape inside a shape
//! proves it, type by type and part by part. A pair that is met again further down holds if nothing on the way fails:
//! each turn leads into a smaller part of an instance, and instances are finite.

mod array;
mod disjoint;
mod number;
mod object;
mod opaque;
mod others;
mod slots;
mod string;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::prints::{Printer, Prints};
use super::same::Same;
use crate::example::maker::{Turn, Wish};
use crate::example::patterns::Patterns;
use crate::meter::{Exceeded, Meter};
use crate::schema::Dialect;
use crate::schema::shape::{Document, NodeId, NodeSet, Rule, Shape};
use serde_json::Value;

/// A place at which inclusion was not proven, and what may show that it does not hold.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    /// How to get there, the last turn first.
    pub(super) turns: Vec<Turn>,
    /// What to try there.
    pub(super) wishes: Vec<Wish>,
    /// Where it is in the sender's schema.
    pub(super) sender: String,
    /// Where it is in the reader's schema.
    pub(super) reader: String,
    /// What it is.
    pub(super) message: String,
}

/// Most subschemas with the same fingerprint that are compared with another.
const MOST_ALIKE: usize = 4;

/// What describing a gap costs, in steps.
const GAP: usize = 32;

/// Most gaps kept for one pair of places.
const MOST_GAPS: usize = 48;

type Key = (NodeSet, NodeSet);
pub(super) type Gaps = Result<Vec<Gap>, Exceeded>;

/// Proves that the reader accepts what the sender accepts.
pub(super) struct Prover<'p, 'a, 'b> {
    pub(super) sender: &'p mut Document<'a>,
    pub(super) reader: &'p mut Document<'b>,
    pub(super) patterns: &'p Patterns,
    pub(super) meter: &'p Meter,
    /// The dialect, when both have one.
    dialect: Option<Dialect>,
    /// Whether only declared properties are considered.
    declared: bool,
    root: NodeSet,
    assumed: HashSet<Key>,
    failed: HashMap<Key, Rc<Vec<Gap>>>,
    /// Pairs that hold if the assumed ones do.
    held: HashSet<Key>,
    order: Vec<Key>,
    prints: Prints,
    /// Whether some pattern could not be matched with a name: in that case nothing is proven.
    unmatched: Cell<bool>,
}

impl<'p, 'a, 'b> Prover<'p, 'a, 'b> {
    pub(super) fn new(
        sender: &'p mut Document<'a>,
        reader: &'p mut Document<'b>,
        dialect: Option<Dialect>,
        patterns: &'p Patterns,
        meter: &'p Meter,
        declared: bool,
    ) -> Self {
        let root = vec![sender.root()];
        Self {
            sender,
            reader,
            patterns,
            meter,
            dialect,
            declared,
            root,
            assumed: HashSet::new(),
            failed: HashMap::new(),
            held: HashSet::new(),
            order: Vec::new(),
            prints: Prints::default(),
            unmatched: Cell::new(false),
        }
    }

    /// The gaps between the roots; empty when inclusion is proven.
    pub(super) fn prove(&mut self) -> Gaps {
        let (a, b) = (self.root.clone(), vec![self.reader.root()]);
        let mut gaps = self.include(&a, &b)?;
        if gaps.is_empty() && self.unmatched.get() {
            let at = At {
                a: &a,
                b: &b,
                open: true,
            };
            gaps.push(self.gap(
                &at,
                "a pattern cannot be matched with a property name",
                Vec::new(),
            ));
        }
        Ok(gaps)
    }

    pub(super) fn include(&mut self, a: &NodeSet, b: &NodeSet) -> Gaps {
        self.meter.work(1 + a.len() + b.len())?;
        let _level = self.meter.enter()?;
        let key = (a.clone(), b.clone());
        if self.assumed.contains(&key) || self.held.contains(&key) {
            return Ok(Vec::new());
        }
        if let Some(gaps) = self.failed.get(&key) {
            self.meter.work(gaps.len() * GAP / 4)?;
            return Ok((**gaps).clone());
        }
        self.assumed.insert(key.clone());
        let before = self.order.len();
        let gaps = self.sets(a, b);
        self.assumed.remove(&key);
        let mut gaps = gaps?;
        if gaps.is_empty() {
            self.held.insert(key.clone());
            self.order.push(key);
        } else {
            // What was proven since then may have depended on this pair.
            for key in self.order.drain(before..) {
                self.held.remove(&key);
            }
            gaps.truncate(MOST_GAPS);
            self.failed.insert(key, Rc::new(gaps.clone()));
        }
        Ok(gaps)
    }

    fn sets(&mut self, a: &NodeSet, b: &NodeSet) -> Gaps {
        let rest = self.unsaid(a, b)?;
        if rest.is_empty() {
            return Ok(Vec::new());
        }
        let sent = self.sender.shape(a);
        if sent.is_never() {
            return Ok(Vec::new());
        }
        let read = self.reader.shape(&rest);
        let at = At {
            a,
            b: &rest,
            open: !sent.opaque.is_empty(),
        };
        let mut gaps = self.scalars(&at, &sent, &read);
        gaps.extend(self.numbers(&at, &sent.number, &read.number)?);
        gaps.extend(self.strings(&at, &sent.string, &read.string)?);
        gaps.extend(self.slots(&at, &sent.array, &read.array)?);
        gaps.extend(self.slots(&at, &sent.object, &read.object)?);
        if gaps.is_empty() {
            gaps.extend(self.opaque(&at, &read)?);
        }
        Ok(gaps)
    }

    /// The subschemas of the reader without an equivalent among the sender's.
    fn unsaid(&mut self, a: &NodeSet, b: &NodeSet) -> Result<NodeSet, Exceeded> {
        let Some(dialect) = self.dialect else {
            return Ok(b.clone());
        };
        let mut sent: HashMap<u64, Vec<NodeId>> = HashMap::new();
        // If each side has only one, the comparison itself costs less.
        let alone = a.len() == 1 && b.len() == 1;
        for id in a {
            let mut printer = Printer {
                prints: &mut self.prints,
                document: self.sender,
                dialect,
                meter: self.meter,
            };
            let schema = printer.document.schema(*id);
            let print = if alone { 0 } else { printer.print(schema)? };
            sent.entry(print).or_default().push(*id);
        }
        let mut rest = NodeSet::new();
        for id in b {
            let mut printer = Printer {
                prints: &mut self.prints,
                document: self.reader,
                dialect,
                meter: self.meter,
            };
            let schema = printer.document.schema(*id);
            let print = if alone { 0 } else { printer.print(schema)? };
            let alike = sent.get(&print).map_or(&[][..], Vec::as_slice);
            if !self.says(alike, schema, dialect)? {
                rest.push(*id);
            }
        }
        Ok(rest)
    }

    /// Whether one of the sender's subschemas is equivalent to the reader's.
    fn says(&mut self, alike: &[NodeId], b: &'b Value, dialect: Dialect) -> Result<bool, Exceeded> {
        for sender in alike.iter().take(MOST_ALIKE) {
            let a = self.sender.schema(*sender);
            let mut same = Same {
                sender: self.sender,
                reader: self.reader,
                dialect,
                meter: self.meter,
            };
            if same.schemas(a, b)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a pattern matches a property name.
    pub(super) fn matches(&self, pattern: &str, name: &str) -> bool {
        self.patterns.matches(pattern, name).unwrap_or_else(|| {
            self.unmatched.set(true);
            false
        })
    }

    fn scalars(&mut self, at: &At<'_>, sent: &Shape, read: &Shape) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut refused = |name: &str, values: Vec<Value>| {
            let message = format!("{name} may be sent, and is not accepted");
            let wishes = values.into_iter().map(Wish::Value).collect();
            gaps.push(self.gap(at, message, wishes));
        };
        if sent.null && !read.null {
            refused("null", vec![Value::Null]);
        }
        let yes = sent.boolean.yes && !read.boolean.yes;
        let no = sent.boolean.no && !read.boolean.no;
        match (yes, no) {
            (true, true) => refused("a boolean", vec![true.into(), false.into()]),
            (true, false) => refused("true", vec![true.into()]),
            (false, true) => refused("false", vec![false.into()]),
            (false, false) => {}
        }
        gaps
    }

    pub(super) fn gap(&self, at: &At<'_>, message: impl Into<String>, wishes: Vec<Wish>) -> Gap {
        // Running out is detected by the next charge.
        let _ = self.meter.work(GAP);
        let sender = at.a.first().map(|id| self.sender.pointer(*id));
        let reader = at.b.first().map(|id| self.reader.pointer(*id));
        Gap {
            turns: Vec::new(),
            wishes,
            sender: sender.unwrap_or_default(),
            reader: reader.unwrap_or_default(),
            message: message.into(),
        }
    }
}

/// The subschemas that are compared.
pub(super) struct At<'n> {
    pub(super) a: &'n NodeSet,
    pub(super) b: &'n NodeSet,
    /// Whether the sender's shape accepts more than its schema, in unknown ways.
    pub(super) open: bool,
}

/// Rules of values that have parts.
pub(super) trait Compound: Rule {
    /// What such a value is, for messages.
    const NAME: &'static str;

    /// The plainest value that matches the sender's rule with this number.
    fn plain(rule: usize) -> Wish;

    /// The gaps between a rule of the sender, by its number, and one of the reader.
    fn inside(prover: &mut Prover<'_, '_, '_>, at: &At<'_>, i: usize, a: &Self, b: &Self) -> Gaps;

    /// Whether it is certain that no value matches both.
    fn disjoint(prover: &mut Prover<'_, '_, '_>, a: &Self, b: &Self) -> Result<bool, Exceeded>;
}

/// Gaps of a part, as gaps of the whole.
pub(super) fn below(mut gaps: Vec<Gap>, turn: &Turn) -> Vec<Gap> {
    for gap in &mut gaps {
        gap.turns.push(turn.clone());
    }
    gaps
}
