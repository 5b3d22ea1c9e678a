//! Whether a scalar is accepted at a place.

use serde_json::Number;

use super::fields::same;
use super::plan::{
    At, FloatBound, Lists, Node, NumberRule, Numbers, Objects, Split, TextRule, Texts,
};
use crate::schema::number::{is_multiple, whole};
use crate::schema::shape::same_number;

/// A number, as passed to visitors.
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
            Texts::Never => self.split(|node| node.text.accept(text)),
            texts => texts.accept(text),
        }
    }

    #[inline]
    pub(super) fn accepts_i64(self, number: i64) -> bool {
        match &self.node.number {
            Numbers::Never => self.split(|node| node.number.accept_i64(number)),
            numbers => numbers.accept_i64(number),
        }
    }

    #[inline]
    pub(super) fn accepts_u64(self, number: u64) -> bool {
        match i64::try_from(number) {
            Ok(number) => self.accepts_i64(number),
            Err(_) => self.accepts_large(number),
        }
    }

    fn accepts_large(self, number: u64) -> bool {
        let number = Numeric::Integer(i128::from(number));
        match &self.node.number {
            Numbers::Never => self.split(|node| node.number.accept(number)),
            numbers => numbers.accept(number),
        }
    }

    #[inline]
    pub(super) fn accepts_f64(self, number: f64) -> bool {
        match &self.node.number {
            Numbers::Never => self.split(|node| node.number.accept_f64(number)),
            numbers => numbers.accept_f64(number),
        }
    }

    /// Whether an integer of any size is accepted here, so that no comparison is needed.
    pub(super) fn accepts_any_integer(self) -> bool {
        match &self.node.number {
            Numbers::Any => true,
            Numbers::Integers { rule, .. } => rule.is_unbounded(),
            Numbers::Rules(_, rules) => matches!(&**rules, [rule] if rule.is_unbounded()),
            Numbers::Never | Numbers::Between { .. } => false,
        }
    }

    /// Drops the branches whose node does not accept a value; returns whether any is left.
    #[inline]
    fn split(self, accepts: impl Fn(&Node) -> bool) -> bool {
        match self.split {
            None => false,
            Some(split) => self.narrow(split, &accepts),
        }
    }

    fn narrow(self, split: &Split<'_>, accepts: &dyn Fn(&Node) -> bool) -> bool {
        let mut alive = split.alive.get();
        // Branches with the same rule are often adjacent: a long text is matched once for them.
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
    /// are dropped, and the others must have the same node.
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

impl Numbers {
    #[inline]
    #[allow(
        clippy::cast_precision_loss,
        reason = "an integer that is rounded is beyond the bounds, before and after"
    )]
    pub(super) fn accept_i64(&self, number: i64) -> bool {
        match self {
            Self::Integers { low, high, .. } => *low <= number && number <= *high,
            Self::Between { low, high } => *low <= number as f64 && number as f64 <= *high,
            numbers => numbers.accept(Numeric::Integer(i128::from(number))),
        }
    }

    #[inline]
    pub(super) fn accept_f64(&self, number: f64) -> bool {
        match self {
            Self::Between { low, high } => *low <= number && number <= *high,
            numbers => numbers.accept(Numeric::Float(number)),
        }
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "an integer that is rounded is beyond the bounds, before and after"
    )]
    pub(super) fn accept(&self, number: Numeric) -> bool {
        match self {
            Self::Never => false,
            Self::Any => true,
            Self::Integers { rule, .. } => rule.accepts(number),
            Self::Between { low, high } => {
                let number = match number {
                    Numeric::Integer(integer) => integer as f64,
                    Numeric::Float(float) => float,
                };
                *low <= number && number <= *high
            }
            Self::Rules(mode, rules) => {
                mode.holds(rules.iter().filter(|rule| rule.accepts(number)).count())
            }
        }
    }
}

impl Numeric {
    /// The number as an integer, if it is one.
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

    fn as_number(self) -> Option<Number> {
        match self {
            Self::Integer(integer) => whole(integer),
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
            // Without a fraction it is so large that no integer bound exceeds it.
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
        self.multiple_of.iter().all(|by| is_multiple(&number, *by))
            && self.values.as_deref().is_none_or(listed)
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

impl Texts {
    #[inline]
    pub(super) fn accept(&self, text: &str) -> bool {
        match self {
            Self::Never => false,
            Self::Any => true,
            Self::Listed(values) => is_listed(values, text),
            Self::Fixed(fixed) => fixed.is_match(text.as_bytes()),
            Self::Steps(steps) => steps.is_match(text),
            Self::One(rule) => rule.accepts(text),
            Self::Rules(mode, rules) => {
                mode.holds(rules.iter().filter(|rule| rule.accepts(text)).count())
            }
        }
    }
}

#[inline]
pub(super) fn is_listed(values: &[Box<str>], text: &str) -> bool {
    if values.len() <= 8 {
        values.iter().any(|value| same(value, text))
    } else {
        values.binary_search_by(|value| (**value).cmp(text)).is_ok()
    }
}

impl TextRule {
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.values
            .as_ref()
            .is_none_or(|values| is_listed(values, text))
            && self
                .fits_bytes(text)
                .unwrap_or_else(|| self.fits_counted(text))
            && self.patterns.iter().all(|pattern| pattern.is_match(text))
    }

    /// Lengths are in characters: a text has at most as many characters as bytes, and at least a quarter as
    /// many. `None` when they have to be counted.
    #[inline]
    pub(super) fn fits_bytes(&self, text: &str) -> Option<bool> {
        let bytes = text.len();
        if bytes <= self.max && bytes / 4 >= self.min {
            Some(true)
        } else if bytes < self.min || bytes / 4 > self.max {
            Some(false)
        } else {
            None
        }
    }

    fn fits_counted(&self, text: &str) -> bool {
        let characters = text.chars().count();
        self.min <= characters && characters <= self.max
    }
}
