//! What generated types look like beyond the snapshots: names, presence, and what `Config` changes.

use serde_json::{Value, json};
use toolmodel_build::Config;
use toolmodel_tests::fixture::Scratch;

#[track_caller]
fn text_of(schema: &Value, config: &Config) -> String {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let tool = json!({"name": "t", "inputSchema": schema});
    tools.write("t.json", tool.to_string());
    let generated = config.generate_to_string(tools.path());
    generated.unwrap_or_else(|errors| panic!("{errors}")).text
}

#[track_caller]
fn has(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(
            text.lines().any(|found| found.trim() == *line),
            "{line}\nin\n{text}"
        );
    }
}

#[test]
fn no_method_of_a_property_hides_one_of_the_trait() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../toolmodel-runtime/src/typed/mod.rs"
    );
    let source = std::fs::read_to_string(path).unwrap();
    let (_, body) = source.split_once("pub trait TypedTool").unwrap();
    let (body, _) = body.split_once("\n}").unwrap();
    let names = body.lines().filter_map(|line| line.strip_prefix("    fn "));
    let mut names: Vec<&str> = names.filter_map(|line| line.split('(').next()).collect();
    assert!(names.len() >= 13, "{names:?}");
    names.push("handle");
    for name in names {
        let schema =
            json!({"type": "object", "properties": {name: {"type": "boolean", "default": true}}});
        let line = format!("{name}_or_default -> bool = copied({name}, true),");
        has(&text_of(&schema, &Config::new()), &[&line]);
    }
}

#[test]
fn a_default_is_an_option_and_a_method() {
    let schema = json!({"type": "object", "properties": {
        "check": {"type": "boolean", "default": true},
        "parse": {"type": "string", "default": "x"},
        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
        "rank": {"type": ["integer", "null"], "default": null},
        "type": {"type": "integer", "default": 5},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub check: Option<bool>,",
            "pub rank: Option<Option<rt::Integer>>,",
            "with_check(check: bool),",
            // `call.check()` is `TypedTool`'s.
            "check_or_default -> bool = copied(check, true),",
            "parse_or_default -> &str = text(parse, \"x\"),",
            "tags -> &[String] = list(tags, &[]),",
            "rank -> Option<rt::Integer> = copied(rank, None),",
            "r#type -> rt::Integer = copied(r#type, rt::Integer::from(5i64)),",
        ],
    );
    let filled = text_of(&schema, &Config::new().fill_defaults());
    has(
        &filled,
        &[
            "pub check: bool,",
            "pub rank: Option<rt::Integer>,",
            "check = \"check\" => or(de::any(), true),",
            "rank = \"rank\" => flat(de::any()),",
        ],
    );
}

#[test]
fn undeclared_properties_are_kept_when_asked() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let text = text_of(&schema, &Config::new());
    assert!(!text.contains("additional_properties"), "{text}");
    let text = text_of(&schema, &Config::new().keep_undeclared("t"));
    has(
        &text,
        &[
            "pub additional_properties: ::std::collections::BTreeMap<String, rt::serde_json::Value>,",
        ],
    );
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let report = Config::new()
        .keep_undeclared("u")
        .inspect(tools.path())
        .unwrap();
    let warning = report.warnings.last().map(ToString::to_string);
    let expected = "the configuration: names nothing: there is no tool `u`";
    assert_eq!(warning.as_deref(), Some(expected));
}

