//! Bounds of numbers and of lengths.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::schema::number::{self, count};

/// The bounds of a property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Bounds {
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// Numbers are greater than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_minimum: Option<Number>,
    /// Numbers are less than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusive_maximum: Option<Number>,
    /// Numbers are multiples of this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiple_of: Option<Number>,
    /// The fewest characters of a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The most characters of a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// The fewest items of an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_items: Option<u64>,
    /// The most items of an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u64>,
    /// The fewest properties of an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_properties: Option<u64>,
    /// The most properties of an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_properties: Option<u64>,
}

impl Bounds {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes a keyword of a schema object, and returns whether it is a bound.
    pub(super) fn read(&mut self, keyword: &str, value: &Value) -> bool {
        match keyword {
            "minimum" => self.minimum = as_number(value),
            "maximum" => self.maximum = as_number(value),
            "exclusiveMinimum" => self.exclusive_minimum = as_number(value),
            "exclusiveMaximum" => self.exclusive_maximum = as_number(value),
            "multipleOf" => self.multiple_of = as_number(value),
            "minLength" => self.min_length = count(value),
            "maxLength" => self.max_length = count(value),
            "minItems" => self.min_items = count(value),
            "maxItems" => self.max_items = count(value),
            "minProperties" => self.min_properties = count(value),
            "maxProperties" => self.max_properties = count(value),
            _ => return false,
        }
        true
    }

    /// Combines both bounds: the tighter of each.
    pub(super) fn tighten(&mut self, other: Self) {
        for (mine, theirs) in [
            (&mut self.minimum, other.minimum),
            (&mut self.exclusive_minimum, other.exclusive_minimum),
        ] {
            tighter(mine, theirs, compare, Ordering::Greater);
        }
        for (mine, theirs) in [
            (&mut self.maximum, other.maximum),
            (&mut self.exclusive_maximum, other.exclusive_maximum),
        ] {
            tighter(mine, theirs, compare, Ordering::Less);
        }
        self.multiple_of = self.multiple_of.take().or(other.multiple_of);
        for (mine, theirs) in [
            (&mut self.min_length, other.min_length),
            (&mut self.min_items, other.min_items),
            (&mut self.min_properties, other.min_properties),
        ] {
            tighter(mine, theirs, u64::cmp, Ordering::Greater);
        }
        for (mine, theirs) in [
            (&mut self.max_length, other.max_length),
            (&mut self.max_items, other.max_items),
            (&mut self.max_properties, other.max_properties),
        ] {
            tighter(mine, theirs, u64::cmp, Ordering::Less);
        }
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
