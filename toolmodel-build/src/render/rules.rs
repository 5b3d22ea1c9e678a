//! Types to the rules that read them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Number;

use super::Types;
use crate::ir::{Kind, Mode, NumberCheck, TextRule, Type};
use crate::lower::integer;

impl Types<'_> {
    /// The rule that reads a type.
    pub(super) fn rule(&self, ty: &Type) -> TokenStream {
        if self.is_plain(ty) {
            return quote!(de::any());
        }
        match ty {
            Type::Bool(Some(only)) => quote!(de::boolean(#only)),
            Type::Int { min, max, also } => {
                let (min, max) = (Literal::i64_unsuffixed(*min), Literal::i64_unsuffixed(*max));
                let also = integer_checks(also);
                quote!(de::int(#min, #max) #also)
            }
            Type::Wide { min, max, also } => {
                let (min, max) = (optional(*min), optional(*max));
                let also = integer_checks(also);
                quote!(de::wide(#min, #max) #also)
            }
            Type::Number(checks) => {
                let condition = all(checks, false);
                quote!(de::num(|v| #condition))
            }
            Type::Text(rule) => text(rule),
            Type::List {
                item,
                min,
                max,
                unique,
            } => {
                let unique = match (unique, item.as_ref()) {
                    (false, _) => TokenStream::new(),
                    (true, Type::Text(_) | Type::Int { .. } | Type::Bool(_)) => {
                        quote!(.unique_ord())
                    }
                    (true, _) => quote!(.unique()),
                };
                let (item, min, max) = (self.rule(item), length(*min), longest(*max));
                quote!(de::list(#item, #min, #max) #unique)
            }
            Type::Map {
                value,
                min,
                max,
                key,
            } => {
                let keys = key.as_ref().map(|rule| {
                    let condition = text_condition(rule);
                    quote!(.keys(|text| #condition))
                });
                let (value, min, max) = (self.rule(value), length(*min), longest(*max));
                quote!(de::entries(#value, #min, #max) #keys)
            }
            Type::Nullable(inner) => {
                let inner = self.rule(inner);
                quote!(de::nullable(#inner))
            }
            _ => quote!(de::any()),
        }
    }

    /// Whether the type's own `Deserialize` reads exactly what is accepted.
    fn is_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Any | Type::Null | Type::Object | Type::Replaced(_) | Type::Bool(None) => true,
            Type::Named(id) => !matches!(self.def(*id).kind, Kind::Pending),
            Type::Int { .. } | Type::Bool(Some(_)) => false,
            Type::Wide { min, max, also } => min.is_none() && max.is_none() && also.is_empty(),
            Type::Number(checks) => checks.is_empty(),
            Type::Text(rule) => rule.is_free(),
            Type::List {
                item,
                min,
                max,
                unique,
            } => *min == 0 && max.is_none() && !unique && self.is_plain(item),
            Type::Map {
                value,
                min,
                max,
                key,
            } => *min == 0 && max.is_none() && key.is_none() && self.is_plain(value),
            Type::Nullable(inner) => self.is_plain(inner),
        }
    }
}

fn optional(bound: Option<i64>) -> TokenStream {
    if let Some(bound) = bound {
        let bound = Literal::i64_unsuffixed(bound);
        quote!(Some(#bound))
    } else {
        quote!(None)
    }
}

/// A count as a literal; one beyond the address space cannot be met or broken.
pub(super) fn length(count: u64) -> TokenStream {
    if let Ok(count) = usize::try_from(count) {
        let count = Literal::usize_unsuffixed(count);
        quote!(#count)
    } else {
        quote!(de::MAX)
    }
}

pub(super) fn longest(count: Option<u64>) -> TokenStream {
    count.map_or_else(|| quote!(de::MAX), length)
}

fn text(rule: &TextRule) -> TokenStream {
    let (min, max) = (length(rule.min), longest(rule.max));
    let lengths = TextRule {
        min: rule.min,
        max: rule.max,
        ..TextRule::default()
    };
    if *rule == lengths {
        return quote!(de::text(#min, #max));
    }
    let condition = text_condition(&TextRule {
        min: 0,
        max: None,
        ..rule.clone()
    });
    quote!(de::text(#min, #max).also(|text| #condition))
}

/// A condition on `text`.
pub(super) fn text_condition(rule: &TextRule) -> TokenStream {
    let mut conditions = Vec::new();
    if rule.min > 0 || rule.max.is_some() {
        let (min, max) = (length(rule.min), longest(rule.max));
        conditions.push(quote!(de::text(#min, #max).accepts(text)));
    }
    for pattern in &rule.patterns {
        conditions.push(quote!({
            static PATTERN: de::Pattern = de::Pattern::new(#pattern);
            PATTERN.is_match(text)
        }));
    }
    if let Some(values) = &rule.values {
        conditions.push(quote!(matches!(text, #(#values)|*)));
    }
    if let Some((mode, branches)) = &rule.choice {
        let branches: Vec<TokenStream> = branches.iter().map(text_condition).collect();
        conditions.push(choice(*mode, &branches));
    }
    match conditions.as_slice() {
        [] => quote!(true),
        conditions => quote!(#(#conditions)&&*),
    }
}

fn choice(mode: Mode, branches: &[TokenStream]) -> TokenStream {
    match mode {
        Mode::Any => quote!((#((#branches))||*)),
        Mode::ExactlyOne => {
            quote!([#(#branches),*].into_iter().filter(|holds| *holds).count() == 1)
        }
    }
}

fn integer_checks(checks: &[NumberCheck]) -> TokenStream {
    if checks.is_empty() {
        return TokenStream::new();
    }
    let condition = all(checks, true);
    quote!(.also(|v| #condition))
}

/// That all conditions hold for `v`, an `i64` or an `f64`.
fn all(checks: &[NumberCheck], is_integer: bool) -> TokenStream {
    let conditions: Vec<TokenStream> = checks
        .iter()
        .map(|check| condition(check, is_integer))
        .collect();
    match conditions.as_slice() {
        [] => quote!(true),
        conditions => quote!(#(#conditions)&&*),
    }
}

fn condition(check: &NumberCheck, is_integer: bool) -> TokenStream {
    let compare = |bound: &Number, operator: TokenStream| match integer(bound) {
        Some(bound) if is_integer => {
            let bound = Literal::i64_unsuffixed(bound);
            quote!(v #operator #bound)
        }
        _ => {
            let bound = double(bound);
            let v = if is_integer {
                quote!((v as f64))
            } else {
                quote!(v)
            };
            quote!(#v #operator #bound)
        }
    };
    match check {
        NumberCheck::AtLeast(bound) => compare(bound, quote!(>=)),
        NumberCheck::Above(bound) => compare(bound, quote!(>)),
        NumberCheck::AtMost(bound) => compare(bound, quote!(<=)),
        NumberCheck::Below(bound) => compare(bound, quote!(<)),
        NumberCheck::MultipleOf(divisor) => match integer(divisor) {
            Some(divisor) if is_integer => {
                let divisor = Literal::i64_unsuffixed(divisor);
                quote!(v % #divisor == 0)
            }
            _ => {
                let divisor = double(divisor);
                let v = if is_integer {
                    quote!(v as f64)
                } else {
                    quote!(v)
                };
                quote!(de::multiple_of(#v, #divisor))
            }
        },
        NumberCheck::OneOf(values)
            if is_integer && values.iter().all(|value| integer(value).is_some()) =>
        {
            let values = values.iter().filter_map(integer);
            let values = values.map(Literal::i64_unsuffixed);
            quote!(matches!(v, #(#values)|*))
        }
        NumberCheck::OneOf(values) => {
            let equal = values.iter().map(|value| compare(value, quote!(==)));
            quote!((#(#equal)||*))
        }
        NumberCheck::Any(branches) => choice(
            Mode::Any,
            &branches
                .iter()
                .map(|b| all(b, is_integer))
                .collect::<Vec<_>>(),
        ),
        NumberCheck::ExactlyOne(branches) => choice(
            Mode::ExactlyOne,
            &branches
                .iter()
                .map(|b| all(b, is_integer))
                .collect::<Vec<_>>(),
        ),
        NumberCheck::Integral if is_integer => quote!(true),
        NumberCheck::Integral => quote!(v.fract() == 0.0),
    }
}

pub(super) fn double(number: &Number) -> TokenStream {
    let v = number.as_f64().unwrap_or(f64::NAN);
    let literal = Literal::f64_unsuffixed(v);
    quote!(#literal)
}
