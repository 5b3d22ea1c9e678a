//! What a conversion says it did is what it did.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::{Rule, Target, lint, lint_request};
use toolmodel_runtime::adapter::{
    ConvertedTool, Feature, Outcome, Registry, RegistryError, SchemaFeature, ToolFeature,
};
use toolmodel_tests::one_in;

use crate::lowering::{convert, outcome, schema};

fn properties(converted: &ConvertedTool) -> Value {
    schema(converted)["properties"].clone()
}

#[test]
fn absent_stays_absent_and_null_stays_null_in_strict_openai() {
    let source = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "title": {"type": "string"},
            "content": {"type": ["string", "null"], "description": "Pass null to clear it."},
            "owner": {"anyOf": [{"$ref": "#/$defs/user"}, {"type": "null"}]},
            "note": {"type": ["string", "null"], "default": null},
        },
        "required": ["id"],
        "$defs": {"user": {"type": "object", "properties": {"name": {"type": "string"}}}},
    });
    let converted = convert(&source, "openai-strict");
    assert!(converted.strict);
    let nothing = json!({"id": "1", "title": "T", "content": null, "owner": null, "note": null});
    assert_eq!(
        converted.restore_arguments(nothing).unwrap(),
        json!({"id": "1", "title": "T"})
    );
    let cleared = json!({
        "id": "1", "title": null, "content": {"is_null": true}, "owner": {"is_null": true}, "note": null
    });
    assert_eq!(
        converted.restore_arguments(cleared).unwrap(),
        json!({"id": "1", "content": null, "owner": null})
    );
    let given =
        json!({"id": "1", "title": null, "content": "c", "owner": {"name": null}, "note": "n"});
    assert_eq!(
        converted.restore_arguments(given).unwrap(),
        json!({"id": "1", "content": "c", "owner": {}, "note": "n"})
    );
    let told = properties(&converted)["content"]["description"].to_string();
    assert!(
        told.contains("Pass null to clear it.") && told.contains("is_null"),
        "{told}"
    );
}

#[test]
fn an_object_that_could_stand_for_null_is_not_sent_as_strict() {
    let object = json!({"type": "object", "properties": {"is_null": {"type": "boolean"}}, "required": ["is_null"]});
    let source = json!({
        "type": "object",
        "properties": {"a": {"anyOf": [object, {"type": "null"}]}},
    });
    let converted = convert(&source, "openai-strict");
    assert!(!converted.strict);
    let strict = Feature::Tool(ToolFeature::Strict);
    let warning = converted
        .warnings
        .iter()
        .find(|warning| warning.feature == strict);
    let text = warning.unwrap().to_string();
    assert!(
        text.contains("required") && text.contains("takes null"),
        "{text}"
    );
}

/// Every text of a schema.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(
                map.get("description")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            map.values().for_each(|value| texts(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// Whether a constraint of the source stands in one of the texts: its keyword and value, or, where
/// the value is told in other words, these.
fn is_told(feature: SchemaFeature, value: Option<&Value>, texts: &[String]) -> bool {
    use SchemaFeature as F;
    let contains = |told: &str| texts.iter().any(|text| text.contains(told));
    let keyword = feature.keyword();
    if value.is_some_and(|value| contains(&format!("{keyword}: {value}"))) {
        return true;
    }
    let words: &[&str] = match feature {
        F::OneOf => &["exactly one", "decides which other"],
        F::AnyOf => &["at least one", "decides which other"],
        _ => &[],
    };
    // Values are told without those of other types, tuples as their items, names without those
    // that are declared, and references as what they lead to.
    let is_told_anew = matches!(
        feature,
        F::OneOf | F::AnyOf | F::Enum | F::Const | F::PrefixItems | F::Required
    ) || value.is_none_or(|value| value.to_string().contains("$ref"));
    is_told_anew && contains(&format!("{keyword}: ")) || words.iter().any(|word| contains(word))
}

/// The part of a wire schema in which a constraint of the source is to be found: the property at
/// the root that it is below.
fn part<'a>(wire: &'a Value, converted: &ConvertedTool, path: &str) -> Option<&'a Value> {
    let name = path.strip_prefix("/properties/")?.split('/').next()?;
    let name = name.replace("~1", "/").replace("~0", "~");
    let names = converted.property_names();
    let renamed = names
        .iter()
        .find(|found| found.object.is_empty() && found.original == name);
    let name = renamed.map_or(&name, |found| &found.wire);
    wire.get("properties")?.get(name)
}

