//! All tools of a request at once: distinct names, and the limits of a request as a whole.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::budget::{Budget, OverBudget};
use super::canonical::{CanonicalTool, filled};
use super::contract::{Adapter, Wish};
use super::converted::{ConvertedTool, Wire};
use super::error::RegistryError;
use super::mcp;
use super::profile::Target;
use super::registry::Registry;
use crate::error::excerpt::truncated;
use crate::model::Tool;

/// The tools of a request.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::adapter::Registry;
///
/// // Anthropic accepts 20 strict tools in one request, so the last one is sent as a plain tool.
/// let tools = (0..21).map(|i| json!({"name": format!("tool_{i}"), "inputSchema": {
///     "type": "object", "properties": {}, "additionalProperties": false
/// }}));
/// let converted = Registry::default().convert_all(tools, "mcp", "anthropic-strict")?;
/// assert_eq!(converted.tools.iter().filter(|tool| tool.strict).count(), 20);
/// assert!(converted.over_budget.is_empty());
/// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConvertedTools {
    /// The tools, in the order they were given. Those for which the budget of strict tools was used up
    /// are plain ones, with a warning.
    pub tools: Vec<ConvertedTool>,
    /// The limits that the tools still exceed after everything that can be given up has been.
    pub over_budget: Vec<OverBudget>,
    pub(crate) target: Option<Target>,
}

impl ConvertedTools {
    /// The JSON of all tools, as a request has them.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.tools.iter().map(ConvertedTool::to_value).collect()
    }

    /// The tool with this name on the wire.
    #[must_use]
    pub fn by_wire_name(&self, name: &str) -> Option<&ConvertedTool> {
        self.tools.iter().find(|tool| tool.name.wire == name)
    }
}

impl Registry {
    /// Converts all tools of a request: their names on the wire are distinct, and together they stay within the
    /// provider's limits where giving up strict mode can achieve that.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolmodel_runtime::adapter::Registry;
    ///
    /// let tool = |namespace: &str| json!({
    ///     "name": "get", "namespace": namespace, "inputSchema": {"type": "object"}
    /// });
    /// let all = Registry::default().convert_all([tool("gh"), tool("gl")], "mcp", "openai")?;
    /// assert_eq!(all.tools[0].name.wire, "gh_get");
    /// assert_eq!(all.by_wire_name("gl_get").unwrap().name.id, "gl:get");
    /// # Ok::<(), toolmodel_runtime::adapter::RegistryError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Registry::convert`], for the first tool that fails.
    pub fn convert_all(
        &self,
        tools: impl IntoIterator<Item = Value>,
        from: &str,
        to: &str,
    ) -> Result<ConvertedTools, RegistryError> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let read = tools.into_iter().map(|tool| from.to_canonical(tool));
        let canonical = read.collect::<Result<Vec<_>, _>>()?;
        let wished = wished_names(&canonical, to);
        write_all(&canonical, wished, to)
    }
}

impl Registry {
    /// Converts tools of the model, as [`Registry::convert_all`] does with those of any format.
    ///
    /// # Errors
    /// As [`Registry::convert`], for the first tool that fails.
    pub fn convert_tools<'a>(
        &self,
        tools: impl IntoIterator<Item = &'a Tool>,
        to: &str,
    ) -> Result<ConvertedTools, RegistryError> {
        let to = self.find(to)?;
        let canonical = tools.into_iter().map(mcp::measured);
        let canonical = canonical.collect::<Result<Vec<_>, _>>()?;
        let wished = wished_names(&canonical, to);
        write_all(&canonical, wished, to)
    }

    /// Converts tools under names other than their own, such as those of a set with a policy
    /// for names; `ToolSet::convert` does it for a set. A name that the provider does not accept is changed,
    /// as always.
    ///
    /// # Errors
    /// As [`Registry::convert`], for the first tool that fails.
    pub fn convert_named<'a>(
        &self,
        tools: impl IntoIterator<Item = (&'a Tool, &'a str)>,
        to: &str,
    ) -> Result<ConvertedTools, RegistryError> {
        let to = self.find(to)?;
        let (mut canonical, mut names) = (Vec::new(), Vec::new());
        for (tool, name) in tools {
            canonical.push(mcp::measured(tool)?);
            names.push((name != tool.name).then(|| name.to_owned()));
        }
        write_all(&canonical, names, to)
    }
}

