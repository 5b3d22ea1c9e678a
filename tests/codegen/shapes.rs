//! Every shape that tools come in gives the same tools.

use serde_json::{Value, json};
use toolmodel_build::{Config, NamespaceFrom, Report, WireNames};
use toolmodel_runtime::Tool;
use toolmodel_tests::fixture::Scratch;

/// The tools of one file, as the generated code has them.
fn tools_of(text: &str) -> Vec<Tool> {
    let scratch = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let file = scratch.write("tools.json", text);
    let out = scratch.path().join("out");
    let report = Config::new()
        .out_dir(&out)
        .generate(&file)
        .unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let code = std::fs::read_to_string(&report.output).unwrap();
    let definitions = code.lines().filter_map(|line| {
        let literal = line.trim().strip_prefix("definition: ")?;
        let literal = literal.strip_suffix(',')?;
        let json = literal.trim_matches(['r', '#']).trim_matches('"');
        Some(Tool::from_json(json).unwrap_or_else(|e| panic!("{json}: {e}")))
    });
    let tools: Vec<Tool> = definitions.collect();
    assert_eq!(tools.len(), report.tools.len());
    tools
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]})
}

#[track_caller]
fn gives_one(document: &Value) {
    let tools = tools_of(&document.to_string());
    let [tool] = tools.as_slice() else {
        panic!("{document}: {} tools", tools.len());
    };
    assert_eq!(tool.name, "search", "{document}");
    assert_eq!(tool.description.as_deref(), Some("Search."), "{document}");
    assert_eq!(*tool.input_schema.as_value(), schema(), "{document}");
}

#[test]
fn mcp_tools_alone_in_lists_and_in_responses() {
    let tool = json!({"name": "search", "description": "Search.", "inputSchema": schema()});
    gives_one(&tool);
    gives_one(&json!([tool]));
    gives_one(&json!({"tools": [tool], "nextCursor": "x"}));
    gives_one(&json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}));
    gives_one(&json!([{"tools": []}, {"tools": [tool]}]));
}

#[test]
fn openai_functions_of_both_endpoints() {
    let function = json!({"name": "search", "description": "Search.", "parameters": schema()});
    gives_one(&json!([{"type": "function", "function": function}]));
    gives_one(&json!({"model": "m", "tools": [{"type": "function", "function": function}]}));
    gives_one(&json!([{
        "type": "function",
        "name": "search",
        "description": "Search.",
        "parameters": schema(),
        "strict": true,
    }]));
    let [tool] = &tools_of(r#"[{"type": "function", "function": {"name": "now"}}]"#)[..] else {
        panic!("one tool");
    };
    assert_eq!(tool.input_schema.as_value()["type"], "object");
}

#[test]
fn anthropic_tools() {
    let tool = json!({"name": "search", "description": "Search.", "input_schema": schema()});
    gives_one(&tool);
    gives_one(&json!({"tools": [tool]}));
}

#[test]
fn gemini_declarations_in_both_dialects() {
    let old = json!({
        "type": "OBJECT",
        "properties": {"q": {"type": "STRING"}},
        "required": ["q"],
    });
    let old = json!({"name": "search", "description": "Search.", "parameters": old});
    gives_one(&json!({"functionDeclarations": [old]}));
    gives_one(&json!([{"function_declarations": [old]}]));
    gives_one(&json!({"tools": [{"functionDeclarations": [old]}]}));
    let new = json!({
        "name": "search",
        "description": "Search.",
        "parametersJsonSchema": schema(),
    });
    gives_one(&json!({"functionDeclarations": [new]}));
}

#[test]
fn geminis_dialect_is_read_for_what_it_means() {
    let parameters = json!({
        "type": "OBJECT",
        "properties": {
            "a": {"type": "STRING", "nullable": true, "enum": ["x"], "maxLength": "5"},
            "b": {"nullable": true, "anyOf": [{"type": "INTEGER"}, {"type": "BOOLEAN"}]},
            "type": {"type": "ARRAY", "items": {"type": "NUMBER"}, "minItems": "1"},
        },
    });
    let response = json!({"type": "OBJECT", "properties": {"ok": {"type": "BOOLEAN"}}});
    let document = json!({"functionDeclarations": [
        {"name": "f", "parameters": parameters, "response": response},
        {"name": "without_parameters"},
    ]});
    let tools = tools_of(&document.to_string());
    let properties = &tools[0].input_schema.as_value()["properties"];
    assert_eq!(properties["a"]["type"], json!(["string", "null"]));
    assert_eq!(properties["a"]["enum"], json!(["x", null]));
    assert_eq!(properties["a"]["maxLength"], 5);
    let branches = json!([{"type": "integer"}, {"type": "boolean"}, {"type": "null"}]);
    assert_eq!(properties["b"]["anyOf"], branches);
    assert_eq!(properties["type"]["type"], "array");
    assert_eq!(properties["type"]["minItems"], 1);
    let output = tools[0].output_schema.as_ref().unwrap().as_value();
    assert_eq!(output["properties"]["ok"]["type"], "boolean");
    assert_eq!(tools[1].name, "without_parameters");
    assert_eq!(tools[1].input_schema.as_value()["type"], "object");
}

