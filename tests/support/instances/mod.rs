//! Instances made from a schema: some that should be valid, and changes of every part of them. What
//! is right is not decided here; callers ask a validator.
//!
//! [`instances`] tries a schema systematically, [`many_instances`] does so with the extremes of each
//! type and without a limit, [`full_instance`] is one of them, and [`instance`] and [`mutated`] leave it to chance.

mod change;
mod choices;
mod follow;
mod place;

use std::collections::BTreeSet;

pub use change::UNDECLARED;
use change::{as_variant, extremes, neighbours, strangers};
pub use choices::Choices;
use follow::Follower;
use place::{Path, at, places, replaced};
use serde_json::Value;

/// The most instances that [`instances`] makes of one schema.
const MOST: usize = 750;

/// Instances that try a schema: variants that follow it, and one change at a time at every place.
#[must_use]
pub fn instances(schema: &Value) -> Vec<Value> {
    systematic(schema, MOST, false)
}

/// An instance that should be valid, with every property that the schema declares.
#[must_use]
pub fn full_instance(schema: &Value) -> Value {
    Follower::new(schema, &mut Choices::variant(0)).make().0
}

/// As [`instances`], but as many as there are, with the extremes of each type at every place. The
/// first of them is the [`full_instance`].
#[must_use]
pub fn many_instances(schema: &Value) -> Vec<Value> {
    systematic(schema, usize::MAX, true)
}

/// An instance that follows most of what the schema says, where there is a choice by chance.
#[must_use]
pub fn instance(schema: &Value, choices: &mut Choices) -> Value {
    Follower::new(schema, choices).make().0
}

/// The instance with one thing changed somewhere.
#[must_use]
pub fn mutated(value: &Value, choices: &mut Choices) -> Value {
    let mut places = places(value);
    let path = places.swap_remove(choices.below(places.len()));
    let mut changes = neighbours(at(value, &path));
    if changes.is_empty() || choices.below(100) < 20 {
        changes = strangers();
    }
    let change = changes.swap_remove(choices.below(changes.len()));
    replaced(value, &path, change)
}

fn systematic(schema: &Value, most: usize, with_extremes: bool) -> Vec<Value> {
    let mut found = Found {
        most,
        seen: BTreeSet::new(),
        values: Vec::new(),
    };
    let variants = if with_extremes {
        widest_union(schema).max(6)
    } else {
        6
    };
    for variant in 0..variants {
        let (base, probes) = Follower::new(schema, &mut Choices::variant(variant)).make();
        found.add(base.clone());
        for (path, value) in probes {
            found.add(replaced(&base, &path, value));
        }
        for path in places(&base) {
            found.add_changes(&base, &path, with_extremes);
        }
    }
    for value in strangers() {
        found.add(value);
    }
    found.values
}

/// The most branches or values to choose from at any one place.
fn widest_union(schema: &Value) -> usize {
    let mut widest = 0;
    let mut stack = vec![schema];
    while let Some(schema) = stack.pop() {
        for keyword in ["anyOf", "oneOf", "type"] {
            let branches = schema.get(keyword).and_then(Value::as_array);
            widest = widest.max(branches.map_or(0, Vec::len));
        }
        match schema {
            Value::Object(map) => stack.extend(map.values()),
            Value::Array(items) => stack.extend(items),
            _ => {}
        }
    }
    widest
}

struct Found {
    most: usize,
    seen: BTreeSet<String>,
    values: Vec<Value>,
}

impl Found {
    fn add(&mut self, value: Value) {
        if self.values.len() < self.most && self.seen.insert(value.to_string()) {
            self.values.push(value);
        }
    }

    fn add_changes(&mut self, base: &Value, path: &Path, with_extremes: bool) {
        let value = at(base, path);
        let mut changes = strangers();
        changes.extend(neighbours(value));
        changes.extend(as_variant(value));
        if with_extremes {
            changes.extend(extremes(value));
        }
        for change in changes {
            self.add(replaced(base, path, change));
        }
    }
}