#[test]
fn what_moved_to_the_description_of_real_tools_stands_there() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let (mut moved, mut in_place) = (0, 0);
    for (file, json) in tools.into_iter().step_by(one_in(4)) {
        for to in registry.list() {
            let converted = registry.convert(json.clone(), "mcp", to).unwrap();
            if converted
                .warnings
                .iter()
                .all(|warning| warning.outcome != Outcome::MovedToDescription)
            {
                continue;
            }
            let wire = schema(&converted);
            for warning in &converted.warnings {
                if warning.outcome != Outcome::MovedToDescription
                    || warning.path.starts_with("/outputSchema")
                {
                    continue;
                }
                let Feature::Schema(feature) = warning.feature else {
                    panic!("{file}: {warning}");
                };
                let part = part(&wire, &converted, &warning.path);
                let mut found = Vec::new();
                texts(part.unwrap_or(&wire), &mut found);
                let source = json["inputSchema"].pointer(&warning.path);
                let value = source.and_then(|schema| schema.get(feature.keyword()));
                assert!(
                    is_told(feature, value, &found),
                    "{file} {} to {to}: {warning}\n{found:#?}",
                    json["name"]
                );
                moved += 1;
                in_place += usize::from(part.is_some());
            }
        }
    }
    let step = one_in(4);
    assert!(
        moved * step > 1000 && in_place * step > 500,
        "{moved} {in_place}"
    );
}

/// The names of definitions at the root that nothing refers to.
fn unused_definitions(schema: &Value) -> Vec<String> {
    let text = schema.to_string();
    let mut unused = Vec::new();
    for keyword in ["$defs", "definitions"] {
        let names = schema.get(keyword).and_then(Value::as_object);
        unused.extend(
            names
                .into_iter()
                .flat_map(|map| map.keys())
                .filter(|name| {
                    let reference = format!("#/{keyword}/{}", name.replace('/', "~1"));
                    !text.contains(&json!(reference).to_string())
                })
                .cloned(),
        );
    }
    unused
}

#[test]
fn no_definition_of_a_real_tool_stays_behind_unused() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let mut with_definitions = 0;
    for (file, json) in tools.into_iter().step_by(one_in(4)) {
        let before = unused_definitions(&json["inputSchema"]);
        for to in registry.list() {
            if matches!(to, "a2a" | "mcp") {
                continue;
            }
            let wire = schema(&registry.convert(json.clone(), "mcp", to).unwrap());
            let after = unused_definitions(&wire);
            assert!(
                after.iter().all(|name| before.contains(name)),
                "{file} {} to {to}: {after:?}",
                json["name"]
            );
            with_definitions += usize::from(wire.get("$defs").is_some());
        }
    }
    assert!(with_definitions * one_in(4) > 20, "{with_definitions}");
}

#[test]
fn every_loss_of_a_real_tool_says_what_where_why_and_what_follows() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let registry = Registry::default();
    let mut losses = 0;
    for (file, json) in tools.into_iter().step_by(one_in(4)) {
        for to in registry.list() {
            let converted = registry.convert(json.clone(), "mcp", to).unwrap();
            for warning in converted.losses() {
                let text = warning.to_string();
                let what = format!("feature {} ", warning.feature);
                let place = match warning.path.as_str() {
                    "" => format!(" converting from mcp to {to}: "),
                    path => format!(" converting from mcp to {to} at {path}: "),
                };
                let reasons = text.split_once(&place).map_or("", |(_, reasons)| reasons);
                let (why, follows) = reasons.split_once("; ").unwrap_or_default();
                assert!(
                    text.starts_with(&what) && !why.is_empty() && !follows.is_empty(),
                    "{file} {}: {text}",
                    json["name"]
                );
                losses += 1;
            }
        }
    }
    assert!(losses * one_in(4) > 10_000, "{losses}");
}

