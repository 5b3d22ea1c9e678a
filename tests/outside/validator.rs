//! A validator of its own dialect: `{"limits": {"<property>": <maximum>}}`.

use serde_json::{Value, json};
use toolmodel_runtime::{
    Error, ErrorKind, Problem, Result, Schema, SchemaValidator, Tool, Violation, Violations,
};

struct Limits {
    /// How many violations are listed at most.
    listed: usize,
}

impl SchemaValidator for Limits {
    fn validate(&self, schema: &Schema, instance: &Value) -> Result<()> {
        let Some(limits) = schema.get("limits").and_then(Value::as_object) else {
            let problem = Problem::new("/limits", "is required and must be an object");
            return Err(Error::from_problems(ErrorKind::InvalidSchema, [problem]));
        };
        let broken: Vec<Violation> = limits
            .iter()
            .filter_map(|(name, limit)| {
                let found = instance.get(name)?.as_f64()?;
                let is_broken = found > limit.as_f64()?;
                is_broken.then(|| {
                    Violation::new(format!("/{name}"), "limits", format!("{found} is too much"))
                        .with_schema_path(format!("/limits/{name}"))
                        .with_hint(format!("at most {limit}"))
                })
            })
            .collect();
        if broken.is_empty() {
            return Ok(());
        }
        let is_cut = broken.len() > self.listed;
        let listed = broken.into_iter().take(self.listed);
        let violations = Violations::new(listed).with_truncated(is_cut);
        Err(Error::from_violations(
            ErrorKind::InvalidArguments,
            violations,
        ))
    }
}

fn tool() -> Tool {
    let limits = json!({"limits": {"a": 1, "b": 2, "c": 3}});
    let mut tool = Tool::new("limited", Schema::try_from(limits.clone()).unwrap());
    tool.output_schema = Some(Schema::try_from(limits).unwrap());
    tool
}

#[test]
fn arguments_and_results_are_validated_by_a_dialect_of_its_own() {
    let validator: Box<dyn SchemaValidator> = Box::new(Limits { listed: 2 });
    let tool = tool();
    assert!(validator.validate_input(&tool, &json!({"a": 1})).is_ok());
    let error = validator
        .validate_input(&tool, &json!({"b": 5, "a": 1}))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert_eq!(
        error.to_string(),
        "invalid arguments: /b: 5 is too much (at most 2)"
    );
    let violation = &error.violations().unwrap().as_slice()[0];
    assert_eq!(violation.schema_path, "/limits/b");
    let error = validator
        .validate_output(&tool, &json!({"a": 9, "b": 9, "c": 9}))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    assert_eq!(
        error.to_model_text(),
        "invalid output:\n- /a: 9 is too much (at most 1)\n- /b: 9 is too much (at most 2)\n\
         - and more"
    );
    assert_eq!(error.to_tool_error()["isError"], true);
}

#[test]
fn a_schema_that_cannot_be_used_is_an_error_with_its_place() {
    let validator = Limits { listed: 1 };
    let error = validator
        .validate(&Schema::no_params(), &json!({}))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidSchema);
    assert_eq!(error.problems()[0].pointer, "/limits");
}
