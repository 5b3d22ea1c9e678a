//! Numbers inside numbers.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::{At, Gaps, Prover, slots};
use crate::example::maker::Wish;
use crate::example::number::{Met, is_integral, is_multiple, near, whole};
use crate::schema::number::{compare, integer};
use crate::schema::shape::{Bound, Mode, NumberRule, Slot, same_number};

/// Most numbers tried at one place.
const MOST_TRIED: usize = 16;
/// Most integers of a range that are checked one by one.
const MOST_LISTED: i128 = 1000;

impl Prover<'_, '_, '_> {
    pub(super) fn numbers(
        &mut self,
        at: &At<'_>,
        sent: &Slot<NumberRule>,
        read: &Slot<NumberRule>,
    ) -> Gaps {
        let mut gaps = Vec::new();
        for rule in sent.rules() {
            let values = |rule: &NumberRule| 1 + rule.values.as_ref().map_or(0, Vec::len);
            let others = read.rules().iter().map(values).sum::<usize>();
            let alternatives = 1 + read.rules().len();
            let each = values(rule).saturating_mul(alternatives);
            self.meter.work(each.saturating_add(others))?;
            let accepted = Accepted::by(read);
            if is_inside(rule, read, &accepted) {
                continue;
            }
            let mut all = vec![rule];
            all.extend(read.rules());
            let mut tried = near(&all);
            self.meter.work(tried.len().saturating_mul(alternatives))?;
            let met = Met::new(rule);
            tried.retain(|number| met.by(number) && !accepted.has(number));
            // The numbers at the edge of a bound are the most telling.
            tried.sort_by(|a, b| distance(a, read).total_cmp(&distance(b, read)));
            tried.truncate(MOST_TRIED);
            // The entries of a long list that are near its bounds may all be accepted.
            if tried.is_empty() {
                let listed = rule.values.iter().flatten();
                let outside = listed.filter(|number| met.by(number) && !accepted.has(number));
                tried.extend(outside.take(MOST_TRIED).cloned());
            }
            let message = match (tried.first(), read) {
                (_, Slot::Never) => "a number may be sent, and none is accepted".to_owned(),
                (Some(number), _) => {
                    format!("the number {number} may be sent, and is not accepted")
                }
                (None, _) => "it is not clear that every number is accepted".to_owned(),
            };
            let wishes = tried.into_iter().map(|it| Wish::Value(Value::Number(it)));
            gaps.push(self.gap(at, message, wishes.collect()));
        }
        Ok(gaps)
    }
}

/// How far a number is from the nearest bound.
fn distance(number: &Number, slot: &Slot<NumberRule>) -> f64 {
    let bounds = slot
        .rules()
        .iter()
        .flat_map(|rule| rule.min.iter().chain(&rule.max));
    let distances = bounds.filter_map(|bound| {
        let far = number.as_f64()? - bound.value.as_f64()?;
        Some(far.abs() + if is_integral(number) { 0.0 } else { 2.0 })
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// The numbers that a slot accepts.
struct Accepted<'r> {
    rules: Vec<Met<'r>>,
    mode: Mode,
}

impl<'r> Accepted<'r> {
    fn by(slot: &'r Slot<NumberRule>) -> Self {
        Self {
            rules: slot.rules().iter().map(Met::new).collect(),
            mode: slot.mode(),
        }
    }

    fn has(&self, number: &Number) -> bool {
        let count = self.rules.iter().filter(|rule| rule.by(number)).count();
        self.mode.holds(count)
    }
}

fn is_inside(rule: &NumberRule, read: &Slot<NumberRule>, accepted: &Accepted<'_>) -> bool {
    let listed = match &rule.values {
        Some(values) => Some(values.clone()),
        None => range(rule),
    };
    if let Some(values) = listed {
        let met = Met::new(rule);
        let mut sent = values.iter().filter(|number| met.by(number));
        return sent.all(|number| accepted.has(number));
    }
    slots::is_inside(
        read,
        |read| implies(rule, read),
        |read| disjoint(rule, read),
    )
}

/// The integers of a small range.
fn range(rule: &NumberRule) -> Option<Vec<Number>> {
    if !rule.integer {
        return None;
    }
    let (low, high) = (lowest(rule)?, highest(rule)?);
    if high.checked_sub(low)? > MOST_LISTED {
        return None;
    }
    (low..=high).map(whole).collect()
}

/// The lowest integer within the bounds.
fn lowest(rule: &NumberRule) -> Option<i128> {
    let bounds = rule.min.iter().filter_map(Bound::least_integer);
    bounds.filter(is_exact).max()
}

fn highest(rule: &NumberRule) -> Option<i128> {
    let bounds = rule.max.iter().filter_map(Bound::greatest_integer);
    bounds.filter(is_exact).min()
}

/// Whether an integer is far from where bounds saturate.
fn is_exact(bound: &i128) -> bool {
    bound.unsigned_abs() < 1 << 100
}

/// Whether every number that matches a rule without listed values matches another.
fn implies(a: &NumberRule, b: &NumberRule) -> bool {
    let whole_multiple = |by: &Number| is_integral(by);
    let integral = a.integer || a.multiple_of.iter().any(whole_multiple);
    if b.values.is_some() || b.integer && !integral {
        return false;
    }
    let within = |own: &[Bound], asked: &[Bound], end: Option<i128>, side: Ordering| {
        let end = end.filter(|_| integral).and_then(whole);
        let is_passed = |bound: &Bound| end.as_ref().is_some_and(|end| beyond(end, bound, side));
        let is_implied = |bound: &Bound| own.iter().any(|own| own.is_tighter(bound, side));
        asked
            .iter()
            .all(|bound| is_implied(bound) || is_passed(bound))
    };
    let min = within(&a.min, &b.min, lowest(a), Ordering::Greater);
    let max = within(&a.max, &b.max, highest(a), Ordering::Less);
    let multiples = b.multiple_of.iter().all(|by| {
        integral && integer(by) == Some(1)
            || a.multiple_of.iter().any(|own| {
                same_number(own, by) || is_integral(own) && is_integral(by) && is_multiple(own, by)
            })
    });
    min && max && multiples
}

/// Whether a number, and thereby all numbers beyond it, is within a bound.
fn beyond(number: &Number, bound: &Bound, side: Ordering) -> bool {
    match compare(number, &bound.value) {
        Some(Ordering::Equal) => !bound.exclusive,
        Some(order) => order == side,
        None => false,
    }
}

/// Whether it is certain that no number matches both rules.
pub(super) fn disjoint(a: &NumberRule, b: &NumberRule) -> bool {
    for (listed, other) in [(a, b), (b, a)] {
        if let Some(values) = &listed.values {
            let (listed, other) = (Met::new(listed), Met::new(other));
            let mut values = values.iter();
            return !values.any(|value| listed.by(value) && other.by(value));
        }
    }
    let apart = |low: &NumberRule, high: &NumberRule| {
        low.max.iter().any(|max| {
            high.min
                .iter()
                .any(|min| match compare(&max.value, &min.value) {
                    Some(Ordering::Less) => true,
                    Some(Ordering::Equal) => max.exclusive || min.exclusive,
                    _ => false,
                })
        })
    };
    apart(a, b) || apart(b, a)
}
