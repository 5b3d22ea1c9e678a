//! What a build may rely on: the same bytes every time, nothing written without need, and a report.

use std::path::Path;
use std::time::{Duration, SystemTime};

use toolmodel_build::{Config, Enforcement, Report, WireNames};
use toolmodel_tests::fixture::Scratch;

use crate::scratch;

fn generate(config: &Config, path: &Path) -> Report {
    config
        .generate(path)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// All snapshot cases in one folder, each in a file of its own.
fn all_cases(scratch: &Scratch, reversed: bool) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/cases");
    let mut cases = toolmodel_tests::fixture::folders(&cases);
    if reversed {
        cases.reverse();
    }
    for case in cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read(case.join("tool.json")).unwrap();
        scratch.write(&format!("tools/{name}.json"), text);
    }
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let mut texts = Vec::new();
    for run in 0..5 {
        let scratch = scratch();
        all_cases(&scratch, run % 2 == 1);
        let config = Config::new().wire_names(WireNames::Prefixed);
        let config = config.out_dir(scratch.path());
        let report = generate(&config, &scratch.path().join("tools"));
        let text = std::fs::read_to_string(report.output).unwrap();
        let folder = scratch.path().display().to_string();
        assert!(!text.contains(&folder), "the path is in the output");
        texts.push(text);
    }
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn the_file_is_written_only_when_it_changes() {
    let scratch = scratch();
    let file = scratch.write(
        "tools/a.json",
        r#"{"name": "a", "inputSchema": {"type": "object"}}"#,
    );
    let config = Config::new().out_dir(scratch.path().join("src/generated"));
    let tools = scratch.path().join("tools");
    let first = generate(&config, &tools);
    assert!(first.changed);
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    let output = std::fs::File::options()
        .write(true)
        .open(&first.output)
        .unwrap();
    output.set_modified(long_ago).unwrap();
    drop(output);
    let before = std::fs::metadata(&first.output)
        .unwrap()
        .modified()
        .unwrap();
    assert!(!generate(&config, &tools).changed);
    let after = std::fs::metadata(&first.output)
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(before, after);
    std::fs::write(file, r#"{"name": "b", "inputSchema": {"type": "object"}}"#).unwrap();
    assert!(generate(&config, &tools).changed);
}

#[test]
fn check_fails_when_the_committed_file_is_missing_or_stale() {
    let scratch = scratch();
    let file = scratch.write(
        "tools/a.json",
        r#"{"name": "a", "inputSchema": {"type": "object"}}"#,
    );
    let config = Config::new()
        .out_dir(scratch.path().join("out"))
        .file_name("made.rs");
    let tools = scratch.path().join("tools");
    let missing = config.check(&tools).unwrap_err().to_string();
    assert!(missing.contains("made.rs: cannot be read"), "{missing}");
    generate(&config, &tools);
    assert_eq!(config.check(&tools).unwrap().tools.len(), 1);
    std::fs::write(file, r#"{"name": "b", "inputSchema": {"type": "object"}}"#).unwrap();
    let stale = config.check(&tools).unwrap_err().to_string();
    assert!(
        stale.ends_with("made.rs: is stale: generate it again"),
        "{stale}"
    );
    generate(&config, &tools);
    assert!(config.check(&tools).is_ok());
}

#[test]
fn an_empty_folder_gives_an_empty_list_and_a_warning() {
    let scratch = scratch();
    std::fs::create_dir(scratch.path().join("tools")).unwrap();
    let config = Config::new().out_dir(scratch.path());
    let report = generate(&config, &scratch.path().join("tools"));
    assert_eq!(report.tools, []);
    let warning = report.warnings[0].to_string();
    assert!(
        warning.ends_with("tools: no tools: no `*.json` file here or below has any"),
        "{warning}"
    );
    let text = std::fs::read_to_string(report.output).unwrap();
    assert!(text.contains("pub enum ToolCall {\n        }"), "{text}");
}

#[test]
fn the_report_says_why_a_tool_is_checked() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/cases");
    let scratch = scratch();
    let config = Config::new().out_dir(scratch.path());
    let report = generate(&config, &cases.join("checked/tool.json"));
    let Enforcement::Checked(reasons) = &report.tools[0].input else {
        panic!("exact");
    };
    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(
        reasons[0].starts_with("#: `if`") || reasons[0].starts_with("#/if"),
        "{reasons:?}"
    );
    assert!(
        reasons[1].starts_with("#/properties/currency"),
        "{reasons:?}"
    );
    assert_eq!(report.tools[0].output, None);
    let report = generate(&config, &cases.join("object/tool.json"));
    assert!(report.tools[0].input.is_exact());
    assert_eq!(report.tools[0].output, Some(Enforcement::Exact));
    assert_eq!(report.warnings, []);
}

#[test]
fn odd_schemas_give_warnings_with_their_places() {
    let scratch = scratch();
    scratch.write(
        "tools/a.json",
        r#"{
  "name": "a",
  "inputSchema": {
    "type": "object",
    "properties": {
      "limit": {"type": "integer", "maximum": 50, "default": 100},
      "name": {"type": "string", "maxlength": 5},
      "none": {"type": "string", "default": null}
    },
    "requried": ["name"]
  }
}"#,
    );
    let config = Config::new()
        .authoring_warnings(false)
        .out_dir(scratch.path());
    let report = generate(&config, &scratch.path().join("tools"));
    let warnings = report.warnings.iter();
    let warnings: Vec<String> = warnings.map(|it| scratch.seen_inside(it)).collect();
    assert_eq!(
        warnings,
        [
            "tools/a.json:6:62#/inputSchema/properties/limit/default: the default `100` does not meet \
             its schema",
            "tools/a.json:7:47#/inputSchema/properties/name/maxlength: keyword `maxlength` is unknown; \
             did you mean `maxLength`?",
            "tools/a.json:10:17#/inputSchema/requried: keyword `requried` is unknown; \
             did you mean `required`?",
        ]
    );
}

