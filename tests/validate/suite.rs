//! The JSON Schema test suite of both dialects, except what needs remote documents.

use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, Dialect, ErrorKind, Schema, SchemaValidator};

/// How a run over one dialect ended.
#[derive(Default)]
struct Tally {
    answers: usize,
    wrong: Vec<String>,
    /// Groups left out: they need a document at a remote address, or a remote meta-schema.
    remote: Vec<String>,
}

fn run(folder: &str, dialect: Dialect, change: fn(&mut Map<String, Value>)) -> Option<Tally> {
    let folder = toolmodel_tests::shared()?.join("suite").join(folder);
    let validator = DefaultValidator::new();
    let mut tally = Tally::default();
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let groups: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let file = file.file_stem().unwrap().to_string_lossy().into_owned();
        for group in groups.as_array().unwrap() {
            let name = format!("{file}: {}", group["description"].as_str().unwrap());
            let mut schema = group["schema"].clone();
            if let Value::Object(map) = &mut schema {
                map.entry("$schema").or_insert_with(|| json!(dialect.uri()));
                change(map);
            }
            judge(&validator, &name, schema, &group["tests"], &mut tally);
        }
    }
    Some(tally)
}

fn judge(
    validator: &DefaultValidator,
    name: &str,
    schema: Value,
    tests: &Value,
    tally: &mut Tally,
) {
    let remote = schema.to_string().contains("localhost:1234");
    let schema = Schema::try_from(schema).unwrap();
    if let Err(error) = validator.check_schema(&schema) {
        let kind = error.kind();
        if remote && matches!(kind, ErrorKind::ExternalRef | ErrorKind::UnsupportedSchema) {
            tally.remote.push(name.to_owned());
            return;
        }
        tally.wrong.push(format!("{name}: {error}"));
        return;
    }
    for test in tests.as_array().unwrap() {
        let answer = validator.validate(&schema, &test["data"]);
        tally.answers += 1;
        if answer.is_ok() != test["valid"].as_bool().unwrap() {
            tally
                .wrong
                .push(format!("{name}: {}: {answer:?}", test["description"]));
        }
    }
}

fn assert_all_right(tally: &Tally, answers: usize) {
    assert_eq!(tally.wrong, Vec::<String>::new());
    assert_eq!(tally.answers, answers, "left out: {:#?}", tally.remote);
}

#[test]
fn every_answer_for_2020_12_is_right() {
    if let Some(tally) = run("draft2020-12", Dialect::Draft202012, |_| ()) {
        assert_all_right(&tally, 1250);
    }
}

#[test]
fn every_answer_for_draft_07_is_right() {
    if let Some(tally) = run("draft7", Dialect::Draft07, |_| ()) {
        assert_all_right(&tally, 904);
    }
}

/// With another document inside, every schema is rewritten before it is compiled. Draft-07 ignores it beside `$ref`.
fn with_a_document(schema: &mut Map<String, Value>) {
    let unused = json!({"$id": "urn:unused", "type": "null"});
    let definitions = schema.entry("$defs").or_insert_with(|| json!({}));
    if let Value::Object(definitions) = definitions {
        definitions.insert("another document".to_owned(), unused);
    }
}

#[test]
fn every_answer_is_right_for_schemas_of_several_documents() {
    for (folder, dialect, answers) in [
        ("draft2020-12", Dialect::Draft202012, 1250),
        ("draft7", Dialect::Draft07, 904),
    ] {
        if let Some(tally) = run(folder, dialect, with_a_document) {
            assert_all_right(&tally, answers);
        }
    }
}
