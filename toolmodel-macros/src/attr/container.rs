//! `#[tool(...)]` on the type.

use syn::parse::ParseStream;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Path, Type};

use super::{Slot, each_entry, example, icon, parse_tool_attributes, unknown, value};
use crate::errors::Errors;
use crate::ir::{Example, Hint, Icon, Meta, Text};
use crate::symbol;

/// Everything in `#[tool(...)]` on the type.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) runtime: Slot<Path>,
    pub(crate) name: Slot<Text>,
    pub(crate) title: Slot<Text>,
    pub(crate) description: Slot<Text>,
    pub(crate) namespace: Slot<Text>,
    pub(crate) version: Slot<Text>,
    pub(crate) tags: Slot<Vec<LitStr>>,
    pub(crate) read_only: Slot<Hint>,
    pub(crate) idempotent: Slot<Hint>,
    pub(crate) destructive: Slot<Hint>,
    pub(crate) open_world: Slot<Hint>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<Meta>,
    pub(crate) output: Slot<Type>,
    pub(crate) formats: Slot<bool>,
    pub(crate) task_support: Slot<LitStr>,
    pub(crate) examples: Vec<Example>,
    pub(crate) notes: Slot<Text>,
    pub(crate) references: Vec<LitStr>,
}

impl Container {
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut container = Self::default();
        parse_tool_attributes(attributes, errors, |key, input, errors| {
            container.parse_entry(key, input, errors)
        });
        container
    }

    fn parse_entry(
        &mut self,
        key: &Ident,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        match key.to_string().as_str() {
            symbol::NAME => self.name.set(key, value::text(key, input)?, errors),
            symbol::TITLE => self.title.set(key, value::text(key, input)?, errors),
            symbol::DESCRIPTION => self.description.set(key, value::text(key, input)?, errors),
            symbol::NAMESPACE => self.namespace.set(key, value::text(key, input)?, errors),
            symbol::VERSION => self.version.set(key, value::text(key, input)?, errors),
            symbol::NOTES => self.notes.set(key, value::text(key, input)?, errors),
            symbol::TAGS => {
                let tags = value::literals(key, input, errors)?;
                self.tags.set(key, tags, errors);
            }
            symbol::READ_ONLY => self.read_only.set(key, hint(key, input)?, errors),
            symbol::IDEMPOTENT => self.idempotent.set(key, hint(key, input)?, errors),
            symbol::DESTRUCTIVE => self.destructive.set(key, hint(key, input)?, errors),
            symbol::OPEN_WORLD => self.open_world.set(key, hint(key, input)?, errors),
            symbol::ICON => self.icons.extend(icon::parse(key, input, errors)?),
            symbol::META => parse_meta(key, input, errors, &mut self.meta)?,
            symbol::OUTPUT => {
                let output = value::after_equals(key, input, "Type")?;
                self.output.set(key, output, errors);
            }
            symbol::FORMATS => self.formats.set(key, value::flag(key, input)?, errors),
            symbol::TASK_SUPPORT => {
                let support = value::choice(key, input, symbol::TASK_SUPPORTS)?;
                self.task_support.set(key, support, errors);
            }
            symbol::EXAMPLE => self.examples.extend(example::parse(key, input, errors)?),
            symbol::REFERENCE => {
                self.references.extend(value::literals(key, input, errors)?);
            }
            symbol::CRATE => {
                let text = value::literal(key, input)?;
                let path = text.parse_with(Path::parse_mod_style).map_err(|_| {
                    let message = "expected the path of the runtime, such as \
                                   `my_crate::toolmodel_runtime`";
                    syn::Error::new(text.span(), message)
                })?;
                self.runtime.set(key, path, errors);
            }
            _ => return Err(unknown(key, "in `#[tool(...)]`", symbol::ON_TYPE)),
        }
        Ok(())
    }
}

fn hint(key: &Ident, input: ParseStream<'_>) -> syn::Result<Hint> {
    Ok(Hint {
        key: key.clone(),
        value: value::flag(key, input)?,
    })
}

/// `meta("com.example/key" = expression, key = expression)`.
fn parse_meta(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
    meta: &mut Vec<Meta>,
) -> syn::Result<()> {
    value::in_parentheses(key, input, "\"key\" = value, ...", |content| {
        each_entry(content, errors, |content, _| {
            meta.push(parse_meta_entry(content)?);
            Ok(())
        });
    })
}

fn parse_meta_entry(input: ParseStream<'_>) -> syn::Result<Meta> {
    let key = if input.peek(Lit) {
        match input.parse::<Lit>()? {
            Lit::Str(key) => key,
            other => {
                let message = "expected a key: `meta(\"key\" = value)`";
                return Err(syn::Error::new_spanned(other, message));
            }
        }
    } else {
        let word: Ident = input.call(syn::ext::IdentExt::parse_any)?;
        LitStr::new(&word.to_string(), word.span())
    };
    if !input.peek(syn::Token![=]) {
        let message = format!("expected a value: `meta(\"{}\" = value)`", key.value());
        return Err(syn::Error::new(key.span(), message));
    }
    input.parse::<syn::Token![=]>()?;
    let value: Expr = input.parse()?;
    Ok(Meta { key, value })
}
