//! One pass over a JSON text: finds the lines and columns of requested values, and duplicate
//! keys.
//!
//! The pass is linear in the text for any number of requests: the requested pointers form one tree,
//! which is walked along with the text, and lines and columns are counted on from one result to
//! the next.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::path::{LONGEST_TOKEN, Step, pointer, written};

/// The number of a requested place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(usize);

/// The places whose positions are requested.
#[derive(Debug)]
pub struct Scan {
    nodes: Vec<Node>,
}

/// A node of the tree of requests.
#[derive(Debug, Default)]
struct Node {
    parent: usize,
    children: HashMap<String, usize>,
    /// Line and column, and which visit of the parent they belong to.
    found: Option<((usize, usize), usize)>,
    /// How often the place was met: the last of duplicate keys counts, as for a parser.
    visits: usize,
}

/// The result of a pass.
#[derive(Debug)]
#[non_exhaustive]
pub struct Scanned {
    nodes: Vec<Node>,
    /// Duplicate keys of objects, in the order of the text, at most
    /// [`MOST_DUPLICATES`].
    pub duplicates: Vec<Duplicate>,
}

/// A key that its object already had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// JSON pointer of the value, cut when it is long.
    pub pointer: String,
    /// The key, cut when it is long.
    pub key: String,
    /// Line and column of the value, from one.
    pub position: (usize, usize),
}

/// Most duplicate keys reported.
pub const MOST_DUPLICATES: usize = 100;

impl Default for Scan {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
        }
    }
}

impl Scan {
    /// A scan without requests.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests the start of the value at a JSON pointer.
    pub fn ask(&mut self, pointer: &str) -> Asked {
        self.ask_tokens(pointer::tokens(pointer))
    }

    /// Requests the start of the value below some keys and indices.
    pub fn ask_tokens(&mut self, tokens: impl IntoIterator<Item = impl Into<String>>) -> Asked {
        let mut at = 0;
        for token in tokens {
            let next = self.nodes.len();
            let child = *self.nodes[at].children.entry(token.into()).or_insert(next);
            if child == next {
                self.nodes.push(Node {
                    parent: at,
                    ..Node::default()
                });
            }
            at = child;
        }
        Asked(at)
    }

    /// Scans the text, which is known to be JSON; what follows a syntax error is not read.
    #[must_use]
    pub fn run(self, text: &str) -> Scanned {
        let mut reader = Reader {
            bytes: text.as_bytes(),
            text,
            at: 0,
            counted: 0,
            position: (1, 1),
            nodes: self.nodes,
            duplicates: Vec::new(),
        };
        reader.run();
        Scanned {
            nodes: reader.nodes,
            duplicates: reader.duplicates,
        }
    }
}

impl Scanned {
    /// Line and column, from one, at which a value starts; of the deepest place above it if
    /// there is no such value.
    #[must_use]
    pub fn position(&self, asked: Asked) -> (usize, usize) {
        let mut path = vec![asked.0];
        while let Some(&last) = path.last()
            && last != 0
        {
            path.push(self.nodes[last].parent);
        }
        let mut position = (1, 1);
        for at in path.into_iter().rev() {
            let node = &self.nodes[at];
            let visits = self.nodes[node.parent].visits;
            match node.found {
                Some((found, visit)) if at == 0 || visit == visits => position = found,
                _ => break,
            }
        }
        position
    }
}

/// An array or object that has started and not ended.
struct Open<'t> {
    is_object: bool,
    /// The node in the tree of requests.
    asked: Option<usize>,
    index: usize,
    key: Cow<'t, str>,
    keys: HashSet<Cow<'t, str>>,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// How far `position` has counted.
    counted: usize,
    position: (usize, usize),
    nodes: Vec<Node>,
    duplicates: Vec<Duplicate>,
}

impl<'t> Reader<'t> {
    fn run(&mut self) {
        let mut open: Vec<Open<'t>> = Vec::new();
        let mut asked = Some(0);
        loop {
            self.skip_space();
            self.note(asked);
            match self.peek() {
                None => return,
                Some(bracket @ (b'{' | b'[')) => {
                    self.at += 1;
                    open.push(Open {
                        is_object: bracket == b'{',
                        asked,
                        index: 0,
                        key: Cow::Borrowed(""),
                        keys: HashSet::new(),
                    });
                }
                Some(b'"') => drop(self.string()),
                Some(_) => self.skip_word(),
            }
            match self.next_value(&mut open) {
                Some(next) => asked = next,
                None => return,
            }
        }
    }

