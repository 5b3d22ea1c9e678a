//! Numbers.

use serde_json::Number;

use super::patterns::MOST_CHECKED;
use super::{Hint, Lowering};
use crate::ir::{Mode, NumberCheck, Type};
use crate::number::{EXACT, integer, is_double, is_integral};
use crate::schema::{Bound, NumberRule, Slot};

impl Lowering<'_, '_> {
    pub(super) fn lower_number(&mut self, slot: &Slot<NumberRule>, hint: &Hint) -> Type {
        let (mode, rules) = match slot {
            Slot::Never => return Type::Any,
            Slot::Just(rule) => return self.lower_number_rule(rule, hint),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => (slot.mode(), rules),
        };
        let divisors = rules.iter().map(|rule| rule.multiple_of.len());
        if divisors.sum::<usize>() > MOST_CHECKED {
            let reason = "more divisors than one number is divided by";
            self.leave(&hint.pointer, reason);
            return Type::Any;
        }
        let all_integers = rules.iter().all(holds_integers)
            && rules.iter().any(|rule| rule.integer || rounds(rule));
        if !all_integers && rules.iter().any(rounds) {
            return self.any_number(hint);
        }
        let branches: Vec<Vec<NumberCheck>> = rules
            .iter()
            .map(|rule| self.number_checks(rule, all_integers, hint))
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
        if !rule.integer && listed.is_none() && !(holds_integers(rule) && rounds(rule)) {
            if rounds(rule) {
                return self.any_number(hint);
            }
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
        self.leave_wide_divisors(rule, hint);
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

    /// What a rule asks of an `i64`, or of an `f64`.
    fn number_checks(
        &mut self,
        rule: &NumberRule,
        of_integers: bool,
        hint: &Hint,
    ) -> Vec<NumberCheck> {
        let mut checks = Vec::new();
        if rule.integer && !of_integers {
            checks.push(NumberCheck::Integral);
        }
        let mut bounds = rule.min.iter().chain(&rule.max).map(|bound| &bound.value);
        let is_exact = |bound: &Number| !is_integral(bound) || integer(bound).is_some();
        if of_integers && !bounds.all(is_exact) {
            self.leave(&hint.pointer, "an integer bound beyond 64 bits");
        }
        self.leave_wide_divisors(rule, hint);
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

    /// Numbers that are listed or bounded by some that doubles round: as a double, one might be written as another
    /// that is not listed, or beyond the bound.
    fn any_number(&mut self, hint: &Hint) -> Type {
        self.leave(&hint.pointer, "a number beyond the precision of a double");
        Type::Any
    }

    /// The validator divides by the nearest double.
    fn leave_wide_divisors(&mut self, rule: &NumberRule, hint: &Hint) {
        let is_exact =
            |by: &Number| is_double(by) && by.as_f64().is_some_and(|by| by.abs() <= EXACT);
        if !rule.multiple_of.iter().all(is_exact) {
            self.leave(&hint.pointer, "a divisor beyond the precision of a double");
        }
    }
}

/// Whether all that a rule accepts is integral, said or not: beyond 2^53 every number is, as far as it is told from
/// others.
fn holds_integers(rule: &NumberRule) -> bool {
    let reaches = |bounds: &[Bound], sign: f64| {
        let mut bounds = bounds.iter().filter_map(|bound| bound.value.as_f64());
        bounds.any(|bound| bound * sign >= EXACT)
    };
    rule.integer
        || reaches(&rule.min, 1.0)
        || reaches(&rule.max, -1.0)
        || (rule.values.as_ref()).is_some_and(|values| values.iter().all(is_integral))
}

/// Whether a rule names numbers that are not doubles, or ends before one that others are rounded to.
fn rounds(rule: &NumberRule) -> bool {
    let is_edge = |bound: &Bound| {
        let magnitude = bound.value.as_f64().map_or(0.0, f64::abs);
        bound.exclusive && magnitude >= EXACT
    };
    let mut bounds = rule.min.iter().chain(&rule.max);
    !bounds.clone().all(|bound| is_double(&bound.value))
        || bounds.any(is_edge)
        || !rule.values.iter().flatten().all(is_double)
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
    let is_held = integer(value).is_some() || value.as_f64().is_some_and(|v| v.abs() <= EXACT);
    last.filter(|_| is_held)?.try_into().ok()
}
