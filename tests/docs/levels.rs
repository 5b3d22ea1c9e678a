//! What each level needs and gives, and what errors say.

use std::error::Error;

use serde_json::json;
use toolmodel_runtime::docs::{
    BoxError, DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, ToolExample,
};
use toolmodel_runtime::{Schema, Tool};

fn failing() -> InMemoryDocs {
    InMemoryDocs::new()
        .with_resolver(|_: &str| -> Result<Option<Tool>, BoxError> { Err("no network".into()) })
}

#[test]
fn levels_are_read_in_exactly_one_spelling() {
    for level in DetailLevel::ALL {
        assert_eq!(level.to_string().parse::<DetailLevel>().unwrap(), level);
        assert_eq!(json!(level), json!(level.as_str()));
    }
    for wrong in ["", "Full", " full", "all"] {
        let error = wrong.parse::<DetailLevel>().unwrap_err();
        assert!(matches!(&error, DocsError::InvalidDetail { found } if found == wrong));
    }
    let error = "a`\n".parse::<DetailLevel>().unwrap_err();
    let text = "invalid detail level `a`\\n`; use `summary`, `schema` or `full`";
    assert_eq!(error.to_string(), text);
}

#[test]
fn docs_without_a_tool_have_a_summary_only() {
    let docs = InMemoryDocs::new();
    docs.register_doc("ns:t", DocEntry::new("s").with_notes("n"))
        .unwrap();
    assert_eq!(
        docs.describe("ns:t", DetailLevel::Summary).unwrap().summary,
        "s"
    );
    for level in [DetailLevel::Schema, DetailLevel::Full] {
        let error = docs.describe("ns:t", level).unwrap_err();
        assert!(
            matches!(&error, DocsError::NoTool { id, level: l } if id == "ns:t" && *l == level)
        );
    }
    assert_eq!(docs.list_examples("ns:t", 3).unwrap(), []);
}

#[test]
fn a_failing_resolver_is_an_error_unless_docs_answer() {
    let docs = failing();
    for level in DetailLevel::ALL {
        let error = docs.describe("t", level).unwrap_err();
        assert_eq!(error.to_string(), "resolving `t`: no network");
        assert_eq!(error.source().unwrap().to_string(), "no network");
    }
    docs.register_doc("t", DocEntry::new("s")).unwrap();
    assert_eq!(
        docs.describe("t", DetailLevel::Summary).unwrap().summary,
        "s"
    );
    let full = docs.describe("t", DetailLevel::Full);
    assert!(matches!(full, Err(DocsError::Resolver { .. })));
    docs.register_tool(Tool::new("t", Schema::no_params()))
        .unwrap();
    assert!(docs.describe("t", DetailLevel::Full).is_ok());
}

#[test]
fn a_resolved_schema_that_changes_is_read_again() {
    let schemas = std::sync::Mutex::new(vec!["integer", "string", "string"]);
    let docs = InMemoryDocs::new().with_resolver(move |_: &str| {
        let kind = schemas.lock().unwrap().pop();
        let schema = json!({"properties": {"p": {"type": kind}}});
        Ok(Some(Tool::new("t", Schema::try_from(schema)?)))
    });
    for expected in ["string", "string", "integer"] {
        let doc = docs.describe("t", DetailLevel::Schema).unwrap();
        assert_eq!(doc.schema_info.unwrap().types["p"], [expected]);
    }
}

#[test]
fn schema_examples_serve_when_there_are_no_others() {
    let schema =
        json!({"examples": [{"q": 1}, 5, {"q": {"a": {"b": {"c": {"d": {}}}}}}, {"q": 2}]});
    let tool = Tool::new("t", Schema::try_from(schema).unwrap());
    let docs = InMemoryDocs::new();
    docs.register_tool(tool).unwrap();
    let examples = docs.list_examples("t", 9).unwrap();
    assert_eq!(examples.len(), 2);
    assert_eq!(examples[1].title, "Example 2");
    assert_eq!(examples[1].args["q"], 2);
    assert_eq!(
        docs.describe("t", DetailLevel::Full).unwrap().examples,
        examples
    );
    docs.register_examples("t", [ToolExample::new("mine")])
        .unwrap();
    assert_eq!(docs.list_examples("t", 9).unwrap()[0].title, "mine");
    assert_eq!(docs.list_examples("t", 0).unwrap(), []);
}

#[test]
fn everything_registered_or_indexed_is_listed() {
    let tool = Tool::new("b", Schema::no_params());
    let index = std::collections::BTreeMap::from([("b".to_owned(), tool.clone())]);
    let docs = InMemoryDocs::new().with_index(index);
    docs.register_doc("c", DocEntry::new("s")).unwrap();
    docs.register_doc("b", DocEntry::new("s")).unwrap();
    docs.register_tool(Tool::new("a", Schema::no_params()))
        .unwrap();
    assert_eq!(docs.ids(), ["a", "b", "c"]);
    assert!(docs.remove("c"));
    assert!(!docs.remove("c"));
    assert_eq!(docs.ids(), ["a", "b"]);
    assert!(format!("{docs:?}").contains(r#"ids: ["a", "b"]"#));
}

#[test]
fn the_summary_of_a_bare_tool_is_its_first_paragraph() {
    let mut tool = Tool::new("t", Schema::no_params());
    tool.description = Some("\n  Do it,\n  well.\n\n  Args:\n    a: b\n".to_owned());
    let docs = InMemoryDocs::new();
    docs.register_tool(tool.clone()).unwrap();
    let doc = docs.describe("t", DetailLevel::Full).unwrap();
    assert_eq!(
        (doc.summary.as_str(), doc.notes.as_str()),
        ("Do it, well.", "")
    );
    docs.register(tool, DocEntry::default()).unwrap();
    let doc = docs.describe("t", DetailLevel::Full).unwrap();
    assert_eq!(
        (doc.summary.as_str(), doc.notes.as_str()),
        ("Do it, well.", "Args:\n  a: b")
    );
}

#[test]
fn a_store_serves_behind_pointers_and_as_a_trait_object() {
    let docs = InMemoryDocs::new();
    docs.register_doc("t", DocEntry::new("s")).unwrap();
    let shared: std::sync::Arc<dyn DocStore> = std::sync::Arc::new(docs);
    assert_eq!(
        shared.describe("t", DetailLevel::Summary).unwrap().summary,
        "s"
    );
    assert_eq!(Box::new(shared.clone()).ids(), ["t"]);
    assert_eq!(shared.list_examples("t", 1).unwrap(), []);
}

#[test]
fn hints_of_the_tool_stand_at_every_level() {
    let tool = json!({
        "name": "t",
        "inputSchema": {},
        "annotations": {"readOnlyHint": true},
        "_meta": {
            "inputModes": ["application/json", 5, "text/plain"],
            "outputModes": [],
            "securityRequirements": [{"oauth": ["read"]}, {"key": []}, {"oauth": ["write"]}],
            "securitySchemes": {"other": {}}
        }
    });
    let docs = InMemoryDocs::new();
    docs.register_tool(Tool::from_value(tool).unwrap()).unwrap();
    for level in DetailLevel::ALL {
        let doc = docs.describe("t", level).unwrap();
        assert_eq!(doc.input_modes, ["application/json", "text/plain"]);
        assert_eq!(doc.output_modes, [""; 0]);
        assert_eq!(doc.security_summary, "key,oauth");
        assert_eq!(json!(doc.annotations), json!({"readOnlyHint": true}));
    }
}
