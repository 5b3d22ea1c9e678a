//! The golden vectors of both generations of the original.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};
use toolmodel_runtime::docs::{
    ArgsSize, BoxError, DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, SchemaInfo,
    ToolExample,
};
use toolmodel_runtime::{Schema, Tool};

const CHARACTERS: &str = "caps count characters and never cut inside one";
const SCHEMA_IS_OBJECT: &str = "a tool whose input schema is not an object is not a tool";
const NO_ARGS: &str = "no arguments are written as an empty object";
const FURTHER: &str = "combinations and references are followed, where the original knew nothing";
const NUMBERS: &str = "64-bit integers stay exact";
const GIVEN_HINTS: &str = "hints that nobody gave stay absent, and a scheme is named once";
const ID: &str = "an id is `namespace:name`, without the version";
const GO_TYPES: &str = "the original does not look inside types that it does not know";
const NO_COUNTERPART: &str = "bytes that are no schema have no counterpart";

/// Where the newer generation answers differently, and why that is meant.
const DECISIONS: &[(&str, &str)] = &[
    ("example with null args", NO_ARGS),
    ("example without args", NO_ARGS),
    ("empty example", NO_ARGS),
    (
        "summary multi-byte: 101 x é cut at 200 bytes on boundary",
        CHARACTERS,
    ),
    ("summary multi-byte: a + 100 x é splits a char", CHARACTERS),
    ("summary 200 CJK chars (600 bytes) splits", CHARACTERS),
    ("summary emoji split", CHARACTERS),
    ("description fallback multibyte split", CHARACTERS),
    ("notes multibyte split", CHARACTERS),
    ("example description/hint multibyte split", CHARACTERS),
    ("schemaInfo anyOf not derived", FURTHER),
    ("schemaInfo oneOf not derived", FURTHER),
    ("schemaInfo enum without type", FURTHER),
    ("schemaInfo $ref prop not derived", FURTHER),
    ("schemaInfo root anyOf not derived", FURTHER),
    ("schemaInfo bool schema true", SCHEMA_IS_OBJECT),
    ("schemaInfo bool schema false", SCHEMA_IS_OBJECT),
    ("schemaInfo string schema", SCHEMA_IS_OBJECT),
    ("schemaInfo array schema", SCHEMA_IS_OBJECT),
    ("schemaInfo null schema", SCHEMA_IS_OBJECT),
    ("schemaInfo big default", NUMBERS),
    ("index source, tool with version: id has version", ID),
    ("meta modes, security, annotations", GIVEN_HINTS),
    ("annotations empty object", GIVEN_HINTS),
    ("go-typed/unknown_struct", GO_TYPES),
    ("go-typed/bytes_schema", NO_COUNTERPART),
];

const META: &str = "modes, security and annotations came with the newer generation";

/// Where the older generation answers differently besides.
const LEGACY_DECISIONS: &[(&str, &str)] = &[
    ("meta modes, security, annotations", META),
    ("meta securitySchemes fallback", META),
    ("meta securityRequirements empty list falls back", META),
    ("annotations empty object", META),
];

/// Decisions of the newer generation that the older one already took.
const LEGACY_AGREES: &[&str] = &["index source, tool with version: id has version"];

#[test]
fn the_newer_vectors_agree_except_for_decisions() {
    let decisions: BTreeMap<&str, &str> = DECISIONS.iter().copied().collect();
    compare("vectors/docs.json", &decisions);
}

#[test]
fn the_older_vectors_agree_except_for_decisions() {
    let mut decisions: BTreeMap<&str, &str> = DECISIONS.iter().copied().collect();
    decisions.extend(LEGACY_DECISIONS.iter().copied());
    decisions.retain(|case, _| !LEGACY_AGREES.contains(case));
    compare("vectors/legacy/docs.json", &decisions);
}