#[test]
fn misspelt_keywords_are_found_wherever_a_subschema_stands() {
    let scratch = scratch();
    scratch.write(
        "tools/a.json",
        r#"{
  "name": "a",
  "inputSchema": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {"pair": {"type": "array", "items": [{"type": "string", "minlength": 1}]}}
  },
  "outputSchema": {
    "type": "object",
    "unevaluatedProperties": {"type": "string", "minlength": 1}
  }
}"#,
    );
    let config = Config::new()
        .authoring_warnings(false)
        .out_dir(scratch.path());
    let report = generate(&config, &scratch.path().join("tools"));
    let places: Vec<String> = report
        .warnings
        .iter()
        .filter(|warning| warning.to_string().contains("`minLength`"))
        .map(|warning| {
            let told = scratch.seen_inside(warning);
            told.split(": ").next().unwrap().to_owned()
        })
        .collect();
    assert_eq!(
        places,
        [
            "tools/a.json:6:88#/inputSchema/properties/pair/items/0/minlength",
            "tools/a.json:10:62#/outputSchema/unevaluatedProperties/minlength",
        ]
    );
}

#[test]
fn names_that_are_taken_give_warnings() {
    let scratch = scratch();
    scratch.write(
        "tools/a.json",
        r#"[
  {
    "name": "get-it",
    "namespace": "a.b",
    "inputSchema": {
      "type": "object",
      "properties": {
        "Sum": {"type": "string"},
        "SUM": {"type": "string"},
        "sort": {"enum": ["up", "-up", "UP"]}
      }
    }
  },
  {"name": "get_it", "namespace": "a.b", "inputSchema": {"type": "object"}},
  {"name": "get", "namespace": "a_b", "inputSchema": {"type": "object"}}
]"#,
    );
    let warnings = |config: Config| -> Vec<String> {
        let config = config.out_dir(scratch.path());
        let report = generate(&config, &scratch.path().join("tools"));
        let warnings = report.warnings.iter();
        warnings.map(|it| scratch.seen_inside(it)).collect()
    };
    assert_eq!(
        warnings(Config::new().authoring_warnings(false)),
        [
            "tools/a.json:9:16#/0/inputSchema/properties/SUM: property `SUM` is called `sum2` in Rust, \
             because `sum` is taken; `Config::rename` can give it another name",
            "tools/a.json:10:40#/0/inputSchema/properties/sort/enum/2: value `UP` is called `Up2` in \
             Rust, because `Up` is taken; `Config::rename` can give it another name",
            "tools/a.json:14:3#/1: tool `a.b:get_it` is called `GetIt2` in Rust, because `GetIt` is \
             taken; `Config::rename` can give it another name",
            "tools/a.json:15:3#/2: the module of namespace `a_b` is called `a_b2` in Rust, because \
             `a_b` is taken",
        ]
    );
    let renamed = Config::new()
        .authoring_warnings(false)
        .rename("a.b:get-it", "/inputSchema/properties/SUM", "total")
        .rename("a.b:get-it", "/inputSchema/properties/sort/enum/2", "upper")
        .rename("a.b:get_it", "", "FetchIt");
    let left = warnings(renamed);
    assert_eq!(left.len(), 1, "{left:?}");
    let text = std::fs::read_to_string(scratch.path().join("tools.rs")).unwrap();
    has(&text, "pub total: Option<String>,");
    has(&text, "Upper = \"UP\",");
    has(&text, "MinusUp = \"-up\",");
    has(&text, "pub struct FetchIt(");
}

