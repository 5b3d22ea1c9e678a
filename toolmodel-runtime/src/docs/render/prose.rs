//! What both renderings say in the same words.

use crate::docs::ToolDoc;
use crate::docs::paragraphs::{dedent, split};
use crate::model::ToolAnnotations;
use crate::rules::hidden::is_hidden;
use crate::schema::Schema;

/// What is to be read below the summary: the tool's description unless the summary says it all,
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
    let notes = doc.notes.trim();
    if !notes.is_empty() && !texts.iter().any(|text| text.contains(notes)) {
        texts.push(notes.to_owned());
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// What is said of arguments when the schema names none.
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
}

/// Whether a reference may be followed by a click: a web address, and nothing that runs.
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
