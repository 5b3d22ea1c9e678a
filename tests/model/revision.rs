//! What a revision demands beyond the light check: metadata keys, icons, schema roots.

use serde_json::{Value, json};
use toolmodel_runtime::{Revision, Tool};

const BOTH: [Revision; 2] = [Revision::V2025_11_25, Revision::V2026_07_28];

/// The pointers of what is wrong with a tool that has one more field.
fn pointers(revision: Revision, key: &str, value: &Value) -> Vec<String> {
    let mut json = json!({"name": "t", "inputSchema": {"type": "object"}});
    json[key] = value.clone();
    let tool = Tool::from_mcp_value(json).unwrap();
    match tool.validate_for(revision) {
        Ok(()) => Vec::new(),
        Err(error) => error.problems().iter().map(|p| p.pointer.clone()).collect(),
    }
}

#[test]
fn metadata_keys_follow_the_grammar() {
    for revision in BOTH {
        for key in [
            "",
            "a",
            "0",
            "a-b_c.d",
            "com.example/",
            "com.example/key",
            "c0m.ex-ample/a.b",
            "io.modelcontextprotocol/x",
            "x/Y9",
        ] {
            assert_eq!(
                pointers(revision, "_meta", &json!({key: 1})),
                [""; 0],
                "{key}"
            );
        }
        for (key, pointer) in [
            ("-a", "/_meta/-a"),
            ("a-", "/_meta/a-"),
            ("_a", "/_meta/_a"),
            ("a b", "/_meta/a b"),
            ("\u{e9}", "/_meta/\u{e9}"),
            ("/a", "/_meta/~1a"),
            ("a/b/c", "/_meta/a~1b~1c"),
            ("1a.b/c", "/_meta/1a.b~1c"),
            ("a-.b/c", "/_meta/a-.b~1c"),
            ("a..b/c", "/_meta/a..b~1c"),
            ("a_b/c", "/_meta/a_b~1c"),
            ("a/-", "/_meta/a~1-"),
        ] {
            assert_eq!(
                pointers(revision, "_meta", &json!({key: 1})),
                [pointer],
                "{key}"
            );
        }
    }
}

#[test]
fn icons_come_from_the_web_or_from_data() {
    for revision in BOTH {
        for src in [
            "https://example.org/i.png",
            "http://example.org",
            "HTTPS://example.org/i.png",
            "data:image/png;base64,AA==",
            "data:;base64,AA==",
        ] {
            assert_eq!(
                pointers(revision, "icons", &json!([{"src": src}])),
                [""; 0],
                "{src}"
            );
        }
        for src in [
            "",
            "i.png",
            "/i.png",
            "//example.org/i.png",
            "https:",
            "https://",
            "https:///i.png",
            "ftp://example.org/i.png",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:image/png,x",
            "data:text/html;base64",
            "1s://example.org",
            " https://example.org",
        ] {
            let icons = json!([{"src": "https://example.org"}, {"src": src}]);
            assert_eq!(
                pointers(revision, "icons", &icons),
                ["/icons/1/src"],
                "{src}"
            );
        }
    }
}

#[test]
fn themes_and_task_support_are_closed_lists() {
    let icons = json!([{"src": "https://example.org", "theme": "blue"}]);
    let execution = json!({"taskSupport": "soon"});
    for revision in BOTH {
        assert_eq!(pointers(revision, "icons", &icons), ["/icons/0/theme"]);
    }
    assert_eq!(
        pointers(Revision::V2025_11_25, "execution", &execution),
        ["/execution/taskSupport"]
    );
    assert_eq!(
        pointers(Revision::V2026_07_28, "execution", &execution),
        [""; 0]
    );
}

#[test]
fn output_schemas_have_any_type_in_the_newer_revision() {
    for schema in [json!({}), json!({"type": "array"}), json!({"anyOf": []})] {
        assert_eq!(
            pointers(Revision::V2025_11_25, "outputSchema", &schema).len(),
            1
        );
        assert_eq!(
            pointers(Revision::V2026_07_28, "outputSchema", &schema),
            [""; 0]
        );
    }
    for revision in BOTH {
        assert_eq!(
            pointers(revision, "outputSchema", &json!(true)),
            ["/outputSchema"]
        );
    }
}

#[test]
fn everything_wrong_is_told_at_once() {
    let tool = Tool::from_json(
        json!({
            "name": "bad name",
            "namespace": "",
            "title": null,
            "inputSchema": {"$schema": 5, "type": "array", "required": [1]},
            "outputSchema": {"type": "object", "properties": {"a": true}},
            "annotations": {"readOnlyHint": null},
            "icons": [{"src": "x", "theme": "blue", "sizes": null}],
            "execution": {"taskSupport": "soon"},
            "_meta": {"a b": 1},
        })
        .to_string(),
    );
    let error = tool
        .unwrap()
        .validate_for(Revision::V2025_11_25)
        .unwrap_err();
    let problems: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "/name: name contains ` `; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`",
            "/namespace: namespace is empty",
            "/inputSchema/$schema: expected a string, found a number",
            "/inputSchema/type: the root must have `type: \"object\"`, found `array`",
            "/inputSchema/required: expected an array of strings",
            "/outputSchema/properties/a: revision 2025-11-25 wants an object, found a boolean",
            "/icons/0/src: icon source is not a URI: it has no scheme",
            "/icons/0/theme: expected `light` or `dark`, found `blue`",
            "/execution/taskSupport: expected `forbidden`, `optional` or `required`, found `soon`",
            "/title: expected a string, found null",
            "/annotations/readOnlyHint: expected a boolean, found null",
            "/icons/0/sizes: expected an array, found null",
            "/_meta/a b: name `a b` must begin and end with a letter or digit and have only \
             letters, digits, `-`, `_` and `.` between",
        ]
    );
}

#[test]
fn revisions_are_ordered_and_named() {
    assert!(Revision::V2025_11_25 < Revision::V2026_07_28);
    assert_eq!(Revision::LATEST.to_string(), "2026-07-28");
    assert_eq!(Revision::V2025_11_25.to_string(), "2025-11-25");
}
