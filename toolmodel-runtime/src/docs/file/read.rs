//! One documentation file, Markdown or JSON, as an entry.

use serde_json::{Map, Value};

use super::findings::Findings;
use super::front_matter::{Content, Field, parse};
use super::locate::line_of;
use crate::docs::caps::{
    ArgsSize, MAX_ARGS_DEPTH, MAX_ARGS_KEYS, MAX_DESCRIPTION_LEN, MAX_NOTES_LEN,
    MAX_RESULT_HINT_LEN, MAX_SUMMARY_LEN,
};
use crate::docs::{DocEntry, ToolExample};
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

const MARKDOWN_KEYS: [&str; 3] = ["summary", "examples", "references"];
const JSON_KEYS: [&str; 4] = ["summary", "notes", "examples", "references"];
const EXAMPLE_KEYS: [&str; 5] = ["id", "title", "description", "args", "resultHint"];

/// Where values of a JSON text stand in the file.
struct Place<'a> {
    json: &'a str,
    first_line: usize,
}

impl Place<'_> {
    fn line(&self, tokens: &[&str]) -> usize {
        self.first_line + line_of(self.json, tokens)
    }
}

/// Reads a Markdown file: front matter, then notes. Without front matter the first paragraph is
/// the summary and the rest are notes.
pub(super) fn markdown(text: &str, findings: &mut Findings) -> DocEntry {
    let (fields, rest, line) = parse(text, findings);
    let mut entry = DocEntry::default();
    let Some(fields) = fields else {
        let entry = DocEntry::from_description(rest);
        warn_length(findings, 1, "summary", &entry.summary, MAX_SUMMARY_LEN);
        warn_length(findings, 1, "notes", &entry.notes, MAX_NOTES_LEN);
        return entry;
    };
    for field in fields {
        markdown_field(field, &mut entry, findings);
    }
    rest.trim().clone_into(&mut entry.notes);
    let blank = rest.len() - rest.trim_start().len();
    let line = line + rest[..blank].matches('\n').count();
    warn_length(findings, line, "notes", &entry.notes, MAX_NOTES_LEN);
    entry
}

fn markdown_field(field: Field, entry: &mut DocEntry, findings: &mut Findings) {
    let Field { key, line, content } = field;
    match (key.as_str(), content) {
        ("summary", Content::Text(text) | Content::Json(Value::String(text), _)) => {
            warn_length(findings, line, "summary", &text, MAX_SUMMARY_LEN);
            entry.summary = text;
        }
        ("references", Content::List(items)) => {
            entry.external_refs = items.into_iter().map(|(_, item)| item).collect();
        }
        ("references", Content::Text(text)) if !text.is_empty() => {
            entry.external_refs = vec![text];
        }
        ("references", Content::Json(value, json)) => {
            let place = Place {
                json: &json,
                first_line: line,
            };
            entry.external_refs = references(value, &[], &place, findings);
        }
        ("examples", Content::Json(value, json)) => {
            let place = Place {
                json: &json,
                first_line: line,
            };
            entry.examples = examples(value, &[], &place, findings);
        }
        ("summary", _) => findings.problem(line, "`summary` must be text on one line"),
        ("references", _) => findings.problem(line, "`references` must be a list"),
        ("examples", _) => findings.problem(line, "`examples` must be a JSON array"),
        (key, _) => unknown(findings, line, key, &MARKDOWN_KEYS),
    }
}

/// Reads a JSON side file.
pub(super) fn json(text: &str, findings: &mut Findings) -> DocEntry {
    let mut entry = DocEntry::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            findings.not_json(1, &error);
            return entry;
        }
    };
    let place = Place {
        json: text,
        first_line: 1,
    };
    let Some(map) = expect_object(value, &[], &place, findings) else {
        return entry;
    };
    for (key, value) in map {
        let tokens = [key.as_str()];
        let line = place.line(&tokens);
        match key.as_str() {
            "summary" => {
                entry.summary = string(value, &tokens, &place, findings);
                warn_length(findings, line, &key, &entry.summary, MAX_SUMMARY_LEN);
            }
            "notes" => {
                entry.notes = string(value, &tokens, &place, findings);
                warn_length(findings, line, &key, &entry.notes, MAX_NOTES_LEN);
            }
            "examples" => entry.examples = examples(value, &tokens, &place, findings),
            "references" | "externalRefs" => {
                entry.external_refs = references(value, &tokens, &place, findings);
            }
            _ => unknown(findings, line, &key, &JSON_KEYS),
        }
    }
    entry
}

