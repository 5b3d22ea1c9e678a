//! Which line of a JSON text a JSON pointer leads to.

/// The line, from zero, on which the value of `tokens` starts in JSON text that is known to be
/// valid; the nearest line known when there is no such value.
pub(super) fn line_of(json: &str, tokens: &[&str]) -> usize {
    let mut scanner = Scanner {
        text: json.as_bytes(),
        at: 0,
    };
    scanner.skip_space();
    let mut start = scanner.at;
    for token in tokens {
        if !scanner.enter(token) {
            break;
        }
        start = scanner.at;
    }
    // Between bytes of JSON punctuation, so never inside a character.
    json.get(..start).unwrap_or(json).matches('\n').count()
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(b' ')
    }

    fn skip_space(&mut self) {
        while self.at < self.text.len() && self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// From the start of an array or object to the start of the value that `token` names in it.
    fn enter(&mut self, token: &str) -> bool {
        let is_object = match self.peek() {
            b'{' => true,
            b'[' => false,
            _ => return false,
        };
        for index in 0.. {
            // The bracket or the comma before the value.
            self.at += 1;
            self.skip_space();
            if self.at >= self.text.len() || matches!(self.peek(), b'}' | b']') {
                return false;
            }
            let found = if is_object {
                let start = self.at;
                self.skip_value();
                let key: Option<String> = serde_json::from_slice(&self.text[start..self.at]).ok();
                self.skip_space();
                // The colon.
                self.at += 1;
                self.skip_space();
                key.as_deref() == Some(token)
            } else {
                token == index.to_string()
            };
            if found {
                return true;
            }
            self.skip_value();
            self.skip_space();
        }
        false
    }

    fn skip_value(&mut self) {
        let mut depth = 0usize;
        while self.at < self.text.len() {
            match self.peek() {
                b'"' => self.skip_string(),
                b'{' | b'[' => depth += 1,
                b'}' | b']' | b',' | b':' if depth == 0 => return,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at = (self.at + 1).min(self.text.len());
            if depth == 0 && matches!(self.peek(), b',' | b':' | b'}' | b']') {
                return;
            }
        }
    }

    /// From the first quote to the last.
    fn skip_string(&mut self) {
        self.at += 1;
        while self.at < self.text.len() && self.peek() != b'"' {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at = self.at.min(self.text.len().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_on_their_line() {
        let json = "{\n \"a\" : [1,\n {\"b\\\"}\": {}},\n [],\n \"x]\\\\\" ],\n\"c\":\n7}";
        assert_eq!(line_of(json, &[]), 0);
        assert_eq!(line_of(json, &["a"]), 1);
        assert_eq!(line_of(json, &["a", "0"]), 1);
        assert_eq!(line_of(json, &["a", "1", "b\"}"]), 2);
        assert_eq!(line_of(json, &["a", "2"]), 3);
        assert_eq!(line_of(json, &["a", "3"]), 4);
        assert_eq!(line_of(json, &["c"]), 6);
        assert_eq!(line_of(json, &["a", "9"]), 1);
        assert_eq!(line_of(json, &["z"]), 0);
        assert_eq!(line_of(" 5", &["z"]), 0);
        assert_eq!(line_of("", &["z"]), 0);
        assert_eq!(line_of("[", &["0"]), 0);
        assert_eq!(line_of("{\"a", &["a", "b"]), 0);
    }
}
