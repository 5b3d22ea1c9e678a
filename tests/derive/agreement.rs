//! The promise: a derived tool accepts exactly what its definition advertises.
//!
//! Instances are made from the advertised schema, with mutations, and every judge must give the same
//! verdict: the derived type, the schema validator, and the type generated from the definition as a
//! JSON file, `definitions.json`.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Tool, TypedTool};
use toolmodel_tests::instances::many_instances;
use toolmodel_tests::one_in;

use crate::cases::{CASES, Case};

/// Someone with a verdict on arguments.
trait Judge {
    fn name(&self) -> &'static str;
    fn accepts(&self, arguments: &Value) -> bool;
}

struct DerivedType<'a>(&'a Case);

impl Judge for DerivedType<'_> {
    fn name(&self) -> &'static str {
        "the derived type"
    }

    fn accepts(&self, arguments: &Value) -> bool {
        (self.0.parse)(arguments).is_ok()
    }
}

struct DerivedTypeFromBytes<'a>(&'a Case);

impl Judge for DerivedTypeFromBytes<'_> {
    fn name(&self) -> &'static str {
        "the derived type, from bytes"
    }

    fn accepts(&self, arguments: &Value) -> bool {
        let text = serde_json::to_vec(arguments).unwrap();
        (self.0.from_slice)(&text).is_ok()
    }
}

struct Validator(jsonschema::Validator);

impl Judge for Validator {
    fn name(&self) -> &'static str {
        "the schema"
    }

    fn accepts(&self, arguments: &Value) -> bool {
        self.0.is_valid(arguments)
    }
}

mod generated {
    toolmodel_runtime::include_tools!("agreement_tools.rs");
}

struct GeneratedType<'a>(&'a Case);

impl Judge for GeneratedType<'_> {
    fn name(&self) -> &'static str {
        "the generated type"
    }

    fn accepts(&self, arguments: &Value) -> bool {
        let id = (self.0.definition)().id().unwrap().to_string();
        match generated::ToolCall::parse(&id, arguments) {
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::InvalidArguments => false,
            Err(error) => panic!("{id}: {error}"),
        }
    }
}

pub(crate) fn validator(tool: &Tool) -> jsonschema::Validator {
    jsonschema::draft202012::new(tool.input_schema.as_value()).unwrap()
}

/// Everyone who knows the tool.
fn judges(case: &Case) -> Vec<Box<dyn Judge + '_>> {
    vec![
        Box::new(Validator(validator((case.definition)()))),
        Box::new(DerivedType(case)),
        Box::new(DerivedTypeFromBytes(case)),
        Box::new(GeneratedType(case)),
    ]
}

#[test]
fn all_judges_give_the_same_verdict() {
    assert!(CASES.len() >= 30, "only {} cases", CASES.len());
    let (mut accepted, mut refused) = (0, 0);
    let mut quarrels = Vec::new();
    let step = one_in(3);
    for case in CASES {
        let tool = (case.definition)();
        let judges = judges(case);
        let instances = many_instances(tool.input_schema.as_value());
        assert!(
            judges[0].accepts(&instances[0]),
            "{}: the base instance {} is not valid",
            tool.name,
            instances[0]
        );
        for instance in instances.into_iter().step_by(step) {
            let verdict = judges[0].accepts(&instance);
            if verdict {
                accepted += 1;
            } else {
                refused += 1;
            }
            for judge in &judges[1..] {
                if judge.accepts(&instance) != verdict {
                    quarrels.push(format!(
                        "{}: {} says {verdict}, {} does not: {instance}",
                        tool.name,
                        judges[0].name(),
                        judge.name()
                    ));
                }
            }
        }
    }
    println!("{accepted} instances accepted, {refused} refused");
    assert!(
        accepted * step > 2000 && refused * step > 4000,
        "{accepted}, {refused}"
    );
    assert!(
        quarrels.is_empty(),
        "{} quarrels\n{}",
        quarrels.len(),
        quarrels[..quarrels.len().min(40)].join("\n")
    );
}

#[test]
fn what_was_read_is_written_as_the_schema_wants() {
    for case in CASES {
        let tool = (case.definition)();
        let schema = validator(tool);
        let instances = many_instances(tool.input_schema.as_value());
        for instance in instances.into_iter().step_by(one_in(3)) {
            if let Ok(written) = (case.parse)(&instance) {
                let text = serde_json::to_vec(&instance).unwrap();
                let from_bytes = (case.from_slice)(&text).ok();
                assert_eq!(from_bytes.as_ref(), Some(&written), "{}", tool.name);
                assert!(
                    schema.is_valid(&written),
                    "{}: {instance} is written as {written}",
                    tool.name
                );
            }
        }
    }
}

