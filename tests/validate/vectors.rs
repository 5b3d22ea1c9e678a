//! The golden vectors of the Go originals: the same answers, but for the differences listed here.

use std::collections::BTreeMap;

use serde_json::Value;
use toolmodel_runtime::{DefaultValidator, ErrorKind, Result, Schema, SchemaValidator, Tool};

/// Answers that differ from one generation of the Go code or both: why, what is answered here,
/// how many cases that are, and which (a `*` at the end stands for any rest).
const DIFFERENCES: &[(&str, &str, usize, &[&str])] = &[
    (
        "`http` and `https`, with or without `#`, are accepted for both dialects",
        "ValidationFailed",
        3,
        &[
            "dialect \"http://json-schema.org/draft/2020-12/schema\" invalid inst",
            "dialect \"https://json-schema.org/draft-07/schema#\" invalid inst",
            "dialect \"https://json-schema.org/draft-07/schema\" invalid inst",
        ],
    ),
    (
        "`http` and `https`, with or without `#`, are accepted for both dialects",
        "ok",
        4,
        &[
            "dialect \"http://json-schema.org/draft/2020-12/schema\" valid inst",
            "dialect \"https://json-schema.org/draft-07/schema#\" valid inst",
            "dialect \"https://json-schema.org/draft-07/schema\" valid inst",
            "dialect \"https://json-schema.org/draft/2020-12/schema#\" valid inst",
        ],
    ),
    (
        "any other dialect is refused by name, also in an embedded schema",
        "ErrUnsupportedSchema",
        14,
        &[
            "dialect \"https://json-schema.org/draft/2020-12/\" *",
            "dialect \"https://json-schema.org/draft/2020-12/meta/core\" *",
            "dialect \"https://json-schema.org/draft/2020-12/other\" *",
            "dialect \"http://json-schema.org/draft-07/\" *",
            "dialect \"http://json-schema.org/draft-07/hyper-schema#\" *",
            "dialect \"\" *",
            "nested unsupported $schema *",
        ],
    ),
    (
        "draft-07 is draft-07: its keywords count",
        "ValidationFailed",
        6,
        &[
            "d7 items array + additionalItems false",
            "d7 items array wrong type",
            "d7 additionalItems schema",
            "d7 dependencies array",
            "d7 dependencies schema",
            "d7 alt no hash, dependencies",
        ],
    ),
    (
        "draft-07 is draft-07: later keywords and siblings of `$ref` do not count",
        "ok",
        7,
        &[
            "d7 $ref siblings (draft-07 ignores, 2020 applies)",
            "d7 dependentRequired active (2020 keyword)",
            "d7 prefixItems active (2020 keyword)",
            "d7 unevaluatedProperties active",
            "d7 root $ref + type sibling vs 1",
            "d7 $id fragment anchor",
            "d7 both $defs and definitions",
        ],
    ),
    (
        "`dependencies` is what its author meant in 2020-12 too, whose meta-schema still has it",
        "ValidationFailed",
        2,
        &[
            "no-$schema dependencies ignored",
            "2020 dependencies ignored",
        ],
    ),
    (
        "`dependencies` is what its author meant in 2020-12 too, whose meta-schema still has it",
        "ErrExternalRef",
        1,
        &["$ref in dependencies schema external"],
    ),
    (
        "a schema that its meta-schema refuses is invalid",
        "ErrInvalidSchema",
        95,
        &[
            "$schema null",
            "$ref null",
            "$id fragment",
            "$id with fragment",
            "no-$schema items array",
            "2020 items array",
            "raw schema \"null\"",
            "bytes schema \"null\"",
            "null subschema and external ref",
            "bad/type unknown vs *",
            "bad/type empty string vs *",
            "bad/type empty array vs *",
            "bad/type array dup vs *",
            "bad/type array unknown vs {}",
            "bad/required dup vs {}",
            "bad/required null vs {}",
            "bad/enum null vs *",
            "bad/minimum null vs {}",
            "bad/multipleOf zero vs *",
            "bad/multipleOf negative vs *",
            "bad/minLength negative vs *",
            "bad/items null vs *",
            "bad/items empty array vs {}",
            "bad/properties null vs {}",
            "bad/properties value null vs {}",
            "bad/additionalProperties null vs {}",
            "bad/allOf empty vs *",
            "bad/allOf null elem vs {}",
            "bad/anyOf empty vs *",
            "bad/oneOf empty vs *",
            "bad/not null vs {}",
            "bad/uniqueItems null vs {}",
            "bad/description null vs {}",
            "bad/contains null vs {}",
            "bad/dependencies string vs {}",
        ],
    ),
    (
        "patterns that are no regular expressions make the schema invalid",
        "ErrInvalidSchema",
        6,
        &[
            "bad/pattern invalid vs {}",
            "bad/pattern \\Z vs {}",
            "bad/pattern possessive vs {}",
            "bad/patternProperties invalid vs {}",
            "several bad patterns",
            "external ref + bad pattern",
        ],
    ),
    (
        "references that lead nowhere, are no URIs or are not unique make the schema invalid",
        "ErrInvalidSchema",
        13,
        &[
            "$ref \"#/$defs/missing\"",
            "$ref \"#missing\"",
            "$ref \"#/\"",
            "$ref \"#/properties\"",
            "$ref \"#/properties/a\"",
            "$ref \"#/type\"",
            "$ref \"%zz\"",
            "$ref \"#/$defs/a%20b\"",
            "$ref \"http://[bad\"",
            "$id bad uri",
            "missing local ref and external ref",
            "external ref and missing local ref",
            "duplicate anchors",
        ],
    ),
    (
        "a reference without progress is an error, also where no instance leads to it",
        "ErrInvalidSchema",
        9,
        &[
            "$ref \"#\"",
            "$ref \"\"",
            "cycle $defs self ref",
            "cycle allOf root ref",
            "cycle mutual refs",
            "cycle reached by {a}",
            "cycle $dynamicRef self",
            "cycle unreachable for {}",
            "cycle in unused $defs",
        ],
    ),
    (
        "the meta-schemas themselves are at hand",
        "ok",
        1,
        &["$ref \"https://json-schema.org/draft/2020-12/schema\""],
    ),
    (
        "a reference may lead into a keyword that is not known",
        "ValidationFailed",
        1,
        &["ref into unknown keyword"],
    ),
    (
        "valid by the specification, beyond the Go library",
        "ok",
        9,
        &[
            "$id relative",
            "bad/pattern lookahead vs {}",
            "bad/pattern backreference vs {}",
            "bad/pattern repeat >1000 vs {}",
            "bad/both $defs and definitions vs {}",
            "bad/$vocabulary vs {}",
            "bad/minLength huge vs {}",
            "extra {\"minLength\":1e2} as raw vs int",
            "extra {\"minLength\":1e2} as raw vs object",
        ],
    ),
    (
        "valid by the specification, beyond the Go library",
        "ValidationFailed",
        1,
        &["extra {\"minLength\":1e2} as raw vs string"],
    ),
    (
        "keywords are told apart by case",
        "ok",
        7,
        &[
            "bad/case variant Type vs {}",
            "bad/case variant Type vs null",
            "bad/case variant Type vs number 3",
            "bad/case variant Type vs array [1]",
            "bad/case variant Type vs object a:1",
            "bad/case variant REQUIRED vs {}",
            "bad/case variant minlength vs {}",
        ],
    ),
    (
        "numbers are exact",
        "ok",
        3,
        &[
            "kw multipleOf 0.1/0.3",
            "kw multipleOf 0.01/0.07",
            "kw multipleOf 0.01/4.35",
        ],
    ),
    (
        "numbers are exact",
        "ValidationFailed",
        1,
        &["kw large int precision"],
    ),
    (
        "patterns are those of ECMA-262",
        "ok",
        1,
        &["kw pattern \\s nbsp"],
    ),
    (
        "bytes that hold JSON are that JSON, not an array of numbers",
        "ok",
        4,
        &["instance repr raw vs *", "instance repr bytes vs *"],
    ),
    (
        "of a key that is there twice, the last counts",
        "ok",
        1,
        &[
            "extra {\"properties\":{\"a\":{\"type\":\"string\"}},\"properties\":{\"b\":{\"type\":\"string\"}}} as raw vs object",
        ],
    ),
];

