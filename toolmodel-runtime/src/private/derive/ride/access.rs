//! The items of a list and the members of an object, checked as they go by.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::plan::{At, Fields, ListRule, Mode, ObjectRule, Others, Plan, Split, Union};
use super::reader::Ride;
use super::watch::refused;
use crate::private::key::KeyReader;

/// A value that is read at a place.
pub(super) struct Seed<'p, S> {
    pub(super) at: At<'p>,
    pub(super) seed: S,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Seed<'_, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(Ride { at: self.at, inner })
    }
}

pub(super) struct Items<'p, A> {
    plan: &'p Plan,
    rule: &'p ListRule,
    inner: A,
    count: usize,
}

impl<'p, A> Items<'p, A> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, rule: &'p ListRule, inner: A) -> Self {
        Self {
            plan,
            rule,
            inner,
            count: 0,
        }
    }

    #[inline]
    pub(super) fn are_enough(&self) -> bool {
        self.count >= self.rule.min
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Items<'_, A> {
    type Error = A::Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let node = match self.rule.prefix.get(self.count) {
            Some(node) => *node,
            None => self.rule.rest,
        };
        let at = self.plan.at(node);
        let read = self.inner.next_element_seed(Seed { at, seed })?;
        if read.is_some() {
            self.count += 1;
            if self.count > self.rule.max {
                return Err(refused());
            }
        }
        Ok(read)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// The key of a member: looked for among the declared ones, then given to the type.
struct KeySeed<'k, T, F, S> {
    fields: &'k Fields<T>,
    next: usize,
    /// The number of the field of that name.
    found: &'k mut Option<usize>,
    /// Whether a name that is not declared may stand here.
    undeclared: F,
    seed: S,
}

impl<'de, T, F: FnOnce(&str) -> bool, S: DeserializeSeed<'de>> DeserializeSeed<'de>
    for KeySeed<'_, T, F, S>
{
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        inner.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> bool, S> KeySeed<'_, T, F, S> {
    #[inline]
    fn look_up(self, name: &str) -> Option<S> {
        *self.found = self.fields.find(self.next, name);
        (self.found.is_some() || (self.undeclared)(name)).then_some(self.seed)
    }

    #[inline]
    fn give<'de, E: Error>(self, name: Cow<'de, str>) -> Result<S::Value, E>
    where
        S: DeserializeSeed<'de>,
    {
        match self.look_up(&name) {
            Some(seed) => seed.deserialize(KeyReader::new(name)),
            None => Err(refused()),
        }
    }
}

impl<'de, T, F: FnOnce(&str) -> bool, S: DeserializeSeed<'de>> Visitor<'de>
    for KeySeed<'_, T, F, S>
{
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<S::Value, E> {
        self.give(Cow::Owned(name.to_owned()))
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<S::Value, E> {
        self.give(Cow::Borrowed(name))
    }
}

pub(super) struct Entries<'p, A> {
    plan: &'p Plan,
    rule: &'p ObjectRule,
    inner: A,
    at: At<'p>,
    seen: u64,
    next: usize,
    count: usize,
}

impl<'p, A> Entries<'p, A> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, rule: &'p ObjectRule, inner: A) -> Self {
        Self {
            plan,
            rule,
            inner,
            at: plan.root(),
            seen: 0,
            next: 0,
            count: 0,
        }
    }

    #[inline]
    pub(super) fn are_complete(&self) -> bool {
        self.seen & self.rule.required == self.rule.required && self.count >= self.rule.min
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Entries<'_, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let (plan, rule) = (self.plan, self.rule);
        let mut found = None;
        let mut at = None;
        let read = self.inner.next_key_seed(KeySeed {
            fields: &rule.fields,
            next: self.next,
            found: &mut found,
            undeclared: |name: &str| {
                at = undeclared(plan, rule, name);
                at.is_some()
            },
            seed,
        })?;
        if read.is_none() {
            return Ok(None);
        }
        self.count += 1;
        if self.count > rule.max {
            return Err(refused());
        }
        if let Some(number) = found {
            let field = &rule.fields.list[number];
            self.at = plan.at(field.what);
            self.seen |= field.bit;
            self.next = number + 1;
        } else if let Some(at) = at {
            self.at = at;
        }
        Ok(read)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(Seed { at: self.at, seed })
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// What a property must be that is not declared; `None` when it must not be there.
#[inline]
fn undeclared<'p>(plan: &'p Plan, rule: &'p ObjectRule, name: &str) -> Option<At<'p>> {
    if !plan.at(rule.names).accepts_text(name) {
        return None;
    }
    match &rule.others {
        Others::Forbidden => None,
        Others::Node(node) => Some(plan.at(*node)),
        Others::Matching(pattern, matching, _) if pattern.is_match(name) => {
            Some(plan.at(*matching))
        }
        Others::Matching(_, _, other) => other.map(|other| plan.at(other)),
    }
}

/// The members of an object that one of several rules describes. All rules that still may hold are
/// followed at once, so it does not matter where the member stands that tells them apart.
pub(super) struct UnionEntries<'p, A> {
    plan: &'p Plan,
    union: &'p Union,
    inner: A,
    alive: u64,
    seen: u64,
    found: Option<usize>,
    next: usize,
}

impl<'p, A> UnionEntries<'p, A> {
    pub(super) fn new(plan: &'p Plan, union: &'p Union, inner: A) -> Self {
        Self {
            plan,
            union,
            inner,
            alive: u64::MAX >> (64 - union.branches.len()),
            seen: 0,
            found: None,
            next: 0,
        }
    }

    pub(super) fn are_complete(&self) -> bool {
        let branches = self.union.branches.iter().enumerate();
        let met = branches.filter(|(i, branch)| {
            self.alive & (1 << i) != 0 && self.seen & branch.required == branch.required
        });
        self.union.mode.holds(met.count())
    }

    /// Drops the branches that forbid the name; whether any is left.
    fn admit(&mut self, found: Option<usize>) -> bool {
        let union = self.union;
        let field = found.map(|number| &union.fields.list[number]);
        for (i, branch) in union.branches.iter().enumerate() {
            let allowed = field.map_or(branch.open, |field| field.what[i].is_some());
            if !allowed {
                self.alive &= !(1 << i);
            }
        }
        if let Some(field) = field {
            // The last of two members of one name counts, but the first may have dropped a branch
            // that it should not have; the validator decides.
            if self.seen & field.bit != 0 && union.mode == Mode::ExactlyOne {
                return false;
            }
            self.seen |= field.bit;
        }
        self.alive != 0
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for UnionEntries<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let mut found = None;
        let read = self.inner.next_key_seed(KeySeed {
            fields: &self.union.fields,
            next: self.next,
            found: &mut found,
            undeclared: |_: &str| true,
            seed,
        })?;
        if read.is_some() {
            if !self.admit(found) {
                return Err(refused());
            }
            self.found = found;
            self.next = found.map_or(self.next, |number| number + 1);
        }
        Ok(read)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let Some(number) = self.found else {
            let at = self.plan.at(super::plan::ANYTHING);
            return self.inner.next_value_seed(Seed { at, seed });
        };
        let nodes = &self.union.fields.list[number].what;
        let split = Split {
            nodes,
            alive: Cell::new(self.alive),
        };
        let at = self.plan.split(&split);
        // Where all branches say the same there is nothing to split.
        let at = at.settled(|_| true).unwrap_or(at);
        let read = self.inner.next_value_seed(Seed { at, seed })?;
        self.alive = split.alive.get();
        Ok(read)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}
