//! Keywords that look like typing mistakes: JSON Schema ignores what it does not know.

use serde_json::Value;
use toolmodel_runtime::Schema;

const KEYWORDS: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Keywords that are neither checked nor mistaken for another: most of what schemas consist of.
const OTHERS: &[&str] = &[
    "default",
    "deprecated",
    "description",
    "else",
    "example",
    "examples",
    "format",
    "readOnly",
    "then",
    "title",
    "type",
    "writeOnly",
];

/// Unknown keywords that are a known one but for case, underscores or dashes, or a letter.
pub(crate) fn lint(schema: &Schema) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut stack = vec![(String::new(), schema.as_value())];
    while let Some((pointer, schema)) = stack.pop() {
        let Value::Object(map) = schema else { continue };
        for (keyword, value) in map {
            let here = || crate::schema::join(&pointer, keyword);
            match keyword.as_str() {
                "properties" | "patternProperties" | "$defs" | "definitions"
                | "dependentSchemas" => {
                    let here = here();
                    for (name, child) in value.as_object().into_iter().flatten() {
                        stack.push((crate::schema::join(&here, name), child));
                    }
                }
                "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                    let here = here();
                    for (i, child) in value.as_array().into_iter().flatten().enumerate() {
                        stack.push((format!("{here}/{i}"), child));
                    }
                }
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames" => stack.push((here(), value)),
                keyword => {
                    if let Some(meant) = meant(keyword) {
                        let message =
                            format!("keyword `{keyword}` is unknown; did you mean `{meant}`?");
                        found.push((here(), message));
                    }
                }
            }
        }
    }
    found.sort();
    found
}

fn meant(keyword: &str) -> Option<&'static str> {
    let known = KEYWORDS.contains(&keyword) || OTHERS.contains(&keyword);
    if known || keyword.starts_with(['x', '$', '_']) || keyword.len() < 4 {
        return None;
    }
    let fold = |word: &str| -> String {
        word.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect()
    };
    let folded = fold(keyword);
    KEYWORDS.iter().copied().find(|known| {
        let known = fold(known);
        known == folded || (known.len() > 5 && one_edit(&known, &folded))
    })
}

/// Whether one letter more, less, other or swapped makes the words the same.
fn one_edit(known: &str, word: &str) -> bool {
    let (a, b) = (known.as_bytes(), word.as_bytes());
    let front = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[front..], &b[front..]);
    let back = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    let (a, b) = (&a[..a.len() - back], &b[..b.len() - back]);
    matches!((a, b), ([_], [_] | []) | ([], [_]))
        || (a.len() == 2 && b.len() == 2 && a[0] == b[1] && a[1] == b[0])
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
        assert_eq!(meant("example"), None);
        assert_eq!(meant("nullable"), None);
        assert_eq!(meant("x-maximum"), None);
        assert_eq!(meant("maximum"), None);
    }
}
