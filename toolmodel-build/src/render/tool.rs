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
    let json = tool.tool.to_json();
    let (parse, from_slice) = readers(&tool.input);
    let output = tool.output.as_ref().map_or_else(
        || quote!(rt::serde_json::Value),
        |output| {
            let name = format_ident!("{}", root_name(output));
            quote!(#name)
        },
    );
    let (parse_output, output_from_slice) = match &tool.output {
        Some(output) => readers(output),
        None => (quote!(exact), quote!(exact_slice)),
    };
    quote! {
        impl rt::TypedTool for #name {
            const ID: &'static str = #id;
            const NAME: &'static str = #tool_name;
            const NAMESPACE: Option<&'static str> = #namespace;
            type Output = #output;

            fn definition() -> &'static rt::Tool {
                static DEFINITION: ::std::sync::LazyLock<rt::Tool> =
                    ::std::sync::LazyLock::new(|| rt::parse::definition(#json));
                &DEFINITION
            }

            fn parse(arguments: &rt::serde_json::Value) -> Result<Self, rt::Error> {
                rt::parse::#parse(arguments, rt::parse::Side::Input, Self::definition)
            }

            fn from_slice(arguments: &[u8]) -> Result<Self, rt::Error> {
                rt::parse::#from_slice(arguments, rt::parse::Side::Input, Self::definition)
            }

            fn check(&self) -> Result<(), rt::Error> {
                rt::parse::check(self, rt::parse::Side::Input, Self::definition)
            }

            fn parse_output(result: &rt::serde_json::Value) -> Result<Self::Output, rt::Error> {
                rt::parse::#parse_output(result, rt::parse::Side::Output, Self::definition)
            }

            fn output_from_slice(result: &[u8]) -> Result<Self::Output, rt::Error> {
                rt::parse::#output_from_slice(result, rt::parse::Side::Output, Self::definition)
            }

            fn check_output(output: &Self::Output) -> Result<(), rt::Error> {
                rt::parse::check(output, rt::parse::Side::Output, Self::definition)
            }
        }
    }
}

fn readers(schema: &SchemaTypes) -> (TokenStream, TokenStream) {
    if schema.checked.is_empty() {
        (quote!(exact), quote!(exact_slice))
    } else {
        (quote!(checked), quote!(checked_slice))
    }
}

pub(super) fn root_name(schema: &SchemaTypes) -> &str {
    &schema.defs[schema.root.0].name
}
