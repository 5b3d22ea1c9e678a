//! JSON as text, changed in ways that a `Value` cannot tell: how numbers are spelled, keys that come
//! twice or in another order, escapes, and bytes that are no JSON.
//!
//! `serde_json` says what value a text is, if it is one, and the schema what that value is worth.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolmodel_runtime::{ErrorKind, Tool, TypedTool};
use toolmodel_tests::instances::{full_instance, many_instances};

use crate::agreement::validator;
use crate::cases::{CASES, Case};
use crate::unseen::UNSEEN;

/// JSON as it is spelled.
#[derive(Clone)]
enum Text {
    Raw(Vec<u8>),
    Array(Vec<Text>),
    Object(Vec<(Vec<u8>, Text)>),
}

impl Text {
    fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, value)| {
                        (
                            Value::from(name.as_str()).to_string().into(),
                            Self::of(value),
                        )
                    })
                    .collect(),
            ),
            scalar => Self::raw(&scalar.to_string()),
        }
    }

    fn raw(text: &str) -> Self {
        Self::Raw(text.into())
    }

    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::Raw(text) => to.extend(text),
            Self::Array(items) => {
                to.push(b'[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        to.push(b',');
                    }
                    item.write(to);
                }
                to.push(b']');
            }
            Self::Object(members) => {
                to.push(b'{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        to.push(b',');
                    }
                    to.extend(name);
                    to.push(b':');
                    value.write(to);
                }
                to.push(b'}');
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// The text with one thing changed below, for every such change.
    fn changed(&self) -> Vec<Self> {
        let mut all = self.spelled();
        match self {
            Self::Raw(_) => {}
            Self::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    for change in item.changed() {
                        let mut items = items.clone();
                        items[i] = change;
                        all.push(Self::Array(items));
                    }
                }
            }
            Self::Object(members) => {
                for (i, (_, value)) in members.iter().enumerate() {
                    for change in value.changed() {
                        let mut members = members.clone();
                        members[i].1 = change;
                        all.push(Self::Object(members));
                    }
                }
            }
        }
        all
    }

    /// This part alone, spelled otherwise.
    fn spelled(&self) -> Vec<Self> {
        match self {
            Self::Raw(text) if text[0] == b'"' => strings(text),
            Self::Raw(text) if text[0] == b'-' || text[0].is_ascii_digit() => numbers(text),
            Self::Raw(_) | Self::Array(_) => Vec::new(),
            Self::Object(members) => objects(members),
        }
    }
}

fn numbers(text: &[u8]) -> Vec<Text> {
    let with = |tail: &[u8]| Text::Raw([text, tail].concat());
    let mut all = vec![
        with(b".0"),
        with(b"e0"),
        with(b"E+2"),
        with(b"0e-1"),
        with(b".50"),
    ];
    all.extend(
        [
            "-0",
            "-0.0",
            "0e5",
            "1e3",
            "5.0",
            "1e400",
            "-1e400",
            "1e-400",
            "01",
            "+1",
            "1.",
            ".5",
            "NaN",
            "127.0",
            "128.0",
            "255.0",
            "256.0",
            "65535.0",
            "4294967295.0",
            "4294967296.0",
            "9007199254740993",
            "9007199254740993.0",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            "9223372036854775807.0",
            "18446744073709551615",
            "18446744073709551616",
            "18446744073709551615.0",
            "170141183460469231731687303715884105727",
            "170141183460469231731687303715884105728",
            "-170141183460469231731687303715884105728",
            "-170141183460469231731687303715884105729",
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456",
            "3.4028235e38",
            "3.4028236e38",
            "1e38",
            "1e30",
            "100000000000000000000",
            "123456789012345678901234567890123456789012345678901234567890",
        ]
        .map(Text::raw),
    );
    all
}

/// A string in which every character is escaped.
fn escaped(text: &str) -> String {
    let mut escaped = "\"".to_owned();
    for unit in text.encode_utf16() {
        let _ = write!(escaped, "\\u{unit:04x}");
    }
    escaped + "\""
}

