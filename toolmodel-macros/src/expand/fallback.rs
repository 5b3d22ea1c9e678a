//! The stub next to compile errors, which keeps users of the type from getting many others.

use proc_macro2::TokenStream;
use quote::quote;

use super::{bounded, output_type};
use crate::ir::ToolInput;

/// An implementation that is never run, because the program does not compile.
pub(super) fn fallback(tool: &ToolInput) -> TokenStream {
    let ident = &tool.ident;
    let generics = bounded(tool);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let output = output_type(tool);
    quote! {
        #[automatically_derived]
        impl #impl_generics __derive::DerivedTool for #ident #type_generics #where_clause {
            const ID: &'static ::core::primitive::str = "";
            const NAME: &'static ::core::primitive::str = "";
            type Output = #output;
            fn derived() -> &'static __derive::Derived<Self, #output> {
                ::core::unreachable!()
            }
        }
    }
}
