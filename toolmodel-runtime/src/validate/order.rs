//! Document order: where a JSON pointer is in the document as written.

use std::collections::HashMap;

use serde_json::Value;

use crate::path::pointer::tokens;

/// Positions within one document.
pub(crate) struct Positions<'a> {
    root: &'a Value,
    /// The position of each key, for the objects visited so far.
    keys: HashMap<usize, HashMap<&'a str, usize>>,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(root: &'a Value) -> Self {
        Self {
            root,
            keys: HashMap::new(),
        }
    }

    /// The position of each step of a pointer; absent steps come last.
    pub(crate) fn of(&mut self, pointer: &str) -> Vec<usize> {
        let mut value = Some(self.root);
        let mut positions = Vec::new();
        for token in tokens(pointer) {
            let (position, next) = match value {
                Some(Value::Array(items)) => {
                    let index = token.parse().unwrap_or(usize::MAX);
                    (index, items.get(index))
                }
                Some(Value::Object(map)) => {
                    let address = std::ptr::from_ref(map) as usize;
                    let keys = self.keys.entry(address).or_insert_with(|| {
                        let keys = map.keys().enumerate();
                        keys.map(|(i, key)| (key.as_str(), i)).collect()
                    });
                    let position = keys.get(token.as_ref()).copied();
                    (position.unwrap_or(usize::MAX), map.get(token.as_ref()))
                }
                _ => (usize::MAX, None),
            };
            positions.push(position);
            value = next;
        }
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_stand_as_written() {
        let document = json!({"b": [{}, {"x/y": 1}], "a": 2});
        let mut positions = Positions::new(&document);
        assert_eq!(positions.of("/b/1/x~1y"), [0, 1, 0]);
        assert_eq!(positions.of("/a"), [1]);
        assert_eq!(positions.of("/c/d"), [usize::MAX, usize::MAX]);
        assert!(positions.of("").is_empty());
    }
}
