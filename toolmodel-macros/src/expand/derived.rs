//! The static value behind a derived tool, and its examples, which are code.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{located, metadata};
use crate::ir::{Example, Text, ToolInput};

/// Expands to the body of `derived`. A generic type has one `Derived` per instance, which a static
/// cannot be, so the runtime stores them.
pub(super) fn expand(tool: &ToolInput, output: &TokenStream) -> TokenStream {
    let ident = &tool.ident;
    if !tool.generics.params.is_empty() {
        let derived = expand_value(tool, &quote!(Self), output);
        return quote!(__derive::derived_of(|| #derived));
    }
    let derived = expand_value(tool, &quote!(#ident), output);
    quote! {
        static TOOL: __derive::Derived<#ident, #output> = #derived;
        &TOOL
    }
}

/// If a type lacks something, the error is at its name, or at the name of the output.
fn expand_value(tool: &ToolInput, own: &TokenStream, output: &TokenStream) -> TokenStream {
    let spec = metadata::expand(tool, own);
    let arguments = quote_spanned!(located(&tool.ident)=> __derive::arguments_codec::<#own>());
    let output_span = tool.output.as_ref().map_or_else(Span::call_site, located);
    let output = quote_spanned!(output_span=> __derive::output_codec::<#output>());
    quote!(__derive::Derived::new(#spec, #arguments, #output))
}

/// Expands to `examples`, when there are any.
pub(super) fn expand_examples(tool: &ToolInput) -> Option<TokenStream> {
    if tool.examples.is_empty() {
        return None;
    }
    let examples = tool.examples.iter().map(expand_example);
    Some(quote! {
        fn examples(examples: &mut __derive::Examples) {
            #(#examples)*
        }
    })
}

fn expand_example(example: &Example) -> TokenStream {
    let value = &example.value;
    let text = |text: &Option<Text>| text.as_ref().map_or(quote!(""), |text| quote!(#text));
    let id = text(&example.id);
    let title = text(&example.title);
    let description = text(&example.description);
    let result_hint = text(&example.result_hint);
    quote_spanned! {located(value)=>
        {
            let value: Self = #value;
            examples.add(&value, #id, #title, #description, #result_hint);
        }
    }
}
