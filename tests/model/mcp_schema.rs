//! The JSON of tools, held against MCP's own schemas of both revisions.

use jsonschema::Validator;
use serde_json::{Value, json};
use toolmodel_runtime::{Revision, Tool};

const REVISIONS: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

/// The server of real tools whose inputSchema is nothing but `$schema`: MCP wants
/// `type: "object"`, the light check does not.
const UNTYPED_SERVER: &str = "modelcontextprotocol__server-gitlab.json";
const UNTYPED: [&str; 9] = [
    "create_branch",
    "create_issue",
    "create_merge_request",
    "create_or_update_file",
    "create_repository",
    "fork_repository",
    "get_file_contents",
    "push_files",
    "search_repositories",
];

/// MCP's definition of a tool, formats included.
fn mcp(revision: Revision) -> Option<Validator> {
    let mut schema = toolmodel_tests::shared_json(&format!("mcp/schema-{revision}.json"))?;
    schema["$ref"] = json!("#/$defs/Tool");
    let options = jsonschema::options().should_validate_formats(true);
    Some(options.build(&schema).unwrap())
}

fn accepts(revision: Revision, json: &Value) -> bool {
    Tool::from_mcp_value(json.clone()).is_ok_and(|tool| tool.validate_for(revision).is_ok())
}

#[test]
fn corpus_tools_are_judged_as_by_mcp() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    for revision in REVISIONS {
        let Some(mcp) = mcp(revision) else { return };
        let mut refused = Vec::new();
        for (file, json) in &tools {
            let written = Tool::from_mcp_value(json.clone()).unwrap().to_mcp_value();
            assert_eq!(
                mcp.is_valid(&written),
                accepts(revision, json),
                "{file}: {json}"
            );
            if !mcp.is_valid(&written) {
                assert_eq!(file, UNTYPED_SERVER);
                refused.push(json["name"].as_str().unwrap());
            }
        }
        assert_eq!(refused, UNTYPED, "{revision}");
    }
}

#[test]
fn untyped_tools_pass_the_light_check_and_are_told_by_the_other() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let mut found = 0;
    for (file, json) in tools {
        if file != UNTYPED_SERVER {
            continue;
        }
        assert!(UNTYPED.contains(&json["name"].as_str().unwrap()));
        found += 1;
        let keys: Vec<&String> = json["inputSchema"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["$schema"]);
        let tool = Tool::from_mcp_value(json).unwrap();
        assert!(tool.validate().is_ok());
        for revision in REVISIONS {
            let error = tool.validate_for(revision).unwrap_err();
            assert_eq!(
                error.to_string(),
                "invalid tool: /inputSchema: the root must have `type: \"object\"`"
            );
        }
    }
    assert_eq!(found, UNTYPED.len());
}

/// One change to a tool.
struct Mutation {
    name: &'static str,
    change: fn(&mut Value),
    /// The revisions in which it is refused here although MCP's schema accepts it, and why.
    stricter: Option<(&'static [Revision], &'static str)>,
}

const fn agreed(name: &'static str, change: fn(&mut Value)) -> Mutation {
    Mutation {
        name,
        change,
        stricter: None,
    }
}

const fn stricter(
    name: &'static str,
    change: fn(&mut Value),
    revisions: &'static [Revision],
    reason: &'static str,
) -> Mutation {
    Mutation {
        name,
        change,
        stricter: Some((revisions, reason)),
    }
}

const ICON: &str = "https://example.org/i.png";

/// Fields that are missing, null, of another type, or unknown.
fn mutations_of_fields() -> Vec<Mutation> {
    vec![
        agreed("no name", |t| {
            drop(t.as_object_mut().unwrap().shift_remove("name"))
        }),
        agreed("null name", |t| t["name"] = json!(null)),
        agreed("number as name", |t| t["name"] = json!(5)),
        agreed("null title", |t| t["title"] = json!(null)),
        agreed("number as title", |t| t["title"] = json!(1)),
        agreed("empty title", |t| t["title"] = json!("")),
        agreed("null description", |t| t["description"] = json!(null)),
        agreed("array as description", |t| t["description"] = json!([])),
        agreed("null annotations", |t| t["annotations"] = json!(null)),
        agreed("empty annotations", |t| t["annotations"] = json!({})),
        agreed("text as hint", |t| {
            t["annotations"] = json!({"readOnlyHint": "yes"})
        }),
        agreed("null hint", |t| {
            t["annotations"] = json!({"destructiveHint": null})
        }),
        agreed("unknown hint", |t| t["annotations"] = json!({"later": [1]})),
        agreed("null icons", |t| t["icons"] = json!(null)),
        agreed("object as icons", |t| t["icons"] = json!({})),
        agreed("no icons", |t| t["icons"] = json!([])),
        agreed("null icon", |t| t["icons"] = json!([null])),
        agreed("icon without source", |t| t["icons"] = json!([{}])),
        agreed("icon that is no URI", |t| {
            t["icons"] = json!([{"src": "i.png"}])
        }),
        agreed("good icon", |t| {
            t["icons"] = json!([{"src": ICON, "sizes": ["any"], "theme": "dark", "x": 1}]);
        }),
        agreed("null size", |t| {
            t["icons"] = json!([{"src": ICON, "sizes": null}])
        }),
        agreed("text as sizes", |t| {
            t["icons"] = json!([{"src": ICON, "sizes": "48x48"}])
        }),
        agreed("number as size", |t| {
            t["icons"] = json!([{"src": ICON, "sizes": [48]}])
        }),
        agreed("blue icon", |t| {
            t["icons"] = json!([{"src": ICON, "theme": "blue"}])
        }),
        agreed("null media type", |t| {
            t["icons"] = json!([{"src": ICON, "mimeType": null}])
        }),
        agreed("null _meta", |t| t["_meta"] = json!(null)),
        agreed("array as _meta", |t| t["_meta"] = json!([])),
        agreed("good _meta", |t| {
            t["_meta"] = json!({"com.example/a": null})
        }),
        agreed("null execution", |t| t["execution"] = json!(null)),
        agreed("empty execution", |t| t["execution"] = json!({})),
        agreed("unknown task support", |t| {
            t["execution"] = json!({"taskSupport": "soon"})
        }),
        agreed("null task support", |t| {
            t["execution"] = json!({"taskSupport": null})
        }),
        agreed("unknown field", |t| t["x-vendor"] = json!({"a": [null]})),
    ]
}

