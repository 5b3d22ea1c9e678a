//! All tools of the folder: `TOOLS`, and `ToolCall` to dispatch by id.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::docs;
use super::tool::root_name;
use crate::ir::ToolTypes;
use crate::names::ident;

pub(super) fn render_dispatch(tools: &[ToolTypes]) -> TokenStream {
    let paths: Vec<TokenStream> = tools.iter().map(path).collect();
    let count = Literal::usize_unsuffixed(tools.len());
    let definitions = docs::line("The definitions of all tools, sorted by id.");
    let tools_static = quote! {
        #definitions
        pub static TOOLS: ::std::sync::LazyLock<[&'static rt::Tool; #count]> =
            ::std::sync::LazyLock::new(definitions);

        fn definitions() -> [&'static rt::Tool; #count] {
            [#(<#paths as rt::TypedTool>::definition()),*]
        }
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
    if let Some(namespace) = &tool.namespace {
        let namespace = ident(namespace);
        quote!(#namespace::#name)
    } else {
        quote!(#name)
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
    let read = render_read(&ids, &variants, paths);
    let ask = render_ask(&ids, &variants, paths);
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq)]
        pub enum ToolCall { #(#variant_docs #variants(#paths),)* }

        impl ToolCall {
            #read
            #ask
        }
    }
}

/// What reads a call by its id.
fn render_read(ids: &[&String], variants: &[Ident], paths: &[TokenStream]) -> TokenStream {
    let ids_doc = docs::line("The ids of all tools, sorted.");
    let parse_doc = docs::line("Reads a call's arguments, holding them to the tool's schema.");
    let slice_doc = docs::line("Reads a call's arguments from JSON bytes.");
    quote! {
        #ids_doc
        pub const IDS: &'static [&'static str] = &[#(#ids),*];

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
                #(#ids => <#paths as rt::TypedTool>::from_slice(arguments).map(Self::#variants),)*
                _ => Err(rt::parse::unknown_tool(id, Self::IDS)),
            }
        }
    }
}

/// What is asked of a call, or of all tools.
fn render_ask(ids: &[&String], variants: &[Ident], paths: &[TokenStream]) -> TokenStream {
    let id_doc = docs::line("The id of the tool.");
    let definition_doc = docs::line("The definition of the tool.");
    let check_doc = docs::line("Holds a call that was built by hand to the tool's schema.");
    let call_doc = docs::line("Hands the call to the handler of its tool.");
    let all_doc = docs::line("The definitions of all tools, sorted by id.");
    let docs_doc = docs::line("All tools with their docs, for a docs store.");
    quote! {
        #id_doc
        #[must_use]
        pub fn id(&self) -> &'static str {
            match self { #(Self::#variants(_) => #ids,)* }
        }

        #definition_doc
        #[must_use]
        pub fn definition(&self) -> &'static rt::Tool {
            match self { #(Self::#variants(_) => <#paths as rt::TypedTool>::definition(),)* }
        }

        #check_doc
        pub fn check(&self) -> Result<(), rt::Error> {
            match self { #(Self::#variants(call) => rt::TypedTool::check(call),)* }
        }

        #call_doc
        pub fn call<H, R>(self, handler: &H) -> R
        where
            #(H: rt::ToolHandler<#paths, Reply = R>,)*
        {
            match self { #(Self::#variants(call) => rt::ToolHandler::call(handler, call),)* }
        }

        #all_doc
        #[must_use]
        pub fn definitions() -> &'static [&'static rt::Tool] {
            &*TOOLS
        }

        #docs_doc
        #[must_use]
        pub fn docs() -> Vec<(&'static rt::Tool, rt::DocEntry)> {
            [#((<#paths as rt::TypedTool>::definition(), <#paths as rt::TypedTool>::docs())),*].into()
        }
    }
}
