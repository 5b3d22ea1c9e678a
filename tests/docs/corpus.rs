//! All real tools at every level and in every rendering.

use std::collections::{HashMap, HashSet};

use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs};

/// A store of all corpus tools, the name of the server as the namespace.
pub(crate) fn store() -> Option<InMemoryDocs> {
    let docs = InMemoryDocs::new();
    let mut tools = Vec::new();
    for (file, json) in toolmodel_tests::corpus()? {
        let mut tool = Tool::from_mcp_value(json).unwrap();
        let server = file.trim_end_matches(".json").replace("__", "/");
        tool.namespace = Some(server);
        tools.push((tool, DocEntry::default()));
    }
    assert!(tools.len() >= 1005, "only {} tools", tools.len());
    docs.register_tools(tools).unwrap();
    Some(docs)
}

#[test]
fn every_tool_renders_at_every_level() {
    let Some(docs) = store() else { return };
    let ids = docs.ids();
    assert!(ids.len() >= 1005);
    let mut with_info = 0;
    for level in DetailLevel::ALL {
        for id in &ids {
            let doc = docs.describe(id, level).unwrap();
            assert!(doc.summary.chars().count() <= 200);
            assert_eq!(doc.tool.is_some(), level != DetailLevel::Summary);
            with_info += usize::from(doc.schema_info.is_some());
            let markdown = doc.to_markdown();
            assert!(markdown.starts_with("# `"), "{markdown}");
            assert!(!doc.to_json().is_empty());
        }
        let catalogue = Catalogue::of("Corpus", &docs, level).unwrap();
        assert_eq!(catalogue.docs().len(), ids.len());
        let markdown = catalogue.to_markdown();
        let html = catalogue.to_html();
        let headings: HashSet<&str> = markdown.lines().collect();
        for id in &ids {
            assert!(headings.contains(&*format!("## `{id}`")), "{id}");
        }
        assert_eq!(html.matches("<details class=\"tool\"").count(), ids.len());
    }
    println!(
        "{} of {} tools have facts about properties",
        with_info / 2,
        ids.len()
    );
    assert!(with_info / 2 > 900);
}

#[test]
fn types_of_nearly_all_real_properties_are_known() {
    let Some(docs) = store() else { return };
    let (mut properties, mut known) = (0, 0);
    let mut unknown: HashMap<String, usize> = HashMap::new();
    for id in docs.ids() {
        let doc = docs.describe(&id, DetailLevel::Schema).unwrap();
        let schema = doc.tool.unwrap().input_schema;
        let info = doc.schema_info.unwrap_or_default();
        for (name, property) in schema
            .get("properties")
            .and_then(|p| p.as_object())
            .into_iter()
            .flatten()
        {
            properties += 1;
            if info.types.contains_key(name) {
                known += 1;
            } else {
                let keywords = property
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(key, _)| key.as_str());
                *unknown
                    .entry(keywords.collect::<Vec<_>>().join(" "))
                    .or_default() += 1;
            }
        }
    }
    println!("types known: {known} of {properties}; unknown: {unknown:?}");
    assert!(
        known * 100 >= properties * 98,
        "{known} of {properties}: {unknown:?}"
    );
}
