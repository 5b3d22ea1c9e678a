//! The stub that stands beside compile errors, so that users of the type get no flood of others.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::ir::ToolInput;

/// An implementation that is never run, because the program does not compile.
pub(crate) fn fallback(tool: &ToolInput) -> TokenStream {
    let ident = &tool.ident;
    let (impl_generics, type_generics, where_clause) = tool.generics.split_for_impl();
    let output = match &tool.output {
        Some(output) => output.to_token_stream(),
        None => quote!(__derive::Value),
    };
    quote! {
        #[automatically_derived]
        impl #impl_generics __derive::TypedTool for #ident #type_generics #where_clause {
            const ID: &'static ::core::primitive::str = "";
            const NAME: &'static ::core::primitive::str = "";
            const NAMESPACE: ::core::option::Option<&'static ::core::primitive::str> =
                ::core::option::Option::None;
            type Output = #output;
            fn definition() -> &'static __derive::Tool {
                ::core::unreachable!()
            }
            fn parse(_: &__derive::Value) -> __derive::Result<Self> {
                ::core::unreachable!()
            }
            fn from_slice(_: &[::core::primitive::u8]) -> __derive::Result<Self> {
                ::core::unreachable!()
            }
            fn check(&self) -> __derive::Result<()> {
                ::core::unreachable!()
            }
            fn parse_output(_: &__derive::Value) -> __derive::Result<Self::Output> {
                ::core::unreachable!()
            }
            fn output_from_slice(
                _: &[::core::primitive::u8],
            ) -> __derive::Result<Self::Output> {
                ::core::unreachable!()
            }
            fn check_output(_: &Self::Output) -> __derive::Result<()> {
                ::core::unreachable!()
            }
        }
    }
}
