//! Numbers and strings.

use serde_json::{Number, Value};
use toolmodel_runtime::__private::de::pattern_matches;

use super::{Hint, Lowering};
use crate::ir::{Kind, Mode, NumberCheck, TextRule, TextVariant, Type};
use crate::names::{Scope, pascal, type_name};
use crate::schema::{Bound, NodeId, NodeSet, NumberRule, Slot, StringRule};

/// The largest magnitude up to which every integer is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Lowering<'_, '_> {
    pub(super) fn lower_number(&mut self, slot: &Slot<NumberRule>, hint: &Hint) -> Type {
        let (mode, rules) = match slot {
            Slot::Never => return Type::Any,
            Slot::Just(rule) => return self.lower_number_rule(rule, hint),
            Slot::AnyOf(rules) => (Mode::Any, rules),
            Slot::OneOf(rules) => (Mode::ExactlyOne, rules),
        };
        let all_integers = rules.iter().all(|rule| rule.integer);
        let branches: Vec<Vec<NumberCheck>> = rules
            .iter()
            .map(|rule| self.number_checks(rule, !all_integers, hint))
            .collect();
        let check = match mode {
            Mode::Any => NumberCheck::Any(branches),
            Mode::ExactlyOne => NumberCheck::ExactlyOne(branches),
        };
        if all_integers {
            Type::Wide {
                min: None,
                max: None,
                also: vec![check],
            }
        } else {
            Type::Number(vec![check])
        }
    }

    fn lower_number_rule(&mut self, rule: &NumberRule, hint: &Hint) -> Type {
        let listed: Option<Vec<i64>> = rule
            .values
            .as_ref()
            .and_then(|values| values.iter().map(integral).collect());
        if !rule.integer && listed.is_none() {
            return Type::Number(self.number_checks(rule, false, hint));
        }
        let mut also = Vec::new();
        let mut min = None;
        let mut max = None;
        for bound in &rule.min {
            match lowest(bound) {
                Some(lowest) => min = min.max(Some(lowest)),
                None => self.leave(&hint.pointer, "an integer bound beyond 64 bits"),
            }
        }
        for bound in &rule.max {
            match highest(bound) {
                Some(highest) => max = Some(max.map_or(highest, |max: i64| max.min(highest))),
                None => self.leave(&hint.pointer, "an integer bound beyond 64 bits"),
            }
        }
        for divisor in &rule.multiple_of {
            also.push(NumberCheck::MultipleOf(divisor.clone()));
        }
        if let Some(values) = &rule.values {
            if !listed.as_deref().is_some_and(is_a_range) {
                also.push(NumberCheck::OneOf(values.clone()));
            }
            if let Some(listed) = &listed {
                min = min.max(listed.iter().copied().min());
                let highest = listed.iter().copied().max();
                max = match (max, highest) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
            }
        }
        match (min, max) {
            (Some(min), Some(max)) => Type::Int { min, max, also },
            (min, max) => Type::Wide { min, max, also },
        }
    }

    fn number_checks(
        &mut self,
        rule: &NumberRule,
        say_integral: bool,
        hint: &Hint,
    ) -> Vec<NumberCheck> {
        let mut checks = Vec::new();
        if rule.integer && say_integral {
            checks.push(NumberCheck::Integral);
        }
        let bounds = rule.min.iter().chain(&rule.max).map(|bound| &bound.value);
        let listed = rule.values.iter().flatten();
        let inexact =
            |number: &Number| number.is_f64() || number.as_f64().is_some_and(|v| v.abs() <= EXACT);
        if !bounds.chain(listed).all(inexact) {
            self.leave(&hint.pointer, "a bound beyond the precision of a double");
        }
        for bound in &rule.min {
            let value = bound.value.clone();
            checks.push(if bound.exclusive {
                NumberCheck::Above(value)
            } else {
                NumberCheck::AtLeast(value)
            });
        }
        for bound in &rule.max {
            let value = bound.value.clone();
            checks.push(if bound.exclusive {
                NumberCheck::Below(value)
            } else {
                NumberCheck::AtMost(value)
            });
        }
        let divisors = rule.multiple_of.iter().cloned();
        checks.extend(divisors.map(NumberCheck::MultipleOf));
        checks.extend(rule.values.clone().map(NumberCheck::OneOf));
        checks
    }

    pub(super) fn lower_string(
        &mut self,
        set: &NodeSet,
        slot: &Slot<StringRule>,
        hint: &Hint,
    ) -> Type {
        let rule = text_rule(slot);
        let Some(values) = &rule.values else {
            return Type::Text(rule);
        };
        if values.is_empty() {
            self.leave(&hint.pointer, "a string that cannot be met");
            return Type::Text(TextRule::default());
        }
        let id = self.define(hint);
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        for json in values {
            let pointer = self.place_of_value(set, json);
            let renamed = self.context.renames.get(pointer.as_str());
            let wanted = renamed.map_or_else(|| pascal(json), |name| type_name(name));
            let name = scope.claim(&wanted);
            let place = if pointer.is_empty() {
                &hint.pointer
            } else {
                &pointer
            };
            self.tell_changed(&format!("value `{json}`"), &wanted, &name, place);
            variants.push(TextVariant {
                json: json.clone(),
                name,
                pointer,
            });
        }
        self.set_kind(id, Kind::TextEnum(variants));
        Type::Named(id)
    }

    /// JSON pointer of a value in the `enum` or `const` that lists it.
    fn place_of_value(&self, set: &NodeSet, text: &str) -> String {
        let place = |id: &NodeId| {
            let (schema, pointer) = (self.document.schema(*id), self.document.pointer(*id));
            let listed = schema.get("enum").and_then(Value::as_array);
            let at = listed.and_then(|values| values.iter().position(|value| value == text));
            if let Some(at) = at {
                return Some(format!("{pointer}/enum/{at}"));
            }
            let only = schema.get("const").is_some_and(|value| value == text);
            only.then(|| format!("{pointer}/const"))
        };
        set.iter().find_map(place).unwrap_or_default()
    }
}

