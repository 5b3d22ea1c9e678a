//! The engine's own proof. It is experimental there, so it is only tried where shapes fail and
//! no counterexample was found, and only on small schemas.

use jsonschema::canonical::{Containment, options};
use serde_json::Value;

use crate::example::maker::size;
use crate::schema::walk::each;
use crate::schema::{Dialect, Schema};

/// Subschemas of one schema beyond which the engine is not tried.
const MOST_SUBSCHEMAS: usize = 100;
/// Values in a schema, mainly listed ones, beyond which the engine is not tried.
const MOST_VALUES: usize = 1000;
/// Levels of a schema beyond which the engine, which recurses, is not tried.
const DEEPEST: usize = 24;

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
    let mut count = 0;
    while let Some((schema, depth)) = stack.pop() {
        count += 1;
        if count > MOST_SUBSCHEMAS || depth > DEEPEST {
            return false;
        }
        if let Value::Object(map) = schema {
            each(map, |_, _, child| stack.push((child, depth + 1)));
        }
    }
    true
}