#[test]
fn items_are_named_in_the_singular() {
    let item = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let list = |item: &Value| json!({"type": "array", "items": item});
    let schema = json!({"type": "object", "properties": {
        "labels": list(&item),
        "lineItems": list(&item),
        "data": list(&item),
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub struct Label {",
            "pub struct LineItem {",
            "pub struct DataItem {",
        ],
    );
}

#[test]
fn branches_are_named_by_what_tells_them_apart() {
    let branch = |required: &str| json!({"type": "object", "properties": {required: {"type": "string"}}, "required": [required]});
    let schema = json!({"type": "object", "properties": {
        "target": {"anyOf": [branch("url"), branch("path"), {"type": "object", "title": "Anything", "properties": {"z": {"type": "integer"}}}]},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "Url(TargetUrl),",
            "Path(TargetPath),",
            "Anything(Anything),",
            "pub struct TargetUrl {",
        ],
    );
}

#[test]
fn a_definition_keeps_its_name_beside_null() {
    let schema = json!({
        "type": "object",
        "properties": {
            "origin": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "default": null},
            "level": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/Level"}], "title": "How high"},
        },
        "$defs": {
            "Place": {"type": "object", "properties": {"city": {"type": "string"}, "next": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]}}},
            "Level": {"enum": ["low", "high"]},
        },
    });
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub origin: Option<Option<t::Place>>,",
            "pub level: Option<Option<t::Level>>,",
            "pub next: Option<Box<Option<Place>>>,",
            "origin -> Option<&t::Place> = nullable(origin, None),",
        ],
    );
}

#[test]
fn a_constant_is_no_field() {
    let schema = json!({
        "type": "object",
        "properties": {"version": {"const": "1"}, "kind": {"enum": ["a"]}, "n": {"type": "integer"}},
        "required": ["version"],
        "minProperties": 2,
    });
    let text = text_of(&schema, &Config::new());
    assert!(!text.contains("pub version:"), "{text}");
    has(
        &text,
        &[
            "constants: {",
            "version = \"version\" => \"1\",",
            "pub kind: Option<t::Kind>,",
        ],
    );
}

#[test]
fn a_definition_keeps_its_name_beside_other_types() {
    let schema = json!({"type": "object",
    "properties": {
        "at": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "string"}]},
        "by": {"anyOf": [{"title": "By hand", "type": "object", "properties": {"who": {"type": "string"}}}, {"type": "string"}]},
        "to": {"allOf": [{"$ref": "#/$defs/Place"}], "description": "Where it ends."},
        "via": {"anyOf": [{"allOf": [{"$ref": "#/$defs/Place"}]}, {"type": "null"}]},
        "way": {"anyOf": [{"$ref": "#/$defs/Place"}, {"$ref": "#/$defs/Route"}, {"type": "null"}]},
    },
    "$defs": {
        "Place": {"type": "object", "properties": {"x": {"type": "integer"}}},
        "Route": {"type": "object", "properties": {"from": {"$ref": "#/$defs/Place"}}, "required": ["from"]},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub struct Place {",
            "pub struct Route {",
            "pub to: Option<t::Place>,",
            "pub via: Option<Option<t::Place>>,",
            "Place(Place),",
            "Route(Route),",
            "ByHand(ByHand),",
        ],
    );
    assert_eq!(text.matches("pub struct ").count(), 4, "{text}");
    assert!(!text.contains("Object("), "{text}");
    let config = Config::new().replace("t", "/inputSchema/properties/to", "crate::Spot");
    let text = text_of(&schema, &config);
    has(
        &text,
        &[
            "pub to: Option<crate::Spot>,",
            "pub via: Option<Option<t::Place>>,",
        ],
    );
}

#[test]
fn renames_reach_variants() {
    let branch = |kind: &str| json!({"type": "object", "properties": {"kind": {"const": kind}, "n": {"type": "integer"}}, "required": ["kind"]});
    let other = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]});
    let schema = json!({"type": "object", "properties": {
        "tagged": {"oneOf": [branch("a"), branch("b")]},
        "tried": {"anyOf": [other("url"), other("path")]},
    }});
    let place = |name: &str, at: usize| match name {
        "tagged" => format!("/inputSchema/properties/tagged/oneOf/{at}"),
        _ => format!("/inputSchema/properties/tried/anyOf/{at}"),
    };
    let config = Config::new()
        .rename("t", place("tagged", 1), "Second")
        .rename("t", place("tried", 0), "Remote");
    let text = text_of(&schema, &config);
    has(
        &text,
        &[
            "Second(Second),",
            "\"b\" => Second(Second),",
            "A(TaggedA),",
            "Remote(Remote),",
        ],
    );
}

