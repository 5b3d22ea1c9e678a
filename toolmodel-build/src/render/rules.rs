//! The rules that read types, as text.

use serde_json::Number;

use super::Types;
use crate::ir::{Kind, Mode, NumberCheck, TextRule, Type};
use crate::number::integer;

impl Types<'_> {
    /// The rule that reads a type.
    pub(super) fn rule(&self, ty: &Type) -> String {
        if self.is_plain(ty) {
            return "de::any()".to_owned();
        }
        match ty {
            Type::Bool(Some(only)) => format!("de::boolean({only})"),
            Type::Int { min, max, also } => {
                format!("de::int({min}, {max}){}", integer_checks(also))
            }
            Type::Wide { min, max, also } => {
                format!("de::wide({min:?}, {max:?}){}", integer_checks(also))
            }
            Type::Number(checks) => format!("de::num(|v| {})", all(checks, false)),
            Type::Text(rule) => text(rule),
            Type::List {
                item,
                min,
                max,
                unique,
            } => {
                let unique = match unique {
                    false => "",
                    true if is_number(item) => ".unique_numbers()",
                    true => ".unique()",
                };
                let (item, min, max) = (self.rule(item), length(*min), longest(*max));
                format!("de::list({item}, {min}, {max}){unique}")
            }
            Type::Map {
                value,
                min,
                max,
                key,
            } => {
                let keys = key.as_ref().map_or_else(String::new, |rule| {
                    format!(".keys(|text| {})", text_condition(rule))
                });
                let (value, min, max) = (self.rule(value), length(*min), longest(*max));
                format!("de::entries({value}, {min}, {max}){keys}")
            }
            Type::Nullable(inner) => format!("de::nullable({})", self.rule(inner)),
            _ => "de::any()".to_owned(),
        }
    }

    /// The rule that reads a type into a box, if it needs one.
    pub(super) fn boxed_rule(&self, ty: &Type, boxed: bool) -> String {
        let rule = self.rule(ty);
        if boxed {
            format!("de::boxed({rule})")
        } else {
            rule
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

/// Whether a type has no order of its own, because `f64` has none.
fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Number(_) => true,
        Type::Nullable(inner) => is_number(inner),
        _ => false,
    }
}

/// A count as a literal; one beyond the address space cannot be reached.
pub(super) fn length(count: u64) -> String {
    usize::try_from(count).map_or_else(|_| "de::MAX".to_owned(), |count| count.to_string())
}

pub(super) fn longest(count: Option<u64>) -> String {
    count.map_or_else(|| "de::MAX".to_owned(), length)
}

fn text(rule: &TextRule) -> String {
    let (min, max) = (length(rule.min), longest(rule.max));
    let condition = text_conditions(&TextRule {
        min: 0,
        max: None,
        ..rule.clone()
    });
    if condition.is_empty() {
        return format!("de::text({min}, {max})");
    }
    format!("de::text({min}, {max}).also(|text| {})", all_of(&condition))
}

/// A condition on `text`.
pub(super) fn text_condition(rule: &TextRule) -> String {
    match text_conditions(rule).as_slice() {
        [] => "true".to_owned(),
        conditions => all_of(conditions),
    }
}

fn text_conditions(rule: &TextRule) -> Vec<String> {
    let mut conditions = Vec::new();
    if rule.min > 0 || rule.max.is_some() {
        let (min, max) = (length(rule.min), longest(rule.max));
        conditions.push(format!("de::text({min}, {max}).accepts(text)"));
    }
    for pattern in &rule.patterns {
        conditions.push(format!("rt::pattern!({pattern:?}).is_match(text)"));
    }
    if let Some(values) = &rule.values {
        let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
        conditions.push(format!("matches!(text, {})", values.join(" | ")));
    }
    if let Some((mode, branches)) = &rule.choice {
        let has_patterns = branches.iter().any(|branch| !branch.patterns.is_empty());
        let branches = branches.iter().map(text_condition);
        conditions.push(if *mode == Mode::ExactlyOne && has_patterns {
            let branches: Vec<String> = branches.collect();
            format!("de::only_one(|| [{}])", branches.join(", "))
        } else {
            choice(*mode, branches)
        });
    }
    conditions
}