fn strings(text: &[u8]) -> Vec<Text> {
    let inside = &text[1..text.len() - 1];
    let with = |tail: &[u8]| Text::Raw([b"\"", inside, tail, b"\""].concat());
    let plain: String = serde_json::from_slice(text).unwrap();
    vec![
        Text::raw(&escaped(&plain)),
        with(br"\ud83d\ude00"),
        with(br"\ud83d"),
        with(br"\ude00\ud83d"),
        with(br"\ud83dx"),
        with(br"\u0000"),
        with(b"\n"),
        with(b"\xff"),
        with(b"\xed\xa0\x80"),
        with("\u{feff}".as_bytes()),
        with(br"\x"),
        Text::Raw([text, text].concat()),
    ]
}

type Members = Vec<(Vec<u8>, Text)>;

fn objects(members: &[(Vec<u8>, Text)]) -> Vec<Text> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Members)| {
        let mut members = members.to_vec();
        change(&mut members);
        all.push(Text::Object(members));
    };
    add(&|members| members.reverse());
    add(&|members| members.extend(members.clone()));
    let strangers = ["null", "7", "\"seven\"", "[]", "{}", "true", "1.5"];
    for i in 0..members.len() {
        add(&|members| members.rotate_left(i));
        let member = &members[i];
        add(&|members| members.push(member.clone()));
        add(&|members| members.insert(i, member.clone()));
        let name: String = serde_json::from_slice(&member.0).unwrap();
        add(&|members| members[i].0 = escaped(&name).into());
        for stranger in strangers {
            let other = (member.0.clone(), Text::raw(stranger));
            add(&|members| members.push(other.clone()));
            add(&|members| members.insert(0, other.clone()));
        }
    }
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let undeclared = [
        "1e400".to_owned(),
        r#""\ud800""#.to_owned(),
        r#"["\udc00"]"#.to_owned(),
        r#"{"\ud800":1}"#.to_owned(),
        "01".to_owned(),
        "tru".to_owned(),
        "{\"a\":1,}".to_owned(),
        deep(60),
        deep(300),
    ];
    for text in undeclared {
        add(&|members| members.push((b"\"undeclared\"".to_vec(), Text::raw(&text))));
    }
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\x01\"",
        b"[\"\xc0\x80\"]",
        b"{\"\xff\":1}",
    ] {
        add(&|members| members.push((b"\"undeclared\"".to_vec(), Text::Raw(bytes.into()))));
    }
    for name in [
        &br#""\ud800""#[..],
        b"\"\xff\"",
        b"undeclared",
        b"1",
        b"\"\"",
    ] {
        add(&|members| members.push((name.to_vec(), Text::raw("1"))));
    }
    all
}

/// The whole text with something around it.
fn around(text: &[u8]) -> Vec<Vec<u8>> {
    let with = |before: &[u8], behind: &[u8]| [before, text, behind].concat();
    let mut all = vec![
        with(b" \t\r\n", b"\n\n "),
        with("\u{feff}".as_bytes(), b""),
        with(b"", "\u{feff}".as_bytes()),
        with(b"", b"x"),
        with(b"", b"{}"),
        with(b"", b","),
        with(b"", b"\0"),
        with(b"[", b"]"),
        with(b"\x0c", b""),
        with(b"", b"//"),
        Vec::new(),
        b" ".to_vec(),
    ];
    all.extend(
        (0..text.len())
            .step_by(1 + text.len() / 40)
            .map(|at| text[..at].to_vec()),
    );
    all
}

/// Changes of a kind that are tried of one case; of more, they are taken evenly.
const MOST: usize = 150;

struct Tally {
    accepted: usize,
    refused: usize,
    no_json: usize,
    quarrels: Vec<String>,
}

