//! Numbers.

use serde_json::Number;

use super::{Hint, Lowering};
use crate::ir::{Mode, NumberCheck, Type};
use crate::number::{EXACT, integer};
use crate::schema::{Bound, NumberRule, Slot};

impl Lowering<'_, '_> {
    pub(super) fn lower_number(&mut self, slot: &Slot<NumberRule>, hint: &Hint) -> Type {
        let (mode, rules) = match slot {
            Slot::Never => return Type::Any,
            Slot::Just(rule) => return self.lower_number_rule(rule, hint),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => (slot.mode(), rules),
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
            .and_then(|values| values.iter().map(integer).collect());
        if !rule.integer && listed.is_none() {
            return Type::Number(self.number_checks(rule, false, hint));
        }
        let mut also = Vec::new();
        let mut min = None;
        let mut max = None;
        for bound in &rule.min {
            match narrow(bound, bound.least_integer()) {
                Some(lowest) => min = min.max(Some(lowest)),
                None => self.leave(&hint.pointer, "an integer bound beyond 64 bits"),
            }
        }
        for bound in &rule.max {
            match narrow(bound, bound.greatest_integer()) {
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
                max = max.into_iter().chain(highest).min();
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
}

/// Whether the integers are all those between the lowest and the highest of them.
fn is_a_range(listed: &[i64]) -> bool {
    let mut sorted = listed.to_vec();
    sorted.sort_unstable();
    sorted
        .windows(2)
        .all(|pair| pair[1].saturating_sub(pair[0]) <= 1)
}

/// The last integer within a bound, if 64 bits and a double hold it.
fn narrow(bound: &Bound, last: Option<i128>) -> Option<i64> {
    let value = &bound.value;
    let is_held = value.is_i64() || value.as_f64().is_some_and(|v| v.abs() <= EXACT);
    last.filter(|_| is_held)?.try_into().ok()
}
