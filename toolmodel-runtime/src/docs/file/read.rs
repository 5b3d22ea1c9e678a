//! One documentation file, Markdown or JSON, as an entry.

use serde_json::{Map, Value};

use super::findings::Findings;
use super::front_matter::split;
use super::located::{JsonText, Located};
use super::parsed::{Fields, Parsed};
use crate::docs::caps::{
    ArgsSize, MAX_ARGS_DEPTH, MAX_ARGS_KEYS, MAX_DESCRIPTION_LEN, MAX_EXAMPLES, MAX_NOTES_LEN,
    MAX_REFERENCES, MAX_RESULT_HINT_LEN, MAX_SUMMARY_LEN,
};
use crate::docs::{DocEntry, ToolExample};
use crate::error::excerpt::{cut, show_name};
use crate::path::Path;
use crate::rules::nearest::nearest;

const MARKDOWN_KEYS: [&str; 3] = ["summary", "examples", "references"];
const JSON_KEYS: [&str; 4] = ["summary", "notes", "examples", "references"];
const EXAMPLE_KEYS: [&str; 5] = ["id", "title", "description", "args", "resultHint"];

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
        Some((value, json)) => entry(value, json, &MARKDOWN_KEYS, findings),
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
        Ok(value) => {
            let first_line = 1;
            entry(value, JsonText { text, first_line }, &JSON_KEYS, findings)
        }
        Err(error) => {
            findings.not_json(1, &error);
            DocEntry::default()
        }
    }
}

fn entry(value: Parsed, json: JsonText<'_>, keys: &[&str], findings: &mut Findings) -> DocEntry {
    let mut found = Located::default();
    let entry = fields(value, keys, &mut found);
    found.tell(json, findings);
    entry
}

fn fields(value: Parsed, keys: &[&str], found: &mut Located) -> DocEntry {
    let mut entry = DocEntry::default();
    let Fields { known, unknown } = object(value, &Path::Root, found).unwrap_or_default();
    for (key, value) in known {
        let at = Path::Root.key(key);
        match key {
            "references" | "externalRefs" => entry.external_refs = references(value, &at, found),
            key if !keys.contains(&key) => not_known(key, &at, keys, found),
            "summary" => entry.summary = text(value, &at, MAX_SUMMARY_LEN, found),
            "notes" => entry.notes = text(value, &at, MAX_NOTES_LEN, found),
            _ => entry.examples = examples(value, &at, found),
        }
    }
    for key in unknown {
        not_known(&key, &Path::Root.key(&key), keys, found);
    }
    entry
}

fn references(value: Parsed, at: &Path<'_>, found: &mut Located) -> Vec<String> {
    let (items, count) = array(value, at, found);
    if count > MAX_REFERENCES {
        let message = format!("there are {count} references, the first {MAX_REFERENCES} are kept");
        found.warning(at, message);
    }
    let items = items.into_iter().enumerate();
    items
        .map(|(i, item)| string(item, &at.index(i), found))
        .collect()
}

fn examples(value: Parsed, at: &Path<'_>, found: &mut Located) -> Vec<ToolExample> {
    let mut examples = Vec::new();
    let (items, count) = array(value, at, found);
    for (i, item) in items.into_iter().enumerate() {
        let at = at.index(i);
        if let Some(fields) = object(item, &at, found) {
            examples.push(example(fields, &at, found));
        }
    }
    if count > MAX_EXAMPLES {
        let message = format!("there are {count} examples, the first {MAX_EXAMPLES} are kept");
        found.warning(at, message);
    }
    examples
}

fn example(fields: Fields, at: &Path<'_>, found: &mut Located) -> ToolExample {
    let mut example = ToolExample::default();
    for (key, value) in fields.known {
        let at = at.key(key);
        match key {
            "id" => example.id = string(value, &at, found),
            "title" => example.title = string(value, &at, found),
            "description" => example.description = text(value, &at, MAX_DESCRIPTION_LEN, found),
            "resultHint" => example.result_hint = text(value, &at, MAX_RESULT_HINT_LEN, found),
            _ => example.args = arguments(value, &at, found),
        }
    }
    for key in fields.unknown {
        not_known(&key, &at.key(&key), &EXAMPLE_KEYS, found);
    }
    example
}

fn arguments(value: Parsed, at: &Path<'_>, found: &mut Located) -> Map<String, Value> {
    let ArgsSize { depth, keys } = match value {
        Parsed::Args(arguments, size) if size.is_within_caps() => return arguments,
        Parsed::Null => return Map::new(),
        Parsed::Args(_, size) => size,
        other => {
            wrong_kind(found, at, "an object", &other);
            return Map::new();
        }
    };
    let message = format!(
        "arguments have {depth} levels and {keys} keys, at most {MAX_ARGS_DEPTH} levels and \
         {MAX_ARGS_KEYS} keys are allowed"
    );
    found.problem(at, message);
    Map::new()
}

fn text(value: Parsed, at: &Path<'_>, max: usize, found: &mut Located) -> String {
    let text = string(value, at, found);
    if let (Path::Key(_, key), Some(message)) = (at, too_long(&text, max)) {
        found.warning(at, format_args!("`{key}` {message}"));
    }
    text
}

fn string(value: Parsed, at: &Path<'_>, found: &mut Located) -> String {
    match value {
        Parsed::Text(text) => text,
        other => {
            wrong_kind(found, at, "a string", &other);
            String::new()
        }
    }
}

/// The items that are kept, and how many there are.
fn array(value: Parsed, at: &Path<'_>, found: &mut Located) -> (Vec<Parsed>, usize) {
    match value {
        Parsed::List(items, count) => (items, count),
        other => {
            wrong_kind(found, at, "an array", &other);
            (Vec::new(), 0)
        }
    }
}

fn object(value: Parsed, at: &Path<'_>, found: &mut Located) -> Option<Fields> {
    match value {
        Parsed::Fields(fields) => Some(fields),
        other => {
            wrong_kind(found, at, "an object", &other);
            None
        }
    }
}

fn wrong_kind(found: &mut Located, at: &Path<'_>, expected: &str, value: &Parsed) {
    let kind = value.kind();
    let message = match at {
        Path::Root => format!("expected {expected}, found {kind}"),
        Path::Key(_, key) => format!("`{}` must be {expected}, found {kind}", cut(key)),
        Path::Index(_, index) => format!("item {index} must be {expected}, found {kind}"),
    };
    found.problem(at, message);
}

fn not_known(key: &str, at: &Path<'_>, known: &[&str], found: &mut Located) {
    let hint = match nearest(&cut(key), known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are `{}`", known.join("`, `")),
    };
    let key = show_name(key);
    found.problem(at, format_args!("unknown key {key}; {hint}"));
}

fn warn_length(findings: &mut Findings, line: usize, what: &str, text: &str, max: usize) {
    if let Some(message) = too_long(text, max) {
        findings.warning(line, format_args!("`{what}` {message}"));
    }
}

fn too_long(text: &str, max: usize) -> Option<String> {
    let length = text.chars().count();
    (length > max).then(|| format!("has {length} characters and is cut after {max}"))
}