#[test]
fn refusals_list_what_the_validator_lists() {
    for case in CASES {
        let tool = (case.definition)();
        let schema = validator(tool);
        let instances = many_instances(tool.input_schema.as_value());
        for instance in instances.into_iter().step_by(one_in(3)) {
            let Err(error) = (case.parse)(&instance) else {
                continue;
            };
            assert_eq!(error.kind(), ErrorKind::InvalidArguments);
            let listed: Vec<String> = error
                .violations()
                .into_iter()
                .flatten()
                .map(|violation| violation.instance_path.clone())
                .collect();
            // What breaks inside an alternative may be listed in place of the alternative.
            let below = |path: &str, other: &str| {
                path.strip_prefix(other)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let expected: Vec<String> = schema
                .iter_errors(&instance)
                .map(|error| error.instance_path().to_string())
                .collect();
            for path in &expected {
                let found = listed.iter().any(|listed| below(listed, path));
                assert!(
                    found,
                    "{}: {instance}: {path} is not listed: {error}",
                    tool.name
                );
            }
            for path in &listed {
                let known = expected.iter().any(|expected| below(path, expected));
                assert!(
                    known,
                    "{}: {instance}: {path} is not broken: {error}",
                    tool.name
                );
            }
        }
    }
}

#[test]
fn definitions_and_examples_keep_their_own_rules() {
    for case in CASES {
        let checked = (case.check_examples)().map_err(|error| error.to_string());
        assert_eq!(checked, Ok(()), "{}", (case.definition)().name);
    }
}

/// `UPDATE=1` writes the file anew.
#[test]
fn the_file_of_definitions_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive/definitions.json");
    let tools: Vec<Value> = CASES
        .iter()
        .map(|case| (case.definition)().to_value())
        .collect();
    let text = serde_json::to_string_pretty(&tools).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "derive/definitions.json is stale: run with UPDATE=1"
    );
}

/// Types whose `Deserialize` is stricter than their `JsonSchema`; the definition cannot say more.
mod gaps {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;
    use crate::cases::Color;

