//! What the derive must know of `#[serde(...)]` and `#[schemars(...)]`, which takes precedence.
//!
//! Mistakes in them are left to serde and schemars, which report them better.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

use crate::ir::Text;

/// Serde's options of a type.
#[derive(Default)]
pub(crate) struct SerdeContainer {
    pub(crate) tag: bool,
    pub(crate) untagged: Option<Span>,
    pub(crate) transparent: Option<Span>,
    pub(crate) rename_all: Option<String>,
    /// What schemars writes at the root instead of the doc comment.
    pub(crate) description: Option<Text>,
}

/// Serde's options of a field.
#[derive(Default)]
pub(crate) struct SerdeField {
    pub(crate) rename: Option<String>,
    pub(crate) flatten: bool,
    pub(crate) skip: bool,
    pub(crate) may_be_left_out: bool,
    pub(crate) alias: Option<Span>,
}

impl SerdeContainer {
    pub(crate) fn parse(attributes: &[Attribute]) -> Self {
        let mut options = Self::default();
        for meta in metas(attributes) {
            let span = meta.span();
            let path = meta.path();
            if path.is_ident("tag") {
                options.tag = true;
            } else if path.is_ident("untagged") {
                options.untagged = Some(span);
            } else if path.is_ident("transparent") {
                options.transparent = Some(span);
            } else if path.is_ident("rename_all") {
                options.rename_all = when_reading(&meta).or(options.rename_all);
            } else if let Meta::NameValue(entry) = &meta
                && path.is_ident("description")
            {
                options.description = Some(match &entry.value {
                    Expr::Lit(ExprLit {
                        lit: Lit::Str(text),
                        ..
                    }) => Text::Literal(text.clone()),
                    constant => Text::Constant(Box::new(constant.clone())),
                });
            }
        }
        options
    }
}

impl SerdeField {
    pub(crate) fn parse(attributes: &[Attribute]) -> Self {
        let mut options = Self::default();
        for meta in metas(attributes) {
            let path = meta.path();
            if path.is_ident("rename") {
                options.rename = when_reading(&meta).or(options.rename);
            } else if path.is_ident("flatten") {
                options.flatten = true;
            } else if path.is_ident("skip") || path.is_ident("skip_deserializing") {
                options.skip = true;
            } else if path.is_ident("skip_serializing_if") || path.is_ident("skip_serializing") {
                options.may_be_left_out = true;
            } else if path.is_ident("alias") {
                options.alias = Some(meta.span());
            }
        }
        options
    }
}

/// The entries of `#[serde(...)]`, then those of `#[schemars(...)]`.
fn metas(attributes: &[Attribute]) -> Vec<Meta> {
    let mut metas = Vec::new();
    for name in ["serde", "schemars"] {
        for attribute in attributes.iter().filter(|a| a.path().is_ident(name)) {
            let entries = Punctuated::<Meta, Token![,]>::parse_terminated;
            if let Ok(entries) = attribute.parse_args_with(entries) {
                metas.extend(entries);
            }
        }
    }
    metas
}

/// The value of `rename = "x"` or `rename(deserialize = "x")`.
fn when_reading(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(entry) => match &entry.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        Meta::List(list) => {
            let entries = Punctuated::<Meta, Token![,]>::parse_terminated;
            let entries = list.parse_args_with(entries).ok()?;
            let reading = entries.iter().find(|e| e.path().is_ident("deserialize"))?;
            when_reading(reading)
        }
        Meta::Path(_) => None,
    }
}
