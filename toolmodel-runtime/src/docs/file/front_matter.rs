//! The front matter of a Markdown file: a JSON object between two lines of `---`.
//!
//! Many tools write YAML there, but no crate for it is suitable: `serde_yaml` is no longer maintained, and its
//! successors bring a scanner of 10,000 lines for three keys. Users would have to learn a dialect of our own. JSON is
//! read by the crate that reads everything else here, and since YAML contains JSON, tools that expect YAML can read the
//! same file.

use serde_json::Value;

use super::findings::Findings;
use super::located::JsonText;
use super::parsed::Parsed;
use crate::error::excerpt::show;

/// A Markdown file, split into its parts.
pub(super) struct Parts<'a> {
    /// The JSON of the front matter; `None` without front matter, or if it is not JSON.
    pub(super) fields: Option<(Parsed, JsonText<'a>)>,
    /// Whether there is front matter, even if invalid.
    pub(super) has_front_matter: bool,
    pub(super) rest: &'a str,
    /// The line on which the rest starts, from one.
    pub(super) rest_line: usize,
}

/// Splits a Markdown file. Without front matter, the whole file is the rest.
pub(super) fn split<'a>(text: &'a str, findings: &mut Findings) -> Parts<'a> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some(start) = fence(text) else {
        return Parts {
            fields: None,
            has_front_matter: false,
            rest: text,
            rest_line: 1,
        };
    };
    let block = &text[start..];
    let mut values = serde_json::Deserializer::from_str(block).into_iter::<Parsed>();
    let fields = match values.next() {
        Some(Ok(value)) => Some((value, values.byte_offset())),
        Some(Err(error)) => {
            findings.not_json(2, &error);
            None
        }
        None => {
            findings.problem(1, "front matter must be a JSON object, found nothing");
            None
        }
    };
    let after = fields.as_ref().map_or(0, |(_, end)| *end);
    let end = closing(block, after);
    let between = block[after..end.map_or(block.len(), |(at, _)| at)].trim();
    if fields.is_some() && !between.is_empty() && end.is_some() {
        let line = 2 + block[..after].matches('\n').count();
        let found = Value::from(between.lines().next().unwrap_or_default());
        let found = show(&found, false);
        findings.problem(line, format_args!("{found} follows the JSON object"));
    }
    if end.is_none() && fields.is_some() {
        findings.problem(1, "front matter has no closing `---`");
    }
    let rest_start = end.map_or(block.len(), |(_, after)| after);
    Parts {
        fields: fields.map(|(value, end)| {
            let text = &block[..end];
            let first_line = 2;
            (value, JsonText { text, first_line })
        }),
        has_front_matter: true,
        rest: &block[rest_start..],
        rest_line: 2 + block[..rest_start].matches('\n').count(),
    }
}

/// The start and end of the first line of `---` at or after a position.
fn closing(block: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = 0;
    for line in block.split_inclusive('\n') {
        if at >= from
            && let Some(length) = fence(line)
        {
            return Some((at, at + length));
        }
        at += line.len();
    }
    None
}

/// The length of a line of `---` at the start, its line break included.
fn fence(text: &str) -> Option<usize> {
    let length = text.find('\n').map_or(text.len(), |end| end + 1);
    (text[..length].trim_end() == "---").then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<(usize, String)> {
        let mut findings = Findings::default();
        split(text, &mut findings);
        findings.problems
    }

    #[test]
    fn front_matter_is_json_between_two_fences() {
        let mut findings = Findings::default();
        let parts = split("---\r\n{\"a\":\n1}\n\n--- \nNotes", &mut findings);
        let (value, json) = parts.fields.unwrap();
        assert!(matches!(value, Parsed::Fields(fields) if fields.unknown == ["a"]));
        assert_eq!((json.text, json.first_line), ("{\"a\":\n1}", 2));
        assert_eq!((parts.rest, parts.rest_line), ("Notes", 6));
        assert_eq!(findings.problems, []);
        let parts = split("Text\n---\nmore", &mut findings);
        assert!(parts.fields.is_none() && !parts.has_front_matter);
        assert_eq!((parts.rest, parts.rest_line), ("Text\n---\nmore", 1));
    }

    #[test]
    fn mistakes_are_found_on_their_lines() {
        for (text, line) in [
            ("---\nsummary: x\n---\n", 2),
            ("---\n{\n  \"a\": oops}\n---\n", 3),
            ("---\n{}\n", 1),
            ("---\n{}\nmore\n---\n", 2),
            ("---", 1),
        ] {
            let problems = problems(text);
            assert_eq!(problems.len(), 1, "{text}: {problems:?}");
            assert_eq!(problems[0].0, line, "{text}: {problems:?}");
        }
    }
}