#[test]
fn inner_texts_survive_outer_descriptions() {
    let source = json!({
        "type": "object",
        "properties": {
            "a": {"description": "Outer.", "anyOf": [{"type": "integer", "description": "Inner.", "multipleOf": 5}, {"type": "null"}]},
            "b": {"description": "Outer.", "oneOf": [{"type": "string", "format": "uri-reference"}]},
        },
        "additionalProperties": false,
    });
    for to in ["gemini", "anthropic-strict"] {
        let converted = convert(&source, to);
        let all = properties(&converted).to_string();
        for text in ["Outer.", "Inner.", "multipleOf: 5", "format: "] {
            assert!(all.contains(text), "{to} lacks {text}: {all}");
        }
    }
}

#[test]
fn gemini_loses_nothing_quietly() {
    let source = json!({
        "type": "object",
        "properties": {
            "a": {"anyOf": [{"type": "string"}, {"type": "integer"}], "default": 5, "examples": ["x"]},
            "b": {"$ref": "#/$defs/size", "default": "small"},
            "c": {"type": "object", "additionalProperties": {"$ref": "#/$defs/size"}},
            "d": {"oneOf": [{"type": ["string", "null"]}, {"type": ["integer", "null"]}]},
            "e": {"type": "string", "enum": ["", "x"]},
        },
        "$defs": {"size": {"type": "string", "enum": ["small", "large"]}},
    });
    let converted = convert(&source, "gemini");
    let properties = properties(&converted);
    let moved = Some(Outcome::MovedToDescription);
    assert_eq!(
        outcome(&converted, SchemaFeature::Default, "/properties/a"),
        moved
    );
    assert!(
        properties["a"].to_string().contains("default: 5"),
        "{properties}"
    );
    assert_eq!(
        outcome(&converted, SchemaFeature::Examples, "/properties/a"),
        moved
    );
    assert_eq!(properties["b"]["default"], "small");
    let map = properties["c"]["description"].as_str().unwrap();
    assert!(map.contains("small") && !map.contains("$ref"), "{map}");
    assert_eq!(
        outcome(&converted, SchemaFeature::OneOf, "/properties/d"),
        moved
    );
    assert_eq!(
        properties["e"],
        json!({"anyOf": [{"type": "STRING", "enum": ["x"]}, {"type": "STRING", "maxLength": 0}]})
    );
    assert_eq!(lint(Target::Gemini, &converted.to_value()), []);
}

#[test]
fn the_way_back_knows_bounds_and_patterns() {
    let branch = |schema: Value, o: Value, required: Value| {
        json!({
            "type": "object", "properties": {"n": schema, "o": o}, "required": required, "additionalProperties": false
        })
    };
    let text = json!({"type": "string"});
    let nullable = json!({"type": ["string", "null"]});
    let both = |first: Value, second: Value| {
        json!({"type": "object", "required": ["p"], "additionalProperties": false, "properties": {"p": {"anyOf": [
            branch(first, text.clone(), json!(["n"])), branch(second, nullable.clone(), json!(["n", "o"])),
        ]}}})
    };
    let numbers = both(
        json!({"type": "integer", "maximum": 5}),
        json!({"type": "integer", "minimum": 6}),
    );
    let patterns = both(
        json!({"type": "string", "pattern": "^a"}),
        json!({"type": "string", "pattern": "^b"}),
    );
    for (source, first, second) in [
        (numbers, json!(3), json!(7)),
        (patterns, json!("ax"), json!("bx")),
    ] {
        let converted = convert(&source, "openai-strict");
        assert!(converted.strict, "{:?}", converted.warnings);
        let restored = |n: &Value| {
            let answer = json!({"p": {"n": n, "o": null}});
            converted.restore_arguments(answer).unwrap()
        };
        assert_eq!(restored(&first), json!({"p": {"n": first}}));
        assert_eq!(restored(&second), json!({"p": {"n": second, "o": null}}));
    }
}