fn mutations_of_schemas() -> Vec<Mutation> {
    vec![
        agreed("no inputSchema", |t| {
            drop(t.as_object_mut().unwrap().shift_remove("inputSchema"));
        }),
        agreed("null inputSchema", |t| t["inputSchema"] = json!(null)),
        agreed("true as inputSchema", |t| t["inputSchema"] = json!(true)),
        agreed("array as inputSchema", |t| t["inputSchema"] = json!([])),
        agreed("empty inputSchema", |t| t["inputSchema"] = json!({})),
        agreed("array input", |t| {
            t["inputSchema"] = json!({"type": "array"})
        }),
        agreed("object in a list", |t| {
            t["inputSchema"] = json!({"type": ["object"]})
        }),
        agreed("null type", |t| t["inputSchema"]["type"] = json!(null)),
        agreed("number as $schema", |t| {
            t["inputSchema"]["$schema"] = json!(7)
        }),
        agreed("array as properties", |t| {
            t["inputSchema"]["properties"] = json!([])
        }),
        agreed("boolean property", |t| {
            t["inputSchema"]["properties"] = json!({"a": true})
        }),
        agreed("null property", |t| {
            t["inputSchema"]["properties"] = json!({"a": null})
        }),
        agreed("text as required", |t| {
            t["inputSchema"]["required"] = json!("a")
        }),
        agreed("number as required name", |t| {
            t["inputSchema"]["required"] = json!([1])
        }),
        agreed("null outputSchema", |t| t["outputSchema"] = json!(null)),
        agreed("true as outputSchema", |t| t["outputSchema"] = json!(true)),
        agreed("number as outputSchema", |t| t["outputSchema"] = json!(5)),
        agreed("empty outputSchema", |t| t["outputSchema"] = json!({})),
        agreed("array output", |t| {
            t["outputSchema"] = json!({"type": "array"})
        }),
        agreed("object output", |t| {
            t["outputSchema"] = json!({"type": "object"})
        }),
        agreed("boolean output property", |t| {
            t["outputSchema"] = json!({"type": "object", "properties": {"a": true}});
        }),
        agreed("number as $schema of the output", |t| {
            t["outputSchema"] = json!({"$schema": 7})
        }),
    ]
}

/// What only the text of the specification says.
fn mutations_beyond_the_schema() -> Vec<Mutation> {
    const NEW: &[Revision] = &[Revision::V2026_07_28];
    vec![
        stricter(
            "empty name",
            |t| t["name"] = json!(""),
            &REVISIONS,
            "names have 1 to 128",
        ),
        stricter(
            "name with a space",
            |t| t["name"] = json!("a b"),
            &REVISIONS,
            "characters",
        ),
        stricter(
            "icon of another scheme",
            |t| t["icons"] = json!([{"src": "ftp://example.org/i.png"}]),
            &REVISIONS,
            "icons are https, http or data",
        ),
        stricter(
            "icon with plain data",
            |t| t["icons"] = json!([{"src": "data:image/png,x"}]),
            &REVISIONS,
            "data is base64",
        ),
        stricter(
            "bad _meta key",
            |t| t["_meta"] = json!({"a b": 1}),
            &REVISIONS,
            "key grammar",
        ),
        stricter(
            "bad header",
            |t| t["inputSchema"]["properties"] = json!({"a": {"x-mcp-header": ""}}),
            NEW,
            "header rules",
        ),
        stricter(
            "array as execution",
            |t| t["execution"] = json!([]),
            NEW,
            "the field of the older revision keeps its type, so that a tool has one reading",
        ),
    ]
}

#[test]
fn mutated_tools_are_judged_as_by_mcp() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let typed = tools
        .iter()
        .filter(|(_, json)| json["inputSchema"]["type"] == "object");
    let sample: Vec<&Value> = typed.map(|(_, json)| json).step_by(40).collect();
    let mut mutations = mutations_of_fields();
    mutations.extend(mutations_of_schemas());
    mutations.extend(mutations_beyond_the_schema());
    for revision in REVISIONS {
        let Some(mcp) = mcp(revision) else { return };
        for mutation in &mutations {
            for tool in &sample {
                let mut tool = (*tool).clone();
                (mutation.change)(&mut tool);
                let stricter = mutation.stricter;
                let stricter = stricter.filter(|(revisions, _)| revisions.contains(&revision));
                let place = format!("{} in {revision}: {tool}", mutation.name);
                if let Some((_, reason)) = stricter {
                    assert!(mcp.is_valid(&tool), "{place}: not stricter ({reason})");
                    assert!(!accepts(revision, &tool), "{place}: accepted ({reason})");
                } else {
                    assert_eq!(mcp.is_valid(&tool), accepts(revision, &tool), "{place}");
                }
            }
        }
    }
}
