//! Comparing schemas and tools: no verdict without a proof.

mod attacks;
mod corpus;
mod examples;
mod hostile;
mod pairs;
mod sound;
mod tools;

use serde_json::Value;
use toolmodel_runtime::compare::{SchemaChange, Side, Verdict};
use toolmodel_runtime::{DefaultValidator, Schema, SchemaValidator as _};

fn schema(value: &Value) -> Schema {
    Schema::try_from(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// Checks what a change says with both validators: every proof is accepted by the sender's schema and
/// refused by the reader's, and the parts of the result agree with each other.
fn check(change: &SchemaChange, old: &Schema, new: &Schema, side: Side, what: &str) {
    let (sender, reader) = match side {
        Side::Input => (old, new),
        _ => (new, old),
    };
    let validator = DefaultValidator::new();
    for finding in change.findings.iter().chain(&change.undeclared) {
        let is_breaking = finding.verdict == Verdict::Breaking;
        assert_eq!(is_breaking, finding.proof.is_some(), "{what}: {finding}");
        if let Some(proof) = &finding.proof {
            let accepted = validator.validate(sender, proof);
            assert!(accepted.is_ok(), "{what}: {finding}: {accepted:?}");
            assert!(
                validator.validate(reader, proof).is_err(),
                "{what}: {finding}"
            );
        }
    }
    let worst = change.findings.iter().map(|finding| finding.verdict).max();
    assert_eq!(
        worst.unwrap_or_default(),
        change.verdict,
        "{what}: {change}"
    );
}
