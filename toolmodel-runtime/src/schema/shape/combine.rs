//! Shapes joined: all of them, any of them, exactly one of them.

use std::rc::Rc;

use super::rules::Rule;
use super::{Booleans, NodeId, Opaque, Shape, Slot};
use crate::meter::Meter;

/// Most branches of one JSON type; more are left to the validator.
const MOST_BRANCHES: usize = 64;

/// The place where shapes are joined, and the meter that it is charged to.
#[derive(Clone, Copy)]
pub(super) struct Joint<'m> {
    pub(super) node: NodeId,
    pub(super) keyword: Option<&'static str>,
    pub(super) meter: &'m Meter,
}

impl Joint<'_> {
    fn left(self, reason: &'static str) -> Opaque {
        Opaque {
            node: self.node,
            keyword: self.keyword,
            reason,
        }
    }
}

/// Comparing a rule with so many others costs as much as copying it.
const COMPARED: usize = 8;

const TOO_MUCH: &str = "more constraints than can be joined";

impl Shape {
    /// All must hold. Joined in pairs of pairs, so that a thousand shapes are not copied a thousand times.
    pub(super) fn all_of(mut shapes: Vec<Self>, at: Joint<'_>) -> Self {
        while shapes.len() > 1 {
            let mut pairs = shapes.into_iter();
            let mut joined = Vec::with_capacity(pairs.len().div_ceil(2));
            while let Some(first) = pairs.next() {
                joined.push(match pairs.next() {
                    Some(second) => first.and(second, at),
                    None => first,
                });
            }
            shapes = joined;
        }
        shapes.pop().unwrap_or_else(Self::any)
    }

    /// Both must hold.
    pub(super) fn and(self, other: Self, at: Joint<'_>) -> Self {
        let mut exact = true;
        let mut bounded = true;
        let mut joining = Joining {
            meter: at.meter,
            exact: &mut exact,
            bounded: &mut bounded,
        };
        let mut joined = Self {
            null: self.null && other.null,
            boolean: Booleans {
                yes: self.boolean.yes && other.boolean.yes,
                no: self.boolean.no && other.boolean.no,
            },
            number: joining.and(self.number, other.number),
            string: joining.and(self.string, other.string),
            array: joining.and(self.array, other.array),
            object: joining.and(self.object, other.object),
            opaque: self.opaque,
        };
        for opaque in other.opaque {
            joined.note(opaque);
        }
        if !exact {
            joined.note(at.left("unions that apply together"));
        }
        if !bounded {
            joined.note(at.left(TOO_MUCH));
        }
        joined
    }

    /// At least one must hold.
    pub(super) fn any_of(branches: Vec<Self>, at: Joint<'_>) -> Self {
        let (mut exact, mut bounded) = (true, true);
        let mut joining = Joining {
            meter: at.meter,
            exact: &mut exact,
            bounded: &mut bounded,
        };
        let mut joined = Self {
            null: branches.iter().any(|b| b.null),
            boolean: Booleans {
                yes: branches.iter().any(|b| b.boolean.yes),
                no: branches.iter().any(|b| b.boolean.no),
            },
            number: joining.any_of(branches.iter().map(|b| &b.number)),
            string: joining.any_of(branches.iter().map(|b| &b.string)),
            array: joining.any_of(branches.iter().map(|b| &b.array)),
            object: joining.any_of(branches.iter().map(|b| &b.object)),
            opaque: Vec::new(),
        };
        for opaque in branches.into_iter().flat_map(|b| b.opaque) {
            joined.note(opaque);
        }
        if !exact {
            joined.note(at.left("unions inside a union"));
        }
        if !bounded {
            joined.note(at.left(TOO_MUCH));
        }
        joined
    }

