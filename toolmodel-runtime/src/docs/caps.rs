//! Caps that keep documentation small enough for a model's context.

use serde_json::{Map, Value};

use super::{DocEntry, ToolExample};
use crate::error::excerpt::truncated;

/// The longest summary, in characters; the rest is cut off.
pub const MAX_SUMMARY_LEN: usize = 200;
/// The longest notes, in characters; the rest is cut off.
pub const MAX_NOTES_LEN: usize = 2000;
/// The longest description of an example, in characters; the rest is cut off.
pub const MAX_DESCRIPTION_LEN: usize = 300;
/// The longest result hint of an example, in characters; the rest is cut off.
pub const MAX_RESULT_HINT_LEN: usize = 200;
/// The most examples of a tool; the rest is left out, unless [`super::InMemoryDocs::with_max_examples`]
/// sets another limit.
pub const MAX_EXAMPLES: usize = 10;
/// The most references of a documentation file; the rest is left out.
pub const MAX_REFERENCES: usize = 100;
/// The deepest nesting of an example's arguments; the arguments themselves are level one.
pub const MAX_ARGS_DEPTH: usize = 5;
/// The most keys of objects and items of arrays, all levels together, in an example's arguments.
pub const MAX_ARGS_KEYS: usize = 50;

/// How large an example's arguments are.
///
/// ```
/// use toolmodel_runtime::docs::ArgsSize;
///
/// let args = serde_json::json!({"filter": {"state": "open"}, "labels": ["bug"]});
/// let size = ArgsSize::of(args.as_object().unwrap());
/// assert_eq!((size.depth, size.keys), (2, 4));
/// assert!(size.is_within_caps());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgsSize {
    /// Levels of nesting; one for a flat object.
    pub depth: usize,
    /// Keys of objects and items of arrays, all levels together.
    pub keys: usize,
}

impl ArgsSize {
    /// Measures arguments, however deep they are.
    #[must_use]
    pub fn of(args: &Map<String, Value>) -> Self {
        let mut size = Self {
            depth: 1,
            keys: args.len(),
        };
        let mut stack: Vec<(&Value, usize)> = args.values().map(|value| (value, 2)).collect();
        while let Some((value, depth)) = stack.pop() {
            let before = stack.len();
            match value {
                Value::Array(items) => stack.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(map) => stack.extend(map.values().map(|item| (item, depth + 1))),
                _ => continue,
            }
            size.depth = size.depth.max(depth);
            size.keys += stack.len() - before;
        }
        size
    }

    /// Whether the arguments stay within both [`MAX_ARGS_DEPTH`] and [`MAX_ARGS_KEYS`].
    #[must_use]
    pub fn is_within_caps(self) -> bool {
        self.depth <= MAX_ARGS_DEPTH && self.keys <= MAX_ARGS_KEYS
    }
}

fn truncate(text: &mut String, max: usize) {
    text.truncate(truncated(text, max).len());
}

/// Cuts every text of an entry to its cap, and leaves out examples beyond the limit.
pub(super) fn cap_entry(entry: &mut DocEntry, max_examples: usize) {
    entry.examples.truncate(max_examples);
    truncate(&mut entry.summary, MAX_SUMMARY_LEN);
    truncate(&mut entry.notes, MAX_NOTES_LEN);
    entry.examples.iter_mut().for_each(cap_example);
}

/// Cuts every text of an example to its cap.
fn cap_example(example: &mut ToolExample) {
    truncate(&mut example.description, MAX_DESCRIPTION_LEN);
    truncate(&mut example.result_hint, MAX_RESULT_HINT_LEN);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn empty_containers_are_a_level() {
        let args = json!({"a": {}, "b": [], "c": [[]], "d": [{}], "e": null, "f": ""});
        let size = ArgsSize::of(args.as_object().unwrap());
        assert_eq!((size.depth, size.keys), (3, 8));
    }
}
