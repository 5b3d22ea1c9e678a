//! Every complaint that providers are known to have made is found before they make it.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target, lint, lint_request};

fn rules(target: Target, tool: &Value) -> Vec<(Rule, String)> {
    lint(target, tool)
        .into_iter()
        .map(|complaint| (complaint.rule, complaint.pointer))
        .collect()
}

fn chat(parameters: &Value) -> Value {
    json!({"type": "function", "function": {"name": "f", "parameters": parameters}})
}

fn strict_chat(parameters: &Value) -> Value {
    json!({"type": "function", "function": {"name": "f", "parameters": parameters, "strict": true}})
}

fn anthropic(schema: &Value) -> Value {
    json!({"name": "f", "input_schema": schema})
}

fn strict_anthropic(schema: &Value) -> Value {
    json!({"name": "f", "input_schema": schema, "strict": true})
}

fn gemini(parameters: &Value) -> Value {
    json!({"name": "f", "parameters": parameters})
}

/// A closed object with one required property.
fn closed(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"p": property},
        "required": ["p"],
        "additionalProperties": false,
    })
}

fn object(property: &Value) -> Value {
    json!({"type": "OBJECT", "properties": {"p": property}})
}

#[track_caller]
fn finds(target: Target, tool: &Value, rule: Rule, pointer: &str) {
    let found = rules(target, tool);
    assert!(
        found.contains(&(rule, pointer.to_owned())),
        "{rule:?} at {pointer} not in {found:?}"
    );
}

#[test]
fn openai_refuses_combinators_at_the_root() {
    for keyword in ["anyOf", "oneOf", "allOf", "enum", "not", "const"] {
        let mut schema = json!({"type": "object", "properties": {}});
        schema[keyword] = json!([{"required": ["a"]}]);
        let pointer = format!("/function/parameters/{keyword}");
        finds(
            Target::OpenAiChat,
            &chat(&schema),
            Rule::RootKeyword,
            &pointer,
        );
    }
    let untyped = chat(&json!({"properties": {}}));
    finds(
        Target::OpenAiChat,
        &untyped,
        Rule::RootType,
        "/function/parameters",
    );
}

#[test]
fn openai_refuses_a_root_without_properties() {
    let tool = chat(&json!({"type": "object"}));
    finds(
        Target::OpenAiChat,
        &tool,
        Rule::MissingProperties,
        "/function/parameters",
    );
    let none = json!({"type": "function", "name": "f", "parameters": null, "strict": false});
    finds(Target::OpenAiResponses, &none, Rule::Shape, "/parameters");
}

#[test]
fn openai_refuses_an_array_without_items() {
    let tool = chat(&json!({"type": "object", "properties": {"ids": {"type": "array"}}}));
    finds(
        Target::OpenAiChat,
        &tool,
        Rule::MissingItems,
        "/function/parameters/properties/ids",
    );
}

#[test]
fn strict_openai_wants_every_key_required_and_no_other() {
    let mut schema = closed(&json!({"type": "string"}));
    schema["required"] = json!(["p", "q"]);
    let pointer = "/function/parameters/required";
    finds(
        Target::OpenAiChat,
        &strict_chat(&schema),
        Rule::Required,
        pointer,
    );
    schema["required"] = json!([]);
    finds(
        Target::OpenAiChat,
        &strict_chat(&schema),
        Rule::Required,
        "/function/parameters",
    );
    schema.as_object_mut().unwrap().remove("required");
    finds(
        Target::OpenAiChat,
        &strict_chat(&schema),
        Rule::Required,
        "/function/parameters",
    );
}

#[test]
fn strict_openai_wants_every_object_closed() {
    for open in [json!(true), json!({"type": "string"})] {
        let inner = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": open});
        let pointer = "/function/parameters/properties/p";
        finds(
            Target::OpenAiChat,
            &strict_chat(&closed(&inner)),
            Rule::OpenObject,
            pointer,
        );
    }
}