    /// Exactly one must hold.
    pub(super) fn one_of(branches: Vec<Self>, at: Joint<'_>) -> Self {
        // A branch that accepts too much would hide that another is the only one.
        if branches.iter().any(|b| !b.opaque.is_empty()) {
            return Self::any_of(branches, at);
        }
        let once =
            |accepts: &dyn Fn(&Self) -> bool| branches.iter().filter(|b| accepts(b)).count() == 1;
        let (mut exact, mut bounded) = (true, true);
        let mut joining = Joining {
            meter: at.meter,
            exact: &mut exact,
            bounded: &mut bounded,
        };
        let mut joined = Self {
            null: once(&|b| b.null),
            boolean: Booleans {
                yes: once(&|b| b.boolean.yes),
                no: once(&|b| b.boolean.no),
            },
            number: joining.one_of(branches.iter().map(|b| &b.number)),
            string: joining.one_of(branches.iter().map(|b| &b.string)),
            array: joining.one_of(branches.iter().map(|b| &b.array)),
            object: joining.one_of(branches.iter().map(|b| &b.object)),
            opaque: Vec::new(),
        };
        if !exact {
            joined.note(at.left("unions inside a `oneOf`"));
        }
        if !bounded {
            joined.note(at.left(TOO_MUCH));
        }
        joined
    }
}

/// Joins slots that must both hold, and records what it could not do.
struct Joining<'j> {
    meter: &'j Meter,
    exact: &'j mut bool,
    bounded: &'j mut bool,
}