fn judge(case: &Case, schema: &jsonschema::Validator, bytes: &[u8], tally: &mut Tally) {
    let shown = || {
        format!(
            "{}: {}",
            (case.definition)().name,
            String::from_utf8_lossy(bytes)
        )
    };
    let read = (case.from_slice)(bytes);
    if let Err(error) = &read
        && !matches!(
            error.kind(),
            ErrorKind::InvalidArguments | ErrorKind::LimitExceeded
        )
    {
        tally.quarrels.push(format!("{}: {error}", shown()));
    }
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        tally.no_json += 1;
        if read.is_ok() {
            tally
                .quarrels
                .push(format!("no JSON, and read: {}", shown()));
        }
        return;
    };
    let verdict = schema.is_valid(&value);
    let parsed = (case.parse)(&value);
    if verdict {
        tally.accepted += 1;
    } else {
        tally.refused += 1;
    }
    if read.is_ok() != verdict {
        let error = read.as_ref().err().map(ToString::to_string);
        tally.quarrels.push(format!(
            "the schema says {verdict}, bytes do not: {} {error:?}",
            shown()
        ));
    }
    if parsed.is_ok() != verdict {
        let error = parsed.as_ref().err().map(ToString::to_string);
        tally.quarrels.push(format!(
            "the schema says {verdict}, the value does not: {} {error:?}",
            shown()
        ));
    }
    if let (Ok(read), Ok(parsed)) = (read, parsed)
        && read != parsed
    {
        tally
            .quarrels
            .push(format!("{}\n  bytes {read}\n  value {parsed}", shown()));
    }
}

#[test]
fn bytes_are_accepted_if_and_only_if_they_are_a_value_that_is() {
    let mut tally = Tally {
        accepted: 0,
        refused: 0,
        no_json: 0,
        quarrels: Vec::new(),
    };
    let step = toolmodel_tests::one_in(8);
    for case in CASES.iter().chain(UNSEEN) {
        let tool = (case.definition)();
        let schema = validator(tool);
        let base = full_instance(tool.input_schema.as_value());
        let text = Text::of(&base);
        let changed = text.changed();
        for changed in changed.iter().step_by(step * (1 + changed.len() / MOST)) {
            judge(case, &schema, &changed.bytes(), &mut tally);
        }
        for bytes in around(&text.bytes()) {
            judge(case, &schema, &bytes, &mut tally);
        }
        let instances = many_instances(tool.input_schema.as_value());
        for instance in instances
            .iter()
            .step_by(step * (1 + instances.len() / MOST))
        {
            judge(case, &schema, &Text::of(instance).bytes(), &mut tally);
        }
    }
    let Tally {
        accepted,
        refused,
        no_json,
        quarrels,
    } = tally;
    println!("{accepted} accepted, {refused} refused, {no_json} no JSON");
    assert!(accepted * step > 2000 && refused * step > 4000 && no_json > 1000);
    assert!(
        quarrels.is_empty(),
        "{} quarrels\n{}",
        quarrels.len(),
        quarrels.join("\n")
    );
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct AtLeastTwo {
    #[schemars(extend("minProperties" = 2))]
    map: BTreeMap<String, u8>,
}

#[test]
fn members_of_one_name_count_once() {
    assert!(AtLeastTwo::from_slice(br#"{"map": {"a": 1, "b": 2}}"#).is_ok());
    assert!(AtLeastTwo::from_slice(br#"{"map": {"a": 1, "a": 2}}"#).is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum FirstOrAny {
    First { a: u8 },
    Any(Value),
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct TakesAnything {
    value: FirstOrAny,
}

/// The one known difference: serde buffers both members, the first variant refuses that, and the next
/// one takes anything. The schema accepts the text either way.
#[test]
fn a_key_that_comes_twice_may_choose_another_variant_where_one_takes_anything() {
    let text = br#"{"value": {"a": 1, "a": 2}}"#;
    let read = TakesAnything::from_slice(text).unwrap().value;
    assert_eq!(read, FirstOrAny::Any(serde_json::json!({"a": 2})));
    let value: Value = serde_json::from_slice(text).unwrap();
    let read = TakesAnything::parse(&value).unwrap().value;
    assert_eq!(read, FirstOrAny::First { a: 2 });
}
