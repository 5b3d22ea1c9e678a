//! `tool_set!`: an enum over tools, with dispatch by id.

mod expand;
mod parse;

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;

/// What `tool_set!` expands to.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    match parse::parse(input, &mut errors) {
        Some(set) if !set.members.is_empty() => {
            let errors = errors.into_tokens();
            let set = expand::expand(&set);
            quote!(#errors #set)
        }
        _ => errors.into_tokens(),
    }
}
