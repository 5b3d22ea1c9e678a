//! `example(GetRepo { .. }, title = "...", result_hint = "...")`.

use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, Ident, Token};

use super::{Slot, each_entry, unknown, value};
use crate::errors::Errors;
use crate::ir::{Example, Text};
use crate::symbol;

#[derive(Default)]
struct Parts {
    value: Option<Expr>,
    id: Slot<Text>,
    title: Slot<Text>,
    description: Slot<Text>,
    result_hint: Slot<Text>,
}

/// Reads an example; `None` if it lacks a value, which is reported.
pub(super) fn parse(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Option<Example>> {
    let mut parts = Parts::default();
    let mut complete = true;
    value::in_parentheses(key, input, "Type { .. }, title = \"...\"", |content| {
        each_entry(content, errors, |content, errors| {
            let parsed = parts.parse_entry(content, errors);
            complete &= parsed.is_ok();
            parsed
        });
    })?;
    let Some(value) = parts.value else {
        if complete {
            let message = "an example needs a value of the type: `example(Type { .. })`";
            errors.at(key.span(), message);
        }
        return Ok(None);
    };
    Ok(Some(Example {
        value,
        id: parts.id.0,
        title: parts.title.0,
        description: parts.description.0,
        result_hint: parts.result_hint.0,
    }))
}

impl Parts {
    fn parse_entry(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        let is_key =
            input.peek(Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        if !is_key {
            let value: Expr = input.parse()?;
            if self.value.is_some() {
                let message = "an example has one value; write `example(...)` once per example";
                return Err(syn::Error::new_spanned(value, message));
            }
            self.value = Some(value);
            return Ok(());
        }
        let key = Ident::parse_any(input)?;
        let slot = match key.to_string().as_str() {
            symbol::ID => &mut self.id,
            symbol::TITLE => &mut self.title,
            symbol::DESCRIPTION => &mut self.description,
            symbol::RESULT_HINT => &mut self.result_hint,
            _ => return Err(unknown(&key, "in `example(...)`", symbol::IN_EXAMPLE)),
        };
        slot.set(&key, value::text(&key, input)?, errors);
        Ok(())
    }
}
