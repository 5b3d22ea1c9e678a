//! Findings as text, JSON, GitHub annotations and SARIF.

mod github;
mod sarif;
pub(crate) mod text;

use serde_json::{Map, Value};

use super::excerpt::Texts;
use super::finding::Finding;

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
    Github,
    Sarif,
}

impl Format {
    pub(crate) const NAMES: [&'static str; 4] = ["text", "json", "github", "sarif"];

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "json" => Self::Json,
            "github" => Self::Github,
            "sarif" => Self::Sarif,
            _ => Self::Text,
        }
    }
}

/// Writes findings in a format. `summary` is the last line of text, and `facts` are the rest of the JSON.
pub(super) fn render(
    format: Format,
    findings: &[Finding],
    summary: &str,
    facts: Map<String, Value>,
    texts: &mut Texts,
) -> String {
    match format {
        Format::Text => format!("{}{summary}", text::render(findings, texts)),
        Format::Json => {
            let mut map = facts;
            let findings = findings.iter().map(Finding::to_json).collect();
            map.insert("findings".to_owned(), Value::Array(findings));
            pretty(&Value::Object(map))
        }
        Format::Github => github::render(findings),
        Format::Sarif => pretty(&sarif::render(findings)),
    }
}

/// JSON as files and terminals have it: indented, with a newline at the end.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
