//! One tool: its types, its definition, and `TypedTool`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Types, docs};
use crate::config::Config;
use crate::ir::{DefId, SchemaTypes, ToolTypes};
use crate::names::ident;

pub(super) fn render_tool(tool: &ToolTypes, config: &Config) -> TokenStream {
    let mut input = Types::new(&tool.input, tool, "inputSchema", config);
    let mut output = tool
        .output
        .as_ref()
        .map(|schema| Types::new(schema, tool, "outputSchema", config));
    let roots = [Some(&input), output.as_ref()];
    let roots = roots
        .into_iter()
        .flatten()
        .map(|types| types.render_def(types.schema.root));
    let roots: Vec<TokenStream> = roots.collect();
    let typed = render_typed(tool);
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

fn render_typed(tool: &ToolTypes) -> TokenStream {
    let name = format_ident!("{}", root_name(&tool.input));
    let (id, tool_name) = (&tool.id, &tool.tool.name);
    let namespace = match &tool.tool.namespace {
        Some(namespace) => quote!(Some(#namespace)),
        None => quote!(None),
    };
    let definition = raw_string(&tool.tool.to_json());
    let input = reader(&tool.input);
    let (output, read) = match &tool.output {
        Some(output) => {
            let name = format_ident!("{}", root_name(output));
            (quote!(#name), reader(output))
        }
        None => (quote!(rt::serde_json::Value), quote!(exact)),
    };
    quote! {
        rt::typed_tool! {
            #name {
                id: #id,
                namespace: #namespace,
                name: #tool_name,
                input: #input,
                output: #output, #read,
                definition: #definition,
            }
        }
    }
}

fn reader(schema: &SchemaTypes) -> TokenStream {
    if schema.checked.is_empty() {
        quote!(exact)
    } else {
        quote!(checked)
    }
}

/// A raw string literal, so that JSON stays readable.
fn raw_string(text: &str) -> TokenStream {
    let hashes = (1..8)
        .map(|n| "#".repeat(n))
        .find(|hashes| !text.contains(&format!("\"{hashes}")));
    let raw = hashes.and_then(|hashes| format!("r{hashes}\"{text}\"{hashes}").parse().ok());
    raw.unwrap_or_else(|| quote!(#text))
}

pub(super) fn root_name(schema: &SchemaTypes) -> &str {
    &schema.defs[schema.root.0].name
}
