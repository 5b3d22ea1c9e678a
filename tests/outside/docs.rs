//! A store of docs and a resolver of tools of its own.

use std::sync::Arc;

use toolmodel_runtime::docs::{
    BoxError, Budget, Catalogue, DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, ToolDoc,
    ToolExample, ToolResolver,
};
use toolmodel_runtime::{Schema, Tool};

/// Tools as another process would serve them.
struct Remote;

impl ToolResolver for Remote {
    fn resolve(&self, id: &str) -> Result<Option<Tool>, BoxError> {
        match id {
            "remote:ping" => {
                let mut tool = Tool::new("ping", Schema::no_params());
                tool.namespace = Some("remote".to_owned());
                tool.description = Some("Says that the server is there.".to_owned());
                Ok(Some(tool))
            }
            "remote:broken" => Err("no connection".into()),
            _ => Ok(None),
        }
    }
}

/// Docs that are made on the spot.
struct Made(Remote);

impl DocStore for Made {
    fn describe(&self, id: &str, level: DetailLevel) -> Result<ToolDoc, DocsError> {
        let found = self.0.resolve(id).map_err(|error| DocsError::Resolver {
            id: id.to_owned(),
            source: Arc::from(error),
        })?;
        let tool = found.ok_or_else(|| DocsError::NotFound { id: id.to_owned() })?;
        let mut doc = ToolDoc::default();
        id.clone_into(&mut doc.id);
        doc.level = level;
        doc.summary = tool.description.clone().unwrap_or_default();
        if level >= DetailLevel::Schema {
            doc.tool = Some(tool);
        }
        if level == DetailLevel::Full {
            doc.notes = "Costs nothing. ".repeat(50);
            doc.examples = self.list_examples(id, 1)?;
        }
        Ok(doc)
    }

    fn list_examples(&self, _: &str, max: usize) -> Result<Vec<ToolExample>, DocsError> {
        let examples = [ToolExample::new("Once"), ToolExample::new("Again")];
        Ok(examples.into_iter().take(max).collect())
    }

    fn ids(&self) -> Vec<String> {
        vec!["remote:ping".to_owned()]
    }
}

#[test]
fn a_store_of_its_own_answers_within_a_budget_and_is_rendered() {
    let store: Box<dyn DocStore> = Box::new(Made(Remote));
    let doc = store.describe("remote:ping", DetailLevel::Full).unwrap();
    assert_eq!((doc.namespace(), doc.examples.len()), (Some("remote"), 1));
    let error = store
        .describe("remote:broken", DetailLevel::Full)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "resolving `remote:broken`: no connection"
    );
    let fitted = store.describe_many(
        &["remote:ping".to_owned()],
        DetailLevel::Full,
        Budget::Bytes(400),
    );
    assert_eq!(fitted.docs[0].level, DetailLevel::Schema);
    let page = Catalogue::new("Tools", [doc]).to_markdown();
    assert!(page.contains("Says that the server is there."), "{page}");
}

#[test]
fn a_resolver_of_its_own_serves_a_store() {
    let store = InMemoryDocs::new().with_resolver(Remote);
    store
        .register_doc("remote:ping", DocEntry::new("Is it there?"))
        .unwrap();
    let doc = store.describe("remote:ping", DetailLevel::Schema).unwrap();
    assert_eq!(doc.summary, "Is it there?");
    assert_eq!(doc.tool.unwrap().name, "ping");
    let error = store
        .describe("remote:broken", DetailLevel::Schema)
        .unwrap_err();
    assert!(matches!(error, DocsError::Resolver { .. }), "{error}");
}
