//! What a source schema accepts, the converted one accepts; and back, unless a constraint is
//! reported as lost.

use jsonschema::Validator;
use serde_json::{Map, Value};
use toolmodel_runtime::adapter::{Adapter, ConvertedTool, FeatureLossWarning, Outcome, Registry};
use toolmodel_tests::instances::{Choices, UNDECLARED, instance, mutated};

/// Every format that has schemas.
const TARGETS: [&str; 14] = [
    "anthropic",
    "anthropic-strict",
    "azure",
    "azure-strict",
    "bedrock",
    "gemini",
    "gemini-json-schema",
    "mcp",
    "mistral",
    "openai",
    "openai-responses",
    "openai-responses-strict",
    "openai-strict",
    "vertex",
];

/// Whether an optional property is left out.
fn leaves_out(schema: &Value, sample: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &String| {
        required.is_some_and(|names| names.iter().any(|found| found.as_str() == Some(name)))
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut names = properties.into_iter().flat_map(|map| map.keys());
    names.any(|name| !is_required(name) && sample.get(name).is_none())
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(false)
        .build(schema)
        .unwrap()
}

/// The converted input schema as JSON Schema.
fn wire_schema(adapter: &dyn Adapter, converted: &ConvertedTool) -> Value {
    let canonical = adapter.to_canonical(converted.to_value()).unwrap();
    canonical.input_schema.unwrap().to_value()
}

/// The ways to write an instance of the source for the converted schema: names mapped, and null
/// for properties that are absent and required.
fn forward(
    root: &Value,
    schema: &Value,
    value: &Value,
    names: &[(String, String)],
    depth: usize,
) -> Vec<Value> {
    if depth > 24 {
        return vec![value.clone()];
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = reference
            .strip_prefix('#')
            .and_then(|pointer| root.pointer(pointer));
        return target.map_or_else(
            || vec![value.clone()],
            |target| forward(root, target, value, names, depth + 1),
        );
    }
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        // Null stands for absence there, and an object for null.
        let marker = serde_json::json!({"is_null": true});
        let is_marker = |branch: &Value| branch.pointer("/properties/is_null").is_some();
        if value.is_null() && branches.iter().any(is_marker) {
            return vec![marker];
        }
        let plausible = branches.iter().filter(|branch| is_plausible(branch, value));
        let mut all: Vec<Value> = Vec::new();
        for way in plausible.flat_map(|branch| forward(root, branch, value, names, depth + 1)) {
            if !all.contains(&way) && all.len() < 16 {
                all.push(way);
            }
        }
        return if all.is_empty() {
            vec![value.clone()]
        } else {
            all
        };
    }
    match value {
        Value::Object(map) => forward_object(root, schema, map, names, depth),
        Value::Array(items) => {
            let Some(schema) = schema.get("items") else {
                return vec![value.clone()];
            };
            let mut all = vec![Vec::new()];
            for item in items {
                let ways = forward(root, schema, item, names, depth + 1);
                all = extended(&all, &ways);
            }
            all.into_iter().map(Value::Array).collect()
        }
        value => vec![value.clone()],
    }
}

/// Whether neither the type nor the tags of a value rule a branch out.
fn is_plausible(branch: &Value, value: &Value) -> bool {
    let lists = |schema: &Value, value: &Value| {
        let constant = schema.get("const").is_none_or(|constant| constant == value);
        let listed = schema.get("enum").and_then(Value::as_array);
        constant && listed.is_none_or(|values| values.contains(value))
    };
    let of_type = match branch.get("type").and_then(Value::as_str) {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number" | "integer") => value.is_number(),
        Some("null") => value.is_null(),
        _ => true,
    };
    if !of_type {
        return false;
    }
    let properties = branch.get("properties").and_then(Value::as_object);
    lists(branch, value)
        && properties
            .into_iter()
            .flatten()
            .all(|(name, schema)| value.get(name).is_none_or(|value| lists(schema, value)))
}

