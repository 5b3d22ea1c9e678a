//! Docs and examples of derived tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toolmodel_runtime::docs::{DetailLevel, DocStore as _, InMemoryDocs};
use toolmodel_runtime::{ErrorKind, Tool, TypedTool};

/// Search
/// the index.
///
/// Results are sorted.
///
/// # Limits
///
/// At most 50.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    example(Self { query: "rust".to_owned(), limit: 5 }, title = "Five", description = "few",
            result_hint = "five items", id = "five"),
    example(Search { query: "serde".to_owned(), limit: MANY }),
    notes = "\nSlow at night.\n",
    reference("https://example.com/a"),
    reference("https://example.com/b")
)]
struct Search {
    query: String,
    #[schemars(range(max = 50))]
    limit: u32,
}

const MANY: u32 = 50;

#[test]
fn the_doc_comment_is_split_into_summary_and_notes() {
    let docs = Search::docs();
    assert_eq!(docs.summary, "Search the index.");
    assert_eq!(
        docs.notes,
        "Results are sorted.\n\n# Limits\n\nAt most 50.\n\nSlow at night."
    );
    assert_eq!(
        docs.external_refs,
        ["https://example.com/a", "https://example.com/b"]
    );
    let description = Search::definition().description.as_deref();
    assert_eq!(
        description,
        Some("Search\nthe index.\n\nResults are sorted.\n\n# Limits\n\nAt most 50.")
    );
    assert_eq!(Search::definition().input_schema.get("description"), None);
}

#[test]
fn what_the_doc_comment_says_is_printed_once() {
    let store = InMemoryDocs::new();
    store.register_typed::<Search>().unwrap();
    let doc = store.describe("search", DetailLevel::Full).unwrap();
    let page = doc.to_markdown();
    for text in [
        "Search the index.",
        "Results are sorted.",
        "At most 50.",
        "Slow at night.",
    ] {
        assert_eq!(page.matches(text).count(), 1, "{text}: {page}");
    }
}

#[test]
fn examples_are_served_as_json() {
    let docs = Search::docs();
    let examples = serde_json::to_value(&docs.examples).unwrap();
    assert_eq!(
        examples,
        json!([
            {
                "id": "five",
                "title": "Five",
                "description": "few",
                "args": {"query": "rust", "limit": 5},
                "resultHint": "five items"
            },
            {
                "id": "example-2",
                "title": "",
                "description": "",
                "args": {"query": "serde", "limit": 50}
            }
        ])
    );
    assert!(Search::check_examples().is_ok());
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    example(Self { limit: 51, name: String::new() }, id = "big"),
    example(Self { limit: 1, name: "ok".into() }),
    version = NOT_A_VERSION
)]
struct Wrong {
    #[schemars(range(max = 50))]
    #[tool(example = 99, example = 5)]
    limit: u32,
    #[schemars(length(min = 1))]
    #[tool(example = "", example = String::from("fine"))]
    name: String,
}

const NOT_A_VERSION: &str = "one";

#[test]
fn every_wrong_example_is_named() {
    let error = Wrong::check_examples().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    let pointers: Vec<&str> = error
        .problems()
        .iter()
        .map(|p| p.pointer.as_str())
        .collect();
    assert_eq!(
        pointers,
        [
            "/version",
            "/examples/big/limit",
            "/examples/big/name",
            "/inputSchema/properties/limit/examples",
            "/inputSchema/properties/name/examples"
        ],
        "{error}"
    );
}

#[doc = " Written by hand."]
#[doc = ""]
#[doc = concat!("From a ", "constant.")]
/// The end.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Constant {}

#[test]
fn a_doc_comment_may_be_a_constant() {
    assert_eq!(
        Constant::definition().description.as_deref(),
        Some("Written by hand.\nFrom a constant.\nThe end.")
    );
}

/// For whoever reads the code.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(description = "For whoever calls the tool.")]
struct Replaced {}

#[test]
fn a_description_may_replace_the_doc_comment() {
    let tool = Replaced::definition();
    assert_eq!(
        tool.description.as_deref(),
        Some("For whoever calls the tool.")
    );
    assert_eq!(tool.input_schema.get("description"), None);
    assert_eq!(Replaced::docs().summary, "For whoever calls the tool.");
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "Described to schemars.")]
struct DescribedElsewhere {}

#[test]
fn a_description_for_schemars_is_the_tools() {
    let tool = DescribedElsewhere::definition();
    assert_eq!(tool.description.as_deref(), Some("Described to schemars."));
    assert_eq!(tool.input_schema.get("description"), None);
}

/// # Heading
///
/// Text.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Headed {
    #[allow(dead_code, reason = "read through serde")]
    name: String,
}

#[test]
fn a_heading_is_part_of_the_description_and_nothing_else() {
    let tool = Headed::definition();
    assert_eq!(tool.description.as_deref(), Some("# Heading\n\nText."));
    let schema = tool.input_schema.as_object().unwrap();
    assert!(!schema.contains_key("title") && !schema.contains_key("description"));
}
