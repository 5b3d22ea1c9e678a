//! One tool: its types, its definition, and `TypedTool`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Texts, Types, docs};
use crate::config::Config;
use crate::ir::{DefId, SchemaTypes, ToolTypes};
use crate::names::ident;

pub(super) fn render_tool(tool: &ToolTypes, config: &Config, texts: &Texts) -> TokenStream {
    let mut input = Types::new(&tool.input, tool, "inputSchema", config, texts);
    let mut output = tool
        .output
        .as_ref()
        .map(|schema| Types::new(schema, tool, "outputSchema", config, texts));
    let roots = [Some(&input), output.as_ref()];
    let roots = roots
        .into_iter()
        .flatten()
        .map(|types| types.render_def(types.schema.root));
    let roots: Vec<TokenStream> = roots.collect();
    let typed = render_typed(tool, texts);
    input.nested = true;
    if let Some(output) = &mut output {
        output.nested = true;
    }
    let nested: Vec<TokenStream> = [Some(&input), output.as_ref()]
        .into_iter()
        .flatten()
        .flat_map(|types| (1..types.schema.defs.len()).map(|id| types.render_def(DefId(id))))
        .collect();
    let module = if nested.is_empty() {
        TokenStream::new()
    } else {
        let name = ident(&tool.module);
        let doc = docs::line(&format!("Types of the tool `{}`.", tool.id));
        let imports = super::imports(&config.runtime());
        quote!(#doc pub mod #name { #imports #(#nested)* })
    };
    quote!(#(#roots)* #typed #module)
}

fn render_typed(tool: &ToolTypes, texts: &Texts) -> TokenStream {
    let name = root_name(&tool.input);
    let (id, tool_name) = (&tool.id, &tool.tool.name);
    let namespace = &tool.tool.namespace;
    let namespace = namespace
        .as_ref()
        .map_or_else(|| "None".to_owned(), |n| format!("Some({n:?})"));
    let definition = raw_string(&tool.tool.to_json());
    let input = reader(&tool.input);
    let (output, read) = match &tool.output {
        Some(output) => (root_name(output), reader(output)),
        None => ("rt::serde_json::Value", "exact"),
    };
    let docs = tool
        .docs
        .as_ref()
        .and_then(|docs| serde_json::to_string(docs).ok());
    let docs = docs.map_or_else(String::new, |json| {
        format!("        docs: {},\n", raw_string(&json))
    });
    let text = format!(
        "rt::typed_tool! {{\n    {name} {{\n        id: {id:?},\n        namespace: {namespace},\n        \
         name: {tool_name:?},\n        input: {input},\n        output: {output}, {read},\n        \
         definition: {definition},\n{docs}    }}\n}}"
    );
    texts.keep(text)
}

fn reader(schema: &SchemaTypes) -> &'static str {
    if schema.checked.is_empty() {
        "exact"
    } else {
        "checked"
    }
}

/// A raw string literal, so that JSON stays readable. Characters that change the direction of text,
/// which the compiler refuses in literals, are escaped as JSON has it.
fn raw_string(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| match c {
            c if docs::is_hidden(c) => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    let hashes = (1..8)
        .map(|n| "#".repeat(n))
        .find(|hashes| !text.contains(&format!("\"{hashes}")));
    match hashes {
        Some(hashes) => format!("r{hashes}\"{text}\"{hashes}"),
        None => format!("{text:?}"),
    }
}

pub(super) fn root_name(schema: &SchemaTypes) -> &str {
    &schema.defs[schema.root.0].name
}
