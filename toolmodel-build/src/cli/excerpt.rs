//! The line of a file that a finding is about, with a mark under the place.

use std::collections::HashMap;
use std::io::Read as _;
use std::rc::Rc;

use toolmodel_runtime::__private::is_hidden;

/// More of a line is not shown.
const WIDEST: usize = 110;

/// What stands before the place in a line that is cut.
const BEFORE: usize = 40;

/// A file that is larger than this is not shown.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The texts of files, read when they are first shown.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    read: HashMap<String, Option<Rc<str>>>,
}

/// A line and what to mark in it, both in characters as they are shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) line: String,
    pub(crate) before: usize,
    pub(crate) marked: usize,
}

impl Texts {
    /// What is shown for a file that cannot be read again.
    pub(crate) fn add(&mut self, file: &str, text: &str) {
        self.read.insert(file.to_owned(), Some(text.into()));
    }

    pub(crate) fn get(&mut self, file: &str) -> Option<Rc<str>> {
        let read = self.read.entry(file.to_owned());
        read.or_insert_with(|| read_file(file)).clone()
    }
}

fn read_file(path: &str) -> Option<Rc<str>> {
    let metadata = std::fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    file.take(LARGEST).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    // Positions do not count a byte order mark.
    Some(text.strip_prefix('\u{feff}').unwrap_or(&text).into())
}

/// The line at a position, cut around the column.
pub(crate) fn excerpt(text: &str, (line, column): (usize, usize)) -> Option<Excerpt> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let at = column.saturating_sub(1);
    let start = at.saturating_sub(BEFORE);
    let start = if line.chars().nth(WIDEST).is_none() {
        0
    } else {
        start
    };
    let shown: Vec<char> = line.chars().skip(start).take(WIDEST).collect();
    let cut_after = line.chars().nth(start + WIDEST).is_some();
    let rest = shown.get(at - start..).unwrap_or(&[]);
    let mut excerpt = String::new();
    if start > 0 {
        excerpt.push('…');
    }
    excerpt.extend(shown.iter().map(|c| visible(*c)));
    if cut_after {
        excerpt.push('…');
    }
    let before = shown
        .iter()
        .take(at - start)
        .map(|c| width(*c))
        .sum::<usize>();
    let token = rest.iter().take(token_length(rest));
    Some(Excerpt {
        line: excerpt,
        before: before + usize::from(start > 0),
        marked: token.map(|c| width(*c)).sum::<usize>().max(1),
    })
}

/// How much of the line is the value that starts it: a string or a word; of anything else the
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

/// A character that would be unseen, or would move the others, is shown as one that is not.
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
        let found = excerpt(text, position).unwrap();
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
        assert_eq!(excerpt("", (1, 1)), None);
        assert_eq!(excerpt("{}", (0, 0)), None);
        assert_eq!(excerpt("{}", (9, 1)), None);
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
