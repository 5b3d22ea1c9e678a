//! The JSON of tools, compared with MCP's own schemas of both revisions.

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

/// Changes on which this crate and MCP's schemas agree: a place in the tool and the JSON to put
/// there, or nothing to take it away.
const AGREED: &[(&str, &str)] = &[
    ("/name", ""),
    ("/name", "null"),
    ("/name", "5"),
    ("/title", "null"),
    ("/title", "1"),
    ("/title", r#""""#),
    ("/description", "null"),
    ("/description", "[]"),
    ("/annotations", "null"),
    ("/annotations", "[]"),
    ("/annotations", "{}"),
    ("/annotations", r#"{"title": null}"#),
    ("/annotations", r#"{"readOnlyHint": "yes"}"#),
    ("/annotations", r#"{"destructiveHint": null}"#),
    (
        "/annotations",
        r#"{"idempotentHint": true, "openWorldHint": false}"#,
    ),
    ("/annotations", r#"{"later": [1]}"#),
    ("/icons", "null"),
    ("/icons", "{}"),
    ("/icons", "[]"),
    ("/icons", "[null]"),
    ("/icons", "[{}]"),
    ("/icons", r#"[{"src": null}]"#),
    ("/icons", r#"[{"src": "i.png"}]"#),
    (
        "/icons",
        r#"[{"src": "https://a.b/i", "sizes": ["any"], "theme": "dark", "x": 1}]"#,
    ),
    ("/icons", r#"[{"src": "https://a.b/i", "sizes": null}]"#),
    ("/icons", r#"[{"src": "https://a.b/i", "sizes": "48x48"}]"#),
    ("/icons", r#"[{"src": "https://a.b/i", "sizes": [48]}]"#),
    ("/icons", r#"[{"src": "https://a.b/i", "theme": "blue"}]"#),
    ("/icons", r#"[{"src": "https://a.b/i", "theme": null}]"#),
    ("/icons", r#"[{"src": "https://a.b/i", "mimeType": null}]"#),
    ("/_meta", "null"),
    ("/_meta", "[]"),
    ("/_meta", r#"{"com.example/a": null}"#),
    ("/execution", "null"),
    ("/execution", "{}"),
    ("/execution", r#"{"taskSupport": "required", "x": 1}"#),
    ("/execution", r#"{"taskSupport": "soon"}"#),
    ("/execution", r#"{"taskSupport": null}"#),
    ("/x-vendor", r#"{"a": [null]}"#),
    ("/inputSchema", ""),
    ("/inputSchema", "null"),
    ("/inputSchema", "true"),
    ("/inputSchema", "[]"),
    ("/inputSchema", "{}"),
    ("/inputSchema", r#"{"type": "array"}"#),
    ("/inputSchema", r#"{"type": ["object"]}"#),
    ("/inputSchema/type", "null"),
    ("/inputSchema/$schema", "7"),
    ("/inputSchema/properties", "[]"),
    ("/inputSchema/properties", r#"{"a": true}"#),
    ("/inputSchema/properties", r#"{"a": null}"#),
    ("/inputSchema/required", r#""a""#),
    ("/inputSchema/required", "[1]"),
    ("/inputSchema/x-vendor", "null"),
    ("/outputSchema", "null"),
    ("/outputSchema", "true"),
    ("/outputSchema", "5"),
    ("/outputSchema", "{}"),
    ("/outputSchema", r#"{"type": "array"}"#),
    ("/outputSchema", r#"{"type": "object"}"#),
    (
        "/outputSchema",
        r#"{"type": "object", "properties": {"a": true}}"#,
    ),
    ("/outputSchema", r#"{"type": "object", "required": "a"}"#),
    ("/outputSchema", r#"{"$schema": 7}"#),
];

const NEW: &[Revision] = &[Revision::V2026_07_28];

/// Changes that are refused here although MCP's schema accepts them, in some revisions: the text
/// of the specification says more than the schema.
const STRICTER: &[(&str, &str, &[Revision], &str)] = &[
    (
        "/name",
        r#""""#,
        &REVISIONS,
        "names have 1 to 128 characters",
    ),
    ("/name", r#""a b""#, &REVISIONS, "of a closed set"),
    (
        "/icons",
        r#"[{"src": "ftp://a.b/i"}]"#,
        &REVISIONS,
        "icons are https, http or data",
    ),
    (
        "/icons",
        r#"[{"src": "data:image/png,x"}]"#,
        &REVISIONS,
        "data is base64",
    ),
    ("/_meta", r#"{"a b": 1}"#, &REVISIONS, "keys have a grammar"),
    (
        "/inputSchema/properties",
        r#"{"a": {"x-mcp-header": ""}}"#,
        NEW,
        "so have headers",
    ),
    (
        "/execution",
        "[]",
        NEW,
        "one reading for both revisions: the older one types the field",
    ),
];

fn changed(tool: &Value, pointer: &str, json: &str) -> Value {
    let mut tool = tool.clone();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = tool.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    if json.is_empty() {
        parent.shift_remove(key);
    } else {
        parent.insert(key.to_owned(), serde_json::from_str(json).unwrap());
    }
    tool
}

#[test]
fn changed_tools_are_judged_as_by_mcp() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let typed = tools.iter().filter(|(file, _)| file != UNTYPED_SERVER);
    let sample: Vec<&Value> = typed.map(|(_, json)| json).step_by(40).collect();
    for revision in REVISIONS {
        let Some(mcp) = mcp(revision) else { return };
        for tool in &sample {
            for (pointer, json) in AGREED {
                let tool = changed(tool, pointer, json);
                let place = format!("{pointer} = {json} in {revision}");
                assert_eq!(mcp.is_valid(&tool), accepts(revision, &tool), "{place}");
            }
            for (pointer, json, revisions, reason) in STRICTER {
                let tool = changed(tool, pointer, json);
                let place = format!("{pointer} = {json} in {revision}: {reason}");
                let stricter = mcp.is_valid(&tool) && !accepts(revision, &tool);
                assert_eq!(stricter, revisions.contains(&revision), "{place}");
            }
        }
    }
}
