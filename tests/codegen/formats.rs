//! `Config::assert_formats`: types, validator and report agree on what formats refuse.

use serde_json::{Value, json};
use toolmodel_build::{Config, Enforcement};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Schema, SchemaValidator, TypedTool};

toolmodel_runtime::include_tools!("formats.rs");

/// A text of each format, and some that are none, where the validator is built to tell.
const TEXTS: &[(&str, &str, &[&str])] = &[
    ("date", "2024-02-29", &["2023-02-29", "29.02.2024", ""]),
    (
        "date-time",
        "2024-02-29T12:00:00Z",
        &["2024-02-29 noon", "2024-02-29T12:00:00", "2024-02-29"],
    ),
    ("time", "12:00:00Z", &["25:00:00Z", "noon"]),
    ("duration", "P1DT2H", &["1 day", "P"]),
    ("email", "ada@example.com", &["ada", "@example.com"]),
    ("idn-email", "ada@exämple.com", &[]),
    ("hostname", "example.com", &["-bad-.example", "a b"]),
    ("idn-hostname", "exämple.com", &[]),
    ("ipv4", "192.0.2.1", &["192.0.2.256", "2001:db8::1"]),
    ("ipv6", "2001:db8::1", &["192.0.2.1", "12345::"]),
    ("uri", "https://example.com/a", &["example", "/a", "a b:c"]),
    ("uri-reference", "/a?b#c", &["\\a", "a b"]),
    ("iri", "https://exämple.com/ä", &["ä", "/ä"]),
    ("iri-reference", "/ä", &["\\ä", "#a\\b"]),
    ("uri-template", "/a/{b}", &["/a/{b"]),
    (
        "uuid",
        "2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5",
        &["2f1acc6cbd264d33a9e10f3d43b1a3a5", "blue"],
    ),
    ("json-pointer", "/a/0", &["a", "/~2"]),
    ("relative-json-pointer", "1/a", &["/a", "-1"]),
    ("regex", "^a+$", &["(", "^(abc]"]),
];

/// What the schema says when formats are asserted, by a validator that is not the library's.
fn accepts(schema: &Schema, instance: &Value) -> bool {
    let draft = match schema.dialect().unwrap() {
        toolmodel_runtime::Dialect::Draft07 => jsonschema::Draft::Draft7,
        _ => jsonschema::Draft::Draft202012,
    };
    let options = jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(true);
    let validator = options.build(schema.as_value()).unwrap();
    validator.is_valid(instance)
}

/// Whether a tool reads arguments, in all ways, and as the validator with formats says.
#[track_caller]
fn reads<T: TypedTool>(arguments: &Value) -> bool {
    let validator = DefaultValidator::builder().formats(true).build().unwrap();
    let judged = validator.validate_input(T::definition(), arguments);
    let read = T::parse(arguments);
    let from_text = T::from_str(&arguments.to_string());
    assert_eq!(read.is_ok(), judged.is_ok(), "{arguments}");
    assert_eq!(from_text.is_ok(), judged.is_ok(), "{arguments}");
    if let (Err(error), Err(judged)) = (&read, &judged) {
        assert_eq!(error.kind(), ErrorKind::InvalidArguments);
        assert_eq!(error.to_string(), judged.to_string());
    }
    if let Ok(read) = &read {
        read.check()
            .unwrap_or_else(|error| panic!("{arguments}: {error}"));
        assert_eq!(serde_json::to_value(read).unwrap(), *arguments);
    }
    read.is_ok()
}

#[test]
fn every_format_is_asserted_in_both_dialects() {
    let schema = &EveryFormat::definition().input_schema;
    let old = &Draft07::definition().input_schema;
    let properties = schema.get("properties").unwrap().as_object().unwrap();
    assert_eq!(properties.len(), TEXTS.len() + 1, "a format has no row");
    for (format, right, wrong) in TEXTS {
        let texts = std::iter::once(right).chain(*wrong).enumerate();
        for (i, text) in texts {
            let arguments = json!({*format: text});
            assert_eq!(accepts(schema, &arguments), i == 0, "{arguments}");
            assert_eq!(reads::<EveryFormat>(&arguments), i == 0, "{arguments}");
            let is_new = matches!(*format, "duration" | "uuid");
            assert_eq!(accepts(old, &arguments), i == 0 || is_new, "{arguments}");
            assert_eq!(
                reads::<Draft07>(&arguments),
                i == 0 || is_new,
                "{arguments}"
            );
        }
    }
    assert!(reads::<EveryFormat>(&json!({"made-up": "anything"})));
}