    macro_rules! gap {
        ($name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ }) => {
            #[derive(Tool, Serialize, Deserialize, JsonSchema)]
            struct $name { $($(#[$attribute])* $field: $type),+ }
        };
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "t", content = "c")]
    enum AdjacentUnit {
        Unit,
        Text(String),
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(try_from = "u8", into = "u8")]
    #[derive(Clone, Copy)]
    struct Even(u8);

    impl TryFrom<u8> for Even {
        type Error = &'static str;

        fn try_from(number: u8) -> Result<Self, Self::Error> {
            if number.is_multiple_of(2) {
                Ok(Self(number))
            } else {
                Err("odd")
            }
        }
    }

    impl From<Even> for u8 {
        fn from(even: Even) -> Self {
            even.0
        }
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Numbered {
        by_number: BTreeMap<u8, bool>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Renamed {
        #[serde(alias = "colour")]
        color: Option<String>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        #[serde(flatten)]
        renamed: Renamed,
    }

    #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct FlattenedInClosed {
        #[serde(flatten)]
        outer: Outer,
    }

    gap!(Aliases { inner: Renamed });
    gap!(Ranges { lines: std::ops::Range<u32> });
    gap!(Results { result: Result<u8, String> });
    gap!(IntegerKeys { map: BTreeMap<u8, bool> });
    gap!(DocumentedKeys { map: BTreeMap<Color, bool> });
    gap!(CharacterKeys { map: BTreeMap<char, bool> });
    gap!(Durations { wait: Duration });
    gap!(Adjacent {
        value: AdjacentUnit
    });
    gap!(Converted { even: Even });
    gap!(FlattenedKeys {
        #[serde(flatten)]
        inner: Numbered
    });
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Tagged {
        Huge { id: u128 },
    }

    gap!(TaggedHuge { value: Tagged });
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Keyed {
        Number(u8),
        Text(String),
    }

    gap!(FlattenedEnum {
        #[serde(flatten)]
        inner: Keyed
    });
    gap!(FlattenedHuge { #[serde(flatten)] inner: BTreeMap<String, u128> });

    /// Parse, an instance, where it is refused, and why the schema cannot refuse it.
    type Gap = (
        fn(&Value) -> toolmodel_runtime::Result<Value>,
        &'static Tool,
        Value,
        &'static str,
        &'static str,
    );

    fn read<T: TypedTool>(arguments: &Value) -> toolmodel_runtime::Result<Value> {
        T::parse(arguments).map(|read| serde_json::to_value(&read).unwrap())
    }

    fn gap<T: TypedTool>(instance: Value, pointer: &'static str, reason: &'static str) -> Gap {
        (read::<T>, T::definition(), instance, pointer, reason)
    }

    fn gaps() -> Vec<Gap> {
        vec![
            gap::<IntegerKeys>(
                json!({"map": {"300": true}}),
                "/map/300",
                "schemars writes a pattern of digits for every integer key",
            ),
            gap::<CharacterKeys>(
                json!({"map": {"ab": true}}),
                "/map/ab",
                "schemars does not describe keys that are characters",
            ),
            gap::<DocumentedKeys>(
                json!({"map": {"pink": true}}),
                "/map/pink",
                "schemars does not describe keys that are an enum with docs on its variants",
            ),
            gap::<Durations>(
                json!({"wait": {"secs": u64::MAX, "nanos": u32::MAX}}),
                "/wait",
                "the sum of seconds and nanoseconds overflows",
            ),
            gap::<Adjacent>(
                json!({"value": {"t": "Unit", "c": 5}}),
                "/value/c",
                "schemars lets a unit variant have any content",
            ),
            gap::<Converted>(json!({"even": 3}), "/even", "`try_from` is code"),
            gap::<FlattenedKeys>(
                json!({"by_number": {"1": true}}),
                "",
                "serde buffers flattened fields, and keys are text in the buffer",
            ),
            gap::<Aliases>(
                json!({"inner": {"colour": 5}}),
                "/inner/colour",
                "schemars does not describe a field's other names",
            ),
            gap::<Ranges>(
                json!({"lines": {"start": 1, "end": 2, "step": 1}}),
                "/lines/step",
                "schemars lets a range have other members",
            ),
            gap::<Results>(
                json!({"result": {"Ok": 1, "more": 1}}),
                "/result",
                "schemars lets a `Result` have other members",
            ),
            gap::<FlattenedInClosed>(
                json!({"color": "red"}),
                "",
                "serde does not support `deny_unknown_fields` with `flatten`, and knows no field \
                 of what is flattened twice",
            ),
            gap::<TaggedHuge>(
                json!({"value": {"kind": "Huge", "id": 5}}),
                "/value",
                "serde buffers the values of an enum with a tag, and no integer of 128 bits comes out of that",
            ),
            gap::<FlattenedEnum>(
                json!({"Number": "x", "Text": "y"}),
                "",
                "serde takes the first variant that is named; schemars lets a flattened one have other members",
            ),
            gap::<FlattenedHuge>(
                json!({"a": 1e30}),
                "",
                "serde's buffer of flattened fields has no integers beyond 64 bits",
            ),
        ]
    }

    #[test]
    fn a_gap_is_a_refusal_with_its_place_and_its_reason() {
        for (read, tool, instance, pointer, reason) in gaps() {
            assert!(
                validator(tool).is_valid(&instance),
                "{}: the schema refuses {instance} now; this is no gap any more ({reason})",
                tool.name
            );
            let Err(error) = read(&instance) else {
                panic!(
                    "{}: {instance} is read now; this is no gap any more ({reason})",
                    tool.name
                );
            };
            assert_eq!(error.kind(), ErrorKind::InvalidArguments, "{reason}");
            let violation = &error.violations().unwrap().as_slice()[0];
            assert_eq!(violation.instance_path, pointer, "{error}");
            assert!(
                violation.message.contains("the Rust type does not"),
                "{error}"
            );
        }
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Precise {
        Single { n: f32 },
        Double { n: f64 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Overlapping {
        Short { n: u8 },
        Long { n: u8, m: u8 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Located {
        Point(Point),
        List(Vec<f64>),
    }

    gap!(Rounded {
        #[schemars(range(max = 0.1))]
        n: f32
    });
    gap!(Buffered { value: Precise });
    gap!(FirstFits { value: Overlapping });
    gap!(Positional { value: Located });
    gap!(FlattenedOption {
        #[serde(flatten)]
        point: Option<Point>
    });

    /// Accepted by the schema and by the type, which holds something else: README lists what serde does here.
    #[test]
    fn a_gap_of_a_value_is_what_the_readme_says() {
        let becomes = [
            (read::<Rounded>(&json!({"n": 0.1})), json!({"n": 0.1_f32})),
            (
                read::<Buffered>(&json!({"value": {"n": 1e39}})),
                json!({"value": {"n": null}}),
            ),
            (
                read::<FirstFits>(&json!({"value": {"n": 7, "m": 3}})),
                json!({"value": {"n": 7}}),
            ),
            (
                read::<Positional>(&json!({"value": [1.0, 2.0]})),
                json!({"value": {"x": 1.0, "y": 2.0}}),
            ),
            (read::<FlattenedOption>(&json!({"x": 1.0})), json!({})),
        ];
        for (read, written) in becomes {
            assert_eq!(read.unwrap(), written, "no gap any more, or another one");
        }
        // What cannot be sent is not sent.
        let rounded = Rounded::parse(&json!({"n": 0.1})).unwrap();
        assert!(rounded.check().is_err());
        let buffered = Buffered::parse(&json!({"value": {"n": 1e39}})).unwrap();
        assert!(buffered.check().is_err());
    }
}
