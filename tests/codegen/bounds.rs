//! What an outsider's files may cost: every limit is an error or a fallback that names its place.

use serde_json::{Map, Value, json};
use toolmodel_build::{Config, Enforcement, Errors, Generated, WireNames};
use toolmodel_tests::fixture::Scratch;

use crate::scratch;

/// Generates from a folder, on a thread with the stack of any other.
fn generate(folder: &Scratch, config: Config) -> Result<Generated, Errors> {
    let path = folder.path().to_owned();
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    let thread = thread
        .spawn(move || config.generate_to_string(path))
        .unwrap();
    thread.join().expect("no panic")
}

#[track_caller]
fn generated(schema: &Value) -> Generated {
    let tools = scratch();
    let tool = json!({"name": "t", "inputSchema": schema});
    tools.write("t.json", tool.to_string());
    let config = Config::new().authoring_warnings(false);
    generate(&tools, config).unwrap_or_else(|errors| panic!("{errors}"))
}

#[track_caller]
fn reasons(generated: &Generated) -> Vec<String> {
    match &generated.report.tools[0].input {
        Enforcement::Checked(reasons) => reasons.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

const TOOL: &str = r#"{"name": "a", "inputSchema": {"type": "object"}}"#;

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let tools = scratch();
    let pipe = tools.path().join("pipe.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", tools.path().join("zero.json")).unwrap();
    let errors = generate(&tools, Config::new()).unwrap_err();
    assert_eq!(
        tools.seen_inside(&errors),
        "pipe.json: is not a regular file\n\
         zero.json: is a link that leads out of the folder"
    );
    let errors = Config::new().inspect("/dev/zero").unwrap_err().to_string();
    assert_eq!(errors, "/dev/zero: is neither a regular file nor a folder");
}

#[test]
fn a_file_has_at_most_as_many_bytes_as_allowed() {
    let tools = scratch();
    tools.write("a.json", TOOL);
    let errors = generate(&tools, Config::new().largest_file(10)).unwrap_err();
    assert_eq!(
        tools.seen_inside(&errors),
        "a.json: is larger than 10 bytes (`Config::largest_file` allows more)"
    );
    assert!(generate(&tools, Config::new().largest_file(TOOL.len() as u64)).is_ok());
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_folder_only() {
    use std::os::unix::fs::symlink;
    let outside = scratch();
    outside.write("secret.json", TOOL);
    outside.write("a.md", "# A\n");
    let tools = scratch();
    tools.write("inner/real.json", TOOL);
    symlink("inner/real.json", tools.path().join("link.json")).unwrap();
    for name in ["one", "two", "three", "four", "five"] {
        symlink(".", tools.path().join(name)).unwrap();
    }
    // The link and its target define the same tool: both were read, and nothing else.
    let errors = generate(&tools, Config::new()).unwrap_err();
    assert_eq!(
        tools.seen_inside(&errors),
        "link.json:1:1: tool `a` is already defined in inner/real.json; \
         `Config::namespace_from` can tell tools of different files apart"
    );
    std::fs::remove_file(tools.path().join("link.json")).unwrap();
    symlink(
        outside.path().join("secret.json"),
        tools.path().join("x.json"),
    )
    .unwrap();
    symlink(outside.path().join("a.md"), tools.path().join("inner/a.md")).unwrap();
    let errors = generate(&tools, Config::new()).unwrap_err();
    assert_eq!(
        tools.seen_inside(&errors),
        "inner/a.md: is a link that leads out of the folder\n\
         x.json: is a link that leads out of the folder"
    );
}

#[test]
fn a_tool_name_leads_to_no_file_outside() {
    let tools = scratch();
    tools.write("secret/x.md", "---\nnot: [closed\n---\n");
    tools.write(
        "tools/t.json",
        r#"{"name": "../secret/x", "inputSchema": {"type": "object"}}"#,
    );
    let errors = Config::new().inspect(tools.path().join("tools"));
    let errors = tools.seen_inside(&errors.unwrap_err());
    assert!(errors.starts_with("tools/t.json:1:10#/name: "), "{errors}");
    assert!(!errors.contains("x.md"), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_file_name_is_no_line_of_its_own() {
    let tools = scratch();
    tools.write("a\ncargo::rustc-env=PWNED=1\n.json", TOOL);
    let errors = generate(&tools, Config::new()).unwrap_err().to_string();
    assert!(
        errors.ends_with(
            "a\\u{a}cargo::rustc-env=PWNED=1\\u{a}.json: has a control character in its name"
        ),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1);
}

/// Automata written as schemas: each word over three letters leads to its own intersection.
fn subsets(states: usize) -> Value {
    let mut definitions = Map::new();
    for state in 0..states {
        let next = format!("#/$defs/s{}", (state + 1) % states);
        let jump = format!("#/$defs/s{}", (state * 2 + 1) % states);
        let both = json!({"allOf": [{"$ref": next}, {"$ref": jump}]});
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": next}, "b": both, "c": {"allOf": [{"$ref": "#/$defs/s0"}, {"$ref": jump}]}},
        });
        definitions.insert(format!("s{state}"), schema);
    }
    json!({"type": "object", "properties": {"s": {"$ref": "#/$defs/s0"}}, "$defs": definitions})
}

#[test]
fn intersections_beyond_a_number_are_left_to_the_validator() {
    let small = generated(&subsets(4));
    assert!(small.report.tools[0].input.is_exact());
    let large = generated(&subsets(40));
    let reasons = reasons(&large);
    let limits = ["types nested too deeply", "more types than are generated"];
    assert!(
        reasons
            .iter()
            .any(|reason| limits.iter().any(|limit| reason.contains(limit))),
        "{reasons:?}"
    );
    assert!(large.text.len() < 10_000_000, "{}", large.text.len());
}

#[test]
fn intersections_take_no_more_than_the_schema_is_long() {
    // Without a bound by the length of the schema, each state doubles the types.
    let [some, more] = [12, 24].map(|states| generated(&subsets(states)).text.len());
    assert!(more < 3 * some, "{some} bytes, then {more}");
    assert!(some < 1_000_000, "{some} bytes");
}

#[test]
fn a_chain_of_definitions_stays_on_the_stack() {
    let mut definitions = Map::new();
    for i in 0..2_000 {
        let schema = json!({"type": "object", "properties": {"next": {"$ref": format!("#/$defs/d{}", i + 1)}}});
        definitions.insert(format!("d{i}"), schema);
    }
    definitions.insert("d2000".to_owned(), json!({"type": "string"}));
    let schema = json!({"type": "object", "properties": {"first": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    let reasons = reasons(&generated(&schema));
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("nested too deeply")),
        "{reasons:?}"
    );
}

#[test]
fn a_long_enum_is_generated_whole() {
    let values: Vec<String> = (0..50_000).map(|i| format!("v{i}")).collect();
    let schema = json!({"type": "object", "properties": {"e": {"enum": values}}});
    let code = generated(&schema);
    assert!(code.report.tools[0].input.is_exact());
    assert!(code.text.contains("V49999 = \"v49999\","));
    // Fifty values each whose names are the same.
    let values: Vec<String> = (0..5_000)
        .map(|i| "\u{b7}".repeat(i % 50 + 1) + &"!".repeat(i / 50))
        .collect();
    let schema = json!({"type": "object", "properties": {"e": {"enum": values}}});
    assert!(generated(&schema).report.tools[0].input.is_exact());
}

#[test]
fn more_fields_than_a_limit_are_left_to_the_validator() {
    let strings = |count| -> Value {
        let named = (0..count).map(|i| (format!("p{i}"), json!({"type": "string"})));
        Value::Object(named.collect())
    };
    // Each field is looked for in each part.
    let parts: Vec<Value> = (0..12)
        .map(|i| json!({"properties": {format!("y{i}"): true}}))
        .collect();
    let wide = json!({"type": "object", "properties": strings(440), "allOf": parts});
    let own: Map<String, Value> = (0..20).map(|i| (format!("q{i}"), wide.clone())).collect();
    let schema = json!({"type": "object", "properties": own});
    let code = generated(&schema);
    let reasons = reasons(&code);
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("more fields and values")),
        "{reasons:?}"
    );
    assert!(code.text.len() < 100_000_000);
}

#[test]
fn a_long_key_is_written_a_few_times_only() {
    let inner: Map<String, Value> = (0..500)
        .map(|i| (format!("p{i}"), json!({"type": "string", "default": i})))
        .collect();
    let long = "A".repeat(4_000);
    let schema =
        json!({"type": "object", "properties": {long: {"type": "object", "properties": inner}}});
    let code = generated(&schema);
    assert!(code.text.len() < 1_000_000, "{}", code.text.len());
    assert_eq!(code.report.warnings.len(), 500);
    let told: usize = code
        .report
        .warnings
        .iter()
        .map(|w| w.to_string().len())
        .sum();
    assert!(told < 500 * 2_000, "{told}");
}

#[test]
fn every_problem_of_a_file_is_told_with_its_place() {
    let tools = scratch();
    tools.write("t.json", format!("[{}]", vec!["{}"; 40_000].join(",\n")));
    let errors = generate(&tools, Config::new()).unwrap_err();
    assert_eq!(errors.iter().count(), 40_000);
    let last = errors.iter().last().unwrap();
    assert_eq!(last.position, Some((40_000, 1)));
    assert_eq!(last.pointer, "/39999");
}

#[test]
fn keys_that_come_twice_are_told_up_to_a_number() {
    let tools = scratch();
    let twice: Vec<String> = (0..8_000)
        .map(|i| format!("\"a{i}\": {{}}, \"a{i}\": {{}}"))
        .collect();
    tools.write(
        "t.json",
        format!(
            "{{\"name\": \"t\", \"inputSchema\": {{\"type\": \"object\", \"properties\": {{{}}}}}}}",
            twice.join(", ")
        ),
    );
    let errors = generate(&tools, Config::new()).unwrap_err();
    assert_eq!(errors.iter().count(), 101);
    let first = errors.iter().next().unwrap();
    assert_eq!(
        tools.seen_inside(first),
        "t.json: only the first 100 keys that come twice are told"
    );
}

#[test]
fn names_of_crates_and_of_the_prelude_break_nothing() {
    let tools = scratch();
    let namespaces = [
        "std",
        "core",
        "alloc",
        "serde",
        "serde_json",
        "toolmodel_runtime",
        "str",
        "u8",
        "rt",
    ];
    for namespace in namespaces {
        let tool = json!({"name": "bool", "namespace": namespace, "inputSchema": {
            "type": "object",
            "properties": {"future": {"type": "object", "properties": {"sized": {"enum": ["a"]}}}},
        }});
        tools.write(&format!("{namespace}.json"), tool.to_string());
    }
    let prefixed = Config::new().wire_names(WireNames::Prefixed);
    let code = generate(&tools, prefixed).unwrap();
    for namespace in namespaces {
        assert!(
            code.text.contains(&format!("    pub mod {namespace}2 {{"))
                || code.text.contains(&format!("    pub mod {namespace}_2 {{")),
            "{namespace}"
        );
    }
    assert!(code.text.contains("pub mod bool2 {"));
    assert!(!code.text.contains("pub struct Future {"));
}

/// Conditions by thousands are a list: in a chain of operators each of them would be a level.
#[test]
fn conditions_by_thousands_do_not_nest() {
    let names: Vec<String> = (0..8000).map(|i| format!("n{i}")).collect();
    let properties: Map<String, Value> = names
        .iter()
        .take(2000)
        .map(|name| (name.clone(), json!({"type": "string"})))
        .collect();
    let halves: Vec<f64> = (0..20_000).map(|i| f64::from(i) + 0.5).collect();
    let patterns: Vec<Value> = (0..2000)
        .map(|i| json!({"pattern": format!("x{i}")}))
        .collect();
    for schema in [
        json!({"type": "object", "dependentRequired": {"a": names}, "required": names}),
        json!({"type": "object", "properties": properties, "dependentRequired": {"n0": names}}),
        json!({"type": "object", "properties": properties, "anyOf": [{"required": names}, {"required": ["n0"]}]}),
        json!({"type": "object", "properties": {"a": {"enum": halves}}}),
        json!({"type": "object", "properties": {"a": {"type": "string", "allOf": patterns}}}),
    ] {
        let text = generated(&schema).text;
        let longest = text.lines().map(|line| line.matches(" && ").count()).max();
        assert!(longest.unwrap_or(0) <= 64, "{longest:?} in one line");
    }
}

#[test]
fn numbers_that_doubles_round_are_left_to_the_validator() {
    const BIG: i64 = 9_007_199_254_740_993;
    let with = |number: Value| json!({"type": "object", "properties": {"n": number}});
    let beyond = "a number beyond the precision of a double";
    for (number, reason) in [
        (json!({"type": "number", "maximum": BIG}), beyond),
        (json!({"type": "number", "exclusiveMinimum": -BIG}), beyond),
        (json!({"type": "number", "exclusiveMaximum": 1e16}), beyond),
        (json!({"enum": [0.5, BIG]}), beyond),
        (
            json!({"type": "number", "multipleOf": BIG}),
            "a divisor beyond the precision of a double",
        ),
        (
            json!({"type": "integer", "multipleOf": 1e16}),
            "a divisor beyond the precision of a double",
        ),
        (
            json!({"type": "integer", "maximum": 1e19}),
            "an integer bound beyond 64 bits",
        ),
        (
            json!({"anyOf": [{"type": "integer", "maximum": -1e19}, {"type": "integer", "minimum": 3}]}),
            "an integer bound beyond 64 bits",
        ),
    ] {
        let told = reasons(&generated(&with(number.clone())));
        assert_eq!(told, [format!("#/properties/n: {reason}")], "{number}");
    }
    // These are held as integers, exactly.
    for number in [
        json!({"type": "number", "minimum": BIG, "maximum": BIG}),
        json!({"type": "number", "minimum": BIG}),
        json!({"enum": [BIG, BIG - 1, 1e16, u64::MAX]}),
        json!({"type": "integer", "minimum": 2.5, "maximum": 1e16}),
        json!({"type": "integer", "enum": [1e16, 2.5, u64::MAX]}),
    ] {
        let code = generated(&with(number.clone()));
        let enforcement = &code.report.tools[0].input;
        assert!(
            matches!(enforcement, Enforcement::Exact),
            "{number}: {enforcement:?}"
        );
    }
}

/// A schema of as many properties, beside a definition `d` with fields of its own.
fn beside_a_definition(count: usize, fields: usize, property: &dyn Fn(usize) -> Value) -> Value {
    let named = |prefix: &str, count: usize, schema: &dyn Fn(usize) -> Value| -> Value {
        let named = (0..count).map(|i| (format!("{prefix}{i}"), schema(i)));
        Value::Object(named.collect())
    };
    let fields = named("q", fields, &|_| json!({"type": "integer"}));
    let definition = json!({"type": "object", "properties": fields});
    let properties = named("p", count, property);
    json!({"type": "object", "properties": properties, "$defs": {"d": definition}})
}

/// Each had taken a copy of the whole schema: five seconds for 77 KB.
#[test]
fn defaults_beside_references_take_a_bounded_number_of_copies() {
    let shared = |_| json!({"$ref": "#/$defs/d", "default": {}});
    let text = generated(&beside_a_definition(400, 400, &shared)).text;
    assert!(text.contains("p399 -> "), "the default is checked");
    // Where each is another subschema, there is an end to it.
    let own = |i| json!({"$ref": "#/$defs/d", "maxProperties": i + 1, "default": {}});
    let text = generated(&beside_a_definition(400, 1, &own)).text;
    assert!(text.contains("p50 -> ") && !text.contains("p399 -> "));
    assert!(text.contains("p399: "), "the default is only told");
}

/// Each property is a struct with all fields of the definition: nineteen megabytes for 41 KB.
#[test]
fn fields_are_copied_no_more_than_the_schema_is_long() {
    let narrowed = |i: usize| json!({"$ref": "#/$defs/d", "required": [format!("q{i}")]});
    let schema = beside_a_definition(300, 300, &narrowed);
    let code = generated(&schema);
    let (from, to) = (schema.to_string().len(), code.text.len());
    assert!(to < 100 * from, "{from} bytes give {to}");
    let few = generated(&beside_a_definition(12, 12, &narrowed));
    assert!(matches!(few.report.tools[0].input, Enforcement::Exact));
    let reasons = reasons(&code);
    let reason = "more copies of fields than are generated for one schema";
    assert!(reasons.iter().all(|it| it.ends_with(reason)), "{reasons:?}");
}

/// What rustc does for a struct grows with the square of its fields.
#[test]
fn a_struct_has_no_more_fields_than_a_limit() {
    let of = |fields| beside_a_definition(1, fields, &|_| json!({"$ref": "#/$defs/d"}));
    let code = generated(&of(500));
    assert!(matches!(code.report.tools[0].input, Enforcement::Exact));
    let code = generated(&of(501));
    assert_eq!(
        reasons(&code),
        ["#/$defs/d: more fields than are generated for one struct"]
    );
}

/// Each pattern was compiled for every name and for every value: sixteen seconds for 120 KB.
#[test]
fn patterns_are_matched_with_names_and_values_while_that_is_cheap() {
    let parts = |n: usize| -> Vec<Value> {
        let parts = (0..n).map(|i| json!({"pattern": format!("^(a|bc)+v|x{i}")}));
        parts.collect()
    };
    let listed = |values: usize, patterns: usize| {
        let values: Vec<String> = (0..values)
            .map(|i| format!("{}v{i}", ["abc", "z"][i % 2]))
            .collect();
        let only = json!({"type": "string", "enum": values, "allOf": parts(patterns)});
        generated(&json!({"type": "object", "properties": {"a": only}}))
    };
    let few = listed(4, 30);
    assert!(matches!(few.report.tools[0].input, Enforcement::Exact));
    assert!(
        few.text.contains("Abcv2") && !few.text.contains("Zv1"),
        "{}",
        few.text
    );
    let reason = "#: a pattern that takes too long to match with a name or a listed value";
    assert!(reasons(&listed(60_000, 30)).contains(&reason.to_owned()));
}

/// An engine that gave up on a name counted as one that found nothing, and the property as free.
#[test]
fn what_a_pattern_means_for_a_name_is_left_to_the_validator_where_it_takes_long() {
    let name = "a".repeat(40);
    let about = |pattern: &str| {
        let properties = json!({name.as_str(): {}, "b": {"enum": [name, "b"], "pattern": pattern}});
        let patterns = json!({pattern: {"type": "string"}});
        generated(
            &json!({"type": "object", "properties": properties, "patternProperties": patterns}),
        )
    };
    let cheap = about("^(a|b)+$");
    let reason = "#: a pattern that takes too long to match with a name or a listed value";
    assert!(!reasons(&cheap).contains(&reason.to_owned()));
    let costly = about(r"^(a|aa|b)+\1?$");
    assert!(
        reasons(&costly).contains(&reason.to_owned()),
        "{:?}",
        reasons(&costly)
    );
    let both = |text: &str| text.contains("B = \"b\",") && text.contains(&format!("= \"{name}\","));
    assert!(
        both(&costly.text),
        "no listed value is lost: {}",
        costly.text
    );
}

/// Every union with a long list copied the list, however many unions there were: 830 KB held 620 MB.
#[test]
fn lists_that_many_unions_share_are_copied_within_a_limit() {
    let schema = |unions: usize, listed: usize| {
        let values: Vec<String> = (0..listed).map(|i| format!("value{i}")).collect();
        let union = |i: usize| {
            let own = json!({"type": "string", "maxLength": i});
            (
                format!("p{i}"),
                json!({"anyOf": [{"$ref": "#/$defs/long"}, own]}),
            )
        };
        let properties: Map<String, Value> = (0..unions).map(union).collect();
        let long = json!({"enum": values});
        json!({"type": "object", "properties": properties, "$defs": {"long": long}})
    };
    let many = reasons(&generated(&schema(450, 15_000))).join("\n");
    assert!(
        many.contains("more constraints than can be joined"),
        "{many:.500}"
    );
    let few = generated(&schema(3, 500));
    assert_eq!(few.report.tools[0].input, Enforcement::Exact);
}

/// The names of every struct were compared with every name of a list, without being charged.
#[test]
fn names_are_compared_with_listed_ones_within_a_limit() {
    let listed: Vec<String> = (0..8_000).rev().map(|i| format!("n{i}")).collect();
    let properties: Map<String, Value> = (0..400).map(|i| (format!("n{i}"), json!({}))).collect();
    let object = |i| {
        let names = json!({"$ref": "#/$defs/names"});
        let object = json!({"type": "object", "properties": properties, "propertyNames": names});
        (format!("o{i}"), object)
    };
    let schema = |count: usize| {
        let objects: Map<String, Value> = (0..count).map(object).collect();
        let names = json!({"enum": listed});
        json!({"type": "object", "properties": objects, "$defs": {"names": names}})
    };
    let reasons = reasons(&generated(&schema(20))).join("\n");
    assert!(
        reasons.contains("more fields and values than"),
        "{reasons:.500}"
    );
    assert_eq!(
        generated(&schema(1)).report.tools[0].input,
        Enforcement::Exact
    );
}

/// A type divided every number by 1,200 divisors, and matched every text with 1,800 patterns: 480 KB of arguments
/// took 26 s. The validator counts that.
#[test]
fn what_one_value_is_checked_with_is_limited_over_all_branches() {
    let union = |kind: &str, keyword: &str, branches: usize, rule: &dyn Fn(usize) -> Value| {
        let part = |i: usize| json!({keyword: rule(i)});
        let branch = |i: usize| {
            let parts: Vec<Value> = (0..10).map(|j| part(10 * i + j)).collect();
            json!({"type": kind, "allOf": parts})
        };
        let branches: Vec<Value> = (0..branches).map(branch).collect();
        let properties = json!({"a": {"type": "array", "items": {"anyOf": branches}}});
        json!({"type": "object", "properties": properties})
    };
    let pattern = |i: usize| json!(format!("^(a|b{i})"));
    let ahead = |i: usize| json!(format!("^(?!q{i})(a|b)"));
    let divisor = |i: usize| json!(0.5 + f64::from(u32::try_from(i).unwrap_or(0)));
    for (kind, keyword, rule, reason) in [
        (
            "string",
            "pattern",
            &pattern as &dyn Fn(usize) -> Value,
            "more patterns than",
        ),
        ("number", "multipleOf", &divisor, "more divisors than"),
    ] {
        let many = reasons(&generated(&union(kind, keyword, 4, rule))).join("\n");
        assert!(many.contains(reason), "{many}");
        let few = generated(&union(kind, keyword, 3, rule));
        assert_eq!(few.report.tools[0].input, Enforcement::Exact, "{kind}");
    }
    let back = reasons(&generated(&union("string", "pattern", 1, &ahead))).join("\n");
    assert!(back.contains("more patterns than"), "{back}");
}

/// Every struct wrote out which names require which others: 78 KB became 123 MB, in 13 s.
#[test]
fn names_that_require_others_are_written_within_a_limit() {
    let names: Vec<String> = (0..50).map(|i| format!("m{i}")).collect();
    let needs: Map<String, Value> = names.iter().map(|it| (it.clone(), json!(names))).collect();
    let either = json!([{"$ref": "#/$defs/web"}, {"type": "boolean"}]);
    let place = |i: usize| {
        (
            format!("n{i}"),
            json!({"anyOf": either, "title": i.to_string()}),
        )
    };
    let schema = |places: usize| {
        let properties: Map<String, Value> = (0..places).map(place).collect();
        let web = json!({"type": "object", "dependentRequired": needs});
        json!({"type": "object", "properties": properties, "$defs": {"web": web}})
    };
    let reasons = reasons(&generated(&schema(60))).join("\n");
    assert!(
        reasons.contains("more fields and values than"),
        "{reasons:.500}"
    );
    assert_eq!(
        generated(&schema(2)).report.tools[0].input,
        Enforcement::Exact
    );
}
