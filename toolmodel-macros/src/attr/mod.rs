//! `#[tool(...)]` and the doc comment: tokens in, options out, mistakes into the bag.

pub(crate) mod container;
pub(crate) mod doc;
mod example;
pub(crate) mod field;
mod icon;
mod limits;
pub(crate) mod serde;
pub(crate) mod value;

use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta, Token};

use crate::errors::Errors;
use crate::rules::nearest::nearest;
use crate::symbol;

/// An option that may be given once.
pub(crate) struct Slot<T>(pub(crate) Option<T>);

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Slot<T> {
    pub(crate) fn set(&mut self, key: &Ident, value: T, errors: &mut Errors) {
        if self.0.is_some() {
            errors.at(key.span(), format_args!("`{key}` is given twice"));
        } else {
            self.0 = Some(value);
        }
    }
}

/// Passes every `key ...` of every `#[tool(...)]` to `handle`, which reads what follows the key.
pub(crate) fn parse_tool_attributes(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut handle: impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes {
        if !attribute.path().is_ident(symbol::TOOL) {
            continue;
        }
        let Meta::List(list) = &attribute.meta else {
            errors.on(attribute, "expected `#[tool(...)]`");
            continue;
        };
        let parsed = list.parse_args_with(|input: ParseStream<'_>| {
            parse_entries(input, errors, &mut handle);
            Ok(())
        });
        if let Err(error) = parsed {
            errors.add(error);
        }
    }
}

/// Reads entries that start with a key.
pub(crate) fn parse_entries(
    input: ParseStream<'_>,
    errors: &mut Errors,
    handle: &mut impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    each_entry(input, errors, |input, errors| {
        let key = Ident::parse_any(input)
            .map_err(|error| syn::Error::new(error.span(), "expected a word such as `name`"))?;
        handle(&key, input, errors)
    });
}

/// Reads entries up to the end; after an invalid one it continues after the next comma.
pub(crate) fn each_entry(
    input: ParseStream<'_>,
    errors: &mut Errors,
    mut read: impl FnMut(ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    while !input.is_empty() {
        if let Err(error) = read(input, errors) {
            errors.add(error);
            skip_entry(input);
        }
        end_entry(input, errors);
    }
}

/// Takes the comma after an entry.
fn end_entry(input: ParseStream<'_>, errors: &mut Errors) {
    if input.is_empty() {
        return;
    }
    if !input.peek(Token![,]) {
        errors.at(input.span(), "expected `,`");
        skip_entry(input);
    }
    // What follows is a comma or the end.
    let _: syn::Result<Token![,]> = input.parse();
}

/// Drops everything up to the next comma.
fn skip_entry(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

/// The error for a word that is not in `known`.
pub(crate) fn unknown(key: &Ident, place: &str, known: &[&str]) -> syn::Error {
    let word = key.unraw().to_string();
    let message = match nearest(&word, known.iter().copied()) {
        Some(near) => format!("unknown word `{word}` {place}; did you mean `{near}`?"),
        None => format!("unknown word `{word}` {place}; known are {}", listed(known)),
    };
    syn::Error::new(key.span(), message)
}

/// Words for a message.
pub(crate) fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