fn compare(file: &str, decisions: &BTreeMap<&str, &str>) {
    let Some(vectors) = toolmodel_tests::shared_json(file) else {
        return;
    };
    let vectors = vectors.as_array().unwrap();
    assert!(vectors.len() >= 150, "only {} vectors", vectors.len());
    let mut wrong = Vec::new();
    let mut known: Vec<&str> = Vec::new();
    for vector in vectors {
        let case = vector["case"].as_str().unwrap();
        known.push(case);
        let result = match vector["op"].as_str() {
            Some("docs") => run(vector),
            Some("docs_go") => run_go(vector),
            op => panic!("{case}: unknown operation {op:?}"),
        };
        match (result, decisions.get(case)) {
            (Err(difference), None) => wrong.push(format!("{case}: {difference}")),
            (Ok(()), Some(reason)) => wrong.push(format!("{case}: agrees, not listed: {reason}")),
            _ => {}
        }
    }
    for case in decisions.keys().filter(|case| !known.contains(case)) {
        wrong.push(format!("{case}: listed, but there is no such vector"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn run(vector: &Value) -> Result<(), String> {
    let options = &vector["input"]["options"];
    let store = store(options)?;
    let steps = vector["input"]["steps"].as_array().unwrap();
    for (step, expected) in steps.iter().zip(vector["output"].as_array().unwrap()) {
        let expected = simplified(expected);
        let found = perform(&store, step);
        if found != expected {
            return Err(format!("{step}\n  expected {expected}\n  found    {found}"));
        }
    }
    Ok(())
}

fn store(options: &Value) -> Result<InMemoryDocs, String> {
    let mut tools: HashMap<String, Tool> = HashMap::new();
    for (id, tool) in options["tools"].as_object().unwrap() {
        let tool = Tool::from_value(tool.clone()).map_err(|error| error.to_string())?;
        tools.insert(id.clone(), tool);
    }
    let mut docs = InMemoryDocs::new();
    if let Ok(max @ 1..) = usize::try_from(options["max_examples"].as_i64().unwrap()) {
        docs = docs.with_max_examples(max);
    }
    Ok(match options["source"].as_str().unwrap() {
        "none" => docs,
        "resolver" => docs.with_resolver(move |id: &str| Ok(tools.get(id).cloned())),
        "resolver_nil" => docs.with_resolver(|_: &str| Ok(None)),
        "resolver_error" => {
            docs.with_resolver(|_: &str| -> Result<Option<Tool>, BoxError> { Err("boom".into()) })
        }
        "index" => {
            let by_id = tools
                .into_values()
                .map(|tool| (tool.id().unwrap().to_string(), tool));
            docs.with_index(by_id.collect::<HashMap<_, _>>())
        }
        "index_empty+resolver" => docs
            .with_index(HashMap::new())
            .with_resolver(move |id: &str| Ok(tools.get(id).cloned())),
        other => panic!("unknown source {other}"),
    })
}

/// What one step answers, in the shape of the vectors.
fn perform(docs: &InMemoryDocs, step: &Value) -> Value {
    let id = step["id"].as_str().unwrap_or_default();
    let result = match step["op"].as_str().unwrap() {
        "DescribeTool" => step["level"]
            .as_str()
            .unwrap()
            .parse()
            .and_then(|level: DetailLevel| docs.describe(id, level))
            .map(|doc| {
                assert_eq!(doc.id, id);
                let mut json = serde_json::to_value(&doc).unwrap();
                // Docs say which tool and level they are of, which the original does not.
                let map = json.as_object_mut().unwrap();
                map.remove("id");
                assert_eq!(map.remove("level").as_ref(), Some(&step["level"]));
                json!({"doc": original_info(json)})
            }),
        "ListExamples" => {
            // A decision: zero or less means none, as documented, where the original gives all.
            let asked = usize::try_from(step["max"].as_i64().unwrap()).unwrap_or(0);
            if let (0, Ok(examples)) = (asked, docs.list_examples(id, 0)) {
                assert_eq!(examples, []);
            }
            let max = if asked == 0 { usize::MAX } else { asked };
            docs.list_examples(id, max)
                .map(|examples| json!({"examples": examples}))
        }
        "RegisterDoc" => {
            let entry: DocEntry = serde_json::from_value(step["entry"].clone()).unwrap();
            docs.register_doc(id, entry).map(|()| json!({"ok": true}))
        }
        "RegisterExamples" => {
            let examples: Vec<ToolExample> =
                serde_json::from_value(step["examples"].clone()).unwrap();
            docs.register_examples(id, examples)
                .map(|()| json!({"ok": true}))
        }
        "ValidateArgs" => {
            let size = step["args"]
                .as_object()
                .map_or_else(ArgsSize::default, ArgsSize::of);
            Ok(json!({"depth": size.depth, "keys": size.keys, "valid": size.is_within_caps()}))
        }
        op => panic!("unknown step {op}"),
    };
    result.unwrap_or_else(|error| json!({"error": error_name(&error)}))
}

fn error_name(error: &DocsError) -> &'static str {
    match error {
        DocsError::NotFound { .. } => "ErrNotFound",
        DocsError::InvalidDetail { .. } => "ErrInvalidDetail",
        DocsError::NoTool { .. } => "ErrNoTool",
        DocsError::ArgsTooLarge { .. } => "ErrArgsTooLarge",
        DocsError::Resolver { .. } => "ResolverError",
        other => panic!("unexpected error: {other}"),
    }
}

/// Only what the original tells; bounds and the like are additions.
fn original_info(mut doc: Value) -> Value {
    let map = doc.as_object_mut().unwrap();
    if let Some(info) = map.get_mut("schemaInfo").and_then(Value::as_object_mut) {
        info.retain(|key, _| matches!(key.as_str(), "required" | "defaults" | "types"));
        if info.is_empty() {
            map.remove("schemaInfo");
        }
    }
    doc
}

/// The part of an expected answer that is no statistics, wording or repetition of the question.
fn simplified(expected: &Value) -> Value {
    let kept = ["doc", "examples", "ok", "error", "depth", "keys", "valid"];
    let map = expected.as_object().unwrap().iter();
    let map: Map<String, Value> = map
        .filter(|(key, _)| kept.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Value::Object(map)
}

/// Values that Go code made: what came out is put in again as JSON.
fn run_go(vector: &Value) -> Result<(), String> {
    let output = &vector["output"];
    if let Some(args) = output["args"].as_object() {
        let size = ArgsSize::of(args);
        let found = json!([size.depth, size.keys, size.is_within_caps()]);
        let expected = json!([output["depth"], output["keys"], output["valid"]]);
        return same(&found, &expected);
    }
    let expected = output["schemaInfo"].as_object().ok_or("no schema info")?;
    let mut properties = Map::new();
    for (keyword, key) in [("type", "types"), ("default", "defaults")] {
        for (name, value) in expected
            .get(key)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            properties.entry(name).or_insert_with(|| json!({}))[keyword] = value.clone();
        }
    }
    let mut schema = json!({"properties": properties});
    if let Some(required) = expected.get("required") {
        schema["required"] = required.clone();
    }
    let info = SchemaInfo::of(&Schema::try_from(schema).unwrap());
    let found = original_info(json!({"schemaInfo": info}));
    same(&found["schemaInfo"], &output["schemaInfo"])
}

fn same(found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("expected {expected}, found {found}"))
    }
}
