//! Docs as Markdown.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Catalogue;
use super::markdown_text::{Place, block, body, code, inline, label, line};
use super::prose::{facts, hints, is_web_address, no_parameters, texts};
use super::shown::visible_json;
use crate::docs::schema_info::{Row, Table};
use crate::docs::{ToolDoc, ToolExample};
use crate::model::Tool;
use crate::schema::Schema;

// Writing to a string has no way to fail.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{ let _ = writeln!($out, $($format)*); }};
}

/// One tool as a document.
pub(super) fn tool(doc: &ToolDoc) -> String {
    let mut out = String::new();
    section(&mut out, doc, 1);
    out
}

/// All tools as one document.
pub(super) fn catalogue(catalogue: &Catalogue) -> String {
    let mut out = String::new();
    put!(out, "# {}\n", inline(&catalogue.title, Place::Line));
    let mut anchors = Anchors::default();
    anchors.of(&catalogue.title);
    // The list links to sections below it, whose anchors depend on all headings before them.
    let mut list = String::new();
    let mut sections = String::new();
    for (namespace, docs) in catalogue.namespaces() {
        if let Some(namespace) = namespace {
            put!(list, "\n**{}**\n", inline(namespace, Place::Line));
        }
        for doc in docs {
            let start = sections.len();
            section(&mut sections, doc, 2);
            let anchor = anchors.of(&doc.id);
            for line in sections[start..].lines().skip(1) {
                if let Some(heading) = line.strip_prefix('#') {
                    anchors.of(heading.trim_start_matches('#').trim());
                }
            }
            sections.push('\n');
            let id = label(&doc.id);
            match inline(&doc.summary, Place::Line).as_str() {
                "" => put!(list, "- [{id}](#{anchor})"),
                summary => put!(list, "- [{id}](#{anchor}): {summary}"),
            }
        }
    }
    out.push_str(list.trim_start());
    if !sections.is_empty() {
        put!(out, "\n{}", sections.trim_end());
    }
    out
}

/// The anchors that renderers give to headings: lower case, spaces as dashes, other marks left
/// out, and a number behind those that come again.
#[derive(Default)]
struct Anchors(HashMap<String, usize>);

impl Anchors {
    fn of(&mut self, heading: &str) -> String {
        let anchor: String = heading
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                '-' | '_' => Some(c),
                c => c.is_alphanumeric().then_some(c),
            })
            .flat_map(char::to_lowercase)
            .collect();
        let count = self.0.entry(anchor.clone()).or_default();
        *count += 1;
        match *count {
            1 => anchor,
            n => format!("{anchor}-{}", n - 1),
        }
    }
}

fn section(out: &mut String, doc: &ToolDoc, level: usize) {
    let hash = "#".repeat(level);
    put!(out, "{hash} {}", code(&doc.id, Place::Line));
    let title = doc.tool.as_ref().map(Tool::display_name);
    if let Some(title) = title.filter(|title| *title != doc.name()) {
        put!(out, "\n**{}**", inline(title, Place::Line));
    }
    if !doc.summary.is_empty() {
        put!(out, "\n{}", line(&doc.summary));
    }
    let hints = doc.annotations.as_ref().map(hints).unwrap_or_default();
    if !hints.is_empty() {
        put!(out, "\n*{}*", hints.join(", "));
    }
    for (label, value) in facts(doc) {
        put!(out, "\n{label}: {}", inline(&value, Place::Line));
    }
    for text in texts(doc) {
        put!(out, "\n{}", body(&text, level).trim_end());
    }
    if let Some(tool) = &doc.tool {
        put!(out, "\n{hash}# Parameters\n");
        let empty = no_parameters(&tool.input_schema);
        schema(out, &tool.input_schema, empty);
        if let Some(output) = &tool.output_schema {
            put!(out, "\n{hash}# Result\n");
            schema(out, output, "An object.");
        }
    }
    if !doc.examples.is_empty() {
        put!(out, "\n{hash}# Examples");
        for example in &doc.examples {
            self::example(out, example);
        }
    }
    if !doc.external_refs.is_empty() {
        put!(out, "\n{hash}# References\n");
        for reference in &doc.external_refs {
            if is_web_address(reference) && !reference.contains(['<', '>']) {
                put!(out, "- <{reference}>");
            } else {
                put!(out, "- {}", line(reference));
            }
        }
    }
}

fn schema(out: &mut String, schema: &Schema, empty: &str) {
    let table = Table::of(schema);
    match &table.kind {
        Some(kind) => put!(out, "Type: {}", inline(kind, Place::Line)),
        None if table.rows.is_empty() => put!(out, "{empty}"),
        None => {}
    }
    if !table.rows.is_empty() {
        put!(out, "| Name | Type | Required | Description |");
        put!(out, "|---|---|---|---|");
        for row in &table.rows {
            self::row(out, row);
        }
    }
    if table.partial {
        put!(out, "\nThe schema says more than the table:\n");
        let json = serde_json::to_string_pretty(schema.as_value()).unwrap_or_default();
        out.push_str(&block("json", &visible_json(&json)));
    }
}

fn row(out: &mut String, row: &Row<'_>) {
    let mut notes = Vec::new();
    if let Some(description) = row.description {
        notes.push(inline(description, Place::Cell));
    }
    for detail in &row.details {
        let code: Vec<String> = detail
            .code
            .iter()
            .map(|text| code(text, Place::Cell))
            .collect();
        notes.push(if code.is_empty() {
            detail.label.clone()
        } else {
            format!("{}: {}", detail.label, code.join(", "))
        });
    }
    put!(
        out,
        "| {} | {} | {} | {} |",
        code(&row.path, Place::Cell),
        inline(&row.kind, Place::Cell),
        if row.required { "yes" } else { "" },
        notes.join("<br>")
    );
}

fn example(out: &mut String, example: &ToolExample) {
    let title = match (example.title.as_str(), example.id.as_str()) {
        ("", "") => "Example",
        ("", id) => id,
        (title, _) => title,
    };
    put!(out, "\n**{}**", inline(title, Place::Line));
    if !example.description.is_empty() {
        put!(out, "\n{}", line(&example.description));
    }
    let json = serde_json::to_string_pretty(&example.args).unwrap_or_default();
    put!(out, "\n{}", block("json", &visible_json(&json)).trim_end());
    if !example.result_hint.is_empty() {
        put!(
            out,
            "\nResult: {}",
            inline(&example.result_hint, Place::Line)
        );
    }
}
