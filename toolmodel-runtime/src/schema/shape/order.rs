//! Which of several bounds is decisive.

use std::cmp::Ordering;

use super::Bound;
use crate::schema::number::compare;

impl Bound {
    /// Whether the bound excludes everything that another does, both being lower bounds (`Greater`) or upper
    /// ones (`Less`).
    pub(crate) fn is_tighter(&self, other: &Self, side: Ordering) -> bool {
        match compare(&self.value, &other.value) {
            Some(Ordering::Equal) => self.exclusive || !other.exclusive,
            Some(order) => order == side,
            None => false,
        }
    }
}

/// The decisive bounds of two lists: hundreds of subschemas about one number leave one.
pub(super) fn tightest(mut bounds: Vec<Bound>, more: Vec<Bound>, side: Ordering) -> Vec<Bound> {
    for bound in more {
        if bounds.iter().any(|own| own.is_tighter(&bound, side)) {
            continue;
        }
        bounds.retain(|own| !bound.is_tighter(own, side));
        bounds.push(bound);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use serde_json::{Number, Value, json};

    use super::*;

    fn number(value: &Value) -> Number {
        value.as_number().cloned().unwrap()
    }

    #[test]
    fn of_many_bounds_the_one_that_decides_is_kept() {
        let bound = |value: Value, exclusive| Bound {
            value: number(&value),
            exclusive,
        };
        let bounds = || vec![bound(json!(1), false), bound(json!(1.0), true)];
        let lower = tightest(bounds(), vec![bound(json!(0.5), true)], Ordering::Greater);
        assert_eq!(lower, [bound(json!(1), false), bound(json!(1.0), true)]);
        let lower = tightest(vec![bound(json!(1), false)], bounds(), Ordering::Greater);
        assert_eq!(lower, [bound(json!(1.0), true)]);
        let upper = tightest(bounds(), vec![bound(json!(0.5), true)], Ordering::Less);
        assert_eq!(upper, [bound(json!(0.5), true)]);
    }
}
