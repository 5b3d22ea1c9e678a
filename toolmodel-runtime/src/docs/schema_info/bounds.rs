//! Bounds of numbers and of lengths.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::schema::number::{self, count};

/// Each bound with its keyword, how it is read, and which of two is the tighter one.
macro_rules! bounds {
    ($($(#[$about:meta])* $field:ident: $type:ty = $keyword:literal $read:ident, $order:path => $wins:ident;)*) => {
        /// The bounds of a property.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        #[non_exhaustive]
        pub struct Bounds {
            $($(#[$about])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)*
        }

        impl Bounds {
            /// Takes a keyword of a schema object, and returns whether it is a bound.
            pub(super) fn read(&mut self, keyword: &str, value: &Value) -> bool {
                match keyword {
                    $($keyword => self.$field = $read(value),)*
                    _ => return false,
                }
                true
            }

            /// Combines both bounds: the tighter of each.
            pub(super) fn tighten(&mut self, other: Self) {
                $(tighter(&mut self.$field, other.$field, $order, Ordering::$wins);)*
            }
        }
    };
}

bounds! {
    /// The least number.
    minimum: Number = "minimum" as_number, compare => Greater;
    /// The greatest number.
    maximum: Number = "maximum" as_number, compare => Less;
    /// Numbers are greater than this.
    exclusive_minimum: Number = "exclusiveMinimum" as_number, compare => Greater;
    /// Numbers are less than this.
    exclusive_maximum: Number = "exclusiveMaximum" as_number, compare => Less;
    /// Numbers are multiples of this.
    multiple_of: Number = "multipleOf" as_number, unordered => Greater;
    /// The fewest characters of a string.
    min_length: u64 = "minLength" count, u64::cmp => Greater;
    /// The most characters of a string.
    max_length: u64 = "maxLength" count, u64::cmp => Less;
    /// The fewest items of an array.
    min_items: u64 = "minItems" count, u64::cmp => Greater;
    /// The most items of an array.
    max_items: u64 = "maxItems" count, u64::cmp => Less;
    /// The fewest properties of an object.
    min_properties: u64 = "minProperties" count, u64::cmp => Greater;
    /// The most properties of an object.
    max_properties: u64 = "maxProperties" count, u64::cmp => Less;
}

impl Bounds {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn tighter<T>(
    mine: &mut Option<T>,
    theirs: Option<T>,
    compare: fn(&T, &T) -> Ordering,
    wins: Ordering,
) {
    let Some(theirs) = theirs else { return };
    if mine
        .as_ref()
        .is_none_or(|mine| compare(&theirs, mine) == wins)
    {
        *mine = Some(theirs);
    }
}

fn as_number(value: &Value) -> Option<Number> {
    value.as_number().cloned()
}

fn compare(a: &Number, b: &Number) -> Ordering {
    number::compare(a, b).unwrap_or(Ordering::Equal)
}

/// Of two divisors the first is told.
fn unordered(_: &Number, _: &Number) -> Ordering {
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bounds(value: &Value) -> Bounds {
        let mut bounds = Bounds::default();
        for (keyword, value) in value.as_object().unwrap() {
            assert!(bounds.read(keyword, value), "{keyword}");
        }
        bounds
    }

    #[test]
    fn the_tighter_bound_wins() {
        let mut a = bounds(&json!({"minimum": 1, "maximum": 9.5, "minLength": 2.0}));
        a.tighten(bounds(
            &json!({"minimum": 0, "maximum": 7, "maxLength": 3, "multipleOf": 2}),
        ));
        let both =
            json!({"minimum": 1, "maximum": 7, "minLength": 2, "maxLength": 3, "multipleOf": 2});
        assert_eq!(a, bounds(&both));
    }

    #[test]
    fn a_count_is_read_as_shapes_read_it() {
        let large = bounds(&json!({"maxLength": 9_007_199_254_740_992.0}));
        assert_eq!(large.max_length, Some(1 << 53));
    }

    #[test]
    fn malformed_bounds_are_unknown() {
        assert!(bounds(&json!({"minimum": "1", "minLength": -1, "maxItems": 1.5})).is_empty());
    }

    #[test]
    fn large_integers_are_compared_exactly() {
        let mut a = bounds(&json!({"minimum": 9_007_199_254_740_992_u64}));
        a.tighten(bounds(&json!({"minimum": 9_007_199_254_740_993_u64})));
        assert_eq!(a.minimum, Some(9_007_199_254_740_993_u64.into()));
    }
}
