//! The codes of findings: what they mean, and how grave they are.

use std::fmt::Write as _;

const CODES: [(&str, &str, &str); 15] = [
    ("invalid-tool", "error", "not a tool, or not a schema"),
    (
        "mcp",
        "error",
        "against every revision of MCP that was asked for",
    ),
    (
        "mcp-2025-11-25",
        "warning",
        "against this revision of MCP, and not the other",
    ),
    (
        "mcp-2026-07-28",
        "warning",
        "against this revision of MCP, and not the other",
    ),
    (
        "name-collision",
        "warning",
        "two tools with one name, which clients cannot tell apart",
    ),
    (
        "confusing-name",
        "warning",
        "names that differ in case, separators or a plural only",
    ),
    (
        "confusing-property",
        "warning",
        "properties that differ in case or separators only",
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
        "a keyword of the schema that looks mistyped",
    ),
    (
        "authoring",
        "note",
        "rules of good authoring: types, `required`, namespaces, few examples",
    ),
    (
        "generated-code",
        "warning",
        "something odd about the Rust that is made of it",
    ),
    (
        "portability",
        "warning",
        "what a provider's format loses; a note where it only says it in other words",
    ),
    (
        "large-tool",
        "warning",
        "a definition of more than 4000 estimated tokens",
    ),
    (
        "exactness",
        "note",
        "whether types enforce the schema alone, and what prevents it",
    ),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|(code, _, _)| *code)
}

/// The table of the help.
pub(super) fn table() -> String {
    let mut out = String::new();
    for (code, level, meaning) in CODES {
        let _ = writeln!(out, "  {code:<30} {level:<8} {meaning}");
    }
    out
}
