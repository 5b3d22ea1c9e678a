//! What an outsider sends costs no more than a stated amount: it is converted, sent in a plainer
//! mode, or refused by an error that says which limit it exceeds.

use std::time::Instant;

use serde_json::{Map, Value, json};
use toolmodel_runtime::adapter::lint::{Target, lint};
use toolmodel_runtime::adapter::{ConvertedTool, Registry};
use toolmodel_runtime::{Error, ErrorKind, MAX_NESTING};

/// A format of each mode of lowering.
const TARGETS: [(&str, Target); 6] = [
    ("anthropic", Target::Anthropic),
    ("anthropic-strict", Target::Anthropic),
    ("gemini", Target::Gemini),
    ("gemini-json-schema", Target::Gemini),
    ("openai", Target::OpenAiChat),
    ("openai-strict", Target::OpenAiChat),
];

/// Longer than any of these takes in a build that is not optimised, and far shorter than without
/// limits.
const SECONDS: u64 = 60;

/// Converts to every format on a thread with the stack that Rust gives by default.
fn convert_everywhere(label: &str, schema: Value) -> Vec<ConvertedTool> {
    let name = label.to_owned();
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            let tool = json!({"name": "f", "inputSchema": schema});
            let registry = Registry::default();
            let mut all = Vec::new();
            for (to, target) in TARGETS {
                let start = Instant::now();
                match registry.convert(tool.clone(), "mcp", to) {
                    Ok(converted) => {
                        let wire = converted.to_value();
                        let _ = lint(target, &wire);
                        let bytes = converted.to_json().len();
                        assert!(bytes < 20_000_000, "{name} to {to}: {bytes} bytes");
                        let paths: usize = converted
                            .warnings
                            .iter()
                            .map(|warning| warning.path.len())
                            .sum();
                        assert!(paths < 9_000_000, "{name} to {to}: {paths} bytes of paths");
                        all.push(converted);
                    }
                    Err(error) => {
                        let text = error.to_string();
                        let conversion = error.conversion().unwrap();
                        let cause = conversion.cause.downcast_ref::<Error>().unwrap();
                        let kinds = [ErrorKind::LimitExceeded, ErrorKind::InvalidSchema];
                        assert!(kinds.contains(&cause.kind()), "{name} to {to}: {text}");
                        assert!(
                            text.len() < 2_000_000,
                            "{name} to {to}: {} bytes",
                            text.len()
                        );
                    }
                }
                let taken = start.elapsed().as_secs();
                assert!(taken < SECONDS, "{name} to {to}: {taken} s");
            }
            all
        });
    thread.unwrap().join().unwrap_or_else(|_| panic!("{label}"))
}

fn named(count: usize, of: impl Fn(usize) -> (String, Value)) -> Value {
    Value::Object((0..count).map(of).collect::<Map<_, _>>())
}

#[test]
fn many_parts_at_the_root_make_no_deep_schema() {
    let part = |i: usize| json!({"properties": {"x": {"minimum": i}}});
    let all: Vec<Value> = (0..2000).map(part).collect();
    convert_everywhere("allOf", json!({"type": "object", "allOf": all}));
    let all: Vec<Value> = (0..3000)
        .map(|i| json!({"required": [format!("p{i}")]}))
        .collect();
    convert_everywhere("allOf of required", json!({"type": "object", "allOf": all}));
    let all: Vec<Value> = (0..1000)
        .map(|i| json!({"properties": {format!("p{i}"): {}}, "additionalProperties": false}))
        .collect();
    convert_everywhere("allOf of closed", json!({"type": "object", "allOf": all}));
    let any: Vec<Value> = (0..1000)
        .map(|i| json!({"properties": {"x": {"minimum": i}, format!("p{i}"): {}}}))
        .collect();
    convert_everywhere("anyOf", json!({"type": "object", "anyOf": any}));
}

#[test]
fn chains_same_endings_anchors_and_inlining_are_bounded() {
    let chain = named(1500, |i| {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        (
            format!("d{i}"),
            json!({"type": "object", "properties": {"n": next}, "required": ["n"]}),
        )
    });
    convert_everywhere(
        "chain",
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": chain}),
    );
    let bare = named(1500, |i| {
        (
            format!("d{i}"),
            json!({"$ref": format!("#/$defs/d{}", i + 1)}),
        )
    });
    convert_everywhere(
        "bare chain",
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": bare}),
    );
    let sites = named(1000, |i| {
        (
            format!("p{i}"),
            json!({"$ref": format!("#/$defs/d{i}/properties/x")}),
        )
    });
    let same = named(1000, |i| {
        (
            format!("d{i}"),
            json!({"properties": {"x": {"type": "string"}}}),
        )
    });
    convert_everywhere(
        "same endings",
        json!({"type": "object", "properties": sites, "$defs": same, "additionalProperties": false}),
    );
    let sites = named(1500, |i| {
        (format!("p{i}"), json!({"$ref": format!("#a{i}")}))
    });
    let anchors = named(1500, |i| {
        (
            format!("d{i}"),
            json!({"$anchor": format!("a{i}"), "type": "string"}),
        )
    });
    convert_everywhere(
        "anchors",
        json!({"type": "object", "properties": sites, "$defs": anchors}),
    );
    let values: Vec<String> = (0..4000).map(|i| i.to_string()).collect();
    let sites = named(1000, |i| {
        (format!("p{i}"), json!({"$ref": "#/$defs/d", "title": "t"}))
    });
    convert_everywhere(
        "inlining",
        json!({"type": "object", "properties": sites, "$defs": {"d": {"type": "string", "enum": values}}}),
    );
    let odd = named(1500, |i| {
        (
            format!("{}é", "ab".repeat(i % 3)) + &" ".repeat(i),
            json!({"type": "string"}),
        )
    });
    convert_everywhere(
        "names that become one",
        json!({"type": "object", "properties": odd}),
    );
}

