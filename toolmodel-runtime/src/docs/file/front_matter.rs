//! The front matter of a Markdown file: lines of `key: value` between two lines of `---`.

use serde_json::Value;

use super::findings::Findings;

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// Text up to the end of the line.
    Text(String),
    /// Lines of `- text`, each with its line.
    List(Vec<(usize, String)>),
    /// JSON, which may go on over several lines, with its source.
    Json(Value, String),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub(super) key: String,
    /// The line of the key, from one.
    pub(super) line: usize,
    pub(super) content: Content,
}

/// The fields of the front matter, and the rest of the file with the line it starts on. Without
/// front matter, all of the file is the rest.
pub(super) fn parse<'a>(
    text: &'a str,
    findings: &mut Findings,
) -> (Option<Vec<Field>>, &'a str, usize) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Some(after) = fence(text) else {
        return (None, text, 1);
    };
    let mut end = after;
    let mut line = 2;
    loop {
        if end >= text.len() {
            findings.problem(1, "front matter has no closing `---`");
            return (Some(fields(&text[after..], findings)), "", line);
        }
        if let Some(length) = fence(&text[end..]) {
            let fields = fields(&text[after..end], findings);
            return (Some(fields), &text[end + length..], line + 1);
        }
        end += line_length(&text[end..]);
        line += 1;
    }
}

/// The length of a line of `---`, its line break included.
fn fence(text: &str) -> Option<usize> {
    let length = line_length(text);
    (text[..length].trim_end() == "---").then_some(length)
}

fn line_length(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}

fn fields(block: &str, findings: &mut Findings) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut rest = block;
    let mut line = 2;
    while !rest.is_empty() {
        let length = line_length(rest);
        let text = rest[..length].trim_end();
        if text.is_empty() || text.starts_with('#') {
            (rest, line) = (&rest[length..], line + 1);
            continue;
        }
        let Some((key, value)) = key_and_value(text) else {
            let found = text.escape_debug();
            findings.problem(line, format_args!("expected `key: value`, found `{found}`"));
            (rest, line) = (&rest[length..], line + 1);
            continue;
        };
        let start = text.len() - value.len();
        let (content, used) = content(&rest[start..], line, findings);
        if let Some(content) = content {
            let (key, earlier) = (key.to_owned(), fields.iter().find(|field| field.key == key));
            if let Some(earlier) = earlier {
                let first = earlier.line;
                findings.problem(line, format_args!("`{key}` is already on line {first}"));
            } else {
                fields.push(Field { key, line, content });
            }
        }
        let used = start + used;
        line += rest[..used].matches('\n').count();
        rest = &rest[used..];
    }
    fields
}

fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    is_key.then(|| (key, value.trim_start()))
}

/// The content that starts at the start of `rest`, and how long it is, up to the start of a line.
fn content(rest: &str, line: usize, findings: &mut Findings) -> (Option<Content>, usize) {
    let length = line_length(rest);
    let text = rest[..length].trim();
    match text.bytes().next() {
        None => list(rest, length, line),
        Some(b'"' | b'[' | b'{') => json(rest, line, findings),
        Some(_) => (Some(Content::Text(text.to_owned())), length),
    }
}

fn list(rest: &str, first: usize, line: usize) -> (Option<Content>, usize) {
    let mut items = Vec::new();
    let mut used = first;
    while used < rest.len() {
        let length = line_length(&rest[used..]);
        let text = rest[used..used + length].trim();
        let Some(item) = text.strip_prefix("- ") else {
            break;
        };
        items.push((line + items.len() + 1, item.trim().to_owned()));
        used += length;
    }
    let content = if items.is_empty() {
        Content::Text(String::new())
    } else {
        Content::List(items)
    };
    (Some(content), used)
}

fn json(rest: &str, line: usize, findings: &mut Findings) -> (Option<Content>, usize) {
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let (value, error) = match values.next() {
        Some(Ok(value)) => (value, None),
        Some(Err(error)) => (Value::Null, Some(error)),
        None => (Value::Null, None),
    };
    if let Some(error) = error {
        findings.not_json(line, &error);
        return (None, next_key(rest));
    }
    let used = values.byte_offset();
    let after = line_length(&rest[used..]);
    let trailing = rest[used..used + after].trim();
    if !trailing.is_empty() {
        let line = line + rest[..used].matches('\n').count();
        let found = trailing.escape_debug();
        findings.problem(line, format_args!("`{found}` follows the JSON value"));
    }
    let source = rest[..used].to_owned();
    (Some(Content::Json(value, source)), used + after)
}

/// Where the next line starts that looks like a key, to go on after a mistake.
fn next_key(rest: &str) -> usize {
    let mut at = line_length(rest);
    while at < rest.len() && key_and_value(&rest[at..at + line_length(&rest[at..])]).is_none() {
        at += line_length(&rest[at..]);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    type Parsed = (Option<Vec<Field>>, String, usize, Vec<(usize, String)>);

    fn parse_all(text: &str) -> Parsed {
        let mut findings = Findings::default();
        let (fields, rest, line) = parse(text, &mut findings);
        (fields, rest.to_owned(), line, findings.problems)
    }

    #[test]
    fn text_lists_and_json_are_read() {
        let (fields, rest, line, problems) = parse_all(
            "---\r\nsummary: One: two.\n# a comment\nreferences:\n  - a\n  - b\n\
             examples: [\n  1,\n  2]\n\n---\nNotes",
        );
        let fields = fields.unwrap();
        assert_eq!(problems, []);
        assert_eq!((rest.as_str(), line), ("Notes", 12));
        assert_eq!(fields[0].content, Content::Text("One: two.".to_owned()));
        let list = vec![(5, "a".to_owned()), (6, "b".to_owned())];
        assert_eq!(fields[1].content, Content::List(list));
        let source = "[\n  1,\n  2]".to_owned();
        assert_eq!(
            (fields[2].line, &fields[2].content),
            (7, &Content::Json(json!([1, 2]), source))
        );
    }

    #[test]
    fn mistakes_are_found_on_their_lines() {
        let (fields, .., problems) = parse_all(
            "---\nno key\nexamples: [1,\n  oops]\nsummary: a\nsummary: b\nreferences: [] x\n",
        );
        assert_eq!(fields.unwrap().len(), 2);
        let lines: Vec<usize> = problems.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 4, 6, 7]);
    }

    #[test]
    fn a_file_without_front_matter_is_all_rest() {
        let (fields, rest, line, problems) = parse_all("Text\n---\nmore");
        assert_eq!((fields, rest.as_str(), line), (None, "Text\n---\nmore", 1));
        assert_eq!(problems, []);
        assert_eq!(parse_all("").0, None);
        assert_eq!(parse_all("---").3.len(), 1);
    }
}
