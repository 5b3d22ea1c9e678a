//! Two tools: what became of their schemas, and of everything else.

use serde_json::{Value, json};

use super::record::{details, execution, headers};
use super::report::{Bump, Fate, Finding, SchemaChange, Side, ToolChange, Verdict};
use super::schemas::schemas;
use crate::model::Tool;
use crate::schema::Schema;
use crate::validate::DefaultValidator;

/// Whether callers of a tool still work with its new version, and what else has changed.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{Tool, compare};
///
/// let old = Tool::from_mcp_json(r#"{"name": "search", "inputSchema": {
///     "type": "object", "properties": {"limit": {"type": "integer"}}}}"#)?;
/// let new = Tool::from_mcp_json(r#"{"name": "search", "description": "Finds.", "inputSchema": {
///     "type": "object", "properties": {"limit": {"type": "integer", "maximum": 50}}}}"#)?;
/// let change = compare::tools(&old, &new);
/// assert_eq!(change.verdict, compare::Verdict::Breaking);
/// assert_eq!(change.bump, compare::Bump::Major);
/// let input = change.input.unwrap_or_default();
/// assert_eq!(input.proof(), Some(&json!({"limit": 51})));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[must_use]
pub fn tools(old: &Tool, new: &Tool) -> ToolChange {
    let fate = match (old.name == new.name, &old.namespace, &new.namespace) {
        (false, ..) => Fate::Renamed,
        (true, Some(old), Some(new)) if old != new => Fate::Moved,
        // A list from a server has no namespaces.
        _ => Fate::Kept,
    };
    let mut input = schemas(&old.input_schema, &new.input_schema, Side::Input);
    let output = outputs(old.output_schema.as_ref(), new.output_schema.as_ref());
    let mut findings = execution(old, new);
    findings.extend(headers(&mut input.annotations));
    let details = details(old, new);
    let sides = [Some(&input), output.as_ref()];
    let sides = sides.into_iter().flatten();
    let mut verdict = sides
        .clone()
        .map(|side| side.verdict)
        .max()
        .unwrap_or_default();
    let mut bump = sides.map(SchemaChange::bump).max().unwrap_or_default();
    if !findings.is_empty() {
        verdict = verdict.max(Verdict::Undecided);
        bump = Bump::Major;
    }
    if !details.is_empty() {
        bump = bump.max(Bump::Patch);
    }
    match fate {
        Fate::Renamed => (verdict, bump) = (Verdict::Breaking, Bump::Major),
        Fate::Moved => bump = bump.max(Bump::Minor),
        _ => {}
    }
    ToolChange {
        old: Some(name(old)),
        new: Some(name(new)),
        fate,
        verdict,
        bump,
        input: Some(input),
        output,
        findings,
        details,
    }
}

pub(super) fn name(tool: &Tool) -> String {
    match &tool.namespace {
        Some(namespace) => format!("{namespace}:{}", tool.name),
        None => tool.name.clone(),
    }
}

/// What became of the output schema: a tool without one promises nothing.
fn outputs(old: Option<&Schema>, new: Option<&Schema>) -> Option<SchemaChange> {
    match (old, new) {
        (None, None) => None,
        (Some(old), Some(new)) => Some(schemas(old, new, Side::Output)),
        (None, Some(_)) => Some(SchemaChange::default()),
        (Some(old), None) => Some(promise_taken_back(old)),
    }
}

/// Results are no longer promised to be anything: whatever the old schema rejects is a proof.
fn promise_taken_back(old: &Schema) -> SchemaChange {
    let anything = [
        json!({}),
        json!({"undeclared": null}),
        Value::Null,
        json!(0),
        json!("text"),
        json!([]),
        json!(true),
    ];
    let compiled = DefaultValidator::shared().compile(old);
    let refused = |value: &Value| match &compiled {
        Ok(compiled) => compiled.is_valid(value).is_ok_and(|valid| !valid),
        Err(_) => false,
    };
    let proof = anything.into_iter().find(refused);
    if proof.is_none() && compiled.is_ok() && accepts_all(old) {
        return SchemaChange::default();
    }
    let verdict = match proof {
        Some(_) => Verdict::Breaking,
        None => Verdict::Undecided,
    };
    SchemaChange {
        verdict,
        findings: vec![Finding {
            verdict,
            old: String::new(),
            new: String::new(),
            message: "the new version has no output schema, so results may be anything".to_owned(),
            proof,
        }],
        ..SchemaChange::default()
    }
}

fn accepts_all(schema: &Schema) -> bool {
    let everything = Schema::try_from(Value::Bool(true));
    everything.is_ok_and(|everything| {
        schemas(schema, &everything, Side::Output).verdict == Verdict::Compatible
    })
}
