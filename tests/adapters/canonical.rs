//! The canonical tool and its schema, and what changes to them do.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{A2a, Adapter, Gemini, Mcp, OpenAi, Registry, SchemaFeature};
use toolmodel_runtime::{AdditionalProperties, Schema, Tool};

fn full() -> Value {
    json!({
        "title": "Title",
        "name": "f",
        "x-unknown": {"kept": [1, null]},
        "inputSchema": {"type": ["object"], "properties": {"b": true, "a": {}}, "x-vendor": 1.0},
        "annotations": {"title": "Other", "readOnlyHint": true, "idempotentHint": false, "x": 1},
        "_meta": {"summary": 5, "category": "c", "examples": ["e", 2], "other": null},
        "description": "",
        "outputSchema": true,
    })
}

#[test]
fn a_change_is_written_and_the_rest_stays_as_it_was() {
    let mcp = Mcp::new();
    let mut tool = mcp.to_canonical(full()).unwrap();
    assert_eq!(tool.display_name.as_deref(), Some("Title"));
    assert_eq!(tool.idempotent, Some(false));
    assert_eq!(tool.category.as_deref(), Some("c"));
    assert_eq!(tool.summary, None);
    tool.display_name = Some("New".to_owned());
    tool.idempotent = Some(true);
    tool.category = None;
    tool.streaming = Some(true);
    let mut expected = full();
    expected["title"] = json!("New");
    expected["annotations"]["idempotentHint"] = json!(true);
    expected["_meta"] =
        json!({"summary": 5, "examples": ["e", 2], "other": null, "streaming": true});
    assert_eq!(
        mcp.from_canonical(&tool).unwrap().to_json(),
        expected.to_string()
    );
}

