//! The codes of findings: what they mean, and how grave they are.

use std::fmt::Write as _;

const CODES: [(&str, &str, &str); 17] = [
    ("invalid-tool", "error", "not a tool, or not a schema"),
    ("mcp", "error", "against every revision of MCP asked for"),
    (
        "mcp-2025-11-25",
        "warning",
        "against this revision of MCP alone",
    ),
    (
        "mcp-2026-07-28",
        "warning",
        "against this revision of MCP alone",
    ),
    ("name-collision", "warning", "two tools with one name"),
    (
        "confusing-name",
        "warning",
        "names that differ in case, `_` or plural",
    ),
    (
        "confusing-property",
        "warning",
        "properties that differ in case or `_`",
    ),
    (
        "missing-description",
        "warning",
        "a tool that does not say what it does",
    ),
    (
        "missing-parameter-description",
        "note",
        "parameters that do not say what they are",
    ),
    (
        "unknown-keyword",
        "warning",
        "a keyword that looks mistyped",
    ),
    ("contradiction", "warning", "a place that no value can fill"),
    (
        "authoring",
        "note",
        "types, `required`, namespaces, examples",
    ),
    (
        "generated-code",
        "warning",
        "something odd about the generated Rust",
    ),
    ("portability", "warning", "what a format of --for loses"),
    ("large-tool", "warning", "more than 4000 estimated tokens"),
    ("exact", "note", "types alone enforce the schema"),
    ("checked", "note", "the validator decides first"),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _, _)| *code)
}

/// The table for the help, with the gravest first.
pub(super) fn table() -> String {
    let mut out = String::new();
    for (level, heading) in [
        ("error", "Errors"),
        ("warning", "Warnings"),
        ("note", "Notes, told with -v or --only"),
    ] {
        let _ = write!(out, "\n\n{heading}:");
        for (code, _, meaning) in CODES.iter().filter(|code| code.1 == level) {
            let _ = write!(out, "\n  {code:<29}  {meaning}");
        }
    }
    out
}
