//! Docs as Markdown.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Catalogue;
use super::markdown_text::{Place, block, body, code, inline, label, line};
use super::prose::{
    examples, facts, hints, is_web_address, no_parameters, pretty, references, short, texts,
};
use super::shown::visible_json;
use crate::docs::schema_info::{Branch, Detail, Label, Property, Row, Table};
use crate::docs::{ToolDoc, ToolExample};
use crate::model::Tool;
use crate::schema::Schema;

/// One tool as a document.
pub(super) fn tool(doc: &ToolDoc) -> String {
    let mut out = String::new();
    section(&mut out, doc, 1);
    out
}

/// All tools as one document.
pub(super) fn catalogue(catalogue: &Catalogue) -> String {
    let mut out = String::new();
    put!(out, "# {}\n", inline(&short(&catalogue.title), Place::Line));
    let mut anchors = Anchors::default();
    anchors.of(&short(&catalogue.title));
    // The list links to sections below it, whose anchors depend on all headings before them.
    let mut list = String::new();
    let mut sections = String::new();
    for (namespace, docs) in catalogue.namespaces() {
        if let Some(namespace) = namespace {
            put!(list, "\n**{}**\n", inline(&short(namespace), Place::Line));
        }
        for doc in docs {
            let start = sections.len();
            section(&mut sections, doc, 2);
            let anchor = anchors.of(&short(&doc.id));
            for line in sections[start..].lines().skip(1) {
                if let Some(heading) = line.strip_prefix('#') {
                    anchors.of(heading.trim_start_matches('#').trim());
                }
            }
            sections.push('\n');
            let id = label(&short(&doc.id));
            match inline(&short(&doc.summary), Place::Line).as_str() {
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

/// The anchors that renderers give to headings: lower case, spaces as dashes, other punctuation left
/// out, and a number after repeated ones.
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
    put!(out, "{hash} {}", code(&short(&doc.id), Place::Line));
    let title = doc.tool.as_ref().map(Tool::display_name);
    if let Some(title) = title.filter(|title| *title != doc.name()) {
        put!(out, "\n**{}**", inline(&short(title), Place::Line));
    }
    if !doc.summary.is_empty() {
        put!(out, "\n{}", line(&short(&doc.summary)));
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
        for (title, example) in examples(doc) {
            self::example(out, &title, example);
        }
    }
    if !doc.external_refs.is_empty() {
        put!(out, "\n{hash}# References\n");
        for reference in references(doc) {
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
            match row {
                Row::Property(property) => self::property(out, property),
                Row::Branch(branch) => self::branch(out, branch),
            }
        }
    }
    if table.partial {
        put!(out, "\nThe schema says more than the table:\n");
        let json = pretty(schema.as_value());
        out.push_str(&block("json", &visible_json(&json)));
    }
}

fn property(out: &mut String, property: &Property<'_>) {
    let mut notes = Vec::new();
    if let Some(description) = &property.description {
        notes.push(inline(description, Place::Cell));
    }
    notes.extend(property.details.iter().map(detail));
    put!(
        out,
        "| {} | {} | {} | {} |",
        code(&property.path, Place::Cell),
        inline(&property.kind, Place::Cell),
        if property.required { "yes" } else { "" },
        notes.join("<br>")
    );
}

fn detail(detail: &Detail<'_>) -> String {
    let code: Vec<String> = detail
        .code
        .iter()
        .map(|text| code(text, Place::Cell))
        .collect();
    let branch = detail.branch.as_ref().map(label_in_cell);
    let parts = [
        branch.unwrap_or_default(),
        inline(&detail.label, Place::Cell),
        code.join(", "),
    ];
    let said: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    said.join(": ")
}

fn branch(out: &mut String, branch: &Branch<'_>) {
    let path = match branch.path.as_str() {
        "" => String::new(),
        path => code(path, Place::Cell),
    };
    let description = branch.description.as_deref().unwrap_or_default();
    put!(
        out,
        "| {path} | one of: **{}** |  | {} |",
        label_in_cell(&branch.label),
        inline(description, Place::Cell)
    );
}

fn label_in_cell(label: &Label) -> String {
    if label.is_code {
        code(&label.text, Place::Cell)
    } else {
        inline(&label.text, Place::Cell)
    }
}

fn example(out: &mut String, title: &str, example: &ToolExample) {
    put!(out, "\n**{}**", inline(title, Place::Line));
    if !example.description.is_empty() {
        put!(out, "\n{}", line(&short(&example.description)));
    }
    let json = pretty(&example.args);
    put!(out, "\n{}", block("json", &visible_json(&json)).trim_end());
    if !example.result_hint.is_empty() {
        put!(
            out,
            "\nResult: {}",
            inline(&short(&example.result_hint), Place::Line)
        );
    }
}
