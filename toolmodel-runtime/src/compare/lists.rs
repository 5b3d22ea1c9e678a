//! Two lists of tools.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::report::{Bump, Fate, ListChange, ToolChange, Verdict};
use super::tools::{name, tools};
use crate::model::Tool;

/// What became of every tool of a list.
///
/// Tools are matched by namespace and name, otherwise by name alone, because a server's list has no namespaces; the
/// remaining ones are matched if everything but the name is equal.
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

/// A key that matching tools share.
type Way<'w> = &'w dyn Fn(&Tool) -> Option<String>;

/// The new tool that each old one became.
fn partners(old: &[&Tool], new: &[&Tool]) -> Vec<Option<usize>> {
    let mut partners = vec![None; old.len()];
    let mut free: Vec<bool> = vec![true; new.len()];
    let by_id = |tool: &Tool| Some(name(tool));
    let by_name = |tool: &Tool| Some(tool.name.clone());
    let by_content = |tool: &Tool| {
        tool.measured().ok()?;
        let mut content = tool.clone();
        content.name.clear();
        content.title = None;
        content.namespace = None;
        let empty = content
            .input_schema
            .get("properties")
            .is_none_or(|it| it == &json!({}));
        // Tools without parameters and description all look the same.
        let tells = !empty || content.description.is_some() || content.output_schema.is_some();
        tells.then(|| sorted(content.to_value()).to_string())
    };
    let ways: [Way<'_>; 3] = [&by_id, &by_name, &by_content];
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
