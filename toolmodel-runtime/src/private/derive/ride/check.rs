//! Whether a scalar is accepted at a place.

use jsonschema_value::numeric;
use serde_json::Number;

use super::plan::{
    At, FloatBound, Lists, Node, NumberRule, Numbers, Objects, Split, TextRule, Texts,
};
use crate::schema::shape::same_number;

/// A number, as visitors are given it.
#[derive(Clone, Copy)]
pub(super) enum Numeric {
    Integer(i128),
    Float(f64),
}

impl At<'_> {
    #[inline]
    pub(super) fn accepts_null(self) -> bool {
        self.node.null || self.split(|node| node.null)
    }

    #[inline]
    pub(super) fn accepts_bool(self, flag: bool) -> bool {
        let accepts = |node: &Node| if flag { node.yes } else { node.no };
        accepts(self.node) || self.split(accepts)
    }

    #[inline]
    pub(super) fn accepts_text(self, text: &str) -> bool {
        match &self.node.text {
            Texts::Any => true,
            Texts::One(rule) => rule.accepts(text),
            Texts::Rules(mode, rules) => {
                mode.holds(rules.iter().filter(|rule| rule.accepts(text)).count())
            }
            Texts::Never => self.split(|node| {
                At {
                    node,
                    split: None,
                    ..self
                }
                .accepts_text(text)
            }),
        }
    }

    #[inline]
    pub(super) fn accepts_i64(self, number: i64) -> bool {
        match &self.node.number {
            Numbers::Any => true,
            Numbers::Integers { low, high } => *low <= number && number <= *high,
            _ => self.accepts_number(Numeric::Integer(i128::from(number))),
        }
    }

    #[inline]
    pub(super) fn accepts_u64(self, number: u64) -> bool {
        match i64::try_from(number) {
            Ok(number) => self.accepts_i64(number),
            Err(_) => self.accepts_number(Numeric::Integer(i128::from(number))),
        }
    }

    pub(super) fn accepts_number(self, number: Numeric) -> bool {
        match &self.node.number {
            Numbers::Any => true,
            Numbers::Integers { low, high } => number
                .as_integer()
                .is_some_and(|number| i128::from(*low) <= number && number <= i128::from(*high)),
            Numbers::Rules(mode, rules) => {
                mode.holds(rules.iter().filter(|rule| rule.accepts(number)).count())
            }
            Numbers::Never => self.split(|node| {
                At {
                    node,
                    split: None,
                    ..self
                }
                .accepts_number(number)
            }),
        }
    }

    /// Whether an integer of any size is accepted here, so that nobody has to compare it.
    pub(super) fn accepts_any_integer(self) -> bool {
        match &self.node.number {
            Numbers::Any => true,
            Numbers::Rules(_, rules) => matches!(&**rules, [rule] if rule.is_unbounded()),
            _ => false,
        }
    }

    /// Drops the branches whose node does not accept a value; whether any is left.
    #[inline]
    fn split(self, accepts: impl Fn(&Node) -> bool) -> bool {
        match self.split {
            None => false,
            Some(split) => self.narrow(split, &accepts),
        }
    }

    fn narrow(self, split: &Split<'_>, accepts: &dyn Fn(&Node) -> bool) -> bool {
        let mut alive = split.alive.get();
        // Branches that say the same often stand together: a long text is matched once for them.
        let mut last = (None, false);
        for (branch, node) in split.nodes.iter().enumerate() {
            let bit = 1 << branch;
            if alive & bit == 0 {
                continue;
            }
            if last.0 != *node || node.is_none() {
                let accepted = node.is_some_and(|node| accepts(self.plan.node(node)));
                last = (*node, accepted);
            }
            if !last.1 {
                alive &= !bit;
            }
        }
        split.alive.set(alive);
        alive != 0
    }

    /// The place as one node, for a list or an object: branches that do not accept the JSON type
    /// are dropped, and the others must say the same.
    #[inline]
    pub(super) fn settled(self, accepts: fn(&Node) -> bool) -> Option<Self> {
        match self.split {
            None => Some(self),
            Some(split) => self.agreed(split, accepts),
        }
    }

    fn agreed(self, split: &Split<'_>, accepts: fn(&Node) -> bool) -> Option<Self> {
        if !self.narrow(split, &accepts) {
            return None;
        }
        let alive = split.alive.get();
        let nodes = split.nodes.iter().enumerate();
        let mut said = nodes.filter(|(branch, _)| alive & (1 << branch) != 0);
        let first = (*said.next()?.1)?;
        let same = said.all(|(_, node)| *node == Some(first));
        same.then(|| self.plan.at(first))
    }
}