const TOOL: &str = r#"{
  "name": "get",
  "namespace": "gh",
  "inputSchema": {
    "type": "object",
    "properties": {
      "type": {"enum": ["a", "b"]},
      "id": {"type": "string", "format": "uuid"},
      "when": {"type": "object", "properties": {"at": {"type": "string"}}}
    }
  },
  "outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
}"#;

fn generated(config: &Config) -> (String, Vec<String>) {
    let scratch = scratch();
    let file = scratch.write("a.json", TOOL);
    let config = config.clone().out_dir(scratch.path());
    let report = generate(&config, &file);
    let text = std::fs::read_to_string(report.output).unwrap();
    let warnings = report.warnings.iter().map(ToString::to_string).collect();
    (text, warnings)
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in\n{text}");
}

#[test]
fn renames_reach_the_field_the_type_and_the_tool() {
    let config = Config::new()
        .authoring_warnings(false)
        .rename("gh:get", "/inputSchema/properties/type", "kind")
        .rename("gh:get", "/inputSchema/properties/when", "HTTPDate")
        .rename("gh:get", "/outputSchema", "Found");
    let (text, warnings) = generated(&config);
    assert_eq!(warnings, [""; 0]);
    has(&text, "pub kind: Option<get::Kind>,");
    has(&text, "pub http_date: Option<get::HTTPDate>,");
    has(&text, "pub enum Kind {");
    has(&text, "kind = \"type\" => optional(de::any()),");
    has(&text, "pub struct Get {");
    has(&text, "pub struct Found {");
    let (text, _) = generated(&Config::new().rename("gh:get", "", "Fetch"));
    has(&text, "pub struct Fetch {");
    has(&text, "pub struct FetchOutput {");
    let (text, _) = generated(&Config::new().rename("gh:get", "/inputSchema", "Fetch"));
    has(&text, "pub struct Fetch {");
    has(&text, "pub struct GetOutput {");
}

#[test]
fn types_are_replaced_by_place_and_by_format() {
    let config = Config::new()
        .authoring_warnings(false)
        .replace("gh:get", "/inputSchema/properties/when", "::my::When<u8>")
        .format("uuid", "::uuid::Uuid");
    let (text, warnings) = generated(&config);
    assert_eq!(warnings, [""; 0]);
    has(&text, "pub when: Option<::my::When<u8>>,");
    has(&text, "pub id: Option<::uuid::Uuid>,");
}

#[test]
fn derives_and_attributes_are_added_once() {
    let config = Config::new()
        .authoring_warnings(false)
        .derive("gh:get", "/inputSchema", "Eq")
        .derive("gh:get", "/inputSchema", "Clone")
        .derive("gh:get", "/inputSchema/properties/type", "::my::Derive")
        .derive("gh:get", "/inputSchema/properties/type", "Hash")
        .attribute("gh:get", "/inputSchema/properties/id", "#[deprecated]")
        .attribute("gh:get", "/inputSchema/properties/when", "#[must_use]");
    let (text, warnings) = generated(&config);
    assert_eq!(warnings, [""; 0]);
    has(
        &text,
        "#[derive(Clone, Debug, Default, PartialEq)]\n        #[derive(Eq)]\n        pub struct Get {",
    );
    has(
        &text,
        "#[derive(::my::Derive)]\n                pub enum Type {",
    );
    has(&text, "#[deprecated]\n            pub id: Option<String>,");
    has(&text, "#[must_use]\n            pub struct When {");
}

#[test]
fn the_runtime_may_be_re_exported() {
    let (text, _) = generated(&Config::new().runtime_path("crate::reexport::tm"));
    has(
        &text,
        "use crate::reexport::tm::__private::{self as rt, de};",
    );
    assert!(!text.contains("toolmodel_runtime::"), "{text}");
}

#[test]
fn configuration_without_effect_is_worth_a_warning() {
    let config = Config::new()
        .authoring_warnings(false)
        .rename("gh:gte", "", "Gte")
        .rename("gh:get", "/inputSchema/properties/missing", "x")
        .derive("gh:get", "/inputSchema/properties/id", "Eq")
        .attribute("gh:get", "/inputSchema/required", "#[deprecated]");
    let (_, warnings) = generated(&config);
    assert_eq!(
        warnings,
        [
            "the configuration#/inputSchema/properties/missing: names nothing: tool `gh:get` has \
             no such place",
            "the configuration: names nothing: there is no tool `gh:gte`",
            "the configuration#/inputSchema/properties/id: has no effect: no type of tool \
             `gh:get` is generated from this place",
            "the configuration#/inputSchema/required: names nothing: tool `gh:get` has no such \
             place",
        ]
    );
}
