//! The JSON Schema test suite, without what needs remote documents.

use serde_json::Value;

/// A schema of the suite and its tests.
pub struct Group {
    /// `draft2020-12/allOf.json: allOf`.
    pub name: String,
    /// The schema, with the folder's dialect declared.
    pub schema: Value,
    /// Instances and whether they are valid.
    pub tests: Vec<(Value, bool)>,
}

/// The groups of a dialect's folder, in a fixed order; `None` without reference data.
///
/// # Panics
/// When a suite file is not as expected.
#[must_use]
pub fn groups(folder: &str) -> Option<Vec<Group>> {
    let path = crate::shared()?.join("suite").join(folder);
    let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut files: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "json"));
    files.sort();
    let mut groups = Vec::new();
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let document = crate::shared_json(&format!("suite/{folder}/{name}"))?;
        for group in document
            .as_array()
            .unwrap_or_else(|| panic!("{name}: not an array"))
        {
            let schema = group["schema"].clone();
            if needs_remote(&schema) {
                continue;
            }
            let tests = group["tests"]
                .as_array()
                .unwrap_or_else(|| panic!("{name}: no tests"));
            let title = group["description"].as_str().unwrap_or_default();
            groups.push(Group {
                name: format!("{folder}/{name}: {title}"),
                schema: with_dialect(schema, folder),
                tests: tests
                    .iter()
                    .map(|test| (test["data"].clone(), test["valid"] == Value::Bool(true)))
                    .collect(),
            });
        }
    }
    Some(groups)
}

/// Whether a schema refers to a document outside itself, its meta-schema included.
fn needs_remote(schema: &Value) -> bool {
    let own = toolmodel_runtime::Schema::try_from(schema.clone());
    if own.and_then(|schema| schema.dialect()).is_err() {
        return true;
    }
    let draft = if schema
        .get("$schema")
        .and_then(Value::as_str)
        .is_some_and(|s| s.contains("draft-07"))
    {
        jsonschema::Draft::Draft7
    } else {
        jsonschema::Draft::Draft202012
    };
    match jsonschema::options().with_draft(draft).build(schema) {
        Ok(_) => false,
        Err(error) => matches!(
            error.kind(),
            jsonschema::error::ValidationErrorKind::Referencing(_)
        ),
    }
}

/// Draft-07 schemas mostly do not say so; an object can.
fn with_dialect(schema: Value, folder: &str) -> Value {
    match schema {
        Value::Object(mut map) if folder == "draft7" && !map.contains_key("$schema") => {
            let uri = toolmodel_runtime::Dialect::Draft07.uri();
            map.insert("$schema".to_owned(), uri.into());
            Value::Object(map)
        }
        other => other,
    }
}
