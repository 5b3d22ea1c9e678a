//! Where the tool's `Derived` lives, and the examples, which are code.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;

use super::{located, metadata};
use crate::ir::{Example, Text, ToolInput};

/// Items beside the implementation, and how it reaches the `Derived`.
pub(super) struct Parts {
    pub(super) items: TokenStream,
    pub(super) access: TokenStream,
}

pub(super) fn expand(tool: &ToolInput, generics: &Generics, output: &TokenStream) -> Parts {
    let ident = &tool.ident;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let is_generic = !generics.params.is_empty();
    let own = if is_generic {
        quote!(Self)
    } else {
        quote!(#ident)
    };
    let mut items = TokenStream::new();
    let mut signatures = TokenStream::new();
    let mut bodies = TokenStream::new();
    let mut examples = None;
    if !tool.examples.is_empty() {
        let values = tool.examples.iter().map(expand_example);
        signatures.extend(quote!(
            fn examples(examples: &mut __derive::Examples);
        ));
        bodies.extend(quote! {
            fn examples(examples: &mut __derive::Examples) {
                #(#values)*
            }
        });
        examples = Some(quote!(<#own as __Parts>::examples));
    }
    let derived = expand_derived(tool, &own, output, examples);
    let access = if is_generic {
        let signature = quote!(fn tool() -> &'static __derive::Derived<Self, Self::Result>);
        signatures.extend(quote!(type Result; #signature;));
        bodies.extend(quote! {
            type Result = #output;
            #signature {
                __derive::derived_of(|| #derived)
            }
        });
        quote!(<Self as __Parts>::tool())
    } else {
        items.extend(quote! {
            static __TOOL: __derive::Derived<#ident, #output> = #derived;
        });
        quote!(__TOOL)
    };
    if !signatures.is_empty() {
        items.extend(quote! {
            trait __Parts: ::core::marker::Sized {
                #signatures
            }
            #[automatically_derived]
            impl #impl_generics __Parts for #ident #type_generics #where_clause {
                #bodies
            }
        });
    }
    Parts { items, access }
}

/// What a type lacks is an error at its name, or at the name of the output.
fn expand_derived(
    tool: &ToolInput,
    own: &TokenStream,
    output: &TokenStream,
    examples: Option<TokenStream>,
) -> TokenStream {
    let spec = metadata::expand(tool, own, examples);
    let arguments = quote_spanned!(located(&tool.ident)=> __derive::arguments_codec::<#own>());
    let output_span = match &tool.output {
        Some(output) => located(output),
        None => Span::call_site(),
    };
    let output = quote_spanned!(output_span=> __derive::output_codec::<#output>());
    quote!(__derive::Derived::new(#spec, #arguments, #output))
}

fn expand_example(example: &Example) -> TokenStream {
    let value = &example.value;
    let text = |text: &Option<Text>| match text {
        Some(text) => quote!(#text),
        None => quote!(""),
    };
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
