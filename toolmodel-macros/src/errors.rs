//! A bag of compile errors: everything that is wrong is shown at once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// Compile errors, collected stage by stage.
#[must_use = "errors that nobody shows are lost"]
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    /// Adds an error at a place.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Adds an error that underlines all of `tokens`.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// All of them as `compile_error!`; nothing if there are none.
    pub(crate) fn into_tokens(mut self) -> TokenStream {
        self.0
            .take()
            .map(syn::Error::into_compile_error)
            .unwrap_or_default()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.0.is_none() || std::thread::panicking(),
            "errors were dropped"
        );
    }
}
