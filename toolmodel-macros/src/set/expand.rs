//! The enum of a set and what it can do.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Path, Token, punctuated::Punctuated};

use super::parse::{Member, ToolSet};
use crate::expand::located;

pub(super) fn expand(set: &ToolSet) -> TokenStream {
    let ToolSet {
        runtime,
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
    let functions = expand_functions(set);
    let methods = expand_methods(set);
    let conversions = expand_conversions(set);
    let asserts = expand_asserts(set);
    let debug = expand_debug(set);
    quote! {
        #doc
        #(#attributes)*
        #[allow(
            dead_code, private_interfaces, unreachable_pub, clippy::large_enum_variant,
            reason = "generated code"
        )]
        #visibility enum #ident {
            #(#variants,)*
        }

        #[allow(
            dead_code, deprecated, private_bounds, private_interfaces, unreachable_pub,
            unused_qualifications,
            clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery,
            reason = "generated code"
        )]
        const _: () = {
            use #runtime::__private::derive as __derive;
            #asserts
            impl #ident {
                #functions
                #methods
            }
            #conversions
            #debug
        };
    }
}

fn has_no_docs(attributes: &[Attribute]) -> bool {
    !attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("doc"))
}

/// Each id differs from those before it; the error stands at the later tool.
fn expand_asserts(set: &ToolSet) -> TokenStream {
    let mut earlier: Vec<&Path> = Vec::new();
    let mut asserts = TokenStream::new();
    for member in &set.members {
        let path = &member.path;
        if !earlier.is_empty() {
            asserts.extend(quote_spanned! {located(path)=>
                const _: () = __derive::assert_new_id(
                    <#path as __derive::TypedTool>::ID,
                    &[#(<#earlier as __derive::TypedTool>::ID),*],
                );
            });
        }
        earlier.push(path);
    }
    asserts
}

fn expand_functions(set: &ToolSet) -> TokenStream {
    let paths: Vec<&Path> = set.members.iter().map(|member| &member.path).collect();
    let variants: Vec<_> = set.members.iter().map(|member| &member.variant).collect();
    let count = paths.len();
    quote! {
        /// The ids of all tools, in the order of the set.
        pub const IDS: &'static [&'static ::core::primitive::str] =
            &[#(<#paths as __derive::TypedTool>::ID),*];

        /// The definitions of all tools, in the order of the set.
        #[must_use]
        pub fn definitions() -> [&'static __derive::Tool; #count] {
            [#(<#paths as __derive::TypedTool>::definition()),*]
        }

        /// The definition and the docs of every tool, for a docs store.
        #[must_use]
        pub fn docs() -> [(&'static __derive::Tool, __derive::DocEntry); #count] {
            [#((
                <#paths as __derive::TypedTool>::definition(),
                <#paths as __derive::TypedTool>::docs(),
            )),*]
        }

        /// Holds the examples of all tools to their schemas; call it from a test.
        ///
        /// # Errors
        /// Everything that is wrong, by tool.
        pub fn check_examples() -> __derive::Result<()> {
            __derive::check_examples(&[#((
                <#paths as __derive::TypedTool>::ID,
                <#paths as __derive::TypedTool>::check_examples,
            )),*])
        }

        /// Reads the arguments of a call of the tool with this id.
        ///
        /// # Errors
        /// When no tool of the set has the id, or the arguments break the tool's schema.
        pub fn parse(
            id: &::core::primitive::str,
            arguments: &__derive::Value,
        ) -> __derive::Result<Self> {
            #(if id == <#paths as __derive::TypedTool>::ID {
                return <#paths as __derive::TypedTool>::parse(arguments).map(Self::#variants);
            })*
            ::core::result::Result::Err(__derive::unknown_tool(id, Self::IDS))
        }

        /// Reads the arguments of a call of the tool with this id from JSON bytes.
        ///
        /// # Errors
        /// As `parse`, also when the bytes are not JSON.
        pub fn from_slice(
            id: &::core::primitive::str,
            arguments: &[::core::primitive::u8],
        ) -> __derive::Result<Self> {
            #(if id == <#paths as __derive::TypedTool>::ID {
                return <#paths as __derive::TypedTool>::from_slice(arguments)
                    .map(Self::#variants);
            })*
            ::core::result::Result::Err(__derive::unknown_tool(id, Self::IDS))
        }
    }
}

fn expand_methods(set: &ToolSet) -> TokenStream {
    let paths: Vec<&Path> = set.members.iter().map(|member| &member.path).collect();
    let variants: Vec<_> = set.members.iter().map(|member| &member.variant).collect();
    quote! {
        /// The id of the called tool.
        #[must_use]
        pub fn id(&self) -> &'static ::core::primitive::str {
            match self {
                #(Self::#variants(_) => <#paths as __derive::TypedTool>::ID,)*
            }
        }

        /// The definition of the called tool.
        #[must_use]
        pub fn definition(&self) -> &'static __derive::Tool {
            match self {
                #(Self::#variants(_) => <#paths as __derive::TypedTool>::definition(),)*
            }
        }

        /// Holds a call that was built by hand to the tool's schema.
        ///
        /// # Errors
        /// Every violation.
        pub fn check(&self) -> __derive::Result<()> {
            match self {
                #(Self::#variants(call) => <#paths as __derive::TypedTool>::check(call),)*
            }
        }

        /// The arguments of the call as JSON, held to the tool's schema.
        ///
        /// # Errors
        /// As `check`.
        pub fn arguments(&self) -> __derive::Result<__derive::Value> {
            match self {
                #(Self::#variants(call) => {
                    __derive::arguments(call, <#paths as __derive::TypedTool>::check(call))
                })*
            }
        }

        /// Hands the call to what handles it.
        pub fn call<H, R>(self, handler: &H) -> R
        where
            #(H: __derive::ToolHandler<#paths, Reply = R>,)*
        {
            match self {
                #(Self::#variants(call) => {
                    <H as __derive::ToolHandler<#paths>>::call(handler, call)
                })*
            }
        }
    }
}

fn expand_conversions(set: &ToolSet) -> TokenStream {
    let ident = &set.ident;
    let conversions = set.members.iter().map(|Member { path, variant, .. }| {
        quote_spanned! {located(path)=>
            #[automatically_derived]
            impl ::core::convert::From<#path> for #ident {
                fn from(call: #path) -> Self {
                    Self::#variant(call)
                }
            }
        }
    });
    quote!(#(#conversions)*)
}

/// A call prints as its id and its arguments, unless `Debug` is derived.
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
                    #(Self::#variants(call) => __derive::debug_call(f, #name, self.id(), call),)*
                }
            }
        }
    }
}