#[test]
fn geminis_dialect_leaves_data_and_other_dialects_alone() {
    let data = json!({"type": "A", "nullable": true, "minItems": "1"});
    let parameters = json!({
        "type": "OBJECT",
        "properties": {"nullable": true, "a": {"default": data, "enum": [data]}},
    });
    let document = json!({"name": "f", "parameters": parameters});
    let tools = tools_of(&document.to_string());
    let schema = tools[0].input_schema.as_value();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["nullable"], true);
    assert_eq!(schema["properties"]["a"]["default"], data);
    assert_eq!(schema["properties"]["a"]["enum"], json!([data]));
    // `nullable` is Gemini's word: JSON Schema has none.
    let parameters =
        json!({"type": "object", "properties": {"a": {"type": "string", "nullable": true}}});
    let document = json!({"name": "f", "parameters": parameters});
    let tools = tools_of(&document.to_string());
    assert_eq!(tools[0].input_schema.as_value(), &parameters);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let tools = tools_of("\u{feff}{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\"}}");
    assert_eq!(tools[0].name, "a");
}

#[test]
fn fields_beyond_the_schemas_are_kept() {
    let tool = json!({
        "name": "a",
        "title": "A",
        "namespace": "ns",
        "version": "1.0.0",
        "tags": ["t"],
        "annotations": {"readOnlyHint": true},
        "_meta": {"example.com/x": [1, 2]},
        "inputSchema": {"type": "object"},
        "unknown": {"kept": [1.5, null]},
    });
    assert_eq!(tools_of(&tool.to_string())[0].to_value(), tool);
}

fn report(files: &[(&str, &str)], config: &Config) -> Report {
    let scratch = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    for (name, text) in files {
        scratch.write(&format!("tools/{name}"), text);
    }
    let config = config.clone().out_dir(scratch.path().join("out"));
    let report = config.generate(scratch.path().join("tools"));
    report.unwrap_or_else(|errors| panic!("{errors}"))
}

fn ids(report: &Report) -> Vec<&str> {
    report.tools.iter().map(|tool| tool.id.as_str()).collect()
}

#[test]
fn namespaces_come_from_the_tool_the_file_or_the_folder() {
    let plain = r#"{"name": "plain", "inputSchema": {"type": "object"}}"#;
    let own = r#"{"name": "own", "namespace": "ns", "inputSchema": {"type": "object"}}"#;
    let files = [
        ("top.json", plain),
        ("gh/repos.json", plain),
        ("gh/own.json", own),
    ];
    let with = |from| {
        let config = Config::new().namespace_from(from);
        config.wire_names(WireNames::Prefixed)
    };
    let file = report(&files, &with(NamespaceFrom::File));
    assert_eq!(ids(&file), ["ns:own", "repos:plain", "top:plain"]);
    assert_eq!(file.tools[1].path, "repos::Plain");
    let path = &file.tools[1].file;
    assert!(path.ends_with("/tools/gh/repos.json"), "{path}");
    let folder = report(&files, &with(NamespaceFrom::Folder));
    assert_eq!(ids(&folder), ["gh:plain", "ns:own", "plain"]);
    let fallback = report(&files, &with(NamespaceFrom::Folder).namespace("rest"));
    assert_eq!(ids(&fallback), ["gh:plain", "ns:own", "rest:plain"]);
    let named = report(&files[2..], &Config::new().namespace("gh"));
    assert_eq!(ids(&named), ["ns:own"]);
}

#[test]
fn only_visible_json_files_are_read() {
    let tool = r#"{"name": "a", "inputSchema": {"type": "object"}}"#;
    let files = [
        ("a.json", tool),
        ("b.json.bak", "not JSON"),
        (".hidden.json", "not JSON"),
        (".git/config.json", "not JSON"),
        ("README.md", "not JSON"),
    ];
    assert_eq!(ids(&report(&files, &Config::new())), ["a"]);
}