#[test]
fn a_renamed_root_key_is_renamed_wherever_the_root_is_meant() {
    let source = json!({
        "type": "object",
        "properties": {
            "a b": {"type": "string"},
            "c": {"$ref": "#/properties/a%20b"},
            "d": {"type": "object", "properties": {"a b": {"type": "integer"}}},
        },
        "required": ["a b"],
        "if": {"properties": {"a b": {"const": "x"}}, "required": ["a b"]},
        "then": {"required": ["c"]},
        "not": {"$ref": "#/$defs/bad"},
        "patternProperties": {"^a ": {"maxLength": 3}, "^a_": {"type": "integer"}},
        "$defs": {"bad": {"properties": {"a b": {"const": "bad"}}, "required": ["a b"]}},
    });
    let converted = convert(&source, "anthropic");
    let wire = schema(&converted);
    let accepts = jsonschema::validator_for(&source).unwrap();
    let on_wire = jsonschema::validator_for(&wire).unwrap();
    for (arguments, sent) in [
        (json!({"a b": "abc"}), json!({"a_b": "abc"})),
        (json!({"a b": "abcd"}), json!({"a_b": "abcd"})),
        (json!({"a b": "x"}), json!({"a_b": "x"})),
        (json!({"a b": "x", "c": "s"}), json!({"a_b": "x", "c": "s"})),
        (json!({"a b": "bad"}), json!({"a_b": "bad"})),
        (json!({"a b": "ok", "c": 5}), json!({"a_b": "ok", "c": 5})),
        (
            json!({"a b": "ok", "d": {"a b": 5}}),
            json!({"a_b": "ok", "d": {"a b": 5}}),
        ),
        (
            json!({"a b": "ok", "a_x": "s"}),
            json!({"a_b": "ok", "a_x": "s"}),
        ),
        (json!({}), json!({})),
    ] {
        assert_eq!(
            accepts.is_valid(&arguments),
            on_wire.is_valid(&sent),
            "{arguments}: {wire}"
        );
        assert_eq!(converted.restore_arguments(sent).unwrap(), arguments);
    }
    assert_eq!(lint(Target::Anthropic, &converted.to_value()), []);
}

fn many(count: usize, property: &Value) -> Value {
    let all = (0..count).map(|i| (format!("p{i}"), property.clone()));
    json!({"type": "object", "properties": Value::Object(all.collect()), "additionalProperties": false})
}

#[test]
fn one_tool_beyond_the_budget_of_a_request_is_not_strict() {
    let optional = |count| convert(&many(count, &json!({"type": "string"})), "anthropic-strict");
    assert!(optional(24).strict);
    let over = optional(25);
    assert!(!over.strict);
    let text = over
        .warnings
        .iter()
        .map(ToString::to_string)
        .collect::<String>();
    assert!(
        text.contains("25 optional parameters, at most 24"),
        "{text}"
    );
    let mut union = many(17, &json!({"type": ["string", "integer"]}));
    let names: Vec<String> = (0..17).map(|i| format!("p{i}")).collect();
    union["required"] = json!(names);
    assert!(!convert(&union, "anthropic-strict").strict);
}

#[test]
fn too_many_tools_for_one_openai_request_are_found() {
    let tool = |i: usize| json!({"name": format!("f{i}"), "inputSchema": {"type": "object"}});
    let registry = Registry::default();
    for (count, found) in [(128, 0), (129, 1)] {
        for to in ["openai", "openai-responses-strict", "azure"] {
            let all = registry
                .convert_all((0..count).map(tool), "mcp", to)
                .unwrap();
            assert_eq!(all.over_budget.len(), found, "{count} to {to}");
            let wire: Vec<Value> = all.tools.iter().map(ConvertedTool::to_value).collect();
            let target = registry.get(to).unwrap().target().unwrap();
            let complaints = lint_request(target, &wire);
            let budget = complaints
                .iter()
                .filter(|complaint| complaint.rule == Rule::Budget);
            assert_eq!(budget.count(), found, "{count} to {to}");
        }
    }
}

#[test]
fn lint_finds_bounds_on_the_wrong_type_and_enums_without_null() {
    let gemini = json!({"name": "f", "parameters": {"type": "OBJECT", "properties": {
        "a": {"type": "INTEGER", "minLength": 1},
        "b": {"type": "STRING", "maximum": 1},
        "c": {"type": "STRING", "minItems": 1},
        "d": {"type": "STRING", "enum": ["", "x"]},
    }}});
    let found: Vec<(Rule, String)> = lint(Target::Gemini, &gemini)
        .into_iter()
        .map(|complaint| (complaint.rule, complaint.pointer))
        .collect();
    let at = |path: &str| format!("/parameters/properties/{path}");
    assert_eq!(
        found,
        [
            (Rule::WrongType, at("a/minLength")),
            (Rule::WrongType, at("b/maximum")),
            (Rule::WrongType, at("c/minItems")),
            (Rule::Enum, at("d/enum")),
        ]
    );
    let strict = |values: Value| {
        json!({"type": "function", "function": {"name": "f", "strict": true, "parameters": {
            "type": "object", "properties": {"a": {"type": ["string", "null"], "enum": values}},
            "required": ["a"], "additionalProperties": false,
        }}})
    };
    let found = lint(Target::OpenAiChat, &strict(json!(["x"])));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].rule, Rule::Enum);
    assert_eq!(lint(Target::OpenAiChat, &strict(json!(["x", null]))), []);
}

