//! Types of the user in place of generated ones.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, TypedTool};

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Low,
    High,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    x: f64,
    y: f64,
}

#[allow(unreachable_pub, reason = "the types above are of this crate alone")]
mod made {
    toolmodel_runtime::include_tools!("replaced_tools.rs");
}

use made::BookRoom;

/// Reads an instance both ways, which agree.
#[track_caller]
fn read(instance: &Value) -> Result<BookRoom, toolmodel_runtime::Error> {
    let value = BookRoom::parse(instance);
    let slice = BookRoom::from_slice(instance.to_string().as_bytes());
    let told = |read: &Result<BookRoom, toolmodel_runtime::Error>| match read {
        Ok(room) => format!("{room:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(told(&value), told(&slice), "{instance}");
    value
}

#[test]
fn types_of_the_user_are_read_and_written() {
    let instance = json!({
        "floor": 3,
        "host": "127.0.0.1",
        "level": "high",
        "place": {"x": 1.5, "y": 2.0},
        "seats": {"1": "Ann", "20": "Bob"},
    });
    let room = read(&instance).unwrap();
    assert_eq!(
        room.seats,
        BTreeMap::from([(1, "Ann".to_owned()), (20, "Bob".to_owned())])
    );
    assert_eq!(room.floor, NonZeroU8::new(3));
    assert_eq!(room.host, Some(Ipv4Addr::LOCALHOST));
    assert_eq!(room.level, Some(Level::High));
    assert_eq!(room.place, Some(Place { x: 1.5, y: 2.0 }));
    assert_eq!(serde_json::to_value(&room).unwrap(), instance);
}

#[test]
fn a_type_that_refuses_what_the_schema_accepts_says_why() {
    let refused = [
        (
            json!({"seats": {}, "host": "nowhere"}),
            "invalid IPv4 address syntax",
        ),
        (
            json!({"seats": {}, "floor": 0}),
            "invalid value: integer `0`, expected a nonzero u8",
        ),
        (
            json!({"seats": {"first": "Ann"}}),
            "invalid type: string \"first\", expected u32",
        ),
    ];
    for (instance, reason) in refused {
        let error = read(&instance).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments);
        assert_eq!(
            error.to_string(),
            format!(
                "invalid arguments: /: the schema accepts this, but the Rust type does not: {reason}"
            ),
        );
    }
}

#[test]
fn the_schema_speaks_before_the_types() {
    let error = read(&json!({"seats": {}, "level": "middle", "host": "nowhere"})).unwrap_err();
    let violations = error.violations().unwrap();
    let places: Vec<_> = violations
        .iter()
        .map(|v| v.instance_path.as_str())
        .collect();
    assert_eq!(places, ["/level"]);
}

#[test]
fn types_of_the_user_are_read_before_the_tag_too() {
    for payment in [
        json!({"kind": "card", "limits": {"7": 1}}),
        json!({"limits": {"7": 1}, "kind": "card"}),
    ] {
        let room = read(&json!({"seats": {}, "payment": payment})).unwrap();
        let Some(made::book_room::Payment::Card(card)) = room.payment else {
            panic!("{room:?}")
        };
        assert_eq!(card.limits, Some(BTreeMap::from([(7, 1)])));
    }
}

#[test]
fn a_default_beside_a_type_of_the_user_is_no_mistake() {
    let scratch = toolmodel_tests::fixture::Scratch::below(env!("CARGO_TARGET_TMPDIR"));
    let tool = json!({"name": "a", "inputSchema": {
        "type": "object",
        "properties": {
            "count": {"type": "integer", "default": 5},
            "id": {"type": "string", "format": "uuid", "default": "x"},
            "wrong": {"type": "integer", "maximum": 3, "default": 5},
            "referred": {"$ref": "#/$defs/level", "default": "high"},
            "wrongly": {"$ref": "#/$defs/level", "default": "none"},
        },
        "$defs": {"level": {"enum": ["low", "high"]}},
    }});
    scratch.write("a.json", tool.to_string());
    let report = toolmodel_build::Config::new()
        .authoring_warnings(false)
        .replace(
            "a",
            "/inputSchema/properties/count",
            "::std::num::NonZeroU8",
        )
        .format("uuid", "String")
        .inspect(scratch.path())
        .unwrap();
    let messages: Vec<&str> = report.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "the default `5` does not meet its schema",
            "the default `\"none\"` does not meet its schema"
        ]
    );
}