impl Joining<'_> {
    fn and<R: Rule>(&mut self, a: Slot<R>, b: Slot<R>) -> Slot<R> {
        // A rule that says nothing is by far the most common one, and costs nothing to join.
        if b.is_silent() {
            return a;
        }
        if a.is_silent() {
            return b;
        }
        match (a, b) {
            (Slot::Never, _) | (_, Slot::Never) => Slot::Never,
            // A subschema that many references lead to.
            (Slot::Just(a), Slot::Just(b)) if Rc::ptr_eq(&a, &b) => Slot::Just(a),
            (Slot::AnyOf(a), Slot::AnyOf(b)) if Rc::ptr_eq(&a, &b) => Slot::AnyOf(a),
            (Slot::OneOf(a), Slot::OneOf(b)) if Rc::ptr_eq(&a, &b) => Slot::OneOf(a),
            (Slot::Just(a), Slot::Just(b)) if self.affords(&*a, &*b) => {
                unshared(a).and(unshared(b)).map_or(Slot::Never, Slot::just)
            }
            // One of the two accepts at least what both do.
            (Slot::Just(a), Slot::Just(_)) => Slot::Just(a),
            (Slot::Just(rule), branches) | (branches, Slot::Just(rule)) => match branches {
                Slot::AnyOf(branches) => self.branches(branches, &rule, Slot::AnyOf),
                Slot::OneOf(branches) => self.branches(branches, &rule, Slot::OneOf),
                other => other,
            },
            (Slot::AnyOf(a), Slot::AnyOf(b)) if a.len() * b.len() <= MOST_BRANCHES => {
                let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
                match self.pairs(pairs) {
                    Some(joined) => normal(joined, Slot::AnyOf),
                    None => Slot::AnyOf(a),
                }
            }
            (Slot::AnyOf(branches) | Slot::OneOf(branches), _) => {
                *self.exact = false;
                Slot::AnyOf(branches)
            }
        }
    }

    fn branches<R: Rule>(
        &mut self,
        branches: Rc<Vec<R>>,
        rule: &R,
        slot: fn(Rc<Vec<R>>) -> Slot<R>,
    ) -> Slot<R> {
        match self.pairs(branches.iter().map(|branch| (branch, rule))) {
            Some(joined) => normal(joined, slot),
            None => slot(branches),
        }
    }

    /// Each pair joined, as far as something satisfies both; `None` where that is more than can be afforded.
    fn pairs<'r, R: Rule + 'r>(
        &mut self,
        pairs: impl Iterator<Item = (&'r R, &'r R)>,
    ) -> Option<Vec<R>> {
        let mut joined = Vec::new();
        for (a, b) in pairs {
            if !self.affords(a, b) {
                return None;
            }
            joined.extend(a.clone().and(b.clone()));
        }
        Some(joined)
    }

    fn affords<R: Rule>(&mut self, a: &R, b: &R) -> bool {
        let is_affordable = a.fits(b) && self.charge(|| a.cost(b));
        *self.bounded &= is_affordable;
        is_affordable
    }

    /// Charges a copy of a rule that is compared with others first.
    fn affords_copy<R: Rule>(&mut self, rule: &R, others: usize) -> bool {
        let is_affordable = self.charge(|| 1 + rule.size() * (1 + others / COMPARED));
        *self.bounded &= is_affordable;
        is_affordable
    }

    /// Once nothing is left, not even the size of a rule is found out.
    fn charge(&self, steps: impl FnOnce() -> usize) -> bool {
        self.meter.work(0).is_ok() && self.meter.work(steps()).is_ok()
    }

    fn any_of<'a, R: Rule + 'a>(&mut self, slots: impl Iterator<Item = &'a Slot<R>>) -> Slot<R> {
        let slots: Vec<&Slot<R>> = slots.filter(|slot| !slot.is_never()).collect();
        if let [only] = slots.as_slice() {
            return (*only).clone();
        }
        let is_free = |slot: &&Slot<R>| {
            !matches!(slot, Slot::OneOf(_)) && slot.rules().iter().any(R::is_free)
        };
        if slots.iter().any(is_free) {
            let all: Vec<&R> = slots.iter().flat_map(|slot| slot.rules()).collect();
            return Slot::just(R::free_among(&all));
        }
        let mut rules: Vec<R> = Vec::new();
        for slot in slots {
            if matches!(slot, Slot::OneOf(_)) {
                *self.exact = false;
            }
            for rule in slot.rules() {
                if rule.is_free() {
                    return Slot::free();
                }
                if !self.affords_copy(rule, rules.len()) {
                    return Slot::free();
                }
                if !rules.contains(rule) {
                    if rules.len() == MOST_BRANCHES {
                        *self.exact = false;
                        return Slot::free();
                    }
                    rules.push(rule.clone());
                }
            }
        }
        normal(rules, Slot::AnyOf)
    }

    fn one_of<'a, R: Rule + 'a>(&mut self, slots: impl Iterator<Item = &'a Slot<R>>) -> Slot<R> {
        let slots: Vec<&Slot<R>> = slots.filter(|slot| !slot.is_never()).collect();
        if let [only] = slots.as_slice() {
            return (*only).clone();
        }
        let mut rules: Vec<R> = Vec::new();
        for slot in slots {
            if !slot.rules().iter().all(|rule| self.affords_copy(rule, 0)) {
                return Slot::free();
            }
            match slot {
                Slot::Never => {}
                Slot::Just(rule) => rules.push((**rule).clone()),
                Slot::AnyOf(branches) | Slot::OneOf(branches) => {
                    *self.exact = false;
                    rules.extend(branches.iter().cloned());
                }
            }
            if rules.len() > MOST_BRANCHES {
                *self.exact = false;
                return Slot::free();
            }
        }
        if *self.exact && rules.iter().filter(|rule| rule.is_free()).count() > 1 {
            return Slot::Never;
        }
        if *self.exact {
            normal(rules, Slot::OneOf)
        } else {
            normal(rules, Slot::AnyOf)
        }
    }
}

fn unshared<R: Clone>(rule: Rc<R>) -> R {
    Rc::try_unwrap(rule).unwrap_or_else(|shared| (*shared).clone())
}

fn normal<R: Rule>(mut branches: Vec<R>, slot: fn(Rc<Vec<R>>) -> Slot<R>) -> Slot<R> {
    match branches.len() {
        0 => Slot::Never,
        1 => Slot::just(branches.remove(0)),
        _ => slot(Rc::new(branches)),
    }
}