#[test]
fn all_wrong_formats_are_listed_beside_other_violations() {
    let error = EveryFormat::parse(&json!({"date": "today", "uuid": "blue", "more": 1}));
    let error = error.unwrap_err();
    let places: Vec<&str> = error
        .violations()
        .unwrap()
        .iter()
        .map(|violation| violation.instance_path.as_str())
        .collect();
    assert_eq!(places, ["", "/date", "/uuid"]);
}

#[test]
fn formats_of_results_and_of_values_built_by_hand_are_checked() {
    EveryFormat::parse_output(&json!({"days": ["2024-02-29"]})).unwrap();
    let error = EveryFormat::parse_output(&json!({"days": ["2024-02-29", "today"]})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
    assert!(EveryFormat::output_from_slice(br#"{"days": ["today"]}"#).is_err());
    let mut output = EveryFormat::parse_output(&json!({"days": ["2024-02-29"]})).unwrap();
    EveryFormat::check_output(&output).unwrap();
    output.days = Some(vec![json!("today")]);
    assert!(EveryFormat::check_output(&output).is_err());
    let arguments = EveryFormat::default().with_date("today");
    let error = arguments.check().unwrap_err();
    assert!(error.to_string().contains("/date"), "{error}");
    // Only `parse` and its like know of formats.
    assert!(serde_json::from_value::<EveryFormat>(json!({"date": "today"})).is_ok());
}

#[test]
fn formats_are_asserted_wherever_they_stand() {
    for (name, right, wrong) in [
        ("either", json!("192.0.2.1"), json!("nowhere")),
        ("either", json!("2001:db8::1"), json!("2001")),
        ("branch", json!({"at": "2024-02-29"}), json!({"at": "noon"})),
        ("branch", json!({"at": "12:00:00Z"}), json!({"at": ""})),
        ("named", json!({"example.com": 1}), json!({"a b": 1})),
        (
            "open",
            json!({"a": "2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5", "b": 1}),
            json!({"a": "blue"}),
        ),
        ("deep", json!("https://example.com"), json!("example")),
        ("pair", json!(["2024-02-29", "x"]), json!(["today", "x"])),
        ("maybe", json!(null), json!("today")),
        ("owned", json!("192.0.2.1"), json!("192.0.2.300")),
        ("other", json!("ada"), json!("ada@example.com")),
    ] {
        let schema = &Places::definition().input_schema;
        for (value, expected) in [(right, true), (wrong, false)] {
            let arguments = json!({name: value});
            assert_eq!(accepts(schema, &arguments), expected, "{arguments}");
            assert_eq!(reads::<Places>(&arguments), expected, "{arguments}");
        }
    }
}

#[test]
fn the_report_says_what_the_validator_decides() {
    let report = |asserted: bool| {
        let config = Config::new().assert_formats(asserted);
        config.inspect("codegen/formats").unwrap()
    };
    for tool in report(false).tools {
        assert_eq!(tool.input.is_exact(), tool.id != "places", "{}", tool.id);
    }
    let asserted = report(true).tools;
    let of = |id: &str| asserted.iter().find(|tool| tool.id == id).unwrap();
    assert!(of("no_known_format").input.is_exact());
    let Enforcement::Checked(reasons) = &of("draft_07").input else {
        panic!("it has formats");
    };
    assert_eq!(reasons.len(), TEXTS.len() - 2);
    assert_eq!(reasons[0].to_string(), "#/properties/date: `format`");
    let Some(Enforcement::Checked(reasons)) = &of("every_format").output else {
        panic!("it has a format");
    };
    assert_eq!(reasons[0].pointer, "/properties/days/items");
}
