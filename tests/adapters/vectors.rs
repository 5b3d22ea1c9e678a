//! The golden vectors of the originals, through the baseline registry.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{
    A2a, Feature, FeatureLossWarning, JsonSchema, Registry, SchemaFeature,
};

/// What differs on purpose: the part of the case name it applies to, and why. A difference that
/// is listed and does not occur fails the test.
const DECISIONS: &[(&str, &str)] = &[];

fn decision(case: &str) -> Option<usize> {
    DECISIONS.iter().position(|(part, _)| case.contains(part))
}

/// The schema warnings as the originals sorted them: by path, then feature.
fn sorted(warnings: &[FeatureLossWarning]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = warnings
        .iter()
        .filter(|warning| matches!(warning.feature, Feature::Schema(_)))
        .map(|warning| {
            let path = warning.path.trim_start_matches("/outputSchema").to_owned();
            (path, warning.feature.to_string())
        })
        .collect();
    found.sort();
    found
}

fn expected(warnings: &Value) -> Vec<(String, String)> {
    let warnings = warnings.as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut all: Vec<_> = warnings
        .map(|w| (text(&w["path"]), text(&w["feature"])))
        .collect();
    all.sort();
    all
}

/// What a conversion gives, in the form of the vectors.
fn outcome(registry: &Registry, vector: &Value) -> Result<(Value, Vec<(String, String)>), ()> {
    let input = &vector["input"];
    let name = |key: &str| input[key].as_str().unwrap_or_default().to_owned();
    let tool = match input["kind"].as_str() {
        Some("wrong") => json!(5),
        Some("nil") => Value::Null,
        _ => input["tool"].clone(),
    };
    let converted = registry
        .convert(tool, &name("from"), &name("to"))
        .map_err(|_| ())?;
    for warning in &converted.warnings {
        if matches!(warning.feature, Feature::Schema(_))
            && !warning.path.starts_with("/outputSchema")
        {
            let shown = if warning.path.is_empty() {
                "/"
            } else {
                &warning.path
            };
            let text = format!(
                "feature {} lost converting from {} to {} at {shown}",
                warning.feature, warning.from, warning.to
            );
            assert_eq!(format!("{warning:#}"), text);
        }
    }
    Ok((converted.to_value(), sorted(&converted.warnings)))
}

/// Differences that no user can see: empty and absent descriptions, null and empty lists.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(_, value)| {
                !value.is_null() && **value != json!("") && **value != json!([])
            });
            Value::Object(
                kept.map(|(key, value)| (key.clone(), plain(value)))
                    .collect(),
            )
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Number(n) => json!(n.as_f64()),
        other => other.clone(),
    }
}

#[test]
fn conversions_agree_with_the_vectors_except_for_decisions() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/adapters.json") else {
        return;
    };
    let registry = Registry::baseline();
    let mut used = BTreeSet::new();
    let mut agreed = 0;
    let mut unexpected = Vec::new();
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|vector| vector["op"] == "Convert")
    {
        let case = vector["case"].as_str().unwrap();
        let agrees = match (outcome(&registry, vector), vector.get("error")) {
            (Err(()), Some(_)) => true,
            (Ok((wire, warnings)), None) => {
                plain(&wire) == plain(&vector["output"]["tool"])
                    && warnings == expected(&vector["warnings"])
            }
            _ => false,
        };
        match (agrees, decision(case)) {
            (true, None) => agreed += 1,
            (false, Some(index)) => {
                used.insert(index);
            }
            (false, None) => unexpected.push(format!(
                "{case}: {:?}\n  {}",
                outcome(&registry, vector),
                vector["output"]
            )),
            (true, Some(_)) => {}
        }
    }
    assert!(
        unexpected.is_empty(),
        "{} differ:\n{}",
        unexpected.len(),
        unexpected.join("\n")
    );
    let unused: Vec<&str> = DECISIONS
        .iter()
        .enumerate()
        .filter(|(index, _)| !used.contains(index))
        .map(|(_, (part, _))| *part)
        .collect();
    assert!(unused.is_empty(), "listed, but agrees: {unused:?}");
    assert!(agreed >= 200, "only {agreed} agree");
}
