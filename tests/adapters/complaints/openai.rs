//! OpenAI's complaints.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target};

use super::{chat, closed, finds, rules, strict_chat};

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
