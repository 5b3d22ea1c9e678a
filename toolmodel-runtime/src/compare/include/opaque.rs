//! What shapes cannot express: it holds if the sender requires the same.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{At, Gaps, Prover};
use crate::compare::same::Same;
use crate::example::maker::{Maker, Style, Wish};
use crate::meter::{Exceeded, Meter};
use crate::path::Step;
use crate::schema::Dialect;
use crate::schema::shape::{NodeId, NodeSet, Opaque, Shape};
use crate::schema::walk::{each_of, holds};

/// Most subschemas applying to the same value that are considered.
const MOST_IN_PLACE: usize = 64;

impl Prover<'_, '_, '_> {
    /// Gaps for what the reader's shape leaves to the validator.
    pub(super) fn opaque(&mut self, at: &At<'_>, read: &Shape) -> Gaps {
        let mut gaps = Vec::new();
        for opaque in &read.opaque {
            if self.is_discharged(at.a, opaque)? {
                continue;
            }
            let wishes = self.provocations(opaque)?;
            let message = format!("{} may reject it", opaque.reason);
            let mut gap = self.gap(at, message, wishes);
            gap.reader = self.reader.pointer(opaque.node);
            gaps.push(gap);
        }
        Ok(gaps)
    }

    /// Whether a subschema of the sender that applies to the same value has the same keywords that the reader's
    /// shape could not express.
    fn is_discharged(&mut self, a: &NodeSet, opaque: &Opaque) -> Result<bool, Exceeded> {
        let (Some(dialect), Some(keywords)) = (self.dialect, keywords(opaque.reason)) else {
            return Ok(false);
        };
        let Value::Object(b) = self.reader.schema(opaque.node) else {
            return Ok(false);
        };
        for sender in self.in_place(a)? {
            let Value::Object(a) = self.sender.schema(sender) else {
                continue;
            };
            // Beside a reference, draft-07 ignores everything.
            if dialect == Dialect::Draft07 && a.contains_key("$ref") {
                continue;
            }
            if keywords == ["enum", "const"] {
                if lists_no_more(a, b, self.meter)? {
                    return Ok(true);
                }
                continue;
            }
            let mut same = Same {
                sender: self.sender,
                reader: self.reader,
                dialect,
                meter: self.meter,
            };
            let mut all = true;
            for keyword in keywords {
                all = all && same.keyword(keyword, a, b)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The subschemas of a set and what they refer to or join, all of which hold.
    fn in_place(&mut self, set: &NodeSet) -> Result<Vec<NodeId>, Exceeded> {
        let mut found: Vec<NodeId> = set.clone();
        let mut at = 0;
        while let Some(id) = found.get(at).copied() {
            at += 1;
            self.meter.work(1)?;
            let Value::Object(map) = self.sender.schema(id) else {
                continue;
            };
            let mut more = Vec::new();
            if let Some(Value::String(reference)) = map.get("$ref") {
                more.extend(self.sender.target(reference));
            }
            let alone = self.dialect == Some(Dialect::Draft07) && map.contains_key("$ref");
            if let Some(Value::Array(branches)) = map.get("allOf").filter(|_| !alone) {
                for (i, branch) in branches.iter().enumerate() {
                    let steps = [Step::Key("allOf"), Step::Index(i)];
                    more.push(self.sender.child(id, &steps, branch));
                }
            }
            for id in more {
                if found.len() < MOST_IN_PLACE && !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        Ok(found)
    }

    /// Values that may show what the keyword rejects, such as those its own subschemas accept, and plain
    /// ones.
    fn provocations(&mut self, opaque: &Opaque) -> Result<Vec<Wish>, Exceeded> {
        let mut wishes = vec![Wish::Anything];
        let Value::Object(map) = self.reader.schema(opaque.node) else {
            return Ok(wishes);
        };
        let keywords = keywords(opaque.reason).unwrap_or(&["enum", "const"]);
        let mut children = Vec::new();
        for (keyword, value) in map {
            if !keywords.contains(&keyword.as_str()) {
                continue;
            }
            each_of(holds(keyword), value, |token, schema| {
                children.push((keyword, token, schema));
            });
            if let Value::Array(values) = value {
                wishes.extend(values.iter().take(8).cloned().map(Wish::Value));
            }
        }
        for (keyword, token, schema) in children {
            let mut steps = vec![Step::Key(keyword.as_str())];
            steps.extend(token.step());
            let child = self.reader.child(opaque.node, &steps, schema);
            for full in [false, true] {
                let style = Style {
                    full,
                    ..Style::default()
                };
                let mut maker = Maker::new(self.reader, self.patterns, self.meter, style);
                if let Some(value) = maker.make(&vec![child], &[], &Wish::Anything)? {
                    wishes.push(Wish::Over(value.clone()));
                    wishes.push(Wish::Value(value));
                }
            }
        }
        Ok(wishes)
    }
}

/// The keywords behind a reason, if they are self-contained.
fn keywords(reason: &str) -> Option<&'static [&'static str]> {
    Some(match reason {
        "`not`" => &["not"],
        "`if`" => &["if", "then", "else"],
        "`contains`" => &["contains", "minContains", "maxContains"],
        "`dependentSchemas`" => &["dependentSchemas"],
        "`dependencies`" => &["dependencies"],
        "an array among the listed values" | "an object among the listed values" => {
            &["enum", "const"]
        }
        _ => return None,
    })
}

/// Whether every value that the one lists is also listed by the other.
fn lists_no_more(
    a: &Map<String, Value>,
    b: &Map<String, Value>,
    meter: &Meter,
) -> Result<bool, Exceeded> {
    fn listed(map: &Map<String, Value>) -> &[Value] {
        match (map.get("enum"), map.get("const")) {
            (Some(Value::Array(values)), None) => values,
            (None, Some(only)) => std::slice::from_ref(only),
            _ => &[],
        }
    }
    let (a, b) = (listed(a), listed(b));
    meter.work(a.len() + b.len())?;
    let known: HashSet<&Value> = b.iter().collect();
    Ok(!a.is_empty() && a.iter().all(|value| known.contains(value)))
}
