//! One tool of the HTML page.

use std::fmt::Write as _;

use super::html_text::{body, element_id, escaped, escaped_json, spans};
use super::prose::{
    examples, facts, hints, is_web_address, no_parameters, pretty, references, short, texts,
};
use crate::docs::schema_info::{Branch, Label, Property, Row, Table};
use crate::docs::{ToolDoc, ToolExample};
use crate::model::Tool;
use crate::schema::Schema;

/// A tool that unfolds.
pub(super) fn tool(out: &mut String, doc: &ToolDoc) {
    let id = element_id(&doc.id);
    put!(out, "<details class=\"tool\" id=\"{id}\">");
    put!(
        out,
        "<summary><span class=\"name\">{}</span>",
        escaped(&short(doc.name()))
    );
    let hints = doc.annotations.as_ref().map(hints).unwrap_or_default();
    for hint in hints {
        let class = if hint == "destructive" {
            "badge warn"
        } else {
            "badge"
        };
        put!(out, "<span class=\"{class}\">{hint}</span>");
    }
    put!(
        out,
        "<span class=\"about\">{}</span></summary>",
        spans(&short(&doc.summary))
    );
    // With scripts, this is one text until the tool is unfolded; without, it is just the body.
    out.push_str("<noscript><div class=\"body\">\n");
    put!(
        out,
        "<p class=\"id\"><code>{}</code> <a href=\"#{id}\" aria-label=\"Link to this tool\">#</a></p>",
        escaped(&short(&doc.id))
    );
    let title = doc.tool.as_ref().map(Tool::display_name);
    if let Some(title) = title.filter(|title| *title != doc.name()) {
        put!(out, "<p class=\"title\">{}</p>", escaped(&short(title)));
    }
    for text in texts(doc) {
        put!(out, "<div class=\"text\">{}</div>", body(&text));
    }
    let facts = facts(doc);
    if !facts.is_empty() {
        out.push_str("<dl>");
        for (label, value) in facts {
            put!(out, "<dt>{label}</dt><dd>{}</dd>", escaped(&value));
        }
        out.push_str("</dl>\n");
    }
    if let Some(tool) = &doc.tool {
        let empty = no_parameters(&tool.input_schema);
        schema(out, "Parameters", &tool.input_schema, empty);
        if let Some(output) = &tool.output_schema {
            schema(out, "Result", output, "An object.");
        }
    }
    if !doc.examples.is_empty() {
        put!(out, "<h3>Examples</h3>");
        for (title, example) in examples(doc) {
            self::example(out, &title, example);
        }
    }
    if !doc.external_refs.is_empty() {
        reference_list(out, doc);
    }
    out.push_str("</div></noscript>\n</details>\n");
}

fn schema(out: &mut String, heading: &str, schema: &Schema, empty: &str) {
    put!(out, "<h3>{heading}</h3>");
    let table = Table::of(schema);
    match &table.kind {
        Some(kind) => put!(out, "<p>Type: {}</p>", escaped(kind)),
        None if table.rows.is_empty() => put!(out, "<p class=\"quiet\">{empty}</p>"),
        None => {}
    }
    if !table.rows.is_empty() {
        put!(
            out,
            "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\"><table>\n\
             <thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Type</th>\
             <th scope=\"col\">Description</th></tr></thead>\n<tbody>"
        );
        for row in &table.rows {
            match row {
                Row::Property(property) => self::property(out, property),
                Row::Branch(branch) => self::branch(out, branch),
            }
        }
        put!(out, "</tbody></table></div>");
    }
    if table.partial {
        put!(
            out,
            "<details class=\"raw\"><summary>Full schema</summary>\
             <pre tabindex=\"0\"><code>{}</code></pre></details>",
            escaped_json(&pretty(schema.as_value()))
        );
    }
}

fn property(out: &mut String, property: &Property<'_>) {
    let depth = property.depth.min(5);
    let required = if property.required {
        " <span class=\"required\">required</span>"
    } else {
        ""
    };
    put!(
        out,
        "<tr><th scope=\"row\" class=\"d{depth}\"><code>{}</code>{required}</th><td>{}</td><td>",
        path(&property.path),
        escaped(&property.kind)
    );
    let description = property.description.as_deref().unwrap_or_default();
    if !description.trim().is_empty() {
        put!(out, "<p>{}</p>", spans(description.trim()));
    }
    if !property.details.is_empty() {
        out.push_str("<ul>");
        for detail in &property.details {
            let code = detail.code.iter();
            let code: Vec<String> = code
                .map(|code| format!("<code>{}</code>", escaped(code)))
                .collect();
            let branch = detail.branch.as_ref();
            put!(
                out,
                "<li>{}{} {}</li>",
                branch.map_or_else(String::new, |label| format!("{}: ", self::label(label))),
                spans(&detail.label),
                code.join(" ")
            );
        }
        out.push_str("</ul>");
    }
    put!(out, "</td></tr>");
}

/// The heading of one branch of a union.
fn branch(out: &mut String, branch: &Branch<'_>) {
    let depth = branch.depth.min(5);
    let place = match branch.path.as_str() {
        "" => String::new(),
        place => format!("<code>{}</code> ", path(place)),
    };
    put!(
        out,
        "<tr class=\"branch\"><th scope=\"rowgroup\" colspan=\"3\" class=\"d{depth}\">\
         {place}one of: <strong>{}</strong>",
        label(&branch.label)
    );
    let description = branch.description.as_deref().unwrap_or_default();
    if !description.trim().is_empty() {
        put!(out, "<p>{}</p>", spans(description.trim()));
    }
    put!(out, "</th></tr>");
}

fn label(label: &Label) -> String {
    if label.is_code {
        format!("<code>{}</code>", escaped(&label.text))
    } else {
        escaped(&label.text)
    }
}

/// A path that may break after each part, with the containing parts set apart.
fn path(path: &str) -> String {
    match path.rsplit_once('.').filter(|(_, name)| !name.is_empty()) {
        Some((parent, name)) => format!(
            "<span class=\"parent\">{}.</span><wbr>{}",
            escaped(parent).replace('.', ".<wbr>"),
            escaped(name)
        ),
        None => escaped(path),
    }
}

fn example(out: &mut String, title: &str, example: &ToolExample) {
    put!(out, "<div class=\"example\"><h4>{}</h4>", escaped(title));
    if !example.description.is_empty() {
        put!(out, "<p>{}</p>", spans(&short(&example.description)));
    }
    let json = pretty(&example.args);
    put!(
        out,
        "<pre tabindex=\"0\"><code>{}</code></pre>",
        escaped_json(&json)
    );
    if !example.result_hint.is_empty() {
        put!(
            out,
            "<p class=\"hint\">Result: {}</p>",
            spans(&short(&example.result_hint))
        );
    }
    put!(out, "</div>");
}

fn reference_list(out: &mut String, doc: &ToolDoc) {
    put!(out, "<h3>References</h3>\n<ul class=\"references\">");
    for reference in references(doc) {
        let text = escaped(reference);
        if is_web_address(reference) {
            put!(
                out,
                "<li><a href=\"{text}\" rel=\"noopener noreferrer nofollow\">{text}</a></li>"
            );
        } else {
            put!(out, "<li>{text}</li>");
        }
    }
    put!(out, "</ul>");
}