#[test]
fn tagged_unions_at_the_root_are_told_in_words() {
    let variant = |tag: &str, doc: &str, names: &[&str]| {
        let mut properties = json!({"action": {"const": tag}});
        for name in names {
            properties[name.trim_end_matches('?')] = json!({"type": "string"});
        }
        let mut required = vec!["action"];
        required.extend(names.iter().filter(|name| !name.ends_with('?')));
        json!({"type": "object", "description": doc, "properties": properties, "required": required})
    };
    let mut defs = json!({});
    let mut branches = Vec::new();
    for (tag, doc, names) in [
        ("close", "Close an issue.", &["key", "reason?"][..]),
        ("assign", "Give it to somebody.", &["key", "to"]),
        ("list", "", &[]),
        ("comment", "", &["key", "text"]),
        ("label", "", &["key", "labels"]),
        ("open", "", &["title"]),
    ] {
        defs[tag] = variant(tag, doc, names);
        branches.push(json!({"$ref": format!("#/$defs/{tag}")}));
    }
    let source = json!({"type": "object", "oneOf": branches, "$defs": defs});
    for to in [
        "openai",
        "anthropic",
        "openai-strict",
        "anthropic-strict",
        "gemini",
        "bedrock",
        "mistral",
    ] {
        let converted = convert(&source, to);
        let wire = schema(&converted);
        let text = wire["description"].as_str().unwrap();
        for told in [
            "close: key, reason? (Close an issue)",
            "assign: key, to (Give it to somebody)",
            "list: nothing else",
            "open: title",
        ] {
            assert!(text.contains(told), "{to}: {text}");
        }
        let tags = json!(["close", "assign", "list", "comment", "label", "open"]);
        assert_eq!(wire["properties"]["action"]["enum"], tags, "{to}: {wire}");
        assert!(wire.get("$defs").is_none(), "{to}: {wire}");
        assert_eq!(
            outcome(&converted, SchemaFeature::OneOf, ""),
            Some(Outcome::MovedToDescription)
        );
        assert!(converted.affects_arguments());
    }
}

#[test]
fn losses_say_what_where_why_and_what_follows() {
    let open = json!({"type": "object", "properties": {"m": {"type": "object", "additionalProperties": {"type": "string"}}}});
    let converted = convert(&open, "openai-strict");
    let texts: Vec<String> = converted.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "feature strict lost converting from mcp to openai-strict at /properties/m: \
          additionalProperties: the object takes properties it does not name; \
          the tool is sent as a plain one"
        ]
    );
    assert!(
        !converted.affects_arguments(),
        "the plain tool accepts the same"
    );
    let told = json!({"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "additionalProperties": false});
    let converted = convert(&told, "anthropic-strict");
    assert!(converted.affects_arguments());
    assert_eq!(
        converted.warnings[0].to_string(),
        "feature minimum moved to description converting from mcp to anthropic-strict at /properties/n: \
         the provider does not take it; arguments have to be validated"
    );
    let referring =
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {}}}});
    let converted = convert(&referring, "openai");
    assert_eq!(
        converted.warnings[0].to_string(),
        "feature $ref inlined converting from mcp to openai"
    );
    assert_eq!(converted.losses().count(), 0);
}

#[test]
fn an_object_that_says_it_is_open_is_closed_like_one_that_says_nothing() {
    for additional in [json!(true), json!({})] {
        let source = json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": additional});
        for to in ["openai-strict", "anthropic-strict"] {
            let converted = convert(&source, to);
            assert!(converted.strict, "{to}: {:?}", converted.warnings);
            assert_eq!(
                outcome(&converted, SchemaFeature::AdditionalProperties, ""),
                Some(Outcome::Narrowed)
            );
        }
    }
}