#[test]
fn renames_reach_variants_of_several_types() {
    let union = json!({"anyOf": [{"enum": ["fast", "safe"]}, {"type": "number"}, {"$ref": "#/$defs/list"}]});
    let schema = json!({
        "type": "object",
        "properties": {"mode": union, "pace": union},
        "$defs": {"list": {"type": "array", "items": {"type": "string"}}},
    });
    let at = |place: &str| format!("/inputSchema/properties/{place}");
    let config = Config::new()
        .rename("t", at("mode"), "Speed")
        .rename("t", at("pace/anyOf/0"), "Word")
        .rename("t", at("pace/anyOf/1"), "Exactly")
        .rename("t", "/inputSchema/$defs/list", "Several");
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let tool = json!({"name": "t", "inputSchema": schema});
    tools.write("t.json", tool.to_string());
    let generated = config
        .authoring_warnings(false)
        .generate_to_string(tools.path());
    let generated = generated.unwrap();
    assert_eq!(generated.report.warnings, []);
    has(
        &generated.text,
        &[
            "pub speed: Option<t::Speed>,",
            "Text(SpeedText),",
            "Number(f64),",
            "pub enum Pace {",
            "Word(Word),",
            "Exactly(f64),",
            "Several(Vec<String>),",
        ],
    );
}

#[test]
fn values_that_are_described_one_by_one_are_an_enum_with_docs() {
    let schema = json!({"type": "object", "properties": {"priority": {"oneOf": [
        {"const": "low", "description": "Some day."},
        {"const": "high", "title": "High priority"},
        {"$ref": "#/$defs/now"},
        {"enum": ["n/a"]},
    ]}}, "$defs": {"now": {"const": "now", "title": "now", "description": "At once."}}});
    let at = |place: &str| format!("/inputSchema/properties/priority/oneOf/{place}");
    let config = Config::new()
        .rename("t", at("0"), "Later")
        .rename("t", at("1/const"), "Soon")
        .rename("t", "/inputSchema/$defs/now", "AtOnce")
        .rename("t", at("3/enum/0"), "Never");
    let text = text_of(&schema, &config);
    let (_, body) = text.split_once("pub enum Priority {").unwrap();
    let (body, _) = body.split_once('}').unwrap();
    let lines: Vec<&str> = body.trim().lines().map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "/// Some day.",
            "Later = \"low\",",
            "/// High priority",
            "Soon = \"high\",",
            "/// At once.",
            "AtOnce = \"now\",",
            "Never = \"n/a\",",
        ]
    );
}

#[test]
fn a_default_of_a_union_is_one_of_its_variants() {
    let schema = json!({"type": "object", "properties": {
        "mode": {"anyOf": [{"enum": ["fast", "safe"]}, {"type": "integer", "minimum": 0, "maximum": 9}], "default": "fast"},
        "level": {"type": ["integer", "string", "null"], "default": 3},
        "window": {"type": "object", "properties": {"from": {"type": "string"}}, "default": {"from": "now"}},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "mode -> t::Mode = cloned(mode, t::Mode::Text(t::ModeText::Fast)),",
            "level -> Option<t::Level> = cloned(level, Some(t::Level::Integer(rt::Integer::from(3i64)))),",
            // No value of it can be written, so only the doc tells.
            "/// Default: `{\"from\":\"now\"}`.",
            "pub window: Option<t::Window>,",
        ],
    );
    assert!(!text.contains("window ->"), "{text}");
}

#[test]
fn what_tells_branches_apart_may_be_optional() {
    let only =
        |name: &str| json!({"type": "object", "properties": {"id": {}, name: {"type": "string"}}});
    let schema =
        json!({"type": "object", "properties": {"at": {"anyOf": [only("url"), only("path")]}}});
    let text = text_of(&schema, &Config::new());
    has(&text, &["Url(AtUrl),", "Path(AtPath),"]);
}

#[test]
fn what_a_list_or_map_holds_is_called_by_the_singular() {
    let item = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}});
    let schema = json!({"type": "object", "properties": {
        "labels": {"type": "array", "items": item("a")},
        "users": {"type": "object", "additionalProperties": item("b")},
        "grid": {"type": "array", "items": {"type": "array", "items": item("c")}},
        "taskIDs": {"type": "array", "items": item("d")},
        "data": {"type": "array", "items": item("e")},
        "extra": {"type": "object", "additionalProperties": item("f")},
    }});
    let text = text_of(&schema, &Config::new());
    has(
        &text,
        &[
            "pub struct Label {",
            "pub struct User {",
            "pub struct GridItem {",
            "pub struct TaskId {",
            "pub task_ids: Option<Vec<t::TaskId>>,",
            "pub struct DataItem {",
            "pub struct ExtraValue {",
        ],
    );
}