/// The rule of a string slot, with listed values already filtered.
pub(super) fn text_rule(slot: &Slot<StringRule>) -> TextRule {
    let (mode, rules) = match slot {
        Slot::Never => {
            return TextRule {
                values: Some(Vec::new()),
                ..TextRule::default()
            };
        }
        Slot::Just(rule) => return simple_text_rule(rule),
        Slot::AnyOf(rules) => (Mode::Any, rules),
        Slot::OneOf(rules) => (Mode::ExactlyOne, rules),
    };
    let branches: Vec<TextRule> = rules.iter().map(simple_text_rule).collect();
    let listed: Option<Vec<&Vec<String>>> = branches
        .iter()
        .map(|branch| branch.values.as_ref())
        .collect();
    let Some(listed) = listed else {
        return TextRule {
            choice: Some((mode, branches)),
            ..TextRule::default()
        };
    };
    let mut values: Vec<String> = Vec::new();
    for value in listed.iter().copied().flatten() {
        let times = listed
            .iter()
            .filter(|branch| branch.contains(value))
            .count();
        if (mode == Mode::Any || times == 1) && !values.contains(value) {
            values.push(value.clone());
        }
    }
    TextRule {
        values: Some(values),
        ..TextRule::default()
    }
}

fn simple_text_rule(rule: &StringRule) -> TextRule {
    let Some(values) = &rule.values else {
        return TextRule {
            min: rule.min,
            max: rule.max,
            patterns: rule.patterns.clone(),
            ..TextRule::default()
        };
    };
    let fits = |text: &&String| {
        let chars = text.chars().count() as u64;
        chars >= rule.min
            && rule.max.is_none_or(|max| chars <= max)
            && rule
                .patterns
                .iter()
                .all(|pattern| pattern_matches(pattern, text))
    };
    TextRule {
        values: Some(values.iter().filter(fits).cloned().collect()),
        ..TextRule::default()
    }
}

/// Whether integers are all those between the lowest and the highest of them.
fn is_a_range(listed: &[i64]) -> bool {
    let mut sorted = listed.to_vec();
    sorted.sort_unstable();
    sorted
        .windows(2)
        .all(|pair| pair[1].saturating_sub(pair[0]) <= 1)
}

/// The integer that a number is, if it is one of 64 bits.
fn integral(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let v = number.as_f64()?;
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the value is integral and within the exact range of a double"
        )]
        (v.fract() == 0.0 && v.abs() <= EXACT).then_some(v as i64)
    })
}

/// The lowest integer that meets a lower bound, if it has 64 bits.
fn lowest(bound: &Bound) -> Option<i64> {
    match integral(&bound.value) {
        Some(v) if bound.exclusive => v.checked_add(1),
        Some(v) => Some(v),
        None => rounded(&bound.value, f64::ceil),
    }
}

/// The highest integer that meets an upper bound, if it has 64 bits.
fn highest(bound: &Bound) -> Option<i64> {
    match integral(&bound.value) {
        Some(v) if bound.exclusive => v.checked_sub(1),
        Some(v) => Some(v),
        None => rounded(&bound.value, f64::floor),
    }
}

fn rounded(number: &Number, round: fn(f64) -> f64) -> Option<i64> {
    let v = number.as_f64().filter(|v| v.abs() <= EXACT)?;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "within the exact range of a double"
    )]
    Some(round(v) as i64)
}
