//! The names of a tool's items: module, variant, and the types of its two schemas.

use std::collections::BTreeMap;

use crate::config::Config;
use crate::identify::Identified;
use crate::names::{
    RENAME, RESERVED_MODULES, RESERVED_TYPES, Scope, changed, pascal, snake, type_name,
};
use crate::problems::Problems;

/// The names of one tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolNames {
    /// The module of its namespace.
    pub(crate) namespace: Option<String>,
    /// The module of its nested types.
    pub(crate) module: String,
    /// The variant of `ToolCall`.
    pub(crate) variant: String,
    /// The type of its arguments.
    pub(crate) input: String,
    /// The type of its results.
    pub(crate) output: String,
}

/// The names taken in each module.
#[derive(Default)]
struct Taken {
    types: BTreeMap<Option<String>, Scope>,
    modules: BTreeMap<Option<String>, Scope>,
    variants: Scope,
}

/// Names for every tool, in their order.
pub(crate) fn name_tools(
    tools: &[Identified],
    config: &Config,
    problems: &mut Problems,
) -> Vec<ToolNames> {
    let mut top = Scope::reserving(RESERVED_MODULES);
    let namespaces = name_namespaces(tools, &mut top, problems);
    let mut taken = Taken::default();
    taken.modules.insert(None, top);
    let mut names = Vec::with_capacity(tools.len());
    for tool in tools {
        names.push(name_tool(tool, config, &namespaces, &mut taken, problems));
    }
    names
}

/// The module of each namespace.
fn name_namespaces(
    tools: &[Identified],
    top: &mut Scope,
    problems: &mut Problems,
) -> BTreeMap<String, String> {
    let mut namespaces: BTreeMap<String, String> = BTreeMap::new();
    for tool in tools {
        if let Some(namespace) = &tool.loaded.tool.namespace
            && !namespaces.contains_key(namespace)
        {
            let wanted = snake(namespace);
            let name = top.claim(&wanted);
            let what = format!("the module of namespace `{namespace}`");
            tell_changed(tool, &what, &wanted, &name, "", problems);
            namespaces.insert(namespace.clone(), name);
        }
    }
    namespaces
}

fn name_tool(
    tool: &Identified,
    config: &Config,
    namespaces: &BTreeMap<String, String>,
    taken: &mut Taken,
    problems: &mut Problems,
) -> ToolNames {
    let Identified { loaded, id } = tool;
    let namespace = &loaded.tool.namespace;
    let types = taken
        .types
        .entry(namespace.clone())
        .or_insert_with(|| Scope::reserving(RESERVED_TYPES));
    let wanted = |pointer: &str| {
        let wanted = config.renames.get(&(id.clone(), pointer.to_owned()));
        wanted.map(|name| type_name(name))
    };
    let base = wanted("").unwrap_or_else(|| pascal(&loaded.tool.name));
    let wanted_input = wanted("/inputSchema").unwrap_or_else(|| base.clone());
    let input = types.claim(&wanted_input);
    let wanted_output = wanted("/outputSchema").unwrap_or_else(|| format!("{base}Output"));
    let output = types.claim(&wanted_output);
    let module = taken
        .modules
        .entry(namespace.clone())
        .or_insert_with(|| Scope::reserving(RESERVED_MODULES))
        .claim(&snake(&loaded.tool.name));
    let what = format!("tool `{id}`");
    tell_changed(tool, &what, &wanted_input, &input, RENAME, problems);
    if loaded.tool.output_schema.is_some() {
        let what = format!("the result of tool `{id}`");
        tell_changed(tool, &what, &wanted_output, &output, RENAME, problems);
    }
    let full = format!(
        "{} {}",
        namespace.as_deref().unwrap_or(""),
        loaded.tool.name
    );
    ToolNames {
        namespace: namespace
            .as_ref()
            .and_then(|name| namespaces.get(name).cloned()),
        module,
        variant: taken.variants.claim(&pascal(&full)),
        input,
        output,
    }
}

/// Warns at the tool that something has a different name than expected.
fn tell_changed(
    tool: &Identified,
    what: &str,
    wanted: &str,
    name: &str,
    advice: &str,
    problems: &mut Problems,
) {
    if let Some(message) = changed(what, wanted, name) {
        let message = message + advice;
        problems.warn_at(&tool.loaded.source, &tool.loaded.pointer, message);
    }
}
