//! Which tools there are: each with its namespace and id, sorted, without duplicates, and with
//! distinct names.

use std::collections::BTreeMap;

use toolmodel_runtime::WireNames;

use crate::config::{Config, NamespaceFrom};
use crate::load::Loaded;
use crate::problems::Problems;

/// A tool and its id.
#[derive(Debug)]
pub(crate) struct Identified {
    pub(crate) loaded: Loaded,
    pub(crate) id: String,
}

/// Gives every tool its namespace and id; of tools with the same id the first is kept.
pub(crate) fn identify(
    loaded: Vec<Loaded>,
    config: &Config,
    problems: &mut Problems,
) -> Vec<Identified> {
    let mut tools: Vec<Identified> = loaded
        .into_iter()
        .map(|mut loaded| {
            give_namespace(&mut loaded, config, problems);
            let id = match &loaded.tool.namespace {
                Some(namespace) => format!("{namespace}:{}", loaded.tool.name),
                None => loaded.tool.name.clone(),
            };
            Identified { loaded, id }
        })
        .collect();
    tools.sort_by(|a, b| a.id.cmp(&b.id));
    refuse_duplicates(&mut tools, config, problems);
    refuse_shared_names(&tools, config, problems);
    tools
}

fn give_namespace(loaded: &mut Loaded, config: &Config, problems: &mut Problems) {
    if loaded.tool.namespace.is_some() {
        return;
    }
    let file = loaded.source.name.trim_end_matches(".json");
    let from_path = match config.namespace_from {
        NamespaceFrom::Tool => None,
        NamespaceFrom::File => Some(file.rsplit('/').next().unwrap_or(file)),
        NamespaceFrom::Folder => file.rsplit_once('/').map(|(folder, _)| folder),
    };
    let from_path = from_path.map(|name| name.replace(':', "_"));
    loaded.tool.namespace = from_path.or_else(|| config.namespace.clone());
    if let Err(error) = loaded.tool.validate() {
        let own = error.problems().iter();
        for problem in own.filter(|problem| problem.pointer == "/namespace") {
            problems.error_at(&loaded.source, &loaded.pointer, &problem.message);
        }
    }
}

fn refuse_duplicates(tools: &mut Vec<Identified>, config: &Config, problems: &mut Problems) {
    let mut first: BTreeMap<String, (String, String)> = BTreeMap::new();
    tools.retain(|Identified { loaded, id }| {
        if let Some((file, pointer)) = first.get(id) {
            let place = if pointer.is_empty() { "" } else { "#" };
            let advice = match config.namespace_from {
                // A tool that occurs twice in one file stays in one namespace.
                NamespaceFrom::Tool if *file != loaded.source.path => {
                    "; `Config::namespace_from` can tell tools of different files apart"
                }
                _ => "",
            };
            let message =
                format!("tool `{id}` is already defined in {file}{place}{pointer}{advice}");
            problems.error_at(&loaded.source, &loaded.pointer, message);
            return false;
        }
        let place = (loaded.source.path.clone(), loaded.pointer.clone());
        first.insert(id.clone(), place);
        true
    });
}

fn refuse_shared_names(tools: &[Identified], config: &Config, problems: &mut Problems) {
    let mut first: BTreeMap<String, &Identified> = BTreeMap::new();
    for tool in tools {
        let Identified { loaded, id } = tool;
        let namespace = loaded.tool.namespace.as_deref();
        let name = config.wire_names.of(namespace, &loaded.tool.name);
        if name.len() > 128 {
            let message = format!(
                "with its namespace in front tool `{id}` is called by {} characters, at most 128 are allowed",
                name.len()
            );
            problems.error_at(&loaded.source, &loaded.pointer, message);
        }
        if let Some(other) = first.get(&name) {
            let way_out = match config.wire_names {
                WireNames::Prefixed => "rename one",
                _ => "put namespaces in front with `Config::wire_names(WireNames::Prefixed)`",
            };
            let message = format!(
                "tools `{}` of {} and `{id}` are both called by the name `{name}`; {way_out}",
                other.id, other.loaded.source.path
            );
            problems.error_at(&loaded.source, &loaded.pointer, message);
        } else {
            first.insert(name, tool);
        }
    }
}
