//! Keywords that look like typing mistakes, which JSON Schema ignores, and subschemas that no value meets.

use serde_json::Value;
use toolmodel_runtime::__private::kernel::shape::{ASSERTIONS, is_assertion};
use toolmodel_runtime::__private::kernel::{Place, Places, Step, contradictions, nearest, walk};
use toolmodel_runtime::Schema;

/// What may be meant, in addition to keywords that decide by themselves.
const FURTHER: [&str; 6] = [
    "default",
    "definitions",
    "description",
    "format",
    "maxContains",
    "minContains",
];

/// Keywords that are neither checked nor suspected of being misspelled: most of what schemas consist of.
const OTHERS: &[&str] = &[
    "deprecated",
    "else",
    "example",
    "examples",
    "readOnly",
    "then",
    "title",
    "type",
    "writeOnly",
];

/// What is odd at a place of a schema.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Oddity {
    pub(crate) pointer: String,
    pub(crate) kind: OddityKind,
    pub(crate) message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OddityKind {
    /// An unknown keyword that looks like a known one.
    Mistyped,
    /// No value can meet what the subschema says.
    Contradiction,
}

/// All that is odd, in the order of the places.
pub(crate) fn lint(schema: &Schema) -> Vec<Oddity> {
    let mut places = Places::default();
    let mut found = Vec::new();
    let mut stack = vec![(Place::ROOT, schema.as_value())];
    while let Some((place, schema)) = stack.pop() {
        let Value::Object(map) = schema else { continue };
        for keyword in map.keys() {
            if let Some(meant) = meant(keyword) {
                let here = places.below(place, Step::Key(keyword));
                let message = format!("keyword `{keyword}` is unknown; did you mean `{meant}`?");
                found.push(Oddity {
                    pointer: places.pointer(here),
                    kind: OddityKind::Mistyped,
                    message,
                });
            }
        }
        found.extend(contradictions(map).into_iter().map(|message| Oddity {
            pointer: places.pointer(place),
            kind: OddityKind::Contradiction,
            message,
        }));
        let below = walk::children(map).into_iter();
        stack.extend(below.map(|child| (places.child(place, &child), child.schema)));
    }
    found.sort();
    found
}

fn meant(keyword: &str) -> Option<&'static str> {
    let is_known = is_assertion(keyword) || FURTHER.contains(&keyword) || OTHERS.contains(&keyword);
    if is_known || keyword.starts_with(['x', '$', '_']) || keyword.len() < 4 {
        return None;
    }
    // Short words and references are near to too many keywords.
    let is_meant =
        |known: &&&str| !matches!(**known, "$dynamicRef" | "$ref" | "if" | "not" | "type");
    let meant = ASSERTIONS.iter().filter(is_meant);
    nearest(keyword, meant.chain(&FURTHER).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_named() {
        assert_eq!(meant("minlength"), Some("minLength"));
        assert_eq!(meant("max_items"), Some("maxItems"));
        assert_eq!(meant("propertes"), Some("properties"));
        assert_eq!(meant("requried"), Some("required"));
        assert_eq!(meant("deafult"), Some("default"));
        assert_eq!(meant("descripton"), Some("description"));
        assert_eq!(meant("example"), None);
        assert_eq!(meant("nullable"), None);
        assert_eq!(meant("x-maximum"), None);
        assert_eq!(meant("maximum"), None);
    }

    #[test]
    fn every_place_that_holds_a_schema_is_looked_at() {
        let schema = serde_json::json!({
            "items": [{"minlength": 1}],
            "unevaluatedProperties": {"minlength": 1},
            "dependencies": {"a": {"max_items": 1}, "b": ["minlength"]},
            "default": {"minlength": 1},
        });
        let schema = Schema::try_from(schema).unwrap();
        let pointers: Vec<String> = lint(&schema).into_iter().map(|it| it.pointer).collect();
        assert_eq!(
            pointers,
            [
                "/dependencies/a/max_items",
                "/items/0/minlength",
                "/unevaluatedProperties/minlength"
            ]
        );
    }

    #[test]
    fn what_nothing_meets_is_told_with_its_place() {
        let schema = serde_json::json!({
            "properties": {
                "a": {"type": "integer", "minimum": 5, "maximum": 1},
                "b": {"type": "string", "enum": [1, 2]},
                "c": {"type": "integer", "const": 1.5},
                "fine": {"type": "integer", "enum": [1.0, "x"], "minLength": 3},
            },
        });
        let schema = Schema::try_from(schema).unwrap();
        let odd: Vec<(String, OddityKind)> = lint(&schema)
            .into_iter()
            .map(|it| (it.pointer, it.kind))
            .collect();
        let places = ["/properties/a", "/properties/b", "/properties/c"];
        assert_eq!(
            odd,
            places.map(|place| (place.to_owned(), OddityKind::Contradiction))
        );
    }
}
