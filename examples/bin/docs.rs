//! Documentation in tiers: a line for the list, the schema on demand, everything on request.
//!
//! With a file name, the catalogue is written there as an HTML page.

use std::error::Error;

use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Budget, Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolExample,
};

fn main() -> Result<(), Box<dyn Error>> {
    let docs = InMemoryDocs::new();
    docs.register(
        Tool::from_json(
            r##"{
                "namespace": "gh",
                "name": "search_issues",
                "annotations": {"readOnlyHint": true},
                "inputSchema": {
                    "type": "object",
                    "$defs": {"Page": {"type": "integer", "minimum": 1, "default": 1}},
                    "properties": {
                        "query": {"type": "string", "minLength": 1, "description": "What to find."},
                        "state": {"anyOf": [{"enum": ["open", "closed"]}, {"type": "null"}]},
                        "page": {"$ref": "#/$defs/Page"}
                    },
                    "required": ["query"]
                }
            }"##,
        )?,
        DocEntry::from_description("Search issues.\n\nUse `label:bug` and the like to narrow.")
            .with_example(ToolExample::new("Open bugs").with_arg("query", "label:bug"))
            .with_reference("https://docs.github.com/search-github"),
    )?;
    // Without docs of its own, a tool is described by its description.
    docs.register(
        Tool::from_json(
            r#"{"name": "ping", "description": "Answers at once.\n\nFor tests of the connection.",
                "inputSchema": {"type": "object", "additionalProperties": false}}"#,
        )?,
        DocEntry::default(),
    )?;

    println!("== a line each\n");
    for id in docs.ids() {
        let doc = docs.describe(&id, DetailLevel::Summary)?;
        println!("{id}: {}", doc.summary);
    }

    let doc = docs.describe("gh:search_issues", DetailLevel::Schema)?;
    if let Some(info) = doc.schema_info {
        println!("\n== what the schema says\n");
        println!("{}", serde_json::to_string_pretty(&*info)?);
    }

    println!("\n== everything about one tool\n");
    println!(
        "{}",
        docs.describe("gh:search_issues", DetailLevel::Full)?
            .to_markdown()
    );

    println!("== both tools in 700 bytes\n");
    let ids = ["ping", "gh:search_issues"].map(str::to_owned);
    let fitted = docs.describe_many(&ids, DetailLevel::Full, Budget::Bytes(700));
    for doc in &fitted.docs {
        println!("{} at level {}", doc.id, doc.level);
    }
    println!("{} bytes, about {} tokens", fitted.bytes, fitted.tokens);

    if let Some(file) = std::env::args().nth(1) {
        let catalogue = Catalogue::of("Example tools", &docs, DetailLevel::Full)?;
        std::fs::write(file, catalogue.to_html())?;
    }
    Ok(())
}