pub(super) fn takes_lists(node: &Node) -> bool {
    !matches!(node.list, Lists::Never)
}

pub(super) fn takes_objects(node: &Node) -> bool {
    !matches!(node.object, Objects::Never)
}

impl Numeric {
    /// The integer that it is, if it is one.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "an integral double of this size is exact in 128 bits"
    )]
    fn as_integer(self) -> Option<i128> {
        match self {
            Self::Integer(integer) => Some(integer),
            Self::Float(float) => {
                (float.fract() == 0.0 && float.abs() < 100f64.exp2()).then_some(float as i128)
            }
        }
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "only numbers that came as 64 bits get here, and are compared as the validator does"
    )]
    fn as_number(self) -> Option<Number> {
        match self {
            Self::Integer(integer) => {
                let small = i64::try_from(integer).map(Number::from);
                small
                    .or_else(|_| u64::try_from(integer).map(Number::from))
                    .ok()
            }
            Self::Float(float) => Number::from_f64(float),
        }
    }
}

impl NumberRule {
    fn is_unbounded(&self) -> bool {
        self.low == i128::MIN
            && self.high == i128::MAX
            && self.multiple_of.is_empty()
            && self.values.is_none()
    }

    fn accepts(&self, number: Numeric) -> bool {
        let within = match (number.as_integer(), number) {
            (Some(integer), _) => self.low <= integer && integer <= self.high,
            // Without a fraction it is so large that no integer bound is beyond it.
            (None, Numeric::Float(float)) => {
                (!self.integer || float.fract() == 0.0)
                    && self.bounds.iter().all(|bound| bound.admits(float))
            }
            (None, Numeric::Integer(_)) => false,
        };
        if !within {
            return false;
        }
        if self.multiple_of.is_empty() && self.values.is_none() {
            return true;
        }
        let Some(number) = number.as_number() else {
            return false;
        };
        let listed = |values: &[Number]| values.iter().any(|value| same_number(value, &number));
        self.multiple_of
            .iter()
            .all(|by| is_multiple_of(&number, *by))
            && self.values.as_deref().is_none_or(listed)
    }
}

/// Whether a number is a multiple of another, with the validator's arithmetic.
fn is_multiple_of(number: &Number, by: f64) -> bool {
    if by.fract() == 0.0 {
        numeric::is_multiple_of_integer(number, by)
    } else {
        numeric::is_multiple_of_float(number, by)
    }
}

impl FloatBound {
    fn admits(self, float: f64) -> bool {
        match self {
            Self::AtLeast(bound) => float >= bound,
            Self::MoreThan(bound) => float > bound,
            Self::AtMost(bound) => float <= bound,
            Self::LessThan(bound) => float < bound,
        }
    }
}

impl TextRule {
    #[inline]
    fn accepts(&self, text: &str) -> bool {
        if let Some(values) = &self.values {
            let listed = if values.len() <= 8 {
                values.iter().any(|value| **value == *text)
            } else {
                values.binary_search_by(|value| (**value).cmp(text)).is_ok()
            };
            if !listed {
                return false;
            }
        }
        self.fits(text) && self.patterns.iter().all(|pattern| pattern.is_match(text))
    }

    /// Lengths are in characters: a text has at most as many as bytes, and at least a quarter.
    #[inline]
    fn fits(&self, text: &str) -> bool {
        let bytes = text.len();
        if bytes < self.min {
            return false;
        }
        (bytes <= self.max && bytes / 4 >= self.min) || self.fits_counted(text)
    }

    fn fits_counted(&self, text: &str) -> bool {
        let characters = text.chars().count();
        self.min <= characters && characters <= self.max
    }
}
