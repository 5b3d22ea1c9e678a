//! All tools of the folder: `TOOLS`, and `ToolCall` to dispatch by id.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::tool::root_name;
use crate::ir::ToolTypes;
use crate::names::ident;

pub(super) fn render_dispatch(tools: &[ToolTypes]) -> TokenStream {
    let paths: Vec<TokenStream> = tools.iter().map(path).collect();
    let count = tools.len();
    let definitions = docs::line("The definitions of all tools, sorted by id.");
    let tools_static = quote! {
        #definitions
        pub static TOOLS: ::std::sync::LazyLock<[&'static rt::Tool; #count]> =
            ::std::sync::LazyLock::new(|| [#(<#paths as rt::TypedTool>::definition()),*]);
    };
    let call = if tools.is_empty() {
        TokenStream::new()
    } else {
        render_call(tools, &paths)
    };
    quote!(#tools_static #call)
}

/// The path of a tool's type from the top of the generated file.
pub(crate) fn path(tool: &ToolTypes) -> TokenStream {
    let name = format_ident!("{}", root_name(&tool.input));
    match &tool.namespace {
        Some(namespace) => {
            let namespace = ident(namespace);
            quote!(#namespace::#name)
        }
        None => quote!(#name),
    }
}

fn render_call(tools: &[ToolTypes], paths: &[TokenStream]) -> TokenStream {
    let variants: Vec<_> = tools
        .iter()
        .map(|tool| format_ident!("{}", tool.variant))
        .collect();
    let ids: Vec<&String> = tools.iter().map(|tool| &tool.id).collect();
    let doc = docs::line("A call of one of the tools, by the tool's id.");
    let variant_docs = ids.iter().map(|id| docs::line(&format!("`{id}`")));
    let parse_doc = docs::line("Reads a call's arguments, holding them to the tool's schema.");
    let slice_doc = docs::line("Reads a call's arguments from JSON bytes.");
    let id_doc = docs::line("The id of the tool.");
    let definition_doc = docs::line("The definition of the tool.");
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        pub enum ToolCall { #(#variant_docs #variants(#paths),)* }

        impl ToolCall {
            const IDS: &'static [&'static str] = &[#(#ids),*];

            #parse_doc
            pub fn parse(id: &str, arguments: &rt::serde_json::Value) -> Result<Self, rt::Error> {
                match id {
                    #(#ids => <#paths as rt::TypedTool>::parse(arguments).map(Self::#variants),)*
                    _ => Err(rt::parse::unknown_tool(id, Self::IDS)),
                }
            }

            #slice_doc
            pub fn from_slice(id: &str, arguments: &[u8]) -> Result<Self, rt::Error> {
                match id {
                    #(#ids => {
                        <#paths as rt::TypedTool>::from_slice(arguments).map(Self::#variants)
                    })*
                    _ => Err(rt::parse::unknown_tool(id, Self::IDS)),
                }
            }

            #id_doc
            #[must_use]
            pub fn id(&self) -> &'static str {
                match self { #(Self::#variants(_) => #ids,)* }
            }

            #definition_doc
            #[must_use]
            pub fn definition(&self) -> &'static rt::Tool {
                match self {
                    #(Self::#variants(_) => <#paths as rt::TypedTool>::definition(),)*
                }
            }
        }
    }
}