#[test]
fn long_keys_and_deep_places_do_not_fill_warnings() {
    let lossy =
        json!({"type": "string", "pattern": "(?<=a)b", "not": {}, "if": {}, "x-a": 1, "x-b": 2});
    let many = named(1000, |i| (format!("p{i}"), lossy.clone()));
    let long = "A".repeat(100_000);
    convert_everywhere(
        "long key",
        json!({"type": "object", "properties": {long: {"type": "object", "properties": many}}}),
    );
    let deep = (0..50).fold(json!({"type": "object", "properties": many}), |inner, i| {
        json!({"type": "object", "properties": {format!("a rather long name {i}"): inner}})
    });
    convert_everywhere("deep", deep);
}

#[test]
fn answers_with_many_branches_come_back_in_bounded_time() {
    let branch = |tag: Option<usize>| {
        let mut properties = json!({"a": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}});
        if let Some(tag) = tag {
            properties["t"] = json!({"type": "string", "enum": [format!("v{tag}")]});
        } else {
            properties["t"] = json!({"type": "string"});
        }
        let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    // With tags one alternative is left; without them all look alike, and the last one fits.
    let tagged: Vec<Value> = (0..4).map(|i| branch(Some(i))).collect();
    let mut alike: Vec<Value> = (0..4)
        .map(|i| {
            let mut branch = branch(None);
            branch["properties"]["t"]["minLength"] = json!(9 - i);
            branch
        })
        .collect();
    alike.rotate_left(1);
    for (label, branches) in [("tagged", tagged), ("alike", alike)] {
        let source = json!({
            "type": "object",
            "properties": {"x": {"$ref": "#/$defs/n"}, "opt": {"type": "string"}},
            "required": ["x"],
            "additionalProperties": false,
            "$defs": {"n": {"anyOf": branches}},
        });
        let tool = json!({"name": "f", "inputSchema": source});
        for to in ["openai-strict", "azure-strict"] {
            let converted = Registry::default()
                .convert(tool.clone(), "mcp", to)
                .unwrap();
            for depth in [12, 40, 400] {
                let innermost = json!({"a": null, "t": "v3"});
                let value = (0..depth).fold(innermost, |inner, _| json!({"a": inner, "t": "v3"}));
                let start = Instant::now();
                let restored = converted.restore_arguments(json!({"x": value, "opt": null}));
                let taken = start.elapsed().as_secs();
                assert!(taken < SECONDS, "{label} {to} {depth}: {taken} s");
                match restored {
                    Ok(restored) => assert!(restored.get("opt").is_none(), "{label} {to} {depth}"),
                    Err(error) => {
                        assert_eq!(
                            error.kind(),
                            ErrorKind::LimitExceeded,
                            "{label} {to} {depth}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn alternatives_that_refer_to_each_other_are_compiled_together() {
    // Each of them refers to all others, so that compiling one by one takes the square of this.
    let branch = |i: usize| {
        let below = json!({"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]});
        let mut properties = json!({"t": {"type": "string", "minLength": i}, "a": below});
        properties["opt"] = json!({"type": "integer"});
        json!({"type": "object", "properties": properties, "required": ["t", "a"], "additionalProperties": false})
    };
    let branches: Vec<Value> = (0..60).rev().map(branch).collect();
    let source = json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/n"}},
        "required": ["x"],
        "additionalProperties": false,
        "$defs": {"n": {"anyOf": branches}},
    });
    let tool = json!({"name": "f", "inputSchema": source});
    let converted = Registry::default().convert(tool, "mcp", "openai-strict");
    let converted = converted.unwrap();
    assert!(converted.strict);
    let innermost = json!({"t": "last", "a": null, "opt": null});
    let answer = json!({"x": {"t": "a longer text", "a": innermost, "opt": 5}});
    let start = Instant::now();
    let restored = converted.restore_arguments(answer).unwrap();
    assert!(start.elapsed().as_secs() < SECONDS);
    assert_eq!(
        restored,
        json!({"x": {"t": "a longer text", "a": {"t": "last", "a": null}, "opt": 5}})
    );
}

#[test]
fn a_limit_is_named_with_what_exceeds_it() {
    let parts: Vec<Value> = (0..60)
        .map(|i| json!({"$ref": format!("#/$defs/d{}", i % 3)}))
        .collect();
    let mut defs = json!({});
    for i in 0..3 {
        defs[format!("d{i}")] = json!({"allOf": parts});
    }
    let tool =
        json!({"name": "f", "inputSchema": {"type": "object", "allOf": parts, "$defs": defs}});
    let error = Registry::default()
        .convert(tool, "mcp", "openai")
        .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("limit exceeded"), "{text}");
}

/// Whether alternatives exclude each other is asked of every pair of them, not of every pair of their values.
#[test]
fn alternatives_with_many_tags_are_compared_with_each_other_in_bounded_time() {
    for shift in [0, 1] {
        let branch = |i: usize| {
            let tags: Vec<usize> = (0..700).map(|j| 1000 * i + j - shift.min(j)).collect();
            let names: Vec<String> = (0..60).map(|j| format!("p{j}")).collect();
            let mut properties = named(60, |j| (format!("p{j}"), json!({"type": "string"})));
            properties["p59"] = json!({"enum": tags});
            json!({"type": "object", "properties": properties, "required": names})
        };
        let branches: Vec<Value> = (0..50).map(branch).collect();
        let schema = json!({"type": "object", "properties": {"a": {"oneOf": branches}}});
        assert_eq!(convert_everywhere("tags", schema).len(), TARGETS.len());
    }
}

/// Every part leads to the root again, and has a condition that only words can say, which was not
/// charged: 10 s for 600 bytes.
#[test]
fn what_is_told_of_a_root_that_is_part_of_itself_is_bounded() {
    let part =
        |i: usize| json!({"$ref": "#", "dependentSchemas": {format!("p{i}"): {"$ref": "#"}}});
    for parts in [2, 5, 40] {
        let all: Vec<Value> = (0..parts).map(part).collect();
        convert_everywhere("itself", json!({"type": "object", "allOf": all}));
    }
}

/// What a format has around a schema does not count, so that the deepest one goes everywhere.
#[test]
fn the_deepest_schema_is_read_in_every_format_it_was_written_in() {
    let deep = |levels: usize| {
        // An array and an object for each `allOf`, the object with `type`, and one at the root.
        let mut schema = json!({"type": "object"});
        for _ in 0..(levels - 1) / 2 {
            schema = json!({"type": "object", "allOf": [schema]});
        }
        if levels.is_multiple_of(2) {
            schema = json!({"type": "object", "not": schema});
        }
        schema
    };
    let registry = Registry::default();
    let mut written = 0;
    for levels in [MAX_NESTING - 2, MAX_NESTING - 1, MAX_NESTING] {
        let tool = json!({"name": "f", "inputSchema": deep(levels)});
        for name in registry.list() {
            let adapter = registry.get(name).unwrap();
            let Ok(converted) = registry.convert(tool.clone(), "mcp", name) else {
                continue;
            };
            let wire = converted.to_value();
            adapter
                .to_canonical(wire.clone())
                .unwrap_or_else(|error| panic!("{name}, {levels} levels: {error}"));
            if let Some(target) = adapter.target() {
                let complaints = lint(target, &wire);
                let is_deep = |message: &str| message.contains("nested deeper than 1");
                assert!(
                    !complaints
                        .iter()
                        .any(|complaint| is_deep(&complaint.message)),
                    "{name}, {levels} levels: {complaints:?}"
                );
            }
            written += 1;
        }
    }
    assert!(written >= 3 * 5, "{written} conversions");
    let tool = json!({"name": "f", "inputSchema": deep(MAX_NESTING + 1)});
    let error = registry.convert(tool, "mcp", "openai").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("nested deeper than"), "{text}");
}

/// A pattern with look-around goes through a name many times, and that was not charged: 6.5 s for a megabyte.
#[test]
fn patterns_that_are_tried_on_renamed_properties_are_charged() {
    let names = |count: usize, length: usize| {
        named(count, |i| {
            (format!("é{}{i}", "x".repeat(length)), json!({}))
        })
    };
    let schema = json!({
        "type": "object",
        "properties": names(400, 2500),
        "patternProperties": {"(?=.*x.*y)z": {}},
    });
    convert_everywhere("look-around", schema);
    let schema = json!({
        "type": "object",
        "properties": names(300, 1000),
        "patternProperties": named(300, |i| (format!("^é(?:x(?=[^c]*{i}c))*$"), json!({}))),
    });
    convert_everywhere("many", schema);
    // Each name gets all of these schemas, side by side and not inside each other.
    let schema = json!({
        "type": "object",
        "properties": names(3, 1),
        "patternProperties": named(200, |i| (format!("^é.{{0,{i}}}"), json!({"minimum": i}))),
    });
    let converted = convert_everywhere("held", schema);
    let own = |tool: &ConvertedTool| {
        tool.to_value()["input_schema"]["properties"]
            .as_object()
            .cloned()
    };
    let own = converted.iter().find_map(own).unwrap();
    let parts = own
        .values()
        .map(|schema| schema["allOf"].as_array().map_or(0, Vec::len));
    assert_eq!(parts.collect::<Vec<_>>(), [201; 3]);
}