#[test]
fn plain_mcp_reports_the_additions() {
    let tool = json!({"name": "f", "inputSchema": {}, "namespace": "n", "version": "1.0.0", "tags": ["t"]});
    let canonical = Mcp::new().to_canonical(tool).unwrap();
    let plain = Mcp::plain().from_canonical(&canonical).unwrap();
    assert_eq!(plain.to_json(), r#"{"name":"f","inputSchema":{}}"#);
    let lost: Vec<String> = plain
        .warnings
        .iter()
        .map(|w| w.feature.to_string())
        .collect();
    assert_eq!(lost, ["namespace", "version", "tags"]);
}

#[test]
fn schemas_are_read_by_keyword_and_never_change_in_place() {
    let schema = Schema::try_from(json!({
        "type": ["object", "null"],
        "properties": {"z": false, "a": {"items": [{}]}},
        "required": ["z", 5],
        "additionalProperties": {"type": "string"},
        "anyOf": [{}, true],
        "$defs": {"d": {}},
        "enum": [null],
        "x-unknown": 1e3,
    }))
    .unwrap();
    let view = schema.view();
    assert_eq!(view.types(), ["object", "null"]);
    assert_eq!(
        view.properties().map(|(name, _)| name).collect::<Vec<_>>(),
        ["z", "a"]
    );
    assert_eq!(view.property("z").unwrap().as_bool(), Some(false));
    assert_eq!(view.property("a").unwrap().items(), None);
    assert_eq!(view.required().collect::<Vec<_>>(), ["z"]);
    assert!(matches!(
        view.additional_properties(),
        Some(AdditionalProperties::Schema(_))
    ));
    assert_eq!(view.schemas("anyOf").count(), 2);
    assert_eq!(view.schemas_by_name("$defs").count(), 1);
    assert_eq!(view.enumeration(), Some(&[Value::Null][..]));
    let changed = schema.with("title", json!("T")).without("enum");
    assert_eq!(
        (changed.view().title(), changed.view().enumeration()),
        (Some("T"), None)
    );
    assert_eq!(schema.view().title(), None);
    assert!(Schema::try_from(json!([])).is_err());
    let never = Schema::try_from(json!(false)).unwrap();
    assert_eq!(
        never.with("title", json!("T")).to_value(),
        json!({"not": {}, "title": "T"})
    );
    let features: Vec<String> = SchemaFeature::used_in(&schema)
        .into_iter()
        .map(|(feature, path)| format!("{feature}{path}"))
        .collect();
    assert_eq!(features, ["additionalProperties", "anyOf", "$defs", "enum"]);
}

#[test]
fn both_wire_shapes_of_openai_are_read() {
    let parameters = json!({"type": "object", "properties": {}});
    let function = json!({"name": "f", "parameters": parameters, "strict": false, "x": 1});
    let mut flat = function.clone();
    flat["type"] = json!("function");
    let chat = json!({"type": "function", "function": function, "y": 2});
    for wire in [function.clone(), flat, chat.clone()] {
        let tool = OpenAi::chat().to_canonical(wire).unwrap();
        assert_eq!(tool.name, "f");
        assert_eq!(tool.source_meta["strict"], false);
        assert_eq!(tool.source_meta["extra"], json!({"x": 1}));
    }
    let same = Registry::default()
        .convert(chat.clone(), "openai", "openai")
        .unwrap();
    assert_eq!(same.to_value(), chat);
}

#[test]
fn gemini_is_read_in_both_spellings() {
    let openapi = json!({"functionDeclarations": [{
        "name": "f",
        "parameters": {"type": "OBJECT", "properties": {"a": {"type": "STRING", "nullable": true}}},
        "behavior": "BLOCKING",
    }]});
    let tool = Gemini::new().to_canonical(openapi.clone()).unwrap();
    let schema = tool.input_schema.as_ref().unwrap().to_value();
    assert_eq!(schema["properties"]["a"]["type"], json!(["string", "null"]));
    assert_eq!(
        Gemini::new().from_canonical(&tool).unwrap().to_value(),
        openapi
    );
    let both = json!({"name": "f", "parameters": {}, "parametersJsonSchema": {}});
    assert!(Gemini::new().to_canonical(both).is_err());
}

#[test]
fn skills_keep_what_they_have_and_lose_schemas() {
    let skill = json!({
        "id": "ns:do:1.0.0",
        "name": "Do it",
        "description": "d",
        "tags": ["a"],
        "examples": ["e"],
        "inputModes": ["text/plain"],
        "outputModes": ["text/plain"],
        "securityRequirements": [{"schemes": {"oauth": {"list": ["read"]}}}],
        "x-new": true,
    });
    let tool = A2a::new().to_canonical(skill.clone()).unwrap();
    assert_eq!(
        (
            tool.id().unwrap().to_string().as_str(),
            tool.version.as_deref()
        ),
        ("ns:do", Some("1.0.0"))
    );
    assert_eq!(A2a::new().from_canonical(&tool).unwrap().to_value(), skill);
    let bare = json!({"name": "f", "inputSchema": {"type": "object", "properties": {"a": {}}}});
    let converted = Registry::default().convert(bare, "mcp", "a2a").unwrap();
    let expected = json!({"id": "f", "name": "f", "description": "f", "tags": ["tool"]});
    assert_eq!(converted.to_value(), expected);
    assert!(converted.affects_arguments());
    assert_eq!(
        converted.warnings[0].to_string(),
        "feature inputSchema lost converting from mcp to a2a: \
         the format has no place for it; the model does not see it, and arguments have to be validated"
    );
}

#[test]
fn a_canonical_tool_has_the_id_of_the_tool_it_was_made_of() {
    let odd = ["", "a", "a:b", "é", " "];
    for namespace in odd.map(Some).into_iter().chain([None]) {
        for name in odd {
            let tool =
                json!({"namespace": namespace, "name": name, "inputSchema": {"type": "object"}});
            let model = Tool::from_value(tool.clone()).map(|tool| tool.id().map_err(|e| e.kind()));
            let canonical = Mcp::new().to_canonical(tool);
            if let (Ok(model), Ok(canonical)) = (model, canonical) {
                assert_eq!(
                    canonical.id().map_err(|e| e.kind()),
                    model,
                    "{namespace:?} {name}"
                );
            }
        }
    }
}