/// Cases that pass Go types without a counterpart here: pointers, structs, nil, numbers as text.
const NOT_APPLICABLE: usize = 65;

fn outcome(result: &Result<()>) -> &'static str {
    match result.as_ref().map_err(toolmodel_runtime::Error::kind) {
        Ok(()) => "ok",
        Err(ErrorKind::InvalidSchema) => "ErrInvalidSchema",
        Err(ErrorKind::UnsupportedSchema) => "ErrUnsupportedSchema",
        Err(ErrorKind::ExternalRef) => "ErrExternalRef",
        Err(ErrorKind::InvalidArguments | ErrorKind::InvalidOutput) => "ValidationFailed",
        Err(_) => "something else",
    }
}

fn answer(operation: &str, input: &Value) -> Result<()> {
    let schema: Schema = input["schema"].as_str().unwrap().parse()?;
    let instance: Value = serde_json::from_str(input["instance"].as_str().unwrap()).unwrap();
    let validator = DefaultValidator::shared();
    let mut tool = Tool::new("tool", Schema::no_params_open());
    match operation {
        "ValidateInput" => {
            tool.input_schema = schema;
            validator.validate_input(&tool, &instance)
        }
        "ValidateOutput" => {
            tool.output_schema = Some(schema);
            validator.validate_output(&tool, &instance)
        }
        "Validate" => validator.validate(&schema, &instance),
        other => panic!("unknown operation {other}"),
    }
}