fn extended(all: &[Vec<Value>], ways: &[Value]) -> Vec<Vec<Value>> {
    let pairs = all
        .iter()
        .flat_map(|items| ways.iter().map(move |way| (items, way)));
    let extended = pairs.map(|(items, way)| {
        let mut items = items.clone();
        items.push(way.clone());
        items
    });
    extended.take(16).collect()
}

fn forward_object(
    root: &Value,
    schema: &Value,
    map: &Map<String, Value>,
    names: &[(String, String)],
    depth: usize,
) -> Vec<Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut all = vec![Map::new()];
    for (name, value) in map {
        let mapped = names
            .iter()
            .find(|(original, _)| original == name)
            .map(|(_, wire)| wire);
        let wire = mapped.filter(|wire| properties.is_some_and(|all| all.contains_key(*wire)));
        let wire = wire.unwrap_or(name);
        let ways = match properties.and_then(|properties| properties.get(wire)) {
            Some(schema) => forward(root, schema, value, names, depth + 1),
            None => vec![value.clone()],
        };
        let pairs = all
            .iter()
            .flat_map(|map| ways.iter().map(move |way| (map, way)));
        let extended = pairs.map(|(map, way)| {
            let mut map: Map<String, Value> = map.clone();
            map.insert(wire.clone(), way.clone());
            map
        });
        all = extended.take(16).collect();
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        let original = names
            .iter()
            .find(|(_, wire)| wire == name)
            .map_or(name, |(original, _)| original);
        let is_declared = properties.is_some_and(|properties| properties.contains_key(name));
        if is_declared && !map.contains_key(original) {
            for map in &mut all {
                map.entry(name).or_insert(Value::Null);
            }
        }
    }
    all.into_iter().map(Value::Object).collect()
}

/// Whether both are equal: what was absent is absent again, and null is null, except that a null
/// which its schema gives as the default may be absent.
fn is_same(restored: &Value, sample: &Value, null_by_default: bool) -> bool {
    let is_same = |restored, sample| is_same(restored, sample, null_by_default);
    match (restored, sample) {
        (Value::Object(restored), Value::Object(sample)) => {
            sample.iter().all(|(name, value)| match restored.get(name) {
                Some(restored) => is_same(restored, value),
                None => null_by_default && value.is_null(),
            }) && restored.keys().all(|name| sample.contains_key(name))
        }
        (Value::Array(restored), Value::Array(sample)) => {
            restored.len() == sample.len()
                && restored
                    .iter()
                    .zip(sample)
                    .all(|(restored, sample)| is_same(restored, sample))
        }
        (restored, sample) => restored == sample,
    }
}

#[derive(Debug, Default)]
struct Tally {
    forward: usize,
    /// Those of them that leave an optional property out.
    left_out: usize,
    backward: usize,
    refused: usize,
    exact: usize,
}

struct Case<'a> {
    label: &'a str,
    source: &'a Value,
    accepts: &'a Validator,
    converted: &'a ConvertedTool,
    wire: Value,
}

