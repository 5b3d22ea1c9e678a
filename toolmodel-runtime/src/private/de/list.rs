//! Arrays of one kind of item.

use std::cmp::Ordering;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use super::{in_doubt, tolerate};

/// An array within bounds.
pub struct List<R, T> {
    item: R,
    min: usize,
    max: usize,
    unique: Option<fn(&[T]) -> bool>,
}

impl<R: Copy, T> Clone for List<R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Copy, T> Copy for List<R, T> {}

impl<R, T> fmt::Debug for List<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "List({}..={})", self.min, self.max)
    }
}

/// An array of `min..=max` items.
#[must_use]
pub const fn list<R: Copy, T>(item: R, min: usize, max: usize) -> List<R, T> {
    List {
        item,
        min,
        max,
        unique: None,
    }
}

impl<R: Copy, T: Ord> List<R, T> {
    /// Requires all items to differ; sorts them, so that long arrays stay cheap.
    #[must_use]
    pub fn unique(self) -> Self {
        Self {
            unique: Some(|items| all_differ(items, Ord::cmp)),
            ..self
        }
    }
}

impl<R: Copy, T: PartialOrd> List<R, T> {
    /// Requires all numbers to differ, as [`List::unique`]: every pair of JSON numbers can be compared.
    #[must_use]
    pub fn unique_numbers(self) -> Self {
        Self {
            unique: Some(|items| {
                all_differ(items, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal))
            }),
            ..self
        }
    }
}

/// Up to this many items, comparing all pairs is cheaper than sorting.
const FEW: usize = 16;

fn all_differ<T: PartialEq>(items: &[T], order: impl Fn(&T, &T) -> Ordering) -> bool {
    if items.len() <= FEW {
        let mut rest = items;
        while let [first, others @ ..] = rest {
            if others.contains(first) {
                return false;
            }
            rest = others;
        }
        return true;
    }
    let mut sorted: Vec<&T> = items.iter().collect();
    sorted.sort_unstable_by(|a, b| order(a, b));
    sorted
        .windows(2)
        .all(|pair| order(pair[0], pair[1]).is_ne())
}

impl<'de, R: DeserializeSeed<'de, Value = T> + Copy, T> DeserializeSeed<'de> for List<R, T> {
    type Value = Vec<T>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, R: DeserializeSeed<'de, Value = T> + Copy, T> Visitor<'de> for List<R, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of {}..={} items", self.min, self.max)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        // The hint comes from the input, so it may be anything.
        let expected = seq.size_hint().unwrap_or(0).min(self.max).min(4096);
        let mut items = Vec::with_capacity(expected);
        while let Some(item) = seq.next_element_seed(self.item)? {
            if items.len() >= self.max && !tolerate() {
                return Err(A::Error::invalid_length(self.max.saturating_add(1), &self));
            }
            items.push(item);
        }
        if items.len() < self.min && !tolerate() {
            return Err(A::Error::invalid_length(items.len(), &self));
        }
        if let Some(unique) = self.unique
            && !unique(&items)
            && !in_doubt()
        {
            return Err(A::Error::custom("array items are not unique"));
        }
        Ok(items)
    }
}