#[test]
fn strict_openai_refuses_keywords() {
    for keyword in [
        "allOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "patternProperties",
        "propertyNames",
        "contains",
        "minContains",
        "maxContains",
        "unevaluatedItems",
        "unevaluatedProperties",
        "minProperties",
        "maxProperties",
        "uniqueItems",
        "prefixItems",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveRef",
        "x-vendor",
    ] {
        let mut property = json!({"type": "string"});
        property[keyword] = json!({});
        let pointer = format!("/function/parameters/properties/p/{keyword}");
        finds(
            Target::OpenAiChat,
            &strict_chat(&closed(&property)),
            Rule::Keyword,
            &pointer,
        );
        let found = rules(Target::OpenAiChat, &chat(&closed(&property)));
        assert!(
            found.iter().all(|(rule, _)| *rule != Rule::Keyword),
            "lenient {keyword}: {found:?}"
        );
    }
}

#[test]
fn strict_openai_refuses_formats_lookaround_and_untyped_schemas() {
    let pointer = "/function/parameters/properties/p";
    let uri = strict_chat(&closed(&json!({"type": "string", "format": "uri"})));
    finds(
        Target::OpenAiChat,
        &uri,
        Rule::Format,
        &format!("{pointer}/format"),
    );
    let ahead = strict_chat(&closed(&json!({"type": "string", "pattern": "^(?!a)"})));
    finds(
        Target::OpenAiChat,
        &ahead,
        Rule::Pattern,
        &format!("{pointer}/pattern"),
    );
    finds(
        Target::OpenAiChat,
        &strict_chat(&closed(&json!({}))),
        Rule::Untyped,
        pointer,
    );
    finds(
        Target::OpenAiChat,
        &strict_chat(&closed(&json!(true))),
        Rule::BooleanSchema,
        pointer,
    );
    let bare = strict_chat(&closed(&json!({"type": "array"})));
    finds(Target::OpenAiChat, &bare, Rule::MissingItems, pointer);
}

#[test]
fn strict_openai_is_particular_about_references() {
    let mut schema = closed(&json!({"$ref": "#/$defs/d", "description": "x"}));
    schema["$defs"] = json!({"d": {"type": "string"}});
    let pointer = "/function/parameters/properties/p";
    finds(
        Target::OpenAiChat,
        &strict_chat(&schema),
        Rule::ReferenceSiblings,
        pointer,
    );
    let deep = closed(&json!({"$ref": "#/properties/p"}));
    let at = format!("{pointer}/$ref");
    finds(
        Target::OpenAiChat,
        &strict_chat(&deep),
        Rule::Reference,
        &at,
    );
    for lost in ["https://example.com/s.json", "#/$defs/nowhere"] {
        let tool = chat(&closed(&json!({"$ref": lost})));
        finds(Target::OpenAiChat, &tool, Rule::Reference, &at);
    }
}

