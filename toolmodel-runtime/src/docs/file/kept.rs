//! How much memory an entry holds: a short text may say many examples, each a value of its own.

use serde_json::{Map, Value};

use crate::docs::{DocEntry, ToolExample};

/// What a map takes for a key beside the key and the value: a hash, and room to grow.
const SLACK: usize = 40;

/// The bytes that an entry holds, estimated.
pub(super) fn bytes_of(entry: &DocEntry) -> usize {
    let references = entry.external_refs.iter();
    let references: usize = references
        .map(|text| size_of::<String>() + text.len())
        .sum();
    let examples: usize = entry.examples.iter().map(example).sum();
    size_of::<DocEntry>() + entry.summary.len() + entry.notes.len() + references + examples
}

fn example(example: &ToolExample) -> usize {
    let ToolExample {
        id,
        title,
        description,
        args,
        result_hint,
    } = example;
    let texts = id.len() + title.len() + description.len() + result_hint.len();
    size_of::<ToolExample>() + texts + map(args)
}

/// Arguments are within their caps, and so not deep.
fn map(map: &Map<String, Value>) -> usize {
    map.iter()
        .map(|(key, item)| size_of::<String>() + key.len() + SLACK + value(item))
        .sum()
}

fn value(item: &Value) -> usize {
    let below = match item {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(value).sum(),
        Value::Object(fields) => map(fields),
        _ => 0,
    };
    size_of::<Value>() + below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_values_are_counted() {
        let plain = bytes_of(&DocEntry::new("s"));
        let long = bytes_of(&DocEntry::new("s").with_notes("n".repeat(1000)));
        assert_eq!(long, plain + 1000);
        let reference = bytes_of(&DocEntry::new("s").with_reference(""));
        assert_eq!(reference, plain + size_of::<String>());
        let example = ToolExample::new("").with_arg("a", vec![0; 49]);
        let example = bytes_of(&DocEntry::new("s").with_example(example));
        assert!(example > plain + 50 * size_of::<Value>());
    }
}
