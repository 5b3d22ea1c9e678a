//! One documentation file, Markdown or JSON, as an entry.

use serde_json::{Map, Value};

use super::findings::Findings;
use super::front_matter::split;
use super::lines::Lines;
use crate::docs::caps::{
    ArgsSize, MAX_ARGS_DEPTH, MAX_ARGS_KEYS, MAX_DESCRIPTION_LEN, MAX_EXAMPLES, MAX_NOTES_LEN,
    MAX_RESULT_HINT_LEN, MAX_SUMMARY_LEN,
};
use crate::docs::{DocEntry, ToolExample};
use crate::error::excerpt::cut;
use crate::rules::nearest::nearest;
use crate::schema::kind_of;

const MARKDOWN_KEYS: [&str; 3] = ["summary", "examples", "references"];
const JSON_KEYS: [&str; 4] = ["summary", "notes", "examples", "references"];
const EXAMPLE_KEYS: [&str; 5] = ["id", "title", "description", "args", "resultHint"];

/// A value of a file, with what it is called and where it stands.
struct Located<'a> {
    value: Value,
    name: String,
    lines: &'a Lines,
}

/// Reads a Markdown file: front matter, then notes. Without front matter the first paragraph is
/// the summary and the rest are notes.
pub(super) fn markdown(text: &str, findings: &mut Findings) -> DocEntry {
    let parts = split(text, findings);
    if !parts.has_front_matter {
        let entry = DocEntry::from_description(parts.rest);
        warn_length(findings, 1, "summary", &entry.summary, MAX_SUMMARY_LEN);
        warn_length(findings, 1, "notes", &entry.notes, MAX_NOTES_LEN);
        return entry;
    }
    let mut entry = match parts.fields {
        Some((value, lines)) => entry(value, &lines, &MARKDOWN_KEYS, findings),
        None => DocEntry::default(),
    };
    parts.rest.trim().clone_into(&mut entry.notes);
    let blank = parts.rest.len() - parts.rest.trim_start().len();
    let line = parts.rest_line + parts.rest[..blank].matches('\n').count();
    warn_length(findings, line, "notes", &entry.notes, MAX_NOTES_LEN);
    entry
}

/// Reads a JSON side file.
pub(super) fn json(text: &str, findings: &mut Findings) -> DocEntry {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str(text) {
        Ok(value) => entry(value, &Lines::of(text, 1), &JSON_KEYS, findings),
        Err(error) => {
            findings.not_json(1, &error);
            DocEntry::default()
        }
    }
}

fn entry(value: Value, lines: &Lines, keys: &[&str], findings: &mut Findings) -> DocEntry {
    let mut entry = DocEntry::default();
    let Value::Object(map) = value else {
        let found = kind_of(&value);
        findings.problem(
            lines.line,
            format_args!("expected an object, found {found}"),
        );
        return entry;
    };
    for (key, value) in map {
        let lines = lines.field(&key);
        let name = format!("`{key}`");
        let located = Located { value, name, lines };
        match key.as_str() {
            "references" | "externalRefs" => entry.external_refs = references(located, findings),
            key if !keys.contains(&key) => unknown(findings, lines.line, key, keys),
            "summary" => entry.summary = text(located, "summary", MAX_SUMMARY_LEN, findings),
            "notes" => entry.notes = text(located, "notes", MAX_NOTES_LEN, findings),
            _ => entry.examples = examples(located, findings),
        }
    }
    entry
}

fn references(list: Located<'_>, findings: &mut Findings) -> Vec<String> {
    let items = items(list, findings);
    items.map(|item| string(item, findings)).collect()
}

fn examples(list: Located<'_>, findings: &mut Findings) -> Vec<ToolExample> {
    let line = list.lines.line;
    let mut examples = Vec::new();
    for item in items(list, findings) {
        let lines = item.lines;
        if let Some(map) = object(item, findings) {
            examples.push(example(map, lines, findings));
        }
    }
    if examples.len() > MAX_EXAMPLES {
        let count = examples.len();
        let message = format!("there are {count} examples, the first {MAX_EXAMPLES} are kept");
        findings.warning(line, message);
    }
    examples
}

fn example(map: Map<String, Value>, lines: &Lines, findings: &mut Findings) -> ToolExample {
    let mut example = ToolExample::default();
    for (key, value) in map {
        let lines = lines.field(&key);
        let name = format!("`{}`", cut(&key));
        let located = Located { value, name, lines };
        match key.as_str() {
            "id" => example.id = string(located, findings),
            "title" => example.title = string(located, findings),
            "description" => {
                example.description = text(located, &key, MAX_DESCRIPTION_LEN, findings);
            }
            "resultHint" => {
                example.result_hint = text(located, &key, MAX_RESULT_HINT_LEN, findings);
            }
            "args" if located.value.is_null() => {}
            "args" => {
                example.args = object(located, findings).unwrap_or_default();
                let size = ArgsSize::of(&example.args);
                if !size.is_within_caps() {
                    let ArgsSize { depth, keys } = size;
                    let message = format!(
                        "arguments have {depth} levels and {keys} keys, at most {MAX_ARGS_DEPTH} \
                         levels and {MAX_ARGS_KEYS} keys are allowed"
                    );
                    findings.problem(lines.line, message);
                }
            }
            _ => unknown(findings, lines.line, &key, &EXAMPLE_KEYS),
        }
    }
    example
}

fn text(located: Located<'_>, what: &str, max: usize, findings: &mut Findings) -> String {
    let line = located.lines.line;
    let text = string(located, findings);
    warn_length(findings, line, what, &text, max);
    text
}

fn string(located: Located<'_>, findings: &mut Findings) -> String {
    match located.value {
        Value::String(text) => text,
        ref other => {
            wrong_kind(findings, &located, "a string", other);
            String::new()
        }
    }
}

fn items<'a>(
    list: Located<'a>,
    findings: &mut Findings,
) -> impl Iterator<Item = Located<'a>> + use<'a> {
    let items = match list.value {
        Value::Array(items) => items,
        ref other => {
            wrong_kind(findings, &list, "an array", other);
            Vec::new()
        }
    };
    items
        .into_iter()
        .enumerate()
        .map(move |(i, value)| Located {
            value,
            name: format!("item {i}"),
            lines: list.lines.item(i),
        })
}

fn object(located: Located<'_>, findings: &mut Findings) -> Option<Map<String, Value>> {
    match located.value {
        Value::Object(map) => Some(map),
        ref other => {
            wrong_kind(findings, &located, "an object", other);
            None
        }
    }
}

fn wrong_kind(findings: &mut Findings, at: &Located<'_>, expected: &str, found: &Value) {
    let found = kind_of(found);
    let name = &at.name;
    findings.problem(
        at.lines.line,
        format_args!("{name} must be {expected}, found {found}"),
    );
}

fn unknown(findings: &mut Findings, line: usize, key: &str, known: &[&str]) {
    let key = cut(key);
    let hint = match nearest(&key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are `{}`", known.join("`, `")),
    };
    findings.problem(line, format_args!("unknown key `{key}`; {hint}"));
}

fn warn_length(findings: &mut Findings, line: usize, what: &str, text: &str, max: usize) {
    let length = text.chars().count();
    if length > max {
        let message = format!("`{what}` has {length} characters and is cut after {max}");
        findings.warning(line, message);
    }
}
