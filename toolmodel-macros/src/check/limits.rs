//! Limits that no value can satisfy, and defaults outside of them.

use syn::Type;

use crate::check::pattern::problem_of;
use crate::errors::Errors;
use crate::ir::{Bounds, Field, Limits};

pub(super) fn check(field: &Field, errors: &mut Errors) {
    check_limits(&field.limits, errors);
    check_default(field, errors);
}

fn check_limits(limits: &Limits, errors: &mut Errors) {
    check_bounds(&limits.range, "value", errors);
    check_bounds(&limits.length, "length", errors);
    for pattern in &limits.patterns {
        if let Some(problem) = problem_of(&pattern.value()) {
            let message = format!("the pattern is not a regular expression: {problem}");
            errors.at(pattern.span(), message);
        }
    }
    if let Some(inner) = &limits.inner {
        check_limits(inner, errors);
    }
}

fn check_bounds(bounds: &Bounds, what: &str, errors: &mut Errors) {
    if let (Some(min), Some(max)) = (&bounds.min, &bounds.max)
        && min.value > max.value
    {
        let message = format!(
            "no {what} is at least {} and at most {}, so every call would be refused",
            min.text, max.text
        );
        errors.at(max.span, message);
    }
}

/// `#[serde(default)]` is zero, or empty, which the field's own limits may not allow.
fn check_default(field: &Field, errors: &mut Errors) {
    let Some(span) = field.limits.default else {
        return;
    };
    let (bounds, default) = match kind_of(&field.ty) {
        Some(Kind::Number) => (&field.limits.range, "0"),
        Some(Kind::Sized) => (&field.limits.length, "empty"),
        None => return,
    };
    let beyond = match (&bounds.min, &bounds.max) {
        (Some(min), _) if min.value > 0.0 => format!("less than the minimum {}", min.text),
        (_, Some(max)) if max.value < 0.0 => format!("more than the maximum {}", max.text),
        _ => return,
    };
    let message = format!(
        "the default is {default}, which is {beyond}; give another one: \
         `#[serde(default = \"...\")]`"
    );
    errors.at(span, message);
}

enum Kind {
    Number,
    Sized,
}

/// What the default of a type certainly is.
fn kind_of(ty: &Type) -> Option<Kind> {
    let Type::Path(path) = ty else {
        return None;
    };
    match path.path.segments.last()?.ident.to_string().as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" | "f32" | "f64" => Some(Kind::Number),
        "String" | "Vec" | "VecDeque" | "HashSet" | "BTreeSet" => Some(Kind::Sized),
        _ => None,
    }
}
