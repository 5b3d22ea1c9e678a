//! From tokens to tokens: lower, check, and write the implementation, or the errors and a stub.

mod derived;
mod fallback;
mod metadata;

use fallback::fallback;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{DeriveInput, Generics, parse_quote};

use crate::check::check;
use crate::errors::Errors;
use crate::ir::{Text, ToolInput};
use crate::lower::lower;

/// What `#[derive(Tool)]` expands to.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let tool = lower(&input, &mut errors);
    check(&tool, &mut errors);
    if errors.is_empty() {
        return wrap(&tool, &expand(&tool));
    }
    let stub = wrap(&tool, &fallback(&tool));
    let errors = errors.into_tokens();
    quote!(#errors #stub)
}

/// The span of the user's code for tokens that belong to the expansion: errors point there, while lints
/// still recognise generated code.
pub(crate) fn located(tokens: &impl ToTokens) -> Span {
    let place = syn::spanned::Spanned::span(tokens);
    Span::call_site().located_at(place)
}

fn wrap(tool: &ToolInput, body: &TokenStream) -> TokenStream {
    let runtime = &tool.runtime;
    quote! {
        #[doc(hidden)]
        #[allow(
            deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::restriction,
            clippy::nursery, reason = "derived code"
        )]
        const _: () = {
            use #runtime::__private::derive as __derive;
            #body
        };
    }
}

/// Expands to
/// ```text
/// impl DerivedTool for GetRepo {
///     const ID: &'static str = "gh:get_repo";
///     ...
///     type Output = Repo;
///     fn derived() -> &'static Derived<Self, Repo> {
///         static TOOL: Derived<GetRepo, Repo> = Derived::new(
///             Spec::new("get_repo", input::<GetRepo>).title("..."),
///             arguments_codec(),
///             output_codec(),
///         );
///         &TOOL
///     }
/// }
/// ```
/// from which the runtime makes `TypedTool`.
fn expand(tool: &ToolInput) -> TokenStream {
    let ident = &tool.ident;
    let generics = bounded(tool);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let output = output_type(tool);
    let constants = expand_constants(tool);
    let asserts = expand_asserts(tool);
    let derived = derived::expand(tool, &output);
    let examples = derived::expand_examples(tool);
    quote! {
        #asserts
        #[automatically_derived]
        impl #impl_generics __derive::DerivedTool for #ident #type_generics #where_clause {
            #constants
            type Output = #output;
            fn derived() -> &'static __derive::Derived<Self, #output> {
                #derived
            }
            #examples
        }
    }
}

/// The type of the structured result.
fn output_type(tool: &ToolInput) -> TokenStream {
    let output = tool.output.as_ref().map(ToTokens::to_token_stream);
    output.unwrap_or_else(|| quote!(__derive::Value))
}

/// The generics with the bounds of the implementation. They are on the whole type, because serde
/// already requires `Deserialize` of each parameter and the two would be ambiguous.
fn bounded(tool: &ToolInput) -> Generics {
    let mut generics = tool.generics.clone();
    if !generics.params.is_empty() {
        generics.make_where_clause().predicates.push(parse_quote!(
            Self: __derive::WritableArguments
                + __derive::ReadableArguments
                + __derive::DescribedArguments
                + 'static
        ));
    }
    generics
}

fn expand_constants(tool: &ToolInput) -> TokenStream {
    let name = &tool.name;
    let id = match (&tool.namespace, name) {
        (None, _) => quote!(#name),
        (Some(Text::Literal(namespace)), Text::Literal(name)) => {
            let id = format!("{}:{}", namespace.value(), name.value());
            quote!(#id)
        }
        (Some(namespace), _) => {
            quote!({
                const __NAMESPACE: &::core::primitive::str = #namespace;
                const __NAME: &::core::primitive::str = #name;
                const __BYTES: [::core::primitive::u8; __derive::id_len(__NAMESPACE, __NAME)] =
                    __derive::join_id(__NAMESPACE, __NAME);
                __derive::text(&__BYTES)
            })
        }
    };
    let namespace = tool.namespace.as_ref().map(|namespace| {
        quote! {
            const NAMESPACE: ::core::option::Option<&'static ::core::primitive::str> =
                ::core::option::Option::Some(#namespace);
        }
    });
    quote! {
        const ID: &'static ::core::primitive::str = #id;
        const NAME: &'static ::core::primitive::str = #name;
        #namespace
    }
}

/// Rules for constants, which the derive cannot see.
fn expand_asserts(tool: &ToolInput) -> TokenStream {
    let mut asserts = TokenStream::new();
    if let Text::Constant(name) = &tool.name {
        asserts.extend(quote_spanned! {located(name)=>
            const _: () = __derive::assert_name(#name);
        });
    }
    if let Some(Text::Constant(namespace)) = &tool.namespace {
        asserts.extend(quote_spanned! {located(namespace)=>
            const _: () = __derive::assert_namespace(#namespace);
        });
    }
    asserts
}
