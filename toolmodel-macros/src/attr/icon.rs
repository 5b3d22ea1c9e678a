//! `icon(src = "...", mime_type = "...", sizes("48x48"), theme = "dark")`.

use syn::parse::ParseStream;
use syn::{Ident, LitStr};

use super::{Slot, parse_entries, unknown, value};
use crate::errors::Errors;
use crate::ir::Icon;
use crate::symbol;

#[derive(Default)]
struct Parts {
    src: Slot<LitStr>,
    mime_type: Slot<LitStr>,
    sizes: Slot<Vec<LitStr>>,
    theme: Slot<LitStr>,
}

/// Reads an icon; `None` if it lacks a source, which is reported.
pub(super) fn parse(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Option<Icon>> {
    let mut parts = Parts::default();
    let mut complete = true;
    value::in_parentheses(key, input, "src = \"...\"", |content| {
        parse_entries(content, errors, &mut |key, input, errors| {
            let parsed = parts.parse_entry(key, input, errors);
            complete &= parsed.is_ok();
            parsed
        });
    })?;
    let Some(src) = parts.src.0 else {
        if complete {
            errors.at(key.span(), "an icon needs a source: `icon(src = \"...\")`");
        }
        return Ok(None);
    };
    Ok(Some(Icon {
        src,
        mime_type: parts.mime_type.0,
        sizes: parts.sizes.0.unwrap_or_default(),
        theme: parts.theme.0,
    }))
}

impl Parts {
    fn parse_entry(
        &mut self,
        key: &Ident,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        match key.to_string().as_str() {
            symbol::SRC => self.src.set(key, value::literal(key, input)?, errors),
            symbol::MIME_TYPE => self.mime_type.set(key, value::literal(key, input)?, errors),
            symbol::SIZES => {
                let sizes = value::literals(key, input, errors)?;
                self.sizes.set(key, sizes, errors);
            }
            symbol::THEME => {
                let theme = value::choice(key, input, symbol::THEMES)?;
                self.theme.set(key, theme, errors);
            }
            _ => return Err(unknown(key, "in `icon(...)`", symbol::IN_ICON)),
        }
        Ok(())
    }
}