fn is_applicable(input: &Value) -> bool {
    let schema = input["schema_repr"].as_str().unwrap();
    let instance = input["instance_repr"].as_str().unwrap();
    matches!(schema, "map" | "raw" | "bytes") && matches!(instance, "json" | "raw" | "bytes")
}

fn listed(case: &str) -> Option<(&'static str, &'static str)> {
    let is_named = |pattern: &&str| match pattern.strip_suffix('*') {
        Some(start) => case.starts_with(start),
        None => case == *pattern,
    };
    let mut rows = DIFFERENCES
        .iter()
        .filter(|(_, _, _, cases)| cases.iter().any(is_named));
    let row = rows.next()?;
    assert!(rows.next().is_none(), "{case} is listed twice");
    Some((row.0, row.1))
}

#[test]
fn every_answer_is_that_of_go_or_a_listed_difference() {
    let mut differing: BTreeMap<String, (&str, &str)> = BTreeMap::new();
    for file in ["vectors/validator.json", "vectors/legacy/validator.json"] {
        let Some(cases) = toolmodel_tests::shared_json(file) else {
            return;
        };
        let cases = cases.as_array().unwrap();
        let applicable = cases.iter().filter(|case| is_applicable(&case["input"]));
        let mut answered = 0;
        for case in applicable {
            answered += 1;
            let name = case["case"].as_str().unwrap();
            let go = case["error"].as_str().unwrap_or("ok");
            let result = answer(case["op"].as_str().unwrap(), &case["input"]);
            if go == outcome(&result) {
                continue;
            }
            let row = listed(name);
            let (reason, ours) = row.unwrap_or_else(|| panic!("{name}: {go}, here {result:?}"));
            assert_eq!(outcome(&result), ours, "{name}: {result:?}");
            differing.insert(name.to_owned(), (reason, ours));
        }
        assert_eq!(cases.len() - answered, NOT_APPLICABLE, "{file}");
    }
    for (reason, ours, count, cases) in DIFFERENCES {
        let found = differing
            .values()
            .filter(|row| **row == (reason, ours))
            .count();
        assert_eq!(found, *count, "{reason} ({ours}): {cases:?}");
    }
}
