//! Shapes joined: all of them, any of them, exactly one of them.

use super::rules::Rule;
use super::{Booleans, Shape, Slot};

/// More branches than this of one JSON type are left to the validator.
const MOST_BRANCHES: usize = 64;

impl Shape {
    /// Both hold.
    pub(crate) fn and(self, other: Self, pointer: &str) -> Self {
        let mut exact = true;
        let mut joined = Self {
            null: self.null && other.null,
            boolean: Booleans {
                yes: self.boolean.yes && other.boolean.yes,
                no: self.boolean.no && other.boolean.no,
            },
            number: and(self.number, other.number, &mut exact),
            string: and(self.string, other.string, &mut exact),
            array: and(self.array, other.array, &mut exact),
            object: and(self.object, other.object, &mut exact),
            opaque: self.opaque,
        };
        for opaque in other.opaque {
            if !joined.opaque.contains(&opaque) {
                joined.opaque.push(opaque);
            }
        }
        if exact {
            joined
        } else {
            joined.opaque(pointer, "unions that apply together")
        }
    }

    /// At least one holds.
    pub(crate) fn any_of(branches: Vec<Self>, pointer: &str) -> Self {
        let mut exact = true;
        let mut joined = Self {
            null: branches.iter().any(|b| b.null),
            boolean: Booleans {
                yes: branches.iter().any(|b| b.boolean.yes),
                no: branches.iter().any(|b| b.boolean.no),
            },
            number: any_of(branches.iter().map(|b| &b.number), &mut exact),
            string: any_of(branches.iter().map(|b| &b.string), &mut exact),
            array: any_of(branches.iter().map(|b| &b.array), &mut exact),
            object: any_of(branches.iter().map(|b| &b.object), &mut exact),
            opaque: Vec::new(),
        };
        joined.opaque = branches.into_iter().flat_map(|b| b.opaque).collect();
        if exact {
            joined
        } else {
            joined.opaque(pointer, "unions inside a union")
        }
    }

    /// Exactly one holds.
    pub(crate) fn one_of(branches: Vec<Self>, pointer: &str) -> Self {
        // A branch that accepts too much would hide that another is the only one.
        if branches.iter().any(|b| !b.opaque.is_empty()) {
            return Self::any_of(branches, pointer);
        }
        let once =
            |accepts: &dyn Fn(&Self) -> bool| branches.iter().filter(|b| accepts(b)).count() == 1;
        let mut exact = true;
        let joined = Self {
            null: once(&|b| b.null),
            boolean: Booleans {
                yes: once(&|b| b.boolean.yes),
                no: once(&|b| b.boolean.no),
            },
            number: one_of(branches.iter().map(|b| &b.number), &mut exact),
            string: one_of(branches.iter().map(|b| &b.string), &mut exact),
            array: one_of(branches.iter().map(|b| &b.array), &mut exact),
            object: one_of(branches.iter().map(|b| &b.object), &mut exact),
            opaque: Vec::new(),
        };
        if exact {
            joined
        } else {
            joined.opaque(pointer, "unions inside a `oneOf`")
        }
    }
}

fn and<R: Rule>(a: Slot<R>, b: Slot<R>, exact: &mut bool) -> Slot<R> {
    match (a, b) {
        (Slot::Never, _) | (_, Slot::Never) => Slot::Never,
        (Slot::Just(a), Slot::Just(b)) => a.and(b).map_or(Slot::Never, Slot::Just),
        (Slot::Just(rule), branches) | (branches, Slot::Just(rule)) => match branches {
            Slot::AnyOf(branches) => some(branches, &rule, Slot::AnyOf),
            Slot::OneOf(branches) => some(branches, &rule, Slot::OneOf),
            other => other,
        },
        (Slot::AnyOf(a), Slot::AnyOf(b)) if a.len() * b.len() <= MOST_BRANCHES => {
            let pairs = a
                .iter()
                .flat_map(|a| b.iter().filter_map(|b| a.clone().and(b.clone())));
            normal(pairs.collect(), Slot::AnyOf)
        }
        (Slot::AnyOf(branches) | Slot::OneOf(branches), _) => {
            *exact = false;
            Slot::AnyOf(branches)
        }
    }
}

fn some<R: Rule>(branches: Vec<R>, rule: &R, slot: fn(Vec<R>) -> Slot<R>) -> Slot<R> {
    let joined = branches.into_iter().filter_map(|b| b.and(rule.clone()));
    normal(joined.collect(), slot)
}

fn normal<R: Rule>(mut branches: Vec<R>, slot: fn(Vec<R>) -> Slot<R>) -> Slot<R> {
    match branches.len() {
        0 => Slot::Never,
        1 => Slot::Just(branches.remove(0)),
        _ => slot(branches),
    }
}

fn any_of<'a, R: Rule + 'a>(slots: impl Iterator<Item = &'a Slot<R>>, exact: &mut bool) -> Slot<R> {
    let slots: Vec<&Slot<R>> = slots.filter(|slot| !slot.is_never()).collect();
    if let [only] = slots.as_slice() {
        return (*only).clone();
    }
    let mut rules: Vec<R> = Vec::new();
    for slot in slots {
        let branches = match slot {
            Slot::Never => continue,
            Slot::Just(rule) => std::slice::from_ref(rule),
            Slot::AnyOf(branches) => branches.as_slice(),
            Slot::OneOf(branches) => {
                *exact = false;
                branches.as_slice()
            }
        };
        for rule in branches {
            if rule.is_free() {
                return Slot::free();
            }
            if !rules.contains(rule) {
                rules.push(rule.clone());
            }
        }
    }
    if rules.len() > MOST_BRANCHES {
        *exact = false;
        return Slot::free();
    }
    normal(rules, Slot::AnyOf)
}

fn one_of<'a, R: Rule + 'a>(slots: impl Iterator<Item = &'a Slot<R>>, exact: &mut bool) -> Slot<R> {
    let slots: Vec<&Slot<R>> = slots.filter(|slot| !slot.is_never()).collect();
    if let [only] = slots.as_slice() {
        return (*only).clone();
    }
    let mut rules: Vec<R> = Vec::new();
    for slot in slots {
        match slot {
            Slot::Never => {}
            Slot::Just(rule) => rules.push(rule.clone()),
            Slot::AnyOf(branches) | Slot::OneOf(branches) => {
                *exact = false;
                rules.extend(branches.iter().cloned());
            }
        }
    }
    if rules.len() > MOST_BRANCHES {
        *exact = false;
        return Slot::free();
    }
    if *exact {
        normal(rules, Slot::OneOf)
    } else {
        normal(rules, Slot::AnyOf)
    }
}
