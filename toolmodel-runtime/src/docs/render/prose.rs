//! What both renderings have in common, and how much of it: each part of a rendering is cut
//! to a fixed length, so that the cost of a page only depends on the number of tools.

use std::borrow::Cow;

use serde::Serialize;

use crate::docs::json_start::json_start;
use crate::docs::paragraphs::{dedent, split};
use crate::docs::{ToolDoc, ToolExample};
use crate::error::excerpt::shortened;
use crate::model::ToolAnnotations;
use crate::rules::hidden::is_hidden;
use crate::schema::Schema;

/// The longest text, in characters.
const MAX_TEXT_LEN: usize = 32_000;
/// The longest text on one line (a title, a list of tags), in characters.
const MAX_LINE_LEN: usize = 1000;
/// The longest JSON, in characters.
const MAX_JSON_LEN: usize = 100_000;
/// The most references, and the most examples.
const MAX_LISTED: usize = 50;

/// Text on one line, cut to what is shown.
pub(super) fn short(text: &str) -> Cow<'_, str> {
    shortened(text, MAX_LINE_LEN)
}

/// JSON on several lines, cut to what is shown.
pub(super) fn pretty(value: &impl Serialize) -> String {
    json_start(value, MAX_JSON_LEN, true)
}

/// The examples that are shown, each with its title.
pub(super) fn examples(doc: &ToolDoc) -> impl Iterator<Item = (Cow<'_, str>, &ToolExample)> {
    doc.examples.iter().take(MAX_LISTED).map(|example| {
        let title = match (example.title.trim(), example.id.trim()) {
            ("", "") => "Example",
            ("", id) => id,
            (title, _) => title,
        };
        (short(title), example)
    })
}

/// The references that are shown.
pub(super) fn references(doc: &ToolDoc) -> impl Iterator<Item = &str> {
    let shown = doc.external_refs.iter().map(String::as_str);
    shown
        .filter(|text| text.len() <= MAX_LINE_LEN)
        .take(MAX_LISTED)
}

/// The text below the summary: the tool's description unless the summary contains it all,
/// and the notes unless the description contains them.
pub(super) fn texts(doc: &ToolDoc) -> Vec<String> {
    let description = doc
        .tool
        .as_ref()
        .and_then(|tool| tool.description.as_deref());
    let description = dedent(description.unwrap_or_default());
    let (first, rest) = split(&description);
    let mut texts = Vec::new();
    if first != doc.summary {
        texts.push(description);
    } else if !rest.is_empty() {
        texts.push(rest);
    }
    // The notes of a derived tool start with the part of its description after the first paragraph.
    let notes = doc.notes.trim();
    let said = texts.last().map_or("", String::as_str);
    let notes = notes.strip_prefix(said).unwrap_or(notes).trim_start();
    if !notes.is_empty() && !texts.iter().any(|text| text.contains(notes)) {
        texts.push(notes.to_owned());
    }
    texts.retain(|text| !text.is_empty());
    for text in &mut texts {
        if let Cow::Owned(shorter) = shortened(text, MAX_TEXT_LEN) {
            *text = shorter;
        }
    }
    texts
}

/// The text about arguments if the schema names none.
pub(super) fn no_parameters(schema: &Schema) -> &'static str {
    if schema
        .get("additionalProperties")
        .is_some_and(|value| value == false)
    {
        "Takes no parameters."
    } else {
        "Names no parameters."
    }
}

/// Hints about behaviour, in words.
pub(super) fn hints(annotations: &ToolAnnotations) -> Vec<&'static str> {
    let writes = annotations.read_only_hint != Some(true);
    let hints = [
        (annotations.read_only_hint == Some(true), "read-only"),
        (
            writes && annotations.destructive_hint == Some(true),
            "destructive",
        ),
        (
            writes && annotations.destructive_hint == Some(false),
            "not destructive",
        ),
        (
            writes && annotations.idempotent_hint == Some(true),
            "idempotent",
        ),
        (annotations.open_world_hint == Some(true), "open world"),
        (annotations.open_world_hint == Some(false), "closed world"),
    ];
    let given = hints.into_iter().filter(|(given, _)| *given);
    given.map(|(_, words)| words).collect()
}

/// Further facts about a tool: a label and a value.
pub(super) fn facts(doc: &ToolDoc) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(version) = doc.tool.as_ref().and_then(|tool| tool.version.clone()) {
        facts.push(("Version", version));
    }
    if let Some(tool) = &doc.tool
        && !tool.tags.is_empty()
    {
        facts.push(("Tags", tool.tags.join(", ")));
    }
    for (label, modes) in [("Takes", &doc.input_modes), ("Gives", &doc.output_modes)] {
        if !modes.is_empty() {
            facts.push((label, modes.join(", ")));
        }
    }
    if !doc.security_summary.is_empty() {
        facts.push(("Security", doc.security_summary.replace(',', ", ")));
    }
    facts
        .into_iter()
        .map(|(label, value)| (label, short(&value).into_owned()))
        .collect()
}

/// Whether a reference may be a clickable link: a web address, and nothing that runs.
pub(super) fn is_web_address(reference: &str) -> bool {
    let scheme = reference.split_once("://").map(|(scheme, _)| scheme);
    let is_web = scheme.is_some_and(|scheme| {
        scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
    });
    is_web && !reference.chars().any(|c| c.is_whitespace() || is_hidden(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_links() {
        assert!(is_web_address("https://example.com/a?b=c"));
        assert!(is_web_address("HTTP://example.com"));
        for other in [
            "javascript://x",
            "javascript:alert(1)",
            "data:text/html,x",
            "x",
            "http:/x",
        ] {
            assert!(!is_web_address(other), "{other}");
        }
        assert!(!is_web_address("https://a b"));
        assert!(!is_web_address("https://a\nb"));
        assert!(!is_web_address("https://a\u{202e}b"));
    }
}
