//! The enum of a set and its items.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Path, Token, punctuated::Punctuated};

use super::parse::{Member, ToolSet};
use crate::expand::located;

/// Expands to the enum that every set is, which a macro of the runtime creates, and to what only the
/// derive can know: that each id is new, and whether `Debug` is derived.
pub(super) fn expand(set: &ToolSet) -> TokenStream {
    let ToolSet {
        runtime,
        names,
        attributes,
        visibility,
        ident,
        members,
    } = set;
    let variants = members.iter().map(|member| {
        let Member {
            attributes,
            path,
            variant,
        } = member;
        let doc = format!("A call of [`{variant}`].");
        quote!(#[doc = #doc] #(#attributes)* #variant(#path))
    });
    let doc = has_no_docs(attributes).then(|| quote!(#[doc = "A call of one tool of the set."]));
    let asserts = expand_asserts(set);
    let debug = expand_debug(set);
    quote! {
        #runtime::__private::tool_call! {
            names = #names;
            #doc
            #(#attributes)*
            #visibility enum #ident {
                #(#variants,)*
            }
        }

        #[allow(
            deprecated, unused_qualifications,
            clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery,
            reason = "generated code"
        )]
        const _: () = {
            use #runtime::__private::{derive as __derive, set as __set};
            #asserts
            #debug
        };
    }
}

fn has_no_docs(attributes: &[Attribute]) -> bool {
    !attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("doc"))
}

/// Each id and each name on the wire differs from those before it; the error is at the later
/// tool.
fn expand_asserts(set: &ToolSet) -> TokenStream {
    let ident = &set.ident;
    let mut earlier: Vec<&Path> = Vec::new();
    let mut asserts = TokenStream::new();
    for (index, member) in set.members.iter().enumerate() {
        let path = &member.path;
        if !earlier.is_empty() {
            asserts.extend(quote_spanned! {located(path)=>
                const _: () = __derive::assert_new_id(
                    <#path as __derive::TypedTool>::ID,
                    &[#(<#earlier as __derive::TypedTool>::ID),*],
                );
                const _: () = __derive::assert_new_name(#index, #ident::IDS, #ident::NAMES);
            });
        }
        earlier.push(path);
    }
    asserts
}

/// A call is printed as its id and its arguments, unless `Debug` is derived.
fn expand_debug(set: &ToolSet) -> TokenStream {
    let derives_debug = set.attributes.iter().any(|attribute| {
        let paths = Punctuated::<Path, Token![,]>::parse_terminated;
        attribute.path().is_ident("derive")
            && attribute.parse_args_with(paths).is_ok_and(|paths| {
                paths.iter().any(|path| {
                    path.segments
                        .last()
                        .is_some_and(|last| last.ident == "Debug")
                })
            })
    });
    if derives_debug {
        return TokenStream::new();
    }
    let ident = &set.ident;
    let name = ident.to_string();
    let variants = set.members.iter().map(|member| &member.variant);
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    #(Self::#variants(call) => __set::debug_call(f, #name, self.id(), call),)*
                }
            }
        }
    }
}
