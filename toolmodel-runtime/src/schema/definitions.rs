//! References by pointer into the same document, and the definitions that they lead to.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::walk::each;
use crate::path::pointer::decoded;

/// The keywords of a root that hold definitions: of 2020-12, and of draft-07.
pub(crate) const KEYWORDS: [&str; 2] = ["$defs", "definitions"];

/// The tokens of a reference such as `#/$defs/name`, as written and as the keys they encode. `None` for `#`
/// alone, for anchors and for other documents.
pub(crate) fn tokens(reference: &str) -> Option<impl Iterator<Item = (&str, Cow<'_, str>)>> {
    let pointer = reference.strip_prefix("#/")?;
    Some(pointer.split('/').map(|token| (token, decoded(token))))
}

/// The name in `#/$defs/name`.
pub(crate) fn name(reference: &str) -> Option<Cow<'_, str>> {
    let mut keys = tokens(reference)?.map(|(_, key)| key);
    let name = keys.next().filter(|key| key == "$defs").and(keys.next());
    name.filter(|_| keys.next().is_none())
}

/// Removes the definitions that nothing refers to. An anchor may be anywhere, so if something refers to one,
/// all definitions are kept.
pub(crate) fn drop_unused(root: &mut Map<String, Value>) {
    let mut used: HashSet<(String, String)> = HashSet::new();
    let mut stack = vec![(&*root, true)];
    while let Some((map, is_root)) = stack.pop() {
        if let Some(Value::String(reference)) = map.get("$ref")
            && reference != "#"
        {
            let Some(mut keys) = tokens(reference).map(|tokens| tokens.map(|(_, key)| key)) else {
                return;
            };
            if let (Some(keyword), Some(name)) = (keys.next(), keys.next())
                && used.insert((keyword.clone().into_owned(), name.clone().into_owned()))
            {
                let found = root.get(&*keyword).and_then(|all| all.get(&*name));
                stack.extend(found.and_then(Value::as_object).map(|map| (map, false)));
            }
        }
        each(map, |keyword, _, child| {
            if !is_root || !KEYWORDS.contains(&keyword) {
                stack.extend(child.as_object().map(|child| (child, false)));
            }
        });
    }
    for keyword in KEYWORDS {
        if let Some(Value::Object(definitions)) = root.get_mut(keyword) {
            definitions.retain(|name, _| used.contains(&(keyword.to_owned(), name.clone())));
            if definitions.is_empty() {
                root.shift_remove(keyword);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_definitions_are_decoded() {
        for (reference, expected) in [
            ("#/$defs/a", Some("a")),
            ("#/%24defs/a%20b~1c", Some("a b/c")),
            ("#/$defs/a/properties/b", None),
            ("#/definitions/a", None),
            ("#/$defs", None),
            ("#anchor", None),
            ("#", None),
            ("other#/$defs/a", None),
        ] {
            assert_eq!(name(reference).as_deref(), expected, "{reference}");
        }
    }

    #[test]
    fn only_what_is_referred_to_stays() {
        let drop = |mut schema: Value| {
            drop_unused(schema.as_object_mut().unwrap());
            schema
        };
        let schema = json!({
            "properties": {"a": {"$ref": "#/$defs/a"}, "self": {"$ref": "#"}, "a%": {"$ref": "#/definitions/%25"}},
            "$defs": {"a": {"items": {"$ref": "#/$defs/b/not"}}, "b": {"not": {}}, "c": {"$ref": "#/$defs/c"}},
            "definitions": {"%": true, "d": true},
        });
        let mut expected = schema.clone();
        expected["$defs"].as_object_mut().unwrap().shift_remove("c");
        expected["definitions"]
            .as_object_mut()
            .unwrap()
            .shift_remove("d");
        assert_eq!(drop(schema), expected);

        let unused = json!({"type": "object", "$defs": {"a": {"$ref": "#/$defs/a"}}});
        assert_eq!(drop(unused), json!({"type": "object"}));
        let anchored = json!({"items": {"$ref": "#b"}, "$defs": {"a": {"$anchor": "b"}}});
        assert_eq!(drop(anchored.clone()), anchored);
    }
}