#[test]
fn a_registry_error_leads_to_the_conversion_error() {
    let error = Registry::default()
        .convert(json!({"name": ""}), "mcp", "openai")
        .unwrap_err();
    let source = std::error::Error::source(&error).unwrap();
    assert!(source.is::<toolmodel_runtime::adapter::ConversionError>());
    assert!(matches!(error, RegistryError::Conversion(_)));
}

/// Whether every answer that the wire schema takes is one that the source takes.
fn accepts_no_more(source: &Value, to: &str, answers: &[Value]) -> bool {
    let converted = convert(source, to);
    let wire = jsonschema::validator_for(&schema(&converted)).unwrap();
    let before = jsonschema::validator_for(source).unwrap();
    answers.iter().all(|answer| {
        let restored = converted.restore_arguments(answer.clone()).unwrap();
        !wire.is_valid(answer) || before.is_valid(&restored)
    })
}

#[test]
fn what_a_part_says_of_other_properties_holds_for_those_of_the_other_parts() {
    let answers = [
        json!({"a": "x", "b": 7}),
        json!({"a": null, "b": 7}),
        json!({"b": 7}),
        json!({"b": "x"}),
        json!({"x1": 7}),
        json!({"a": "x"}),
    ];
    let named = json!({"b": {"type": "integer"}});
    for part in [
        json!({"additionalProperties": {"type": "string"}}),
        json!({"additionalProperties": false}),
        json!({"properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}),
        json!({"properties": {"a": {"type": "string"}}, "unevaluatedProperties": {"type": "string"}}),
    ] {
        let source = json!({"type": "object", "properties": named, "allOf": [part]});
        for to in ["openai", "anthropic", "bedrock", "mistral", "azure"] {
            assert!(accepts_no_more(&source, to, &answers), "{to}: {source}");
            assert!(!convert(&source, to).affects_arguments(), "{to}: {source}");
        }
    }
    // Patterns of one part would exempt properties from what another says.
    let source = json!({
        "type": "object",
        "allOf": [{"additionalProperties": {"type": "string"}}, {"patternProperties": {"^x": {}}}],
    });
    let converted = convert(&source, "openai");
    assert_eq!(
        outcome(&converted, SchemaFeature::AdditionalProperties, ""),
        Some(Outcome::MovedToDescription)
    );
}

#[test]
fn a_part_that_closes_itself_is_told_beside_others() {
    let part = json!({"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false});
    let inner = json!({"allOf": [part, {"properties": {"b": {"type": "string"}}}]});
    let outer = json!({
        "allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"$ref": "#/$defs/b"}],
        "unevaluatedProperties": false,
    });
    let source = json!({
        "type": "object",
        "properties": {"inner": inner, "outer": outer},
        "additionalProperties": false,
        "$defs": {"b": {"properties": {"b": {"type": "string"}}}},
    });
    for to in ["openai-strict", "anthropic-strict"] {
        let converted = convert(&source, to);
        assert!(converted.strict, "{to}: {:?}", converted.warnings);
        let found = |path| outcome(&converted, SchemaFeature::UnevaluatedProperties, path);
        assert_eq!(
            found("/properties/inner/allOf/0"),
            Some(Outcome::MovedToDescription),
            "{to}"
        );
        assert_eq!(found("/properties/outer"), None, "{to}");
        let text = properties(&converted)["inner"].to_string();
        assert!(text.contains("unevaluatedProperties: false"), "{text}");
    }
}

#[test]
fn nothing_is_told_of_a_property_that_nothing_fits() {
    let source = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "integer", "enum": ["x"], "default": 5, "multipleOf": 2},
        },
        "required": ["a"],
        "additionalProperties": false,
    });
    for to in ["openai-strict", "azure-strict", "anthropic-strict"] {
        let converted = convert(&source, to);
        assert!(properties(&converted).get("b").is_none(), "{to}");
        let told = converted
            .warnings
            .iter()
            .filter(|warning| warning.path.starts_with("/properties/b"));
        assert_eq!(told.count(), 0, "{to}: {:?}", converted.warnings);
    }
}

#[test]
fn an_empty_text_that_is_too_short_is_no_alternative() {
    let values = json!({"type": "string", "enum": ["", "xy"], "minLength": 2});
    let source = json!({"type": "object", "properties": {"a": values}});
    let converted = convert(&source, "gemini");
    assert_eq!(
        properties(&converted)["a"],
        json!({"type": "STRING", "enum": ["xy"], "minLength": 2})
    );
}