fn references(value: Value, at: &[&str], place: &Place<'_>, found: &mut Findings) -> Vec<String> {
    let items = expect_array(value, at, place, found);
    let items = items.into_iter().enumerate();
    items
        .map(|(i, item)| string(item, &[at, &[&i.to_string()]].concat(), place, found))
        .collect()
}

fn examples(
    value: Value,
    at: &[&str],
    place: &Place<'_>,
    findings: &mut Findings,
) -> Vec<ToolExample> {
    let mut examples = Vec::new();
    for (i, item) in expect_array(value, at, place, findings)
        .into_iter()
        .enumerate()
    {
        let index = i.to_string();
        let at = [at, &[index.as_str()]].concat();
        if let Some(map) = expect_object(item, &at, place, findings) {
            examples.push(example(map, &at, place, findings));
        }
    }
    examples
}

fn example(
    map: Map<String, Value>,
    at: &[&str],
    place: &Place<'_>,
    findings: &mut Findings,
) -> ToolExample {
    let mut example = ToolExample::default();
    for (key, value) in map {
        let at = [at, &[key.as_str()]].concat();
        let line = place.line(&at);
        match key.as_str() {
            "id" => example.id = string(value, &at, place, findings),
            "title" => example.title = string(value, &at, place, findings),
            "description" => {
                example.description = string(value, &at, place, findings);
                warn_length(
                    findings,
                    line,
                    &key,
                    &example.description,
                    MAX_DESCRIPTION_LEN,
                );
            }
            "resultHint" => {
                example.result_hint = string(value, &at, place, findings);
                warn_length(
                    findings,
                    line,
                    &key,
                    &example.result_hint,
                    MAX_RESULT_HINT_LEN,
                );
            }
            "args" if value.is_null() => {}
            "args" => {
                example.args = expect_object(value, &at, place, findings).unwrap_or_default();
                let size = ArgsSize::of(&example.args);
                if !size.is_within_caps() {
                    let ArgsSize { depth, keys } = size;
                    let message = format!(
                        "arguments have {depth} levels and {keys} keys, at most {MAX_ARGS_DEPTH} \
                         levels and {MAX_ARGS_KEYS} keys are allowed"
                    );
                    findings.problem(line, message);
                }
            }
            _ => unknown(findings, line, &key, &EXAMPLE_KEYS),
        }
    }
    example
}

fn string(value: Value, at: &[&str], place: &Place<'_>, findings: &mut Findings) -> String {
    match value {
        Value::String(text) => text,
        other => {
            wrong_kind(findings, place.line(at), at, "a string", &other);
            String::new()
        }
    }
}

fn expect_array(value: Value, at: &[&str], place: &Place<'_>, found: &mut Findings) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        other => {
            wrong_kind(found, place.line(at), at, "an array", &other);
            Vec::new()
        }
    }
}

fn expect_object(
    value: Value,
    at: &[&str],
    place: &Place<'_>,
    findings: &mut Findings,
) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map),
        other => {
            wrong_kind(findings, place.line(at), at, "an object", &other);
            None
        }
    }
}

fn wrong_kind(findings: &mut Findings, line: usize, at: &[&str], expected: &str, found: &Value) {
    let found = kind_of(found);
    match at.last() {
        Some(index) if index.bytes().all(|byte| byte.is_ascii_digit()) => findings.problem(
            line,
            format_args!("item {index} must be {expected}, found {found}"),
        ),
        Some(key) => findings.problem(
            line,
            format_args!("`{}` must be {expected}, found {found}", key.escape_debug()),
        ),
        None => findings.problem(line, format_args!("expected {expected}, found {found}")),
    }
}

fn unknown(findings: &mut Findings, line: usize, key: &str, known: &[&str]) {
    let hint = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are `{}`", known.join("`, `")),
    };
    let key = key.escape_debug();
    findings.problem(line, format_args!("unknown key `{key}`; {hint}"));
}

fn warn_length(findings: &mut Findings, line: usize, what: &str, text: &str, max: usize) {
    let length = text.chars().count();
    if length > max {
        let message = format!("`{what}` has {length} characters and is cut after {max}");
        findings.warning(line, message);
    }
}
