//! The line of a file that a finding is about, with a mark under the place.

use std::collections::HashMap;
use std::rc::Rc;

use toolmodel_runtime::__private::is_hidden;

/// Most characters shown of a line: with its number it fits a terminal of 80 columns.
const WIDEST: usize = 72;

/// Characters shown before the place in a line that is cut.
const BEFORE: usize = 32;

/// The texts of files, read when they are first needed.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    read: HashMap<String, Option<Rc<Text>>>,
}

/// A text, and where its lines start, so that any number of places is found without scanning it again.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    lines: Vec<usize>,
}

/// A line and the part to mark, both in characters as displayed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) line: String,
    pub(crate) before: usize,
    pub(crate) marked: usize,
}

impl Texts {
    /// Adds the text of a file that cannot be read again.
    pub(crate) fn add(&mut self, file: &str, text: &str) {
        let text = Rc::new(Text::new(text.to_owned()));
        self.read.insert(file.to_owned(), Some(text));
    }

    pub(crate) fn get(&mut self, file: &str) -> Option<Rc<Text>> {
        let read = self.read.entry(file.to_owned());
        read.or_insert_with(|| read_file(file)).clone()
    }
}

fn read_file(path: &str) -> Option<Rc<Text>> {
    let text = crate::load::read_file(std::path::Path::new(path)).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Some(Rc::new(Text::new(text.to_owned())))
}

impl Text {
    fn new(text: String) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = ends.map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Self { text, lines }
    }

    /// The line at a position, cut around the column.
    pub(crate) fn excerpt(&self, (line, column): (usize, usize)) -> Option<Excerpt> {
        let first = *self.lines.get(line.checked_sub(1)?)?;
        let last = self
            .lines
            .get(line)
            .map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(first..last)?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        Some(excerpt(line, column.saturating_sub(1)))
    }
}

fn excerpt(line: &str, at: usize) -> Excerpt {
    let is_long = line.chars().nth(WIDEST).is_some();
    let start = if is_long {
        at.saturating_sub(BEFORE)
    } else {
        0
    };
    let mut rest = line.chars().skip(start);
    let shown: Vec<char> = rest.by_ref().take(WIDEST).collect();
    let cut_after = rest.next().is_some();
    let place = at - start;
    let mut text = String::new();
    if start > 0 {
        text.push('…');
    }
    text.extend(shown.iter().map(|c| visible(*c)));
    if cut_after {
        text.push('…');
    }
    let columns = |part: &[char]| part.iter().map(|c| width(*c)).sum::<usize>();
    let (before, value) = shown.split_at(place.min(shown.len()));
    let token = value.get(..token_length(value)).unwrap_or(value);
    Excerpt {
        line: text,
        before: columns(before) + usize::from(start > 0),
        marked: columns(token).max(1),
    }
}

/// How much of the line belongs to the value that starts there: a string or a word; for anything else just the
/// bracket.
fn token_length(rest: &[char]) -> usize {
    match rest.first() {
        Some('"') => {
            let mut escaped = false;
            for (i, c) in rest.iter().enumerate().skip(1) {
                match c {
                    '"' if !escaped => return i + 1,
                    '\\' => escaped = !escaped,
                    _ => escaped = false,
                }
            }
            rest.len()
        }
        Some('{' | '[') => 1,
        _ => rest
            .iter()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-'))
            .count(),
    }
}

/// Replaces a character that would be invisible, or would move the others, by a visible one.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() || is_hidden(c) => '\u{fffd}',
        c => c,
    }
}

/// Text from elsewhere on one line of a terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// How many columns of a terminal a character takes, for the scripts that take two.
fn width(c: char) -> usize {
    let wide = matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd);
    if wide { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, position: (usize, usize)) -> (String, usize, usize) {
        let found = Text::new(text.to_owned()).excerpt(position).unwrap();
        (found.line, found.before, found.marked)
    }

    #[test]
    fn the_value_at_the_place_is_marked() {
        let text = "{\n  \"a\": \"b\\\"c\",\n  \"n\": 12}";
        assert_eq!(
            shown(text, (2, 8)),
            ("  \"a\": \"b\\\"c\",".to_owned(), 7, 6)
        );
        assert_eq!(shown(text, (3, 8)), ("  \"n\": 12}".to_owned(), 7, 2));
        assert_eq!(shown(text, (1, 1)), ("{".to_owned(), 0, 1));
    }

    #[test]
    fn places_that_are_not_there_are_no_panic() {
        let none = |text: &str, position| Text::new(text.to_owned()).excerpt(position).is_none();
        assert!(none("", (1, 1)));
        assert!(none("{}", (0, 0)));
        assert!(none("{}", (9, 1)));
        assert!(none("{}\n", (2, 1)));
        assert_eq!(shown("{}", (1, 900)), ("{}".to_owned(), 2, 1));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides_of_the_place() {
        let text = format!("[{} true {}]", "0,".repeat(500), "0,".repeat(500));
        let (line, before, marked) = shown(&text, (1, 1003));
        assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
        let found: String = line.chars().skip(before).take(marked).collect();
        assert_eq!(found, "true");
    }

    #[test]
    fn what_moves_the_cursor_is_not_shown() {
        assert_eq!(plain("a\u{1b}[2J\u{202e}b\tc"), "a\u{fffd}[2J\u{fffd}b c");
    }
}
