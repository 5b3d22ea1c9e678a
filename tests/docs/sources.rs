//! Derived and generated tools register themselves.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolmodel_runtime::docs::{
    DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, ToolExample,
};
use toolmodel_runtime::{Result, Schema, Tool, TypedTool};

/// What the derive would write.
#[derive(Debug, Serialize, Deserialize)]
struct GetRepo {
    owner: String,
}

static DEFINITION: LazyLock<Tool> = LazyLock::new(|| {
    let json = r#"{"name": "get_repo", "namespace": "gh", "description": "Fetch.\n\nMore.",
        "inputSchema": {"type": "object", "properties": {"owner": {"type": "string"}}}}"#;
    Tool::from_json(json).unwrap()
});

impl TypedTool for GetRepo {
    const ID: &'static str = "gh:get_repo";
    const NAME: &'static str = "get_repo";
    const NAMESPACE: Option<&'static str> = Some("gh");
    type Output = Value;

    fn definition() -> &'static Tool {
        &DEFINITION
    }

    fn parse(arguments: &Value) -> Result<Self> {
        Ok(Self::deserialize(arguments).unwrap())
    }

    fn from_slice(arguments: &[u8]) -> Result<Self> {
        Ok(serde_json::from_slice(arguments).unwrap())
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }

    fn parse_output(result: &Value) -> Result<Value> {
        Ok(result.clone())
    }

    fn output_from_slice(result: &[u8]) -> Result<Value> {
        Ok(serde_json::from_slice(result).unwrap())
    }

    fn check_output(_: &Value) -> Result<()> {
        Ok(())
    }

    fn docs() -> DocEntry {
        DocEntry::from_description("Fetch repository metadata.\n\nArchived ones too.")
            .with_example(ToolExample::new("Rust").with_arg("owner", "rust-lang"))
            .with_reference("https://example.com")
    }
}

#[test]
fn a_typed_tool_registers_with_one_call() {
    let docs = InMemoryDocs::new();
    docs.register_typed::<GetRepo>().unwrap();
    let doc = docs.describe(GetRepo::ID, DetailLevel::Full).unwrap();
    assert_eq!(doc.summary, "Fetch repository metadata.");
    assert_eq!(doc.notes, "Archived ones too.");
    assert_eq!(doc.examples[0].args["owner"], "rust-lang");
    assert_eq!(doc.external_refs, ["https://example.com"]);
    assert_eq!(doc.schema_info.unwrap().types["owner"], ["string"]);
    assert_eq!(doc.tool.as_ref(), Some(GetRepo::definition()));
}

#[test]
fn generated_tools_register_as_a_list() {
    let tools: [&'static Tool; 1] = [&DEFINITION];
    let docs = InMemoryDocs::new();
    docs.register_tools(tools.map(|tool| (tool, DocEntry::default())))
        .unwrap();
    let doc = docs.describe("gh:get_repo", DetailLevel::Full).unwrap();
    assert_eq!(
        (doc.summary.as_str(), doc.notes.as_str()),
        ("Fetch.", "More.")
    );
}

#[test]
fn a_list_registers_whole_or_not_at_all() {
    let tool = |name: &str| Tool::new(name, Schema::no_params());
    let deep = serde_json::json!({"a": {"b": {"c": {"d": {"e": {}}}}}});
    let too_large = ToolExample::new("x").with_args(deep.as_object().unwrap().clone());
    let docs = InMemoryDocs::new();
    let error = docs
        .register_tools([
            (tool("fine"), DocEntry::new("s")),
            (tool(""), DocEntry::new("s")),
            (tool("a:b"), DocEntry::new("s")),
            (tool("fine"), DocEntry::new("s")),
            (tool("large"), DocEntry::new("s").with_example(too_large)),
        ])
        .unwrap_err();
    let DocsError::Several(errors) = &error else {
        panic!("{error}");
    };
    assert!(matches!(
        &errors[..],
        [
            DocsError::InvalidTool { .. },
            DocsError::InvalidTool { .. },
            DocsError::DuplicateTool { .. },
            DocsError::ArgsTooLarge { .. }
        ]
    ));
    assert!(
        error.to_string().contains("two tools have the id `fine`"),
        "{error}"
    );
    assert_eq!(docs.ids(), [""; 0]);
}
