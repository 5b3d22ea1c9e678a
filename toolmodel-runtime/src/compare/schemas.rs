//! Two schemas: proven, disproven, or neither.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;

use super::annotations::annotations;
use super::include::{Gap, Prover};
use super::report::{Finding, SchemaChange, Side, Verdict};
use super::same::Same;
use super::search::Search;
use crate::error::{Error, Result};
use crate::example::patterns::Patterns;
use crate::meter::{Allowance, Meter};
use crate::schema::shape::Document;
use crate::schema::{Dialect, Schema};
use crate::validate::{CompiledSchema, DefaultValidator};

/// What proving and searching may cost, each.
const ALLOWANCE: Allowance = Allowance {
    work: 2_000_000,
    depth: 200,
    bytes: usize::MAX,
};

/// Most findings about undeclared properties.
const MOST_UNDECLARED: usize = 8;

/// Whether one side still accepts what the other sends.
///
/// This never fails: for a schema that the validator refuses, or a comparison that costs too much, the verdict is
/// undecided, with the reason.
///
/// ```
/// use toolmodel_runtime::Schema;
/// use toolmodel_runtime::compare::{self, Side, Verdict};
///
/// let old: Schema = r#"{"enum": ["open", "closed"]}"#.parse()?;
/// let new: Schema = r#"{"enum": ["open", "closed", "merged"]}"#.parse()?;
/// assert_eq!(compare::schemas(&old, &new, Side::Input).verdict, Verdict::Compatible);
/// let results = compare::schemas(&old, &new, Side::Output);
/// assert_eq!(results.verdict, Verdict::Breaking);
/// assert_eq!(results.proof(), Some(&serde_json::json!("merged")));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[must_use]
pub fn schemas(old: &Schema, new: &Schema, side: Side) -> SchemaChange {
    if old == new {
        return SchemaChange {
            same: true,
            ..SchemaChange::default()
        };
    }
    let compiled = match (compiled(old, "old"), compiled(new, "new")) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(why), _) | (_, Err(why)) => return undecided(why),
    };
    match Comparison::new(old, new, side, &compiled).and_then(|it| it.run()) {
        Ok(change) => change,
        Err(error) => undecided(error.to_string()),
    }
}

fn compiled(schema: &Schema, which: &str) -> std::result::Result<Arc<CompiledSchema>, String> {
    let compiled = DefaultValidator::shared().compile(schema);
    compiled.map_err(|error| format!("the {which} schema cannot be used: {error}"))
}

fn undecided(message: String) -> SchemaChange {
    SchemaChange {
        verdict: Verdict::Undecided,
        findings: vec![Finding {
            verdict: Verdict::Undecided,
            old: String::new(),
            new: String::new(),
            message,
            proof: None,
        }],
        ..SchemaChange::default()
    }
}

/// One comparison.
struct Comparison<'c> {
    old: &'c Schema,
    new: &'c Schema,
    side: Side,
    sender: (&'c Schema, &'c CompiledSchema, Dialect),
    reader: (&'c Schema, &'c CompiledSchema, Dialect),
}

impl<'c> Comparison<'c> {
    fn new(
        old: &'c Schema,
        new: &'c Schema,
        side: Side,
        compiled: &'c (Arc<CompiledSchema>, Arc<CompiledSchema>),
    ) -> Result<Self> {
        let first = (old, &*compiled.0, old.dialect()?);
        let second = (new, &*compiled.1, new.dialect()?);
        let (sender, reader) = match side {
            Side::Input => (first, second),
            Side::Output => (second, first),
        };
        Ok(Self {
            old,
            new,
            side,
            sender,
            reader,
        })
    }

    fn dialect(&self) -> Option<Dialect> {
        (self.sender.2 == self.reader.2).then_some(self.sender.2)
    }

    fn run(&self) -> Result<SchemaChange> {
        let patterns = Patterns::default();
        let mut change = SchemaChange {
            annotations: annotations(self.old, self.new),
            ..SchemaChange::default()
        };
        if self.is_same()? {
            change.same = true;
            return Ok(change);
        }
        let gaps = self.gaps(&patterns, true)?;
        if gaps.is_empty() {
            // Everything declared is accepted; what remains is the undeclared.
            change.undeclared = self.undeclared(&patterns);
            return Ok(change);
        }
        let mut findings = self.findings(gaps, &patterns);
        let broken = findings.iter().any(|it| it.verdict == Verdict::Breaking);
        if !broken && self.is_covered() {
            return Ok(change);
        }
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.verdict));
        change.verdict = if broken {
            Verdict::Breaking
        } else {
            Verdict::Undecided
        };
        change.findings = findings;
        Ok(change)
    }

    fn is_same(&self) -> Result<bool> {
        let Some(dialect) = self.dialect() else {
            return Ok(false);
        };
        let mut sender = Document::new(self.sender.0, self.sender.2);
        let mut reader = Document::new(self.reader.0, self.reader.2);
        let meter = Meter::new(ALLOWANCE);
        let mut same = Same {
            sender: &mut sender,
            reader: &mut reader,
            dialect,
            meter: &meter,
        };
        let same = same.schemas(self.sender.0.as_value(), self.reader.0.as_value());
        same.map_err(Error::from)
    }

    fn gaps(&self, patterns: &Patterns, declared: bool) -> Result<Vec<Gap>> {
        let mut sender = Document::new(self.sender.0, self.sender.2);
        let mut reader = Document::new(self.reader.0, self.reader.2);
        let meter = Meter::new(ALLOWANCE);
        let dialect = self.dialect();
        let mut prover = Prover::new(
            &mut sender,
            &mut reader,
            dialect,
            patterns,
            &meter,
            declared,
        );
        prover.prove().map_err(Error::from)
    }

    /// What becomes of each gap: a proof, or an undecided finding.
    fn findings(&self, gaps: Vec<Gap>, patterns: &Patterns) -> Vec<Finding> {
        let meter = Meter::new(ALLOWANCE);
        let mut sender = Document::new(self.sender.0, self.sender.2);
        let mut search = Search {
            sender: &mut sender,
            accepts: self.sender.1,
            refuses: self.reader.1,
            patterns,
            meter: &meter,
            filled: 0,
        };
        let mut findings: Vec<Finding> = Vec::new();
        for gap in gaps {
            let proof = search.proof(&gap);
            let finding = self.finding(gap, proof);
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
        findings
    }

    fn finding(&self, gap: Gap, proof: Option<Value>) -> Finding {
        let (old, new) = match self.side {
            Side::Input => (gap.sender, gap.reader),
            Side::Output => (gap.reader, gap.sender),
        };
        let verdict = match proof {
            Some(_) => Verdict::Breaking,
            None => Verdict::Undecided,
        };
        Finding {
            verdict,
            old,
            new,
            message: gap.message,
            proof,
        }
    }

    /// What may break for undeclared properties only, one finding for each place.
    fn undeclared(&self, patterns: &Patterns) -> Vec<Finding> {
        let gaps = match self.gaps(patterns, false) {
            Ok(gaps) => gaps,
            Err(error) => return undecided(error.to_string()).findings,
        };
        let mut findings = self.findings(gaps, patterns);
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.verdict));
        let mut places = HashSet::new();
        findings.retain(|it| places.insert((it.old.clone(), it.new.clone())));
        findings.truncate(MOST_UNDECLARED);
        findings
    }

    fn is_covered(&self) -> bool {
        self.dialect()
            .is_some_and(|dialect| super::covers::covers(self.reader.0, self.sender.0, dialect))
    }
}