#[test]
fn types_of_results_do_not_repeat_the_tool() {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let item = json!({"type": "object", "properties": {"id": {"type": "string"}}});
    let owner = json!({"type": "object", "properties": {"owner": item}});
    let tool = json!({"name": "get_repo", "inputSchema": owner, "outputSchema": {
        "type": "object",
        "properties": {"owner": {"type": "object", "properties": {"name": {"type": "string"}}}},
    }});
    tools.write("t.json", tool.to_string());
    let text = Config::new().generate_to_string(tools.path()).unwrap().text;
    has(
        &text,
        &[
            "pub struct GetRepoOutput {",
            "pub struct Owner {",
            "pub struct OutputOwner {",
        ],
    );
}

#[test]
fn derives_for_all_go_where_every_part_allows_them() {
    let schema = json!({"type": "object", "properties": {
        "exact": {"type": "object", "properties": {"n": {"type": "integer"}, "next": {"$ref": "#/properties/exact"}}},
        "loose": {"type": "object", "properties": {"n": {"type": "number"}}},
        "open": {"type": "object", "properties": {"any": {}}},
        "level": {"enum": ["low", "high"]},
    }});
    let config = Config::new().derive_all("Eq, Hash, ::core::cmp::PartialOrd");
    let text = text_of(&schema, &config);
    let before = |item: &str| {
        let at = text.find(item).unwrap_or_else(|| panic!("{item}\n{text}"));
        let lines: Vec<&str> = text[..at].trim_end().lines().rev().take(2).collect();
        lines.join("\n")
    };
    assert!(before("pub struct Exact {").contains("#[derive(Eq, Hash, ::core::cmp::PartialOrd)]"));
    assert!(before("pub struct Loose {").contains("#[derive(::core::cmp::PartialOrd)]"));
    assert!(!before("pub struct Open {").contains("Eq, Hash"));
    assert!(!before("pub struct T {").contains("Eq, Hash"));
    let errors = Config::new().derive_all("Eq, 1").inspect("nowhere");
    let errors = errors.unwrap_err().to_string();
    assert!(errors.contains("derive `1` is not a path"), "{errors}");
}

#[test]
fn versions_are_versions_and_tags_have_their_normal_form() {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let tool = |version: &str| json!({"name": "t", "version": version, "tags": ["Git Hub", "ok"], "inputSchema": {"type": "object"}});
    tools.write("t.json", tool("banana").to_string());
    let errors = Config::new().inspect(tools.path()).unwrap_err().to_string();
    assert!(errors.contains("t.json:1:23#/version: "), "{errors}");
    tools.write("t.json", tool("v1.2.0").to_string());
    let report = Config::new().inspect(tools.path()).unwrap();
    let warnings: Vec<&str> = report.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        warnings,
        [r#"the tags are not in their normal form, which is ["git-hub", "ok"]"#]
    );
}

