//! The golden vectors of the originals, through the baseline registry.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolmodel_runtime::Schema;
use toolmodel_runtime::adapter::{A2a, Feature, FeatureLossWarning, Registry, SchemaFeature};

use crate::decisions::{DECISIONS, is_decided};

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
    let (mut equal, mut decided) = (0, 0);
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|vector| vector["op"] == "Convert")
    {
        let case = vector["case"].as_str().unwrap();
        let found = outcome(&registry, vector);
        let agrees = match (&found, vector.get("error")) {
            (Err(()), Some(_)) => true,
            (Ok((wire, warnings)), None) => {
                plain(wire) == plain(&vector["output"]["tool"])
                    && *warnings == expected(&vector["warnings"])
            }
            _ => false,
        };
        assert_ne!(agrees, is_decided(case), "{case}: {found:?}\n{vector}");
        if agrees {
            equal += 1;
        } else {
            decided += 1;
        }
    }
    let listed: usize = DECISIONS.iter().map(|(_, pairs, _)| pairs.len()).sum();
    assert_eq!((equal, decided), (415 - listed, listed));
}

/// Keywords whose support the documented matrix has otherwise than the newer code.
const FEATURES_DECIDED: &[(&str, &str)] = &[
    ("openai", "format"),
    ("anthropic", "oneOf"),
    ("anthropic", "allOf"),
    ("anthropic", "not"),
    ("anthropic", "pattern"),
    ("anthropic", "format"),
];

#[test]
fn feature_tables_agree_with_the_vectors_except_for_the_matrix() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/adapters.json") else {
        return;
    };
    let registry = Registry::baseline();
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|vector| vector["op"] == "Features")
    {
        let name = vector["input"].as_str().unwrap();
        let adapter = registry.get(name).unwrap();
        let rows = vector["output"].as_array().unwrap();
        let order: Vec<&str> = rows
            .iter()
            .map(|row| row["feature"].as_str().unwrap())
            .collect();
        let ours = &SchemaFeature::ALL[..SchemaFeature::ORIGINAL];
        assert!(
            ours.iter()
                .map(|feature| feature.keyword())
                .eq(order.iter().copied())
        );
        for (feature, row) in ours.iter().zip(rows) {
            let decided = FEATURES_DECIDED.contains(&(name, feature.keyword()));
            let agrees = json!(adapter.supports(*feature)) == row["supported"];
            assert_ne!(agrees, decided, "{name} {feature}");
        }
    }
}

/// Round trips that differ, for the reasons of [`DECISIONS`].
const ROUND_TRIPS_DECIDED: &[&str] = &[
    "roundtrip mcp->openai->mcp/03 ten properties",
    "roundtrip mcp->anthropic->mcp/03 ten properties",
    "roundtrip mcp->mcp->mcp/23 full mcp metadata",
    "roundtrip mcp->openai->mcp/23 full mcp metadata",
    "roundtrip mcp->anthropic->mcp/23 full mcp metadata",
    "roundtrip mcp->anthropic->mcp/06 oneOf",
];

#[test]
fn round_trips_agree_with_the_vectors_except_for_decisions() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/adapters.json") else {
        return;
    };
    let registry = Registry::baseline();
    let mut differ = Vec::new();
    let vectors = vectors.as_array().unwrap();
    for vector in vectors.iter().filter(|vector| vector["op"] == "RoundTrip") {
        let via = vector["input"]["via"].as_str().unwrap();
        let there = registry
            .convert(vector["input"]["tool"].clone(), "mcp", via)
            .unwrap();
        let back = registry.convert(there.to_value(), via, "mcp").unwrap();
        let agrees = plain(&back.to_value()) == plain(&vector["output"]["tool"])
            && sorted(&there.warnings) == expected(&vector["warnings"]["there"])
            && sorted(&back.warnings) == expected(&vector["warnings"]["back"]);
        if !agrees {
            differ.push(vector["case"].as_str().unwrap());
        }
    }
    assert_eq!(differ, ROUND_TRIPS_DECIDED);
}

#[test]
fn schemas_come_back_as_they_were() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/adapters.json") else {
        return;
    };
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|v| v["op"] == "SchemaToMap")
    {
        let schema = Schema::try_from(vector["input"].clone()).unwrap();
        let copy = schema.clone();
        drop(schema);
        assert_eq!(copy.to_value().to_string(), vector["input"].to_string());
    }
}

#[test]
fn agent_cards_agree_with_the_vectors() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/adapters.json") else {
        return;
    };
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|v| v["op"] == "A2AProvider")
    {
        let read = A2a::new().to_canonical_provider(vector["input"].clone());
        match (read, vector.get("error")) {
            (Err(_), Some(_)) => {}
            (Ok(provider), None) => {
                let card = A2a::new().from_canonical_provider(&provider).unwrap();
                let mut expected = vector["output"].clone();
                // A2A 1.0 has another shape than the vectors.
                if let Some(requirements) = expected.get_mut("securityRequirements") {
                    *requirements = json!([{"schemes": {"o": {"list": ["r"]}}}]);
                }
                assert_eq!(plain(&card.to_value()), plain(&expected));
            }
            (read, error) => panic!("{read:?} {error:?}"),
        }
    }
}

/// The keywords of the older code's warnings that the documented matrix does not warn about, or
/// the other way round.
fn older(warnings: &[FeatureLossWarning], pattern_matters: bool) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let matrix = &SchemaFeature::ALL[..16];
    for warning in warnings {
        if let Feature::Schema(feature) = warning.feature
            && matrix.contains(&feature)
            && (pattern_matters || feature != SchemaFeature::Pattern)
        {
            *counts.entry(feature.to_string()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn warnings_agree_with_the_older_vectors() {
    let Some(vectors) = toolmodel_tests::shared_json("vectors/legacy/adapters.json") else {
        return;
    };
    let registry = Registry::baseline();
    let mut compared = 0;
    for vector in vectors
        .as_array()
        .unwrap()
        .iter()
        .filter(|vector| vector["op"] == "Convert")
    {
        let (from, to) = (&vector["input"]["from"], &vector["input"]["to"]);
        let tool = vector["input"]["tool"].clone();
        let is_tool = vector["input"]["kind"] == "tool" && vector.get("error").is_none();
        let converted = registry.convert(tool, from.as_str().unwrap(), to.as_str().unwrap());
        let (true, Ok(converted)) = (is_tool, converted) else {
            continue;
        };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for warning in vector["warnings"].as_array().unwrap() {
            *counts
                .entry(warning["feature"].as_str().unwrap().to_owned())
                .or_default() += 1;
            let text = format!(
                "feature {} lost converting from {from} to {to}",
                warning["feature"].as_str().unwrap()
            );
            assert_eq!(warning["string"].as_str().unwrap(), text.replace('"', ""));
        }
        // The older code counts every keyword, the documented matrix has `pattern` for strict
        // OpenAI tools only; malformed and boolean schemas were dropped before they were counted.
        let lossy = ["15 ", "19 ", "20 ", "22 ", "40 ", "42 "];
        let case = vector["case"].as_str().unwrap();
        if lossy.iter().any(|part| case.contains(part)) {
            continue;
        }
        assert_eq!(
            older(&converted.warnings, false),
            counts,
            "{case}: {vector}"
        );
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
