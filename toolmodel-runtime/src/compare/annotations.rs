//! Annotations that differ between two schemas, place by place.

use serde_json::{Map, Value};

use super::report::{Detail, What};
use crate::path::Path;
use crate::schema::Schema;
use crate::schema::shape::is_assertion;
use crate::schema::walk::{Holds, Token, each_of, holds};

/// Most annotations reported.
const MOST_TOLD: usize = 64;

/// Annotations that differ in places that both schemas have.
pub(super) fn annotations(old: &Schema, new: &Schema) -> Vec<Detail> {
    let mut found = Vec::new();
    compare(old.as_value(), new.as_value(), &Path::Root, &mut found);
    found.sort();
    found
}

/// Whether a keyword neither decides what is accepted nor leads to keywords that do.
fn annotates(keyword: &str) -> bool {
    let leads = holds(keyword) != Holds::Nothing && keyword != "contentSchema";
    let structure = [
        "minContains",
        "maxContains",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$schema",
        "$recursiveRef",
    ];
    !is_assertion(keyword) && !leads && !structure.contains(&keyword)
}

/// Schemas are at most [`crate::MAX_NESTING`] levels deep, so this may recurse.
fn compare(old: &Value, new: &Value, path: &Path<'_>, found: &mut Vec<Detail>) {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return;
    };
    own(old, new, path, found);
    for (keyword, value) in new {
        let Some(before) = old.get(keyword) else {
            continue;
        };
        each_of(holds(keyword), value, |token, child| {
            let other = match token {
                Token::None => Some(before),
                Token::Name(name) => before.get(name),
                Token::Index(index) => before.get(index),
            };
            if let Some(other) = other
                && found.len() < MOST_TOLD
            {
                let keyword = path.key(keyword);
                compare(other, child, &keyword.token(token), found);
            }
        });
    }
}

fn own(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    path: &Path<'_>,
    found: &mut Vec<Detail>,
) {
    let added = new.keys().filter(|key| !old.contains_key(*key));
    for keyword in old.keys().chain(added).filter(|key| annotates(key)) {
        if let Some(what) = What::of(old.get(keyword), new.get(keyword))
            && found.len() < MOST_TOLD
        {
            let pointer = path.key(keyword).pointer();
            found.push(Detail { pointer, what });
        }
    }
}
