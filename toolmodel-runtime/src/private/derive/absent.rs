//! Examples are written as Rust values, in which an absent property is `None` and so becomes `null`.
//! Readers of the docs should see the call as a caller would write it.

use serde_json::{Map, Value};

use crate::schema::reference::References;

/// How many references and unions are followed to find the schema of one value.
const MAX_STEPS: usize = 16;

/// Removes the nulls of properties that are not required.
pub(super) fn leave_out_absent(arguments: &mut Map<String, Value>, schema: &Value) {
    let references = References::new(schema);
    prune(arguments, schema, &references);
}

// An example is built from Rust values, so it is no deeper than its types.
fn prune<'a>(object: &mut Map<String, Value>, schema: &'a Value, references: &References<'a>) {
    let Some(schema) = plain(schema, references) else {
        return;
    };
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &String| {
        let mut names = required.into_iter().flatten();
        names.any(|required| required == name.as_str())
    };
    object.retain(|name, value| {
        let Some(property) = properties.get(name) else {
            return true;
        };
        // With a default, `null` is not the same as absence.
        let has_default = property
            .get("default")
            .is_some_and(|value| !value.is_null());
        !value.is_null() || is_required(name) || has_default
    });
    for (name, value) in object {
        if let Some(property) = properties.get(name) {
            prune_value(value, property, references);
        }
    }
}

fn prune_value<'a>(value: &mut Value, schema: &'a Value, references: &References<'a>) {
    match value {
        Value::Object(object) => prune(object, schema, references),
        Value::Array(items) => {
            let schema = plain(schema, references);
            if let Some(schema) = schema.and_then(|schema| schema.get("items")) {
                for item in items {
                    prune_value(item, schema, references);
                }
            }
        }
        _ => {}
    }
}

/// The schema behind references, and behind a union of it and null.
fn plain<'a>(schema: &'a Value, references: &References<'a>) -> Option<&'a Value> {
    let mut schema = schema;
    for _ in 0..MAX_STEPS {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            schema = references.local(reference)?;
        } else if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            let is_null = |branch: &&Value| branch.get("type").is_some_and(|kind| kind == "null");
            let mut others = branches.iter().filter(|branch| !is_null(branch));
            schema = others.next().filter(|_| others.next().is_none())?;
        } else {
            return Some(schema);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::leave_out_absent;
    use serde_json::json;

    #[test]
    fn nulls_of_optional_properties_are_left_out() {
        let schema = json!({
            "$defs": {"Page": {"properties": {"size": {}, "number": {}}, "required": ["number"]}},
            "properties": {
                "owner": {}, "label": {"type": ["string", "null"]}, "limit": {"default": 10},
                "page": {"anyOf": [{"$ref": "#/$defs/Page"}, {"type": "null"}]},
                "pages": {"items": {"$ref": "#/$defs/Page"}},
                "open": {"additionalProperties": true}
            },
            "required": ["owner"]
        });
        let example = json!({
            "owner": null, "label": null, "limit": null, "other": null,
            "page": {"size": null, "number": null},
            "pages": [{"size": null, "number": 1}],
            "open": {"a": null}
        });
        let mut arguments = example.as_object().cloned().unwrap();
        leave_out_absent(&mut arguments, &schema);
        assert_eq!(
            json!(arguments),
            json!({
                "owner": null, "limit": null, "other": null,
                "page": {"number": null}, "pages": [{"number": 1}], "open": {"a": null}
            })
        );
    }
}
