//! Defaults: whether a value fits a type, and whether it can be written as Rust.

use serde_json::{Number, Value};

use super::object::accepts;
use crate::ir::{Field, Kind, NumberCheck, Presence, Rest, Struct, Type, TypeDef};

/// Whether a value is one of the type's.
pub(crate) fn fits(defs: &[TypeDef], ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Any, _) | (Type::Null, Value::Null) | (Type::Object, Value::Object(_)) => true,
        (Type::Bool(only), Value::Bool(found)) => only.is_none_or(|only| only == *found),
        (Type::Int { min, max, also }, Value::Number(number)) => {
            integer(number).is_some_and(|v| v >= *min && v <= *max) && checks(also, number)
        }
        (Type::Wide { min, max, also }, Value::Number(number)) => {
            integer(number)
                .is_some_and(|v| min.is_none_or(|min| v >= min) && max.is_none_or(|max| v <= max))
                && checks(also, number)
        }
        (Type::Number(also), Value::Number(number)) => checks(also, number),
        (Type::Text(rule), Value::String(text)) => accepts(rule, text),
        (
            Type::List {
                item,
                min,
                max,
                unique,
            },
            Value::Array(items),
        ) => {
            let len = items.len() as u64;
            len >= *min
                && max.is_none_or(|max| len <= max)
                && items.iter().all(|value| fits(defs, item, value))
                && (!unique
                    || items
                        .iter()
                        .enumerate()
                        .all(|(i, v)| !items[..i].contains(v)))
        }
        (
            Type::Map {
                value,
                min,
                max,
                key,
            },
            Value::Object(map),
        ) => {
            let len = map.len() as u64;
            len >= *min
                && max.is_none_or(|max| len <= max)
                && map.iter().all(|(name, entry)| {
                    key.as_ref().is_none_or(|key| accepts(key, name)) && fits(defs, value, entry)
                })
        }
        (Type::Nullable(inner), value) => value.is_null() || fits(defs, inner, value),
        (Type::Named(id), value) => fits_def(defs, &defs[id.0].kind, value),
        _ => false,
    }
}

fn fits_def(defs: &[TypeDef], kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::TextEnum(variants), Value::String(text)) => {
            variants.iter().any(|variant| variant.json == *text)
        }
        (Kind::Struct(shape), Value::Object(map)) => fits_struct(defs, shape, map),
        (Kind::Tuple(items), Value::Array(values)) => {
            items.len() == values.len()
                && items
                    .iter()
                    .zip(values)
                    .all(|(item, value)| fits(defs, item, value))
        }
        (Kind::Newtype(ty), value) => fits(defs, ty, value),
        (Kind::ByType(variants), value) => variants
            .iter()
            .any(|variant| fits(defs, &variant.ty, value)),
        (Kind::Choice { variants, .. }, value) => variants
            .iter()
            .any(|variant| fits(defs, &variant.ty, value)),
        (Kind::Tagged { variants, .. }, value) => variants
            .iter()
            .any(|variant| fits_def(defs, &defs[variant.def.0].kind, value)),
        _ => false,
    }
}

fn fits_struct(defs: &[TypeDef], shape: &Struct, map: &serde_json::Map<String, Value>) -> bool {
    let field = |name: &str| shape.fields.iter().find(|field| field.json == name);
    let known = map.iter().all(|(name, value)| match field(name) {
        Some(field) => fits(defs, &field.ty, value),
        None if shape.forbidden.contains(name) => false,
        None => match &shape.rest {
            Rest::Refused => false,
            Rest::Ignored => true,
            Rest::Kept { value: ty, key, .. } => {
                key.as_ref().is_none_or(|key| accepts(key, name)) && fits(defs, ty, value)
            }
        },
    });
    let required =
        |field: &Field| field.presence != Presence::Required || map.contains_key(&field.json);
    let len = map.len() as u64;
    known
        && shape.fields.iter().all(required)
        && len >= shape.min
        && shape.max.is_none_or(|max| len <= max)
}

/// Whether a value that fits can be written as a Rust expression.
pub(super) fn can_write(defs: &[TypeDef], ty: &Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Bool(_) | Type::Number(_) | Type::Text(_) | Type::Int { .. }, _) => true,
        (Type::Wide { .. }, Value::Number(number)) => integer(number).is_some(),
        (Type::List { item, .. }, Value::Array(items)) => {
            items.iter().all(|value| can_write(defs, item, value))
        }
        (Type::Object | Type::Map { .. }, Value::Object(map)) => map.is_empty(),
        (Type::Nullable(inner), value) => value.is_null() || can_write(defs, inner, value),
        (Type::Named(id), Value::String(_)) => matches!(defs[id.0].kind, Kind::TextEnum(_)),
        (Type::Named(id), Value::Object(map)) => match &defs[id.0].kind {
            Kind::Struct(shape) => {
                map.is_empty()
                    && shape
                        .fields
                        .iter()
                        .all(|f| f.presence != Presence::Required)
            }
            _ => false,
        },
        _ => false,
    }
}

/// The integer that a number is.
pub(crate) fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let v = number.as_f64()?;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the value is integral and within the exact range of a double"
        )]
        (v.fract() == 0.0 && v.abs() <= 9_007_199_254_740_992.0).then_some(v as i64)
    })
}

fn checks(checks: &[NumberCheck], number: &Number) -> bool {
    let Some(v) = number.as_f64() else {
        return false;
    };
    let than = |bound: &Number| bound.as_f64().unwrap_or(f64::NAN);
    checks.iter().all(|check| match check {
        NumberCheck::AtLeast(bound) => v >= than(bound),
        NumberCheck::Above(bound) => v > than(bound),
        NumberCheck::AtMost(bound) => v <= than(bound),
        NumberCheck::Below(bound) => v < than(bound),
        NumberCheck::MultipleOf(divisor) => {
            toolmodel_runtime::__private::de::multiple_of(v, than(divisor))
        }
        NumberCheck::OneOf(values) => values.iter().any(|value| than(value).total_cmp(&v).is_eq()),
        NumberCheck::Any(branches) => branches.iter().any(|branch| self::checks(branch, number)),
        NumberCheck::ExactlyOne(branches) => {
            branches
                .iter()
                .filter(|branch| self::checks(branch, number))
                .count()
                == 1
        }
        NumberCheck::Integral => v.fract() == 0.0,
    })
}
