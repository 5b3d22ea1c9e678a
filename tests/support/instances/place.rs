//! Places in an instance.

use serde_json::Value;

/// The way to a place in an instance.
pub(super) type Path = Vec<Step>;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// The places in a value, the value itself among them; of long lists only the first.
pub(super) fn places(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    let mut stack = vec![(Vec::new(), value)];
    while let Some((path, value)) = stack.pop() {
        if found.len() > 60 {
            break;
        }
        let below = |step: Step| -> Path {
            let mut below = path.clone();
            below.push(step);
            below
        };
        match value {
            Value::Object(map) => {
                let parts = map.iter();
                stack.extend(parts.map(|(key, value)| (below(Step::Key(key.clone())), value)));
            }
            Value::Array(items) => {
                let parts = items.iter().enumerate().take(3);
                stack.extend(parts.map(|(i, value)| (below(Step::Index(i)), value)));
            }
            _ => {}
        }
        found.push(path);
    }
    found
}

pub(super) fn at<'v>(value: &'v Value, path: &Path) -> &'v Value {
    path.iter().fold(value, |value, step| match step {
        Step::Key(key) => value.get(key).unwrap_or(&Value::Null),
        Step::Index(i) => value.get(i).unwrap_or(&Value::Null),
    })
}

/// The value with another one at a place; unchanged when it has no such place.
pub(super) fn replaced(value: &Value, path: &Path, new: Value) -> Value {
    let mut changed = value.clone();
    let mut place = &mut changed;
    for step in path {
        let below = match step {
            Step::Key(key) => place.get_mut(key),
            Step::Index(i) => place.get_mut(i),
        };
        match below {
            Some(below) => place = below,
            None => return value.clone(),
        }
    }
    *place = new;
    changed
}
