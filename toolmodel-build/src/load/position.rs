//! JSON pointers to lines and columns, by reading the text once more.

/// The line and column, from one, at which the value of a pointer starts. The text is JSON.
pub(crate) fn locate(text: &str, pointer: &str) -> Option<(usize, usize)> {
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: 0,
    };
    let tokens: Vec<String> = pointer
        .split('/')
        .skip(1)
        .map(|token| token.replace("~1", "/").replace("~0", "~"))
        .collect();
    scanner.space();
    // A place that is not there is reported at the deepest one that is.
    for token in &tokens {
        let before = scanner.at;
        if scanner.enter(token).is_none() {
            scanner.at = before;
            break;
        }
    }
    let before = text.get(..scanner.at)?;
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    Some((line, column))
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves to the value of a key or index of the container that starts here. The last of equal
    /// keys counts, as it does for the parser.
    fn enter(&mut self, token: &str) -> Option<()> {
        let is_object = match self.peek()? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        self.at += 1;
        let mut found = None;
        for index in 0.. {
            self.space();
            if matches!(self.peek()?, b'}' | b']') {
                break;
            }
            let wanted = if is_object {
                let key = self.string()?;
                self.space();
                self.at += 1;
                self.space();
                key == token
            } else {
                token.parse() == Ok(index)
            };
            if wanted {
                found = Some(self.at);
            }
            self.skip()?;
            self.space();
            if self.peek()? == b',' {
                self.at += 1;
            }
        }
        self.at = found?;
        Some(())
    }

    /// The string that starts here.
    fn string(&mut self) -> Option<String> {
        let start = self.at;
        self.skip()?;
        let text = std::str::from_utf8(self.bytes.get(start..self.at)?).ok()?;
        serde_json::from_str(text).ok()
    }

    /// Passes over the value that starts here, without recursion.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    while self.peek()? != b'"' {
                        self.at += if self.peek()? == b'\\' { 2 } else { 1 };
                    }
                    self.at += 1;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                b if b.is_ascii_whitespace() => self.at += 1,
                _ => {
                    while self
                        .peek()
                        .is_some_and(|b| !b.is_ascii_whitespace() && !b",]}:".contains(&b))
                    {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found() {
        let text = "{\n  \"a\": [1, {\"b/c\": \"x,\\\"]\"}],\n  \"d\": true}";
        assert_eq!(locate(text, ""), Some((1, 1)));
        assert_eq!(locate(text, "/a/1/b~1c"), Some((2, 20)));
        assert_eq!(locate(text, "/d"), Some((3, 8)));
        assert_eq!(locate(text, "/a/7"), Some((2, 8)));
        assert_eq!(locate("5", "/x"), Some((1, 1)));
    }
}
