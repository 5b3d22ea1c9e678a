//! Where the tool's `Derived` lives, and the examples, which are code.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{located, metadata};
use crate::ir::{Example, Text, ToolInput};

/// Items beside the implementation, and how it reaches the `Derived`.
pub(super) struct Parts {
    pub(super) items: TokenStream,
    pub(super) access: TokenStream,
}

pub(super) fn expand(tool: &ToolInput) -> Parts {
    let ident = &tool.ident;
    let (impl_generics, type_generics, where_clause) = tool.generics.split_for_impl();
    let is_generic = !tool.generics.params.is_empty();
    let mut signatures = TokenStream::new();
    let mut bodies = TokenStream::new();
    let mut items = TokenStream::new();

    let own = if is_generic {
        quote!(Self)
    } else {
        quote!(#ident)
    };
    let examples = (!tool.examples.is_empty()).then(|| quote!(<#own as __Parts>::examples));
    if examples.is_some() {
        signatures.extend(quote!(
            fn examples(examples: &mut __derive::Examples);
        ));
        let examples = tool.examples.iter().map(expand_example);
        bodies.extend(quote! {
            fn examples(examples: &mut __derive::Examples) {
                #(#examples)*
            }
        });
    }
    let spec = metadata::expand(tool, &own, examples);
    let access = if is_generic {
        signatures.extend(quote!(
            fn tool() -> &'static __derive::Derived;
        ));
        bodies.extend(quote! {
            fn tool() -> &'static __derive::Derived {
                __derive::derived_of::<Self>(|| #spec)
            }
        });
        quote!(<Self as __Parts>::tool())
    } else {
        items.extend(quote! {
            static __TOOL: __derive::Derived = __derive::Derived::new(#spec);
        });
        quote!(__TOOL)
    };
    if !signatures.is_empty() {
        items.extend(quote! {
            trait __Parts {
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