#[test]
fn names_that_are_too_long_or_odd_are_found() {
    let long = "x".repeat(65);
    for name in [long.as_str(), "has.dot", "has space", "a:b"] {
        let chat = json!({"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}});
        finds(Target::OpenAiChat, &chat, Rule::Name, "/function/name");
        let tool = json!({"name": name, "input_schema": {"type": "object"}});
        finds(Target::Anthropic, &tool, Rule::Name, "/name");
    }
    for name in [long.as_str(), "1st", "has space"] {
        finds(Target::Gemini, &json!({"name": name}), Rule::Name, "/name");
    }
    assert_eq!(rules(Target::Gemini, &json!({"name": "a.b-c_1"})), []);
    let mcp = json!({"name": "x".repeat(129), "inputSchema": {"type": "object"}});
    finds(Target::Mcp, &mcp, Rule::Name, "/name");
}

#[test]
fn responses_wants_strict_to_be_said() {
    let tool = json!({"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}});
    finds(Target::OpenAiResponses, &tool, Rule::StrictUnset, "/strict");
}

#[test]
fn openai_limits_are_counted() {
    let string = json!({"type": "string"});
    let properties: serde_json::Map<String, Value> = (0..5001)
        .map(|i| (format!("p{i}"), string.clone()))
        .collect();
    let required: Vec<&String> = properties.keys().collect();
    let wide = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    finds(
        Target::OpenAiChat,
        &strict_chat(&wide),
        Rule::Limit,
        "/function/parameters",
    );
    let deep = (0..10).fold(string.clone(), |inner, _| closed(&inner));
    assert_eq!(rules(Target::OpenAiChat, &strict_chat(&deep)), []);
    finds(
        Target::OpenAiChat,
        &strict_chat(&closed(&deep)),
        Rule::Limit,
        "/function/parameters",
    );
    let values: Vec<String> = (0..1001).map(|i| i.to_string()).collect();
    let many = closed(&json!({"type": "string", "enum": values}));
    finds(
        Target::OpenAiChat,
        &strict_chat(&many),
        Rule::Limit,
        "/function/parameters",
    );
    let long: Vec<String> = (0..251).map(|i| format!("{i:060}")).collect();
    let long = closed(&json!({"type": "string", "enum": long}));
    finds(
        Target::OpenAiChat,
        &strict_chat(&long),
        Rule::Limit,
        "/function/parameters",
    );
    let constant = closed(&json!({"type": "string", "const": "x".repeat(120_001)}));
    finds(
        Target::OpenAiChat,
        &strict_chat(&constant),
        Rule::Limit,
        "/function/parameters",
    );
}

#[test]
fn anthropic_refuses_combinators_at_the_root() {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let mut schema = json!({"type": "object"});
        schema[keyword] = json!([{"required": ["a"]}, {"required": ["b"]}]);
        let pointer = format!("/input_schema/{keyword}");
        finds(
            Target::Anthropic,
            &anthropic(&schema),
            Rule::RootKeyword,
            &pointer,
        );
        finds(
            Target::Anthropic,
            &strict_anthropic(&schema),
            Rule::RootKeyword,
            &pointer,
        );
    }
}

#[test]
fn anthropic_wants_2020_12() {
    let tuple = json!({"type": "object", "properties": {"p": {"type": "array", "items": [{}], "additionalItems": false}}});
    let pointer = "/input_schema/properties/p";
    finds(
        Target::Anthropic,
        &anthropic(&tuple),
        Rule::Dialect,
        &format!("{pointer}/items"),
    );
    finds(
        Target::Anthropic,
        &anthropic(&tuple),
        Rule::Keyword,
        &format!("{pointer}/additionalItems"),
    );
}

#[test]
fn anthropic_refuses_property_names_at_the_root() {
    for name in ["has space", "a/b", "$filter", &"x".repeat(65)] {
        let mut schema = json!({"type": "object", "properties": {}});
        schema["properties"][name] = json!({});
        let found = rules(Target::Anthropic, &anthropic(&schema));
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(found[0].0, Rule::PropertyName, "{name}");
    }
    let inner = json!({"type": "object", "properties": {"p": {"properties": {"a b": {}}}}});
    assert_eq!(rules(Target::Anthropic, &anthropic(&inner)), []);
}

#[test]
fn strict_anthropic_refuses_bounds() {
    for keyword in [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "oneOf",
        "not",
        "patternProperties",
        "minLength",
        "maxLength",
    ] {
        let mut property = json!({"type": "integer"});
        property[keyword] = json!(1);
        let pointer = format!("/input_schema/properties/p/{keyword}");
        finds(
            Target::Anthropic,
            &strict_anthropic(&closed(&property)),
            Rule::Keyword,
            &pointer,
        );
    }
    let items = closed(&json!({"type": "array", "items": {"type": "string"}, "minItems": 2}));
    let pointer = "/input_schema/properties/p/minItems";
    finds(
        Target::Anthropic,
        &strict_anthropic(&items),
        Rule::MinItems,
        pointer,
    );
    let format = closed(&json!({"type": "string", "format": "uri-reference"}));
    let pointer = "/input_schema/properties/p/format";
    finds(
        Target::Anthropic,
        &strict_anthropic(&format),
        Rule::Format,
        pointer,
    );
}

#[test]
fn strict_anthropic_refuses_recursion_and_references_in_all_of() {
    let mut schema = closed(&json!({"$ref": "#/$defs/node"}));
    schema["$defs"] = json!({"node": closed(&json!({"$ref": "#/$defs/node"}))});
    let tool = strict_anthropic(&schema);
    finds(
        Target::Anthropic,
        &tool,
        Rule::Recursion,
        "/input_schema/$defs/node/properties/p",
    );
    assert!(rules(Target::OpenAiChat, &strict_chat(&schema)).is_empty());
    let mut schema = closed(&json!({"allOf": [{"$ref": "#/$defs/d"}]}));
    schema["$defs"] = json!({"d": {"type": "string"}});
    let pointer = "/input_schema/properties/p/allOf/0";
    finds(
        Target::Anthropic,
        &strict_anthropic(&schema),
        Rule::Reference,
        pointer,
    );
}

#[test]
fn too_much_for_one_anthropic_request_is_found() {
    let tool = |name: String, properties: Value| {
        json!({"name": name, "strict": true, "input_schema": {
            "type": "object", "properties": properties, "additionalProperties": false,
        }})
    };
    let tools: Vec<Value> = (0..21).map(|i| tool(format!("f{i}"), json!({}))).collect();
    let budget = |tools: &[Value]| {
        let found = lint_request(Target::Anthropic, tools);
        found
            .iter()
            .filter(|complaint| complaint.rule == Rule::Budget)
            .count()
    };
    assert_eq!((budget(&tools[..20]), budget(&tools)), (0, 1));
    let properties = |count: usize, schema: Value| {
        let all = (0..count).map(|i| (format!("p{i}"), schema.clone()));
        Value::Object(all.collect())
    };
    let optional = |count| {
        vec![tool(
            "f".to_owned(),
            properties(count, json!({"type": "string"})),
        )]
    };
    assert_eq!((budget(&optional(24)), budget(&optional(25))), (0, 1));
    let union = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
    let unions = |count| vec![tool("f".to_owned(), properties(count, union.clone()))];
    assert_eq!((budget(&unions(16)), budget(&unions(17))), (0, 1));
}

#[test]
fn gemini_refuses_unknown_keywords() {
    for keyword in [
        "additionalProperties",
        "const",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "$schema",
        "uniqueItems",
        "$ref",
        "$defs",
        "oneOf",
        "allOf",
        "not",
        "multipleOf",
        "examples",
        "deprecated",
        "readOnly",
        "patternProperties",
        "prefixItems",
        "propertyNames",
        "if",
        "contentEncoding",
        "$id",
        "x-vendor",
    ] {
        let mut property = json!({"type": "STRING"});
        property[keyword] = json!(false);
        let pointer = format!("/parameters/properties/p/{keyword}");
        finds(
            Target::Gemini,
            &gemini(&object(&property)),
            Rule::Keyword,
            &pointer,
        );
    }
}

#[test]
fn gemini_wants_one_type_per_schema() {
    let pointer = "/parameters/properties/p";
    let array = gemini(&object(&json!({"type": ["string", "null"]})));
    finds(
        Target::Gemini,
        &array,
        Rule::TypeArray,
        &format!("{pointer}/type"),
    );
    finds(
        Target::Gemini,
        &gemini(&object(&json!({}))),
        Rule::Untyped,
        pointer,
    );
    let beside = gemini(&object(
        &json!({"type": "STRING", "anyOf": [{"type": "STRING"}]}),
    ));
    finds(Target::Gemini, &beside, Rule::AnyOfSiblings, pointer);
    let bare = gemini(&object(&json!({"type": "ARRAY"})));
    let _ = bare;
    let bare = gemini(&object(&json!({"type": "array"})));
    finds(Target::Gemini, &bare, Rule::MissingItems, pointer);
}

#[test]
fn gemini_takes_few_formats_and_enums_of_strings() {
    let pointer = "/parameters/properties/p";
    let format = gemini(&object(&json!({"type": "STRING", "format": "uri"})));
    finds(
        Target::Gemini,
        &format,
        Rule::Format,
        &format!("{pointer}/format"),
    );
    for property in [
        json!({"type": "INTEGER", "enum": [0]}),
        json!({"type": "NUMBER", "enum": ["1"]}),
    ] {
        let tool = gemini(&object(&property));
        finds(
            Target::Gemini,
            &tool,
            Rule::Enum,
            &format!("{pointer}/enum"),
        );
    }
}

#[test]
fn gemini_checks_required_and_where_properties_stand() {
    let mut schema = object(&json!({"type": "STRING"}));
    schema["required"] = json!(["model"]);
    finds(
        Target::Gemini,
        &gemini(&schema),
        Rule::Required,
        "/parameters/required",
    );
    let wrong = gemini(&object(
        &json!({"type": "STRING", "properties": {"a": {"type": "STRING"}}}),
    ));
    finds(
        Target::Gemini,
        &wrong,
        Rule::WrongType,
        "/parameters/properties/p/properties",
    );
    let empty = gemini(&json!({"type": "OBJECT", "properties": {}}));
    finds(
        Target::Gemini,
        &empty,
        Rule::MissingProperties,
        "/parameters/properties",
    );
    let name = gemini(&json!({"type": "OBJECT", "properties": {"a-b": {"type": "STRING"}}}));
    finds(
        Target::Gemini,
        &name,
        Rule::PropertyName,
        "/parameters/properties/a-b",
    );
}

#[test]
fn gemini_json_schema_is_checked_too() {
    let tool = |schema: Value| json!({"name": "f", "parametersJsonSchema": schema});
    let pointer = "/parametersJsonSchema";
    let dialect = tool(json!({"$schema": "x", "type": "object"}));
    finds(
        Target::Gemini,
        &dialect,
        Rule::Keyword,
        &format!("{pointer}/$schema"),
    );
    let lost = tool(json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/x"}}}));
    finds(
        Target::Gemini,
        &lost,
        Rule::Reference,
        &format!("{pointer}/properties/p/$ref"),
    );
    let siblings = tool(json!({
        "type": "object",
        "properties": {"p": {"$ref": "#/$defs/x", "minLength": 1}},
        "$defs": {"x": {"type": "string"}},
    }));
    finds(
        Target::Gemini,
        &siblings,
        Rule::ReferenceSiblings,
        &format!("{pointer}/properties/p"),
    );
    let recursive = tool(json!({
        "type": "object", "properties": {"p": {"$ref": "#"}}, "required": ["p"],
    }));
    finds(
        Target::Gemini,
        &recursive,
        Rule::Recursion,
        &format!("{pointer}/properties/p"),
    );
    let both = json!({"name": "f", "parameters": {"type": "OBJECT"}, "parametersJsonSchema": {"type": "object"}});
    finds(
        Target::Gemini,
        &both,
        Rule::Conflict,
        "/parametersJsonSchema",
    );
    let many: Vec<Value> = (0..513).map(|i| json!({"name": format!("f{i}")})).collect();
    let found = lint_request(Target::Gemini, &many);
    assert!(found.iter().any(|complaint| complaint.rule == Rule::Budget));
}

#[test]
fn skills_want_their_fields() {
    let found = rules(
        Target::A2a,
        &json!({"id": "x", "name": "", "tags": [], "inputSchema": {}}),
    );
    for (rule, pointer) in [
        (Rule::UnknownField, "/inputSchema"),
        (Rule::Shape, "/name"),
        (Rule::Shape, "/description"),
        (Rule::Shape, "/tags"),
    ] {
        assert!(found.contains(&(rule, pointer.to_owned())), "{found:?}");
    }
    let flat = json!({"id": "x", "name": "n", "description": "d", "tags": ["t"], "securityRequirements": [{"oauth": ["r"]}]});
    finds(Target::A2a, &flat, Rule::Shape, "/securityRequirements/0");
}

#[test]
fn two_tools_of_one_name_are_found() {
    let tool = json!({"name": "f", "input_schema": {"type": "object"}});
    let found = lint_request(Target::Anthropic, &[tool.clone(), tool]);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].rule, found[0].pointer.as_str()),
        (Rule::Name, "/1")
    );
}

#[test]
fn what_is_no_tool_is_a_complaint_and_no_panic() {
    for tool in [
        json!(null),
        json!([]),
        json!({}),
        json!({"function": 5}),
        json!({"functionDeclarations": [5]}),
    ] {
        for target in [
            Target::Mcp,
            Target::OpenAiChat,
            Target::OpenAiResponses,
            Target::Anthropic,
            Target::Gemini,
            Target::A2a,
        ] {
            assert!(!lint(target, &tool).is_empty(), "{target:?} {tool}");
        }
    }
    let deep = (0..300).fold(json!({}), |inner, _| json!({"items": inner}));
    assert_eq!(
        lint(Target::Anthropic, &anthropic(&deep))[0].rule,
        Rule::Limit
    );
}
