//! A validator of your own: the default one, and a rule that JSON Schema has no keyword for. A
//! schema asks for it with `x-not-before`, which names another property.

use serde_json::{Value, json};
use toolmodel_runtime::{
    DefaultValidator, Error, ErrorKind, Result, Schema, SchemaValidator, Tool, Violation,
    Violations,
};

const KEYWORD: &str = "x-not-before";

struct Ordered {
    inner: DefaultValidator,
}

impl SchemaValidator for Ordered {
    fn validate(&self, schema: &Schema, instance: &Value) -> Result<()> {
        self.inner.validate(schema, instance)?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut found = Vec::new();
        for (name, property) in properties.into_iter().flatten() {
            let Some(earlier) = property.get(KEYWORD) else {
                continue;
            };
            let Some(earlier) = earlier.as_str() else {
                let pointer = format!("/properties/{name}/{KEYWORD}");
                let message = "must be the name of a property";
                return Err(Error::at(ErrorKind::InvalidSchema, pointer, message));
            };
            let (Some(start), Some(end)) = (text(instance, earlier), text(instance, name)) else {
                continue;
            };
            if end < start {
                let message = format!("`{end}` is before `{start}`");
                let violation = Violation::new(format!("/{name}"), KEYWORD, message)
                    .with_schema_path(format!("/properties/{name}/{KEYWORD}"))
                    .with_hint(format!("not before `{earlier}`"));
                found.push(violation);
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let violations = Violations::new(found);
        Err(Error::from_violations(
            ErrorKind::InvalidArguments,
            violations,
        ))
    }
}

fn text<'a>(instance: &'a Value, name: &str) -> Option<&'a str> {
    instance.get(name)?.as_str()
}

fn main() -> Result<()> {
    let tool = Tool::from_mcp_json(
        r#"{
            "name": "book",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "from": {"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"},
                    "to": {"type": "string", "x-not-before": "from"}
                },
                "required": ["from", "to"]
            }
        }"#,
    )?;
    let validator = Ordered {
        inner: DefaultValidator::new(),
    };
    for arguments in [
        json!({"from": "2026-03-01", "to": "2026-03-04"}),
        json!({"from": "2026-03-01", "to": "2026-02-04"}),
        json!({"from": "tomorrow"}),
    ] {
        match validator.validate_input(&tool, &arguments) {
            Ok(()) => println!("{arguments}: booked"),
            Err(error) => println!("{arguments}: {error}"),
        }
    }
    let unusable = Schema::try_from(json!({"properties": {"to": {"x-not-before": 5}}}))?;
    if let Err(error) = validator.validate(&unusable, &json!({})) {
        println!("{error}");
    }
    Ok(())
}