fn compare(case: &Case<'_>, samples: &[Value], seed: u64, tally: &mut Tally) {
    let converted = case.converted;
    let accepts = validator(&case.wire);
    let names: Vec<(String, String)> = converted
        .property_names()
        .into_iter()
        .map(|p| (p.original, p.wire))
        .collect();
    let narrowed = converted
        .warnings
        .iter()
        .any(|warning| warning.outcome == Outcome::Narrowed);
    let null_by_default = case.source.to_string().contains("\"default\":null");
    for sample in samples {
        let skip = narrowed && sample.to_string().contains(UNDECLARED);
        // Arguments are objects, whether or not the schema says so.
        if !sample.is_object() || skip || !case.accepts.is_valid(sample) {
            continue;
        }
        let mut ways = forward(&case.wire, &case.wire, sample, &names, 0);
        // Not all ways are tried, but the simplest always is.
        ways.push(sample.clone());
        let fits = ways.iter().any(|way| accepts.is_valid(way));
        assert!(
            fits,
            "{}: {sample}\nsource {}\nwire {}",
            case.label, case.source, case.wire
        );
        let comes_back = ways.iter().any(|way| {
            let restored = converted.restore_arguments(way.clone()).unwrap();
            case.accepts.is_valid(&restored) && is_same(&restored, sample, null_by_default)
        });
        assert!(
            comes_back,
            "{}: {sample} does not come back\nwire {}",
            case.label, case.wire
        );
        tally.forward += 1;
        tally.left_out += usize::from(leaves_out(case.source, sample));
    }
    if converted.warnings.iter().any(FeatureLossWarning::loosens) {
        return;
    }
    tally.exact += 1;
    let mut choices = Choices::new(seed);
    for i in 0..24 {
        let mut sample = instance(&case.wire, &mut choices);
        if i % 2 == 1 {
            sample = mutated(&sample, &mut choices);
        }
        if !sample.is_object() || !accepts.is_valid(&sample) {
            tally.refused += 1;
            continue;
        }
        let restored = converted.restore_arguments(sample.clone()).unwrap();
        let fits = case.accepts.is_valid(&restored);
        assert!(
            fits,
            "{}: {sample} -> {restored}\nsource {}\nwire {}",
            case.label, case.source, case.wire
        );
        tally.backward += 1;
    }
}

#[test]
fn conversions_of_real_tools_mean_the_same() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let with_schemas: Vec<&str> = registry
        .list()
        .into_iter()
        .filter(|to| *to != "a2a")
        .collect();
    assert_eq!(with_schemas, TARGETS);
    let mut tally = Tally::default();
    let step = toolmodel_tests::one_in(6);
    for (i, (file, json)) in tools.iter().enumerate().step_by(step) {
        let source = &json["inputSchema"];
        let accepts = validator(source);
        let mut choices = Choices::new(i as u64);
        let mut samples = Vec::new();
        for _ in 0..8 {
            let sample = instance(source, &mut choices);
            samples.extend((0..2).map(|_| mutated(&sample, &mut choices)));
            samples.push(sample);
        }
        for to in TARGETS {
            let converted = registry.convert(json.clone(), "mcp", to).unwrap();
            let wire = wire_schema(registry.get(to).unwrap(), &converted);
            let label = format!("{file} {} to {to}", json["name"]);
            let case = Case {
                label: &label,
                source,
                accepts: &accepts,
                converted: &converted,
                wire,
            };
            compare(&case, &samples, i as u64, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(
        tally.forward * step > 100_000
            && tally.left_out * step > 50_000
            && tally.backward * step > 40_000
            && tally.exact * step > 6000,
        "{tally:?}"
    );
}

/// As [`conversions_of_real_tools_mean_the_same`], for one schema.
pub(crate) fn check(source: &Value, seed: u64) {
    let Ok(accepts) = jsonschema::options()
        .should_validate_formats(false)
        .build(source)
    else {
        return;
    };
    let registry = Registry::default();
    let tool = serde_json::json!({"name": "f", "inputSchema": source});
    let mut choices = Choices::new(seed);
    let mut samples = Vec::new();
    for _ in 0..12 {
        let sample = instance(source, &mut choices);
        samples.extend((0..2).map(|_| mutated(&sample, &mut choices)));
        samples.push(sample);
    }
    for to in TARGETS {
        let Ok(converted) = registry.convert(tool.clone(), "mcp", to) else {
            continue;
        };
        let wire = wire_schema(registry.get(to).unwrap(), &converted);
        let case = Case {
            label: to,
            source,
            accepts: &accepts,
            converted: &converted,
            wire,
        };
        compare(&case, &samples, seed, &mut Tally::default());
    }
}