    /// Moves to the next value, and returns the request that it answers; `None` at the end.
    #[allow(
        clippy::option_option,
        reason = "no next value, and a value that nobody asked for"
    )]
    fn next_value(&mut self, open: &mut Vec<Open<'t>>) -> Option<Option<usize>> {
        loop {
            self.skip_space();
            let inner = open.last_mut()?;
            match self.peek()? {
                b'}' | b']' => {
                    open.pop();
                    self.at += 1;
                }
                b',' => self.at += 1,
                b'"' if inner.is_object => {
                    let key = self.string()?;
                    self.skip_space();
                    self.at += 1;
                    self.skip_space();
                    inner.key.clone_from(&key);
                    let asked = inner.asked.and_then(|at| self.child(at, &key));
                    if !inner.keys.insert(key) {
                        self.tell_duplicate(open);
                    }
                    return Some(asked);
                }
                _ if inner.is_object => return None,
                _ => {
                    let index = inner.index;
                    inner.index += 1;
                    let asked = inner.asked;
                    return Some(asked.and_then(|at| self.child(at, &index.to_string())));
                }
            }
        }
    }

    fn child(&self, at: usize, token: &str) -> Option<usize> {
        self.nodes[at].children.get(token).copied()
    }

    /// Records the position of the value here as the answer to a request.
    fn note(&mut self, asked: Option<usize>) {
        if let Some(at) = asked {
            let position = self.count();
            let parent = self.nodes[at].parent;
            let visit = self.nodes[parent].visits;
            self.nodes[at].found = Some((position, visit));
            self.nodes[at].visits += 1;
        }
    }

    /// The line and column here, counted on from the last answer.
    fn count(&mut self) -> (usize, usize) {
        let (line, column) = &mut self.position;
        let end = self.at.min(self.bytes.len());
        for byte in &self.bytes[self.counted..end] {
            if *byte == b'\n' {
                *line += 1;
                *column = 1;
            } else if byte & 0xc0 != 0x80 {
                *column += 1;
            }
        }
        self.counted = end;
        self.position
    }

    fn tell_duplicate(&mut self, open: &[Open<'t>]) {
        if self.duplicates.len() >= MOST_DUPLICATES {
            return;
        }
        let steps: Vec<Step<'_>> = open
            .iter()
            .map(|place| {
                if place.is_object {
                    Step::Key(&place.key)
                } else {
                    Step::Index(place.index.saturating_sub(1))
                }
            })
            .collect();
        let key = open.last().map_or("", |place| &place.key);
        let position = self.count();
        self.duplicates.push(Duplicate {
            pointer: written(&steps),
            key: key.chars().take(LONGEST_TOKEN).collect(),
            position,
        });
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips a number, `true`, `false` or `null`.
    fn skip_word(&mut self) {
        self.at += 1;
        let ends = |byte: u8| byte.is_ascii_whitespace() || b",:]}\"[{".contains(&byte);
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }

    /// Skips the string that starts here, and returns its text.
    fn string(&mut self) -> Option<Cow<'t, str>> {
        let start = self.at;
        let mut escaped = false;
        self.at += 1;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.at += 2;
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        if escaped {
            let literal = self.text.get(start..self.at)?;
            return serde_json::from_str(literal).ok().map(Cow::Owned);
        }
        self.text.get(start + 1..self.at - 1).map(Cow::Borrowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, pointer: &str) -> (usize, usize) {
        let mut scan = Scan::new();
        let asked = scan.ask(pointer);
        scan.run(text).position(asked)
    }

    #[test]
    fn values_are_found_at_their_line_and_column() {
        let text = "{\n  \"a\": [1, {\"b/c\": \"x,\\\"]\"}],\n  \"d\": true}";
        assert_eq!(position(text, ""), (1, 1));
        assert_eq!(position(text, "/a/1/b~1c"), (2, 20));
        assert_eq!(position(text, "/d"), (3, 8));
        assert_eq!(position(text, "/a/7"), (2, 8));
        assert_eq!(position("5", "/x"), (1, 1));
        assert_eq!(position("[\"\u{e4}\", 1]", "/1"), (1, 7));
    }

    #[test]
    fn many_questions_are_answered_in_one_pass() {
        let json = "{\n \"a\" : [1,\n {\"b\\\"}\": {}},\n [],\n \"x]\\\\\" ],\n\"c\":\n7}";
        let mut scan = Scan::new();
        let asked = ["/c", "/a/3", "/a/1/b\"}", "/a/2", "/a/9", "/z", ""].map(|p| scan.ask(p));
        let tokens = scan.ask_tokens(["a", "0"]);
        let scanned = scan.run(json);
        let lines = asked.map(|asked| scanned.position(asked).0);
        assert_eq!(lines, [7, 5, 3, 4, 2, 1, 1]);
        assert_eq!(scanned.position(tokens), (2, 9));
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let text = "{\"a\": {\"b\": 1},\n\"a\": {\"c\": 1}}";
        assert_eq!(position(text, "/a"), (2, 6));
        assert_eq!(position(text, "/a/b"), (2, 6));
        assert_eq!(position(text, "/a/c"), (2, 12));
    }

    #[test]
    fn keys_that_come_twice_are_found_wherever_they_are() {
        let text = r#"{"a": [1, {"b/c": 1, "d": {}, "b/c": 2}], "a": null, "\u0061": 1.5}"#;
        let found = Scan::new().run(text).duplicates;
        let pointers: Vec<&str> = found.iter().map(|found| found.pointer.as_str()).collect();
        assert_eq!(pointers, ["/a/1/b~1c", "/a", "/a"]);
        assert_eq!(found[0].key, "b/c");
        assert_eq!(found[0].position, (1, 38));
        let text = r#"[{"a": 1}, {"a": 1}]"#;
        assert_eq!(Scan::new().run(text).duplicates, []);
    }

    #[test]
    fn what_is_told_of_long_keys_is_cut() {
        let long = "k".repeat(100_000);
        let text = format!("{{\"{long}\": [{}]}}", "{\"a\": 1, \"a\": 2}, ".repeat(500));
        let found = Scan::new().run(&text).duplicates;
        assert_eq!(found.len(), MOST_DUPLICATES);
        assert!(found.iter().all(|found| found.pointer.len() < 1100));
    }

    #[test]
    fn a_text_that_is_cut_off_is_no_trouble() {
        for text in [
            "", "[", "{\"a", "{\"a\"", "{\"a\":", "[1,", "\"\\", "}", "{1}", "::",
        ] {
            assert_eq!(
                position(text, "/a/b"),
                (1, position(text, "/a/b").1),
                "{text}"
            );
        }
    }
}
