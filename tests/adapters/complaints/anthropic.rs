//! Anthropic's complaints.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target, lint_request};

use super::{anthropic, closed, finds, rules, strict_anthropic, strict_chat};

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
