//! The engine's own proof. It is experimental there, so it is only tried where shapes fail and
//! no counterexample was found, and only on small schemas.

use jsonschema::canonical::{Containment, options};
use serde_json::{Map, Value};

use crate::example::maker::size;
use crate::schema::walk::each;
use crate::schema::{Dialect, Schema};

/// Subschemas of one schema beyond which the engine is not tried.
const MOST_SUBSCHEMAS: usize = 100;
/// Values in a schema, mainly listed ones, beyond which the engine is not tried.
const MOST_VALUES: usize = 1000;
/// Levels of a schema beyond which the engine, which recurses, is not tried.
const DEEPEST: usize = 24;

/// Alternatives that the engine may have to combine with each other beyond which it is not tried. It has no
/// limits of its own, and writes them all out.
const MOST_ALTERNATIVES: u64 = 64;
/// Divisors beyond which the engine is not tried, which looks for their least common multiple.
const MOST_DIVISORS: usize = 8;

/// Whether the engine proves that every value of the sender is accepted by the reader.
pub(super) fn covers(reader: &Schema, sender: &Schema, dialect: Dialect) -> bool {
    if !is_small(reader.as_value()) || !is_small(sender.as_value()) {
        return false;
    }
    let draft = match dialect {
        Dialect::Draft202012 => jsonschema::Draft::Draft202012,
        Dialect::Draft07 => jsonschema::Draft::Draft7,
    };
    let canonical = |schema: &Schema| {
        let options = options().with_draft(draft).offline();
        let options = options.should_validate_formats(false);
        options.canonicalize(schema.as_value()).ok()
    };
    let (Some(reader), Some(sender)) = (canonical(reader), canonical(sender)) else {
        return false;
    };
    reader
        .covers(&sender)
        .is_ok_and(|answer| answer == Containment::Yes)
}

fn is_small(schema: &Value) -> bool {
    if size(schema) > MOST_VALUES {
        return false;
    }
    let mut stack = vec![(schema, 0)];
    let (mut count, mut references, mut divisors) = (0, 0, 0);
    let mut everywhere: u64 = 1;
    while let Some((schema, depth)) = stack.pop() {
        count += 1;
        if count > MOST_SUBSCHEMAS || depth > DEEPEST {
            return false;
        }
        let Value::Object(map) = schema else {
            continue;
        };
        references += u32::from(is_reference(map));
        if let Some(divisor) = map.get("multipleOf") {
            divisors += 1;
            let is_plain = |by: f64| by.fract() == 0.0 && by.abs() < 53f64.exp2();
            if divisors > MOST_DIVISORS || !divisor.as_f64().is_some_and(is_plain) {
                return false;
            }
        }
        everywhere = everywhere.saturating_mul(own_alternatives(map, &|_| 1));
        each(map, |_, _, child| stack.push((child, depth + 1)));
    }
    // What a reference leads to may be combined with anything, and as often as there are references.
    let combined = if references == 0 {
        alternatives(schema)
    } else {
        everywhere.saturating_pow(references + 1)
    };
    combined <= MOST_ALTERNATIVES
}

fn is_reference(map: &Map<String, Value>) -> bool {
    ["$ref", "$dynamicRef"]
        .iter()
        .any(|it| map.contains_key(*it))
}

/// At most how many alternatives a schema has once those at one place are combined.
fn alternatives(schema: &Value) -> u64 {
    let Value::Object(map) = schema else {
        return 1;
    };
    let mut below: u64 = 1;
    each(map, |keyword, _, child| {
        if !is_in_place(keyword) {
            below = below.saturating_add(alternatives(child) - 1);
        }
    });
    own_alternatives(map, &alternatives).saturating_mul(below)
}

/// How many alternatives the keywords of a schema make that apply to the same value, given those of each
/// subschema.
fn own_alternatives(map: &Map<String, Value>, of: &dyn Fn(&Value) -> u64) -> u64 {
    let (mut any, mut one) = (0_u64, 0_u64);
    let mut product: u64 = 1;
    each(map, |keyword, _, child| {
        let own = of(child);
        match keyword {
            "anyOf" => any = any.saturating_add(own),
            "oneOf" => one = one.saturating_add(own),
            "allOf" | "then" | "else" => product = product.saturating_mul(own),
            // Or not: the opposite of many keywords is an alternative for each.
            _ if is_in_place(keyword) => {
                product = product.saturating_mul(own.saturating_add(members(child)));
            }
            _ => {}
        }
    });
    let dependent = ["dependentRequired", "dependencies"].iter();
    let dependent = dependent.filter_map(|it| map.get(*it)?.as_object());
    let names: usize = dependent.map(Map::len).sum();
    let names = 2_u64.saturating_pow(u32::try_from(names).unwrap_or(u32::MAX));
    // Exactly one, hence none of the others.
    let one = one.saturating_mul(one);
    [any, one, names]
        .into_iter()
        .fold(product, |product, many| product.saturating_mul(many.max(1)))
}

fn is_in_place(keyword: &str) -> bool {
    matches!(
        keyword,
        "allOf"
            | "anyOf"
            | "dependencies"
            | "dependentSchemas"
            | "else"
            | "if"
            | "not"
            | "oneOf"
            | "then"
    )
}

/// The keywords of a schema, and the properties that they speak of.
fn members(schema: &Value) -> u64 {
    let Value::Object(map) = schema else {
        return 1;
    };
    let inner = map.values().map(|value| match value {
        Value::Array(items) => items.len(),
        Value::Object(entries) => entries.len(),
        _ => 1,
    });
    inner.sum::<usize>().max(1) as u64
}
