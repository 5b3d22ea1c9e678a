//! Findings as SARIF 2.1.0, which code scanners exchange.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::finding::Finding;

pub(super) fn render(findings: &[Finding]) -> Value {
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
    let rules: Vec<Value> = codes.into_iter().map(|code| json!({"id": code})).collect();
    let results: Vec<Value> = findings.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "toolmodel",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.level.word(),
        "message": {"text": finding.text()},
    });
    if !finding.place.file.is_empty() {
        let mut location = json!({"artifactLocation": {"uri": uri(&finding.place.file)}});
        if let Some((line, column)) = finding.place.position {
            location["region"] = json!({"startLine": line, "startColumn": column});
        }
        result["locations"] = json!([{"physicalLocation": location}]);
    }
    result
}

/// A relative path as a URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        let kept = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        if kept {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("a b/ü#.json"), "a%20b/%C3%BC%23.json");
    }
}
