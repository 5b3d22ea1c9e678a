//! `uniqueItems`: how many comparisons the engine makes to find duplicates.
//!
//! Few items are compared in pairs. Many are put into a set by a hash of the scalars of an item in order that
//! ignores brackets, so `[[1]]` and `[1, []]` have the same hash and are compared.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Number, Value};

/// Lists of at most this many items are compared in pairs.
const PAIRS: usize = 15;

/// Steps of the search, and how many values were visited to compute them.
pub(super) struct Search {
    pub(super) steps: u64,
    pub(super) visits: u64,
}

impl Search {
    pub(super) fn of(items: &[Value]) -> Self {
        let mut search = Self {
            steps: 0,
            visits: 0,
        };
        let mut alike: HashMap<u64, u64> = HashMap::new();
        let mut seen = HashSet::new();
        for (before, item) in items.iter().enumerate() {
            let mut print = Print::default();
            print.add(item);
            search.visits += print.values;
            let size = print.values + print.text / 64;
            let before = if items.len() <= PAIRS {
                before as u64
            } else {
                let before = alike.entry(print.seen.finish()).or_default();
                std::mem::replace(before, *before + 1)
            };
            let steps = size.saturating_mul(1 + before);
            search.steps = search.steps.saturating_add(steps);
            // The engine stops at the first duplicate.
            if !seen.insert(print.whole.finish()) {
                break;
            }
        }
        search
    }
}

/// What the engine's hash sees of a value, the value's full content, and its size.
#[derive(Default)]
struct Print {
    seen: DefaultHasher,
    whole: DefaultHasher,
    values: u64,
    text: u64,
}

impl Print {
    fn add(&mut self, value: &Value) {
        self.values += 1;
        std::mem::discriminant(value).hash(&mut self.whole);
        match value {
            Value::Null => self.seen.write_u64(3_221_225_473),
            Value::Bool(flag) => {
                self.seen.write_u64(u64::from(*flag));
                flag.hash(&mut self.whole);
            }
            Value::Number(number) => self.number(number),
            Value::String(text) => {
                self.text += text.len() as u64;
                text.hash(&mut self.seen);
                text.hash(&mut self.whole);
            }
            Value::Array(items) => {
                items.len().hash(&mut self.whole);
                for item in items {
                    self.add(item);
                }
            }
            Value::Object(map) => {
                let (mut seen, mut whole) = (0, 0);
                for (name, value) in map {
                    let mut member = Self::default();
                    name.hash(&mut member.seen);
                    name.hash(&mut member.whole);
                    member.add(value);
                    // Members may come in any order.
                    seen ^= member.seen.finish();
                    whole ^= member.whole.finish();
                    self.values += member.values;
                    self.text += member.text + name.len() as u64;
                }
                self.seen.write_u64(seen);
                self.whole.write_u64(whole);
            }
        }
    }

    /// Numbers are hashed as doubles, and several large integers share one double.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "integral and within the range"
    )]
    fn number(&mut self, number: &Number) {
        let double = number.as_f64().unwrap_or_default() + 0.0;
        self.seen.write_u64(double.to_bits());
        let whole = number.as_i128().or_else(|| {
            let exact = double.fract() == 0.0 && double.abs() < 1e30;
            exact.then_some(double as i128)
        });
        match whole {
            Some(whole) => whole.hash(&mut self.whole),
            None => double.to_bits().hash(&mut self.whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn steps(items: impl IntoIterator<Item = Value>) -> u64 {
        let items: Vec<Value> = items.into_iter().collect();
        Search::of(&items).steps
    }

    #[test]
    fn what_the_hash_tells_apart_is_compared_once() {
        assert_eq!(steps((0..1000).map(|i| json!(i))), 1000);
        assert!(steps((0..1000).map(|i| json!({"a": i, "b": [i]}))) < 5000);
    }

    #[test]
    fn what_it_does_not_tell_apart_is_compared_in_pairs() {
        let nested = |levels: usize| (0..levels).fold(json!([]), |value, _| json!([value]));
        assert!(steps((0..100).map(nested)) > 100 * 100 / 2);
        assert!(steps((0..100).map(|i| json!([1, nested(i)]))) > 100 * 100 / 2);
        assert!(steps((0..100).map(|i| json!({"a": nested(i)}))) > 100 * 100 / 2);
        let near = (0..1000u64).map(|i| json!(u64::MAX - i));
        assert!(steps(near) > 1000 * 1000 / 4);
    }

    #[test]
    fn the_search_ends_with_the_first_that_repeats() {
        assert!(steps(vec![json!("x"); 100_000]) < 10);
        let ends = [json!(1), json!(1.0)]
            .into_iter()
            .chain((0..100).map(|i| json!(i)));
        assert!(steps(ends) < 10);
    }

    #[test]
    fn few_are_always_compared_in_pairs() {
        let large = |i: i32| Value::Array(vec![json!(i); 1000]);
        assert!(steps((0..15).map(large)) > 15 * 14 / 2 * 1000);
    }
}
