//! A derived tool enforces the formats its types enforce, and tells all that are wrong at once.

use std::net::{IpAddr, Ipv4Addr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Tool, TypedTool};

/// Types as date and UUID crates have them: text, a format in the schema, and a parser.
macro_rules! text_type {
    ($name:ident, $format:literal, $accepts:expr) => {
        #[derive(Debug, Serialize)]
        struct $name(String);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let accepts: fn(&str) -> bool = $accepts;
                if accepts(&text) {
                    Ok(Self(text))
                } else {
                    Err(serde::de::Error::custom("premature end of input"))
                }
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "format": $format})
            }
        }
    };
}

text_type!(Date, "date", |text| text.len() == 10
    && text.as_bytes()[4] == b'-');
text_type!(DateTime, "date-time", |text| text.contains('T'));
text_type!(Uuid, "uuid", |text| text.len() == 36);
text_type!(Url, "uri", |text| text.contains(':'));

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Book {
    day: Date,
    at: Option<DateTime>,
    rooms: Vec<Uuid>,
    from: IpAddr,
    gateway: Ipv4Addr,
    link: Option<Url>,
    /// Only an annotation.
    #[schemars(email)]
    contact: String,
}

/// The same, asserted.
#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(formats)]
struct Asserted {
    day: Date,
    #[schemars(email)]
    contact: String,
}

fn right() -> Value {
    json!({
        "day": "2024-02-29", "rooms": ["2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5"],
        "from": "2001:db8::1", "gateway": "192.0.2.1", "contact": "not an address"
    })
}

/// Place and message of what is refused, which is the same from bytes.
fn refused<T: TypedTool>(arguments: &Value) -> Vec<(String, String, String)> {
    let error = T::parse(arguments).err().expect("it is refused");
    let text = arguments.to_string();
    let from_bytes = T::from_str(&text).err().expect("it is refused");
    assert_eq!(error.to_string(), from_bytes.to_string());
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    let violations = error.violations().unwrap().iter();
    violations
        .map(|it| {
            (
                it.instance_path.clone(),
                it.keyword.clone(),
                it.message.clone(),
            )
        })
        .collect()
}

#[test]
fn texts_of_their_formats_are_read() {
    Book::parse(&right()).unwrap();
    let mut arguments = right();
    arguments["at"] = json!("2024-02-29T12:00:00Z");
    arguments["link"] = json!("https://example.com");
    Book::from_str(&arguments.to_string()).unwrap();
}

#[test]
fn all_wrong_formats_are_listed_by_name() {
    let arguments = json!({
        "day": "29.02.2024", "at": "noon", "rooms": ["2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5", "blue"],
        "from": "nowhere", "gateway": "2001:db8::1", "link": "example", "contact": "ada"
    });
    let refused = refused::<Book>(&arguments);
    let places: Vec<&str> = refused.iter().map(|(place, _, _)| place.as_str()).collect();
    assert_eq!(
        places,
        ["/day", "/at", "/rooms/1", "/from", "/gateway", "/link"]
    );
    for ((_, keyword, message), format) in
        refused
            .iter()
            .zip(["date", "date-time", "uuid", "ipv4` or `ipv6", "ipv4", "uri"])
    {
        assert_eq!(keyword, "format");
        assert!(message.contains(&format!("`{format}`")), "{message}");
    }
}

/// A branch with a date, and one without.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum When {
    Soon { hours: u8 },
    Later { day: Date, note: String },
}

#[derive(Debug, Tool, Serialize, Deserialize, JsonSchema)]
struct Plan {
    #[schemars(length(max = 5))]
    title: String,
    when: When,
    links: std::collections::BTreeMap<String, Url>,
    limit: u8,
}

#[test]
fn wrong_formats_are_listed_beside_other_violations() {
    let arguments = json!({
        "day": "29.02.2024", "at": 5, "rooms": ["2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5", "blue"],
        "from": "nowhere", "contact": "ada"
    });
    let found = refused::<Book>(&arguments);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(place, keyword, _)| (place.as_str(), keyword.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("", "required"),
            ("/day", "format"),
            ("/at", "type"),
            ("/rooms/1", "format"),
            ("/from", "format"),
        ]
    );
    // In a branch and in a map, of which an example has others.
    let arguments = json!({
        "title": "too long", "when": {"kind": "later", "day": "today", "note": "noon"},
        "links": {"home": "example", "blog": "https://example.com"}, "limit": 300
    });
    let found = refused::<Plan>(&arguments);
    let places: Vec<&str> = found.iter().map(|(place, _, _)| place.as_str()).collect();
    assert_eq!(places, ["/title", "/when/day", "/links/home", "/limit"]);
}

#[test]
fn a_format_in_the_schema_of_a_string_is_an_annotation() {
    let mut arguments = right();
    arguments["contact"] = json!("neither");
    assert!(Book::parse(&arguments).is_ok());
    arguments["gateway"] = json!(5);
    let places: Vec<String> = refused::<Book>(&arguments)
        .into_iter()
        .map(|(place, _, _)| place)
        .collect();
    assert_eq!(places, ["/gateway"]);
    arguments = right();
    arguments["from"] = json!("nowhere");
    let places: Vec<String> = refused::<Book>(&arguments)
        .into_iter()
        .map(|(place, _, _)| place)
        .collect();
    assert_eq!(places, ["/from"]);
}

#[test]
fn all_formats_are_asserted_where_that_is_asked_for() {
    let right = json!({"day": "2024-02-29", "contact": "ada@example.com"});
    Asserted::parse(&right).unwrap();
    Asserted::from_str(&right.to_string()).unwrap();
    // Beside them, what breaks the schema otherwise is listed too.
    let refused = refused::<Asserted>(&json!({"day": "today", "contact": "ada", "limit": 1}));
    let places: Vec<&str> = refused.iter().map(|(place, _, _)| place.as_str()).collect();
    assert_eq!(places, ["/day", "/contact"]);
}

#[test]
fn an_address_is_advertised_as_one_of_two_formats() {
    let schema = Book::definition().input_schema.as_value();
    assert_eq!(
        schema.pointer("/properties/from"),
        Some(&json!({"type": "string", "anyOf": [{"format": "ipv4"}, {"format": "ipv6"}]}))
    );
}
