//! What `#[schemars(...)]` and `#[validate(...)]` on a field say about its values, as far as it is
//! written in literals. Syntax errors are left to schemars, which reports them better.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token, UnOp};

use crate::ir::{Bounds, Limits, Number};

impl Limits {
    pub(crate) fn parse(attributes: &[Attribute]) -> Self {
        let mut limits = Self::default();
        for attribute in attributes {
            let entries = Punctuated::<Meta, Token![,]>::parse_terminated;
            let Ok(entries) = attribute.parse_args_with(entries) else {
                continue;
            };
            if attribute.path().is_ident("schemars") || attribute.path().is_ident("validate") {
                limits.read(&entries);
            } else if attribute.path().is_ident("serde") {
                let default = entries
                    .iter()
                    .find(|entry| matches!(entry, Meta::Path(path) if path.is_ident("default")));
                limits.default = default.map(Spanned::span).or(limits.default);
            }
        }
        limits
    }

    fn read(&mut self, entries: &Punctuated<Meta, Token![,]>) {
        for entry in entries {
            let Meta::List(list) = entry else {
                continue;
            };
            let parts = Punctuated::<Meta, Token![,]>::parse_terminated;
            let Ok(parts) = list.parse_args_with(parts) else {
                continue;
            };
            if list.path.is_ident("range") {
                self.range.read(&parts);
            } else if list.path.is_ident("length") {
                self.length.read(&parts);
            } else if list.path.is_ident("regex") {
                let pattern = parts.iter().find_map(|part| value_of(part, "pattern"));
                if let Some(Expr::Lit(ExprLit {
                    lit: Lit::Str(pattern),
                    ..
                })) = pattern
                {
                    self.patterns.push(pattern.clone());
                }
            } else if list.path.is_ident("inner") {
                self.inner.get_or_insert_default().read(&parts);
            }
        }
    }
}

impl Bounds {
    fn read(&mut self, parts: &Punctuated<Meta, Token![,]>) {
        for part in parts {
            let number = |name: &str| value_of(part, name).and_then(number);
            if let Some(equal) = number("equal") {
                self.min = Some(equal.clone());
                self.max = Some(equal);
            }
            self.min = number("min").or(self.min.take());
            self.max = number("max").or(self.max.take());
        }
    }
}

fn value_of<'m>(part: &'m Meta, name: &str) -> Option<&'m Expr> {
    match part {
        Meta::NameValue(entry) if entry.path.is_ident(name) => Some(&entry.value),
        _ => None,
    }
}

/// A number written as a literal; the value of a constant is unknown here.
fn number(expression: &Expr) -> Option<Number> {
    let (sign, literal) = match expression {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => ("-", &*unary.expr),
        other => ("", other),
    };
    let Expr::Lit(ExprLit { lit, .. }) = literal else {
        return None;
    };
    let digits = match lit {
        Lit::Int(integer) => integer.base10_digits().to_owned(),
        Lit::Float(float) => float.base10_digits().to_owned(),
        _ => return None,
    };
    let text = format!("{sign}{digits}");
    Some(Number {
        value: text.parse().ok()?,
        text,
        span: expression.span(),
    })
}
