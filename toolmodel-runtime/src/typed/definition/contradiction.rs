//! Bounds that no value can satisfy.

use serde_json::{Map, Value};

use crate::error::Problem;
use crate::path::Path;

/// A keyword, and whether its bound is itself excluded.
type Bound = (&'static str, bool);

/// Lower and upper bounds.
const PAIRS: [(Bound, Bound); 8] = [
    (("minimum", false), ("maximum", false)),
    (("minimum", false), ("exclusiveMaximum", true)),
    (("exclusiveMinimum", true), ("maximum", false)),
    (("exclusiveMinimum", true), ("exclusiveMaximum", true)),
    (("minLength", false), ("maxLength", false)),
    (("minItems", false), ("maxItems", false)),
    (("minProperties", false), ("maxProperties", false)),
    (("minContains", false), ("maxContains", false)),
];

pub(super) fn check(schema: &Map<String, Value>, path: &Path<'_>, problems: &mut Vec<Problem>) {
    for ((low, low_is_outside), (high, high_is_outside)) in PAIRS {
        let (Some(least), Some(most)) = (schema.get(low), schema.get(high)) else {
            continue;
        };
        let is_outside = low_is_outside || high_is_outside;
        if is_beyond(least, most, is_outside) {
            let message = format!("no value can meet `{low}` {least} and `{high}` {most}");
            problems.push(Problem::new(path.pointer(), message));
        }
    }
}

/// Whether a lower bound leaves nothing below an upper one.
fn is_beyond(least: &Value, most: &Value, is_outside: bool) -> bool {
    if let (Some(least), Some(most)) = (least.as_i64(), most.as_i64()) {
        return least > most || (is_outside && least == most);
    }
    match (least.as_f64(), most.as_f64()) {
        (Some(least), Some(most)) if is_outside => least >= most,
        (Some(least), Some(most)) => least > most,
        _ => false,
    }
}