#[test]
fn rules_of_authoring_are_told_once_and_can_be_turned_off() {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    for (i, namespace) in [Some("gh"), None, None].iter().enumerate() {
        let mut tool = json!({"name": format!("t{i}"), "inputSchema": {"type": "object", "properties": {"a": {}}}});
        if let Some(namespace) = namespace {
            tool["namespace"] = json!(namespace);
        }
        tools.write(&format!("t{i}.json"), tool.to_string());
    }
    let report = Config::new().inspect(tools.path()).unwrap();
    let warnings = report.warnings.iter();
    let warnings: Vec<String> = warnings.map(|it| tools.seen_inside(it)).collect();
    let off = "`Config::authoring_warnings(false)` turns this off";
    assert_eq!(
        warnings,
        [
            format!(
                "t0.json:1:1: tools with properties without a `type`, which take any value: `gh:t0`, `t1`, `t2`; {off}"
            ),
            format!(
                "t0.json:1:1: tools that do not say which properties are `required` (an empty list says that none is): `gh:t0`, `t1`, `t2`; {off}"
            ),
            format!(
                "t1.json:1:1: tools without a namespace beside others that have one (ids change when they get one): `t1`, `t2`; {off}"
            ),
        ]
    );
    let quiet = Config::new().authoring_warnings(false);
    assert_eq!(quiet.inspect(tools.path()).unwrap().warnings, []);
}

/// Three tools with the same label, and two with the same result.
fn tools_in_common(tools: &Scratch) {
    let label = |doc: &str| {
        json!({"type": "object", "description": doc, "properties": {
            "name": {"type": "string"},
            "color": {"enum": ["red", "green"]},
        }})
    };
    let result = json!({"type": "object", "description": "What was done.", "properties": {"label": label("A label.")}});
    for (name, doc) in [
        ("a", "A label."),
        ("b", "A label."),
        ("c", "Another label."),
    ] {
        let input = json!({"type": "object", "properties": {"label": label(doc)}, "required": []});
        let mut tool = json!({"name": name, "namespace": "n", "inputSchema": input});
        if name != "a" {
            tool["outputSchema"] = result.clone();
        }
        tools.write(&format!("{name}.json"), tool.to_string());
    }
}

#[test]
fn equal_types_of_a_namespace_are_one() {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    tools_in_common(&tools);
    let generated = Config::new().generate_to_string(tools.path()).unwrap();
    has(
        &generated.text,
        &[
            "pub use super::a::Label;",
            "pub use super::a::Color;",
            "pub type COutput = BOutput;",
        ],
    );
    // The doc of `c`'s own label differs, the color in it does not.
    assert_eq!(generated.text.matches("pub struct Label {").count(), 2);
    assert_eq!(generated.text.matches("pub enum Color {").count(), 1);
    let shared: Vec<String> = generated
        .report
        .shared
        .iter()
        .map(|shared| format!("{} in {}", shared.path, shared.tools.join(", ")))
        .collect();
    assert!(
        shared.contains(&"n::a::Label in n:b".to_owned()),
        "{shared:?}"
    );
    assert!(
        shared.contains(&"n::BOutput in n:c".to_owned()),
        "{shared:?}"
    );
    let own = Config::new()
        .own_type("n:b", "/inputSchema/properties/label")
        .own_type("n:c", "/outputSchema")
        .generate_to_string(tools.path())
        .unwrap();
    assert!(!own.text.contains("pub use super::a::Label;"));
    assert!(own.text.contains("pub struct COutput {"), "{}", own.text);
    assert_eq!(own.report.warnings, []);
    let apart = Config::new().share_types(false);
    let apart = apart.generate_to_string(tools.path()).unwrap();
    assert_eq!(apart.text.matches("pub struct Label {").count(), 3);
    assert_eq!(apart.report.shared, []);
}

#[test]
fn types_that_name_different_types_are_not_one() {
    let tools = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    for (name, kind) in [("a", "string"), ("b", "integer")] {
        let inner = json!({"type": "object", "properties": {"x": {"type": kind}}});
        let outer = json!({"type": "object", "properties": {"inner": inner}});
        let own = json!({"type": "object", "properties": {"t": {"$ref": "#"}}});
        let schema = json!({"type": "object", "properties": {"outer": outer, "own": own}});
        let tool = json!({"name": name, "inputSchema": schema});
        tools.write(&format!("{name}.json"), tool.to_string());
    }
    let generated = Config::new().generate_to_string(tools.path()).unwrap();
    assert!(!generated.text.contains("pub use super::"));
    assert_eq!(generated.report.shared, []);
}