/// Writes all tools, with the requested names instead of their own.
fn write_all(
    tools: &[CanonicalTool],
    names: Vec<Option<String>>,
    to: &dyn Adapter,
) -> Result<ConvertedTools, RegistryError> {
    let wish = |name| Wish {
        name,
        ..Wish::default()
    };
    let mut wishes: Vec<Wish> = names.into_iter().map(wish).collect();
    let mut converted = Vec::with_capacity(tools.len());
    for (tool, wish) in tools.iter().zip(&wishes) {
        converted.push(to.from_canonical_as(tool, wish)?);
    }
    let mut budget = Budget::default();
    let mut names = Names::of(&converted, to);
    for ((tool, wish), written) in tools.iter().zip(&mut wishes).zip(&mut converted) {
        if let Some(name) = names.another(written) {
            wish.name = Some(name);
            *written = to.from_canonical_as(tool, wish)?;
        }
        names.taken.insert(written.name.wire.clone());
        let used = strict_schema(written).map(|schema| budget.with(schema));
        if let Some(over) = used.and_then(|used| used.over().next()) {
            wish.not_strict = Some(over.to_string());
            *written = to.from_canonical_as(tool, wish)?;
        }
        if let Some(schema) = strict_schema(written) {
            budget = budget.with(schema);
        }
    }
    let target = to.target();
    let over = target.and_then(|target| OverBudget::of_tools(target, converted.len()));
    Ok(ConvertedTools {
        tools: converted,
        over_budget: over.into_iter().collect(),
        target,
    })
}

/// The names on the wire that are in use.
struct Names {
    /// The tools' own names, which take precedence.
    own: BTreeSet<String>,
    taken: BTreeSet<String>,
    /// The last number put behind names that begin alike.
    numbers: BTreeMap<String, usize>,
    /// Whether duplicate names are allowed.
    may_repeat: bool,
}

impl Names {
    fn of(tools: &[ConvertedTool], to: &dyn Adapter) -> Self {
        let own = tools.iter().filter(|tool| !tool.name.is_changed());
        Self {
            own: own.map(|tool| tool.name.wire.clone()).collect(),
            taken: BTreeSet::new(),
            numbers: BTreeMap::new(),
            may_repeat: matches!(to.target(), Some(Target::A2a | Target::Mcp)),
        }
    }

    /// A name to replace one that is in use.
    fn another(&mut self, tool: &ConvertedTool) -> Option<String> {
        let name = &tool.name.wire;
        let is_in_use =
            self.taken.contains(name) || tool.name.is_changed() && self.own.contains(name);
        if !is_in_use || self.may_repeat {
            return None;
        }
        // Shorter than what is kept of a name before any number.
        let number = self.numbers.entry(truncated(name, 40).to_owned());
        let number = number.or_insert(1);
        let (first, last) = (*number + 1, *number + self.taken.len() + self.own.len() + 1);
        for candidate in first..=last {
            *number = candidate;
            let name = numbered(name, candidate);
            if !self.taken.contains(&name) && !self.own.contains(&name) {
                return Some(name);
            }
        }
        None
    }
}

/// A name followed by a number, no longer than any format accepts.
fn numbered(name: &str, number: usize) -> String {
    let suffix = format!("_{number}");
    let kept: String = name.chars().take(64 - suffix.len()).collect();
    format!("{kept}{suffix}")
}

/// Names shared by several tools are distinguished by their namespaces.
fn wished_names(tools: &[CanonicalTool], to: &dyn Adapter) -> Vec<Option<String>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for tool in tools {
        *counts.entry(&tool.name).or_default() += 1;
    }
    let wish = |tool: &CanonicalTool| {
        let namespace = filled(tool.namespace.as_ref())?;
        let is_shared = counts.get(tool.name.as_str()) > Some(&1);
        let has_ids = matches!(to.target(), Some(Target::Mcp | Target::A2a));
        (is_shared && !has_ids).then(|| format!("{namespace}_{}", tool.name))
    };
    tools.iter().map(wish).collect()
}

/// The schema of a strict Anthropic tool; the strict schemas of a request are limited.
fn strict_schema(tool: &ConvertedTool) -> Option<&Value> {
    match &tool.wire {
        Wire::Anthropic(wire) if tool.strict => Some(wire.input_schema.as_value()),
        _ => None,
    }
}
