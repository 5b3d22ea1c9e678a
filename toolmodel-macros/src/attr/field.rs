//! `#[tool(...)]` on a field.

use syn::{Attribute, Expr, LitStr};

use super::{Slot, parse_tool_attributes, unknown, value};
use crate::errors::Errors;
use crate::symbol;

/// Everything in `#[tool(...)]` on a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) header: Slot<LitStr>,
    pub(crate) examples: Vec<Expr>,
}

impl FieldOptions {
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut options = Self::default();
        parse_tool_attributes(attributes, errors, |key, input, errors| {
            match key.to_string().as_str() {
                symbol::HEADER => {
                    let header = value::literal(key, input)?;
                    options.header.set(key, header, errors);
                }
                symbol::EXAMPLE => {
                    let example = value::after_equals(key, input, "value")?;
                    options.examples.push(example);
                }
                word if symbol::ON_TYPE.contains(&word) => {
                    let message = format!("`{word}` stands on the type, not on a field");
                    return Err(syn::Error::new(key.span(), message));
                }
                _ => {
                    let place = "in `#[tool(...)]` on a field";
                    return Err(unknown(key, place, symbol::ON_FIELD));
                }
            }
            Ok(())
        });
        options
    }
}

/// Rejects `#[tool(...)]` where it has no meaning.
pub(crate) fn refuse(attributes: &[Attribute], errors: &mut Errors, message: &str) {
    for attribute in attributes {
        if attribute.path().is_ident(symbol::TOOL) {
            errors.on(attribute, message);
        }
    }
}
