//! On which line each value of a JSON text stands, found in one pass.

use std::collections::HashMap;

/// How deep values are located: a field of an example is the deepest that problems are told of.
const MAX_DEPTH: usize = 3;

/// Where a value of a JSON text starts.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The line, from one.
    pub(super) line: usize,
    items: Vec<Lines>,
    fields: HashMap<String, Lines>,
}

impl Lines {
    /// Locates the values of a JSON text that is known to be valid and starts on `first_line`.
    pub(super) fn of(json: &str, first_line: usize) -> Self {
        let mut scanner = Scanner {
            text: json.as_bytes(),
            at: 0,
            line: first_line,
        };
        scanner.value(0)
    }

    /// Where the value of a key stands; where the object stands when it has no such key.
    pub(super) fn field(&self, key: &str) -> &Self {
        self.fields.get(key).unwrap_or(self)
    }

    /// Where an item stands; where the array stands when it has no such item.
    pub(super) fn item(&self, index: usize) -> &Self {
        self.items.get(index).unwrap_or(self)
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Scanner<'_> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at).copied() {
            if !byte.is_ascii_whitespace() {
                return Some(byte);
            }
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
        None
    }

    fn value(&mut self, depth: usize) -> Lines {
        let start = self.peek();
        let mut lines = Lines {
            line: self.line,
            ..Lines::default()
        };
        match start {
            Some(b'[' | b'{') if depth == MAX_DEPTH => self.skip_container(),
            Some(b'[') => {
                self.at += 1;
                while let Some(byte) = self.peek() {
                    match byte {
                        b']' => break,
                        b',' => self.at += 1,
                        _ => lines.items.push(self.value(depth + 1)),
                    }
                }
                self.at += 1;
            }
            Some(b'{') => {
                self.at += 1;
                while let Some(byte) = self.peek() {
                    match byte {
                        b'"' => {
                            let key = self.key();
                            self.peek();
                            // The colon.
                            self.at += 1;
                            let value = self.value(depth + 1);
                            lines.fields.insert(key, value);
                        }
                        b'}' => break,
                        _ => self.at += 1,
                    }
                }
                self.at += 1;
            }
            Some(b'"') => self.skip_string(),
            Some(_) => self.skip_scalar(),
            None => {}
        }
        lines
    }

    fn key(&mut self) -> String {
        let start = self.at;
        self.skip_string();
        let text = self.text.get(start..self.at).unwrap_or_default();
        serde_json::from_slice(text).unwrap_or_default()
    }

    /// From the first quote to behind the last.
    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.text.get(self.at) {
            self.at += if *byte == b'\\' { 2 } else { 1 };
            if *byte == b'"' {
                return;
            }
        }
    }

    fn skip_scalar(&mut self) {
        // At least one byte, so that a text which is not JSON ends too.
        self.at += 1;
        while let Some(byte) = self.text.get(self.at)
            && !matches!(byte, b',' | b']' | b'}')
            && !byte.is_ascii_whitespace()
        {
            self.at += 1;
        }
    }

    fn skip_container(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_string();
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_on_their_line() {
        let json =
            "{\n \"a\" : [1,\n {\"b\\\"}\": {\"deep\": [\n{}]}},\n [],\n \"x]\\\\\" ],\n\"c\":\n7}";
        let lines = Lines::of(json, 1);
        assert_eq!(lines.line, 1);
        let a = lines.field("a");
        assert_eq!(a.line, 2);
        let items: Vec<usize> = (0..4).map(|i| a.item(i).line).collect();
        assert_eq!(items, [2, 3, 5, 6]);
        assert_eq!(a.item(1).field("b\"}").line, 3);
        assert_eq!(a.item(9).line, 2);
        assert_eq!(lines.field("c").line, 8);
        assert_eq!(lines.field("z").line, 1);
        assert_eq!(Lines::of(" \n5", 7).line, 8);
    }

    #[test]
    fn text_that_is_not_json_ends() {
        for text in [
            "",
            "[",
            "{\"a",
            "}",
            "{:",
            "[[[[[",
            "\"\\",
            "[1 2",
            "{\"a\":[[[[}",
        ] {
            let _ = Lines::of(text, 1);
        }
    }
}
