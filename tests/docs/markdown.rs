//! Markdown of a tool and of a catalogue, in full.

use serde_json::json;
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolExample,
};

fn store() -> InMemoryDocs {
    let search = json!({
        "name": "search_issues",
        "namespace": "gh",
        "title": "Search issues",
        "version": "1.2.0",
        "tags": ["issues", "search"],
        "description": "Search issues.\n\nUse `is:open` to narrow.",
        "annotations": {"readOnlyHint": true, "openWorldHint": true},
        "inputSchema": {
            "type": "object",
            "$defs": {"Page": {"type": "integer", "minimum": 1, "maximum": 100, "default": 1}},
            "properties": {
                "query": {"type": "string", "minLength": 1, "maxLength": 256, "description": "What | where."},
                "state": {"anyOf": [{"enum": ["open", "closed"]}, {"type": "null"}]},
                "page": {"$ref": "#/$defs/Page"},
                "sort": {"type": "object", "properties": {"by": {"type": "string"}}, "required": ["by"]},
                "labels": {"type": "array", "items": {"type": "string"}, "maxItems": 10, "uniqueItems": true},
                "authors": {"type": "array", "items": {"type": "object", "properties": {"login": {"type": "string"}}}}
            },
            "required": ["query"],
            "additionalProperties": false
        },
        "outputSchema": {"type": "array", "items": {"type": "string"}}
    });
    let docs = InMemoryDocs::new();
    let entry = DocEntry::from_description("Search issues.\n\nUse `is:open` to narrow.")
        .with_example(
            ToolExample::new("Open bugs")
                .with_description("Only bugs.")
                .with_arg("query", "label:bug")
                .with_result_hint("A list of titles."),
        )
        .with_reference("https://example.com/search")
        .with_reference("The handbook, chapter 3");
    docs.register(Tool::from_value(search).unwrap(), entry)
        .unwrap();
    let ping = json!({"name": "ping", "description": "Ping.", "inputSchema": {"type": "object"}});
    docs.register(Tool::from_value(ping).unwrap(), DocEntry::default())
        .unwrap();
    docs
}

const FULL: &str = r#"# `gh:search_issues`

**Search issues**

Search issues.

*read-only, open world*

Version: 1.2.0

Tags: issues, search

Use `is:open` to narrow.

## Parameters

| Name | Type | Required | Description |
|---|---|---|---|
| `query` | string | yes | What \| where.<br>1 to 256 characters |
| `state` | string or null |  | one of: `"open"`, `"closed"`, `null` |
| `page` | integer |  | default: `1`<br>at least: `1`<br>at most: `100` |
| `sort` | object |  |  |
| `sort.by` | string | yes |  |
| `labels` | array of string |  | at most 10 items<br>no item twice |
| `authors` | array of object |  |  |
| `authors[].login` | string |  |  |

## Result

Type: array of string

## Examples

**Open bugs**

Only bugs.

```json
{
  "query": "label:bug"
}
```

Result: A list of titles.

## References

- <https://example.com/search>
- The handbook, chapter 3
"#;

#[test]
fn a_tool_in_full() {
    let doc = store()
        .describe("gh:search_issues", DetailLevel::Full)
        .unwrap();
    assert_eq!(doc.to_markdown(), FULL);
}

#[test]
fn a_catalogue_lists_and_links_its_tools() {
    let catalogue = Catalogue::of("Tools", &store(), DetailLevel::Summary).unwrap();
    assert_eq!(
        catalogue.to_markdown(),
        "# Tools\n\n\
         - [`ping`](#ping): Ping.\n\n\
         **gh**\n\n\
         - [`gh:search_issues`](#ghsearch_issues): Search issues.\n\n\
         ## `ping`\n\nPing.\n\n\
         ## `gh:search_issues`\n\nSearch issues.\n\n*read-only, open world*\n"
    );
    assert_eq!(Catalogue::new("Empty", []).to_markdown(), "# Empty\n\n");
}

#[test]
fn equal_headings_have_their_own_anchors() {
    let docs = InMemoryDocs::new();
    for id in ["a:b", "ab", "AB"] {
        docs.register_doc(id, DocEntry::new("s")).unwrap();
    }
    let markdown = Catalogue::of("ab", &docs, DetailLevel::Full)
        .unwrap()
        .to_markdown();
    for link in ["[`AB`](#ab-1)", "[`ab`](#ab-2)", "[`a:b`](#ab-3)"] {
        assert!(markdown.contains(link), "{link} in {markdown}");
    }
}