/// At least one of these conditions, or exactly one.
pub(super) fn choice(mode: Mode, branches: impl Iterator<Item = String>) -> String {
    match mode {
        Mode::Any => format!("({})", any_of(branches)),
        Mode::ExactlyOne => {
            let branches: Vec<String> = branches.collect();
            format!("de::count([{}]) == 1", branches.join(", "))
        }
    }
}

/// More conditions than this are written as a list: a chain of operators would be an expression as deep as the
/// number of conditions, and overflow the stack of the compiler and other readers.
const CHAIN: usize = 32;

/// At least one of these conditions, without brackets.
pub(super) fn any_of(branches: impl Iterator<Item = String>) -> String {
    let branches: Vec<String> = branches.map(in_brackets).collect();
    if branches.len() > CHAIN {
        return format!("[{}].into_iter().any(|met| met)", branches.join(", "));
    }
    branches.join(" || ")
}

/// All of these conditions, without brackets.
pub(super) fn all_of(conditions: &[String]) -> String {
    if conditions.len() > CHAIN {
        return format!("[{}].into_iter().all(|met| met)", conditions.join(", "));
    }
    conditions.join(" && ")
}

fn in_brackets(condition: String) -> String {
    if condition.contains(" && ") {
        format!("({condition})")
    } else {
        condition
    }
}

fn integer_checks(checks: &[NumberCheck]) -> String {
    if checks.is_empty() {
        return String::new();
    }
    format!(".also(|v| {})", all(checks, true))
}

/// A condition that all checks hold for `v`, an `i64` or an `f64`.
fn all(checks: &[NumberCheck], is_integer: bool) -> String {
    if checks.is_empty() {
        return "true".to_owned();
    }
    let conditions: Vec<String> = checks
        .iter()
        .map(|check| condition(check, is_integer))
        .collect();
    all_of(&conditions)
}

fn condition(check: &NumberCheck, is_integer: bool) -> String {
    let compare = |bound: &Number, operator: &str| match integer(bound) {
        Some(bound) if is_integer => format!("v {operator} {bound}"),
        _ if is_integer => format!("(v as f64) {operator} {}", double(bound)),
        _ => format!("v {operator} {}", double(bound)),
    };
    match check {
        NumberCheck::AtLeast(bound) => compare(bound, ">="),
        NumberCheck::Above(bound) => compare(bound, ">"),
        NumberCheck::AtMost(bound) => compare(bound, "<="),
        NumberCheck::Below(bound) => compare(bound, "<"),
        NumberCheck::MultipleOf(divisor) => match integer(divisor) {
            Some(divisor) if is_integer => format!("v % {divisor} == 0"),
            _ if is_integer => format!("de::multiple_of(v as f64, {})", double(divisor)),
            _ => format!("de::multiple_of(v, {})", double(divisor)),
        },
        NumberCheck::OneOf(values) if is_integer => {
            let values = values.iter().filter_map(integer);
            let values: Vec<String> = values.map(|value| value.to_string()).collect();
            // Others are no integer of 64 bits.
            if values.is_empty() {
                return "false".to_owned();
            }
            format!("matches!(v, {})", values.join(" | "))
        }
        NumberCheck::OneOf(values) => {
            let equal = values.iter().map(|value| compare(value, "=="));
            format!("({})", any_of(equal))
        }
        NumberCheck::Any(branches) => {
            choice(Mode::Any, branches.iter().map(|b| all(b, is_integer)))
        }
        NumberCheck::ExactlyOne(branches) => choice(
            Mode::ExactlyOne,
            branches.iter().map(|b| all(b, is_integer)),
        ),
        NumberCheck::Integral if is_integer => "true".to_owned(),
        NumberCheck::Integral => "v.fract() == 0.0".to_owned(),
    }
}

pub(super) fn double(number: &Number) -> String {
    number
        .as_f64()
        .map_or_else(|| "f64::NAN".to_owned(), |v| format!("{v:?}"))
}
