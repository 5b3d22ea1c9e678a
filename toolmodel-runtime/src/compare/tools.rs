//! Two tools, and two lists of them.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use super::report::{Bump, Detail, Fate, Finding, ListChange, SchemaChange, Side, ToolChange};
use super::report::{Verdict, What};
use super::schemas::schemas;
use crate::model::Tool;
use crate::path::Path;
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
        // A list that a server gave knows no namespaces.
        _ => Fate::Kept,
    };
    let input = schemas(&old.input_schema, &new.input_schema, Side::Input);
    let output = outputs(old.output_schema.as_ref(), new.output_schema.as_ref());
    let findings = execution(old, new);
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

fn name(tool: &Tool) -> String {
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

/// Results are no longer promised to be anything: whatever the old schema refuses is a proof.
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

/// How a tool may be called decides whether callers still work, but no instance can show it.
fn execution(old: &Tool, new: &Tool) -> Vec<Finding> {
    let support = |tool: &Tool| {
        let execution = tool.execution.as_ref().map(|it| json!(it));
        let support = execution.and_then(|it| Some(it.get("taskSupport")?.as_str()?.to_owned()));
        support.unwrap_or_else(|| "forbidden".to_owned())
    };
    let (old, new) = (support(old), support(new));
    if old == new || old == "forbidden" && new == "optional" {
        return Vec::new();
    }
    let pointer = Path::Root;
    let pointer = pointer.key("execution");
    let pointer = pointer.key("taskSupport").pointer();
    vec![Finding {
        verdict: Verdict::Undecided,
        old: pointer.clone(),
        new: pointer,
        message: format!("calls as tasks were `{old}` and are `{new}`"),
        proof: None,
    }]
}

/// Fields of the record that differ, other than those that decide.
fn details(old: &Tool, new: &Tool) -> Vec<Detail> {
    let without = ["name", "namespace", "inputSchema", "outputSchema"];
    let record = |tool: &Tool| match tool.to_value() {
        Value::Object(mut map) => {
            map.retain(|key, _| !without.contains(&key.as_str()));
            map
        }
        _ => Map::new(),
    };
    let mut found = Vec::new();
    differences(&record(old), &record(new), &Path::Root, &mut found);
    found.sort();
    found
}

/// Records inside the record whose fields are told one by one.
const RECORDS: [&str; 3] = ["_meta", "annotations", "execution"];

fn differences(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    path: &Path<'_>,
    found: &mut Vec<Detail>,
) {
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let place = path.key(name);
        let what = match (old.get(name), new.get(name)) {
            (Some(Value::Object(old)), Some(Value::Object(new)))
                if RECORDS.contains(&name.as_str()) =>
            {
                differences(old, new, &place, found);
                continue;
            }
            (Some(old), Some(new)) if old == new => continue,
            (Some(_), Some(_)) => What::Changed,
            (None, _) => What::Added,
            (_, None) => What::Removed,
        };
        found.push(Detail {
            pointer: place.pointer(),
            what,
        });
    }
}

/// What became of every tool of a list.
///
/// Tools belong together by namespace and name, else by name alone, because a server's list knows
/// no namespaces; what is left over on both sides belongs together when all but the name is equal.
///
/// ```
/// use toolmodel_runtime::{ToolList, compare};
///
/// let tools = |json: &str| ToolList::from_mcp_json(json)?.into_result();
/// let old = tools(r#"[{"name": "a", "inputSchema": {"type": "object"}}]"#)?;
/// let new = tools(r#"[{"name": "b", "inputSchema": {"type": "object", "required": ["x"]}}]"#)?;
/// let change = compare::lists(&old, &new);
/// assert_eq!(
///     change.to_string(),
///     "a: breaking: the tool is gone\nb: compatible: the tool is new\n\
///      breaking; suggested version bump: major",
/// );
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[must_use]
pub fn lists<'t>(
    old: impl IntoIterator<Item = &'t Tool>,
    new: impl IntoIterator<Item = &'t Tool>,
) -> ListChange {
    let old: Vec<&Tool> = old.into_iter().collect();
    let new: Vec<&Tool> = new.into_iter().collect();
    let partners = partners(&old, &new);
    let mut taken = vec![false; new.len()];
    let mut tools_found = Vec::with_capacity(old.len());
    for (tool, partner) in old.iter().zip(&partners) {
        tools_found.push(match partner.and_then(|at| Some((at, new.get(at)?))) {
            Some((at, partner)) => {
                taken[at] = true;
                tools(tool, partner)
            }
            None => alone(tool, Fate::Gone),
        });
    }
    let added = new.iter().zip(&taken).filter(|(_, taken)| !**taken);
    tools_found.extend(added.map(|(tool, _)| alone(tool, Fate::New)));
    ListChange {
        verdict: tools_found
            .iter()
            .map(|tool| tool.verdict)
            .max()
            .unwrap_or_default(),
        bump: tools_found
            .iter()
            .map(|tool| tool.bump)
            .max()
            .unwrap_or_default(),
        tools: tools_found,
    }
}

fn alone(tool: &Tool, fate: Fate) -> ToolChange {
    let is_gone = fate == Fate::Gone;
    let id = name(tool);
    ToolChange {
        old: is_gone.then(|| id.clone()),
        new: (!is_gone).then_some(id),
        fate,
        verdict: if is_gone {
            Verdict::Breaking
        } else {
            Verdict::Compatible
        },
        bump: if is_gone { Bump::Major } else { Bump::Minor },
        input: None,
        output: None,
        findings: Vec::new(),
        details: Vec::new(),
    }
}

/// For each old tool the new one that it became.
fn partners(old: &[&Tool], new: &[&Tool]) -> Vec<Option<usize>> {
    let mut partners = vec![None; old.len()];
    let mut free: Vec<bool> = vec![true; new.len()];
    let by_id = |tool: &Tool| Some(name(tool));
    let by_name = |tool: &Tool| Some(tool.name.clone());
    let by_content = |tool: &Tool| {
        let mut content = tool.clone();
        content.name.clear();
        content.title = None;
        content.namespace = None;
        let empty = content
            .input_schema
            .get("properties")
            .is_none_or(|it| it == &json!({}));
        // Tools without parameters and without a text all look the same.
        let tells = !empty || content.description.is_some() || content.output_schema.is_some();
        tells.then(|| sorted(content.to_value()).to_string())
    };
    let ways: [&dyn Fn(&Tool) -> Option<String>; 3] = [&by_id, &by_name, &by_content];
    for way in ways {
        let mut waiting: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        for (at, tool) in new.iter().enumerate().filter(|(at, _)| free[*at]) {
            if let Some(key) = way(tool) {
                waiting.entry(key).or_default().push_back(at);
            }
        }
        for (partner, tool) in partners.iter_mut().zip(old) {
            if partner.is_none()
                && let Some(key) = way(tool)
                && let Some(at) = waiting.get_mut(&key).and_then(VecDeque::pop_front)
            {
                *partner = Some(at);
                free[at] = false;
            }
        }
    }
    partners
}

/// The value with the keys of every object in order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let ordered: BTreeMap<String, Value> = map
                .into_iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            Value::Object(ordered.into_iter().collect())
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}
