//! The items of a list and the members of an object, checked as they go by.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::plan::{ANYTHING, At, ListRule, Mode, Node, ObjectRule, Others, Plan, Split, Union};
use super::reader::Ride;
use super::trusted::refused_below;
use super::watch::refused;
use crate::private::key::KeyReader;

/// A value that is read at a place.
struct Seed<'p, S> {
    at: At<'p>,
    seed: S,
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
    rest: &'p Node,
    inner: A,
    count: usize,
    done: bool,
}

impl<'p, A> Items<'p, A> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, rule: &'p ListRule, inner: A) -> Self {
        Self {
            plan,
            rule,
            rest: plan.node(rule.rest),
            inner,
            count: 0,
            done: false,
        }
    }
}

impl<'de, A: SeqAccess<'de>> Items<'_, A> {
    /// Whether all items were read, and are enough.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<bool, A::Error> {
        // A type that stops before the end has not seen everything.
        let done = self.done || self.inner.next_element::<IgnoredAny>()?.is_none();
        Ok(done && self.count >= self.rule.min)
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
            Some(node) => self.plan.node(*node),
            None => self.rest,
        };
        let at = self.plan.with(node);
        match self.inner.next_element_seed(Seed { at, seed }) {
            Ok(None) => {
                self.done = true;
                Ok(None)
            }
            Ok(read) => {
                self.count += 1;
                if self.count > self.rule.max {
                    return Err(refused());
                }
                Ok(read)
            }
            Err(error) => {
                if self.plan.traces {
                    refused_below(self.count.to_string());
                }
                Err(error)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// What is known of an object while its members go by.
pub(super) trait Members<'p> {
    /// Takes note of a name; whether it may stand here.
    fn admit(&mut self, name: &str) -> bool;

    /// Reads the value of the name that was admitted last.
    fn value<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
        &mut self,
        inner: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error>;

    /// Whether those are there that must be.
    fn are_complete(&self) -> bool;

    /// Notes the name on the way out of a refusal.
    fn trace(&mut self) {}
}

/// The key of a member: looked up, then given to the type.
struct KeySeed<'k, M, S> {
    members: &'k mut M,
    seed: S,
}

impl<'de, 'p, M: Members<'p>, S: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<'_, M, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        inner.deserialize_str(self)
    }
}

impl<'de, 'p, M: Members<'p>, S: DeserializeSeed<'de>> Visitor<'de> for KeySeed<'_, M, S> {
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    #[cold]
    fn visit_str<E: Error>(self, name: &str) -> Result<S::Value, E> {
        if self.members.admit(name) {
            self.seed
                .deserialize(KeyReader::new(Cow::Owned(name.to_owned())))
        } else {
            Err(refused())
        }
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<S::Value, E> {
        if self.members.admit(name) {
            self.seed.deserialize(KeyReader::new(Cow::Borrowed(name)))
        } else {
            Err(refused())
        }
    }
}

/// The members of an object.
pub(super) struct Entries<M, A> {
    members: M,
    inner: A,
    done: bool,
}

impl<'de, 'p, M: Members<'p>, A: MapAccess<'de>> Entries<M, A> {
    #[inline]
    pub(super) fn new(members: M, inner: A) -> Self {
        Self {
            members,
            inner,
            done: false,
        }
    }

    /// Whether all members were read, and those are there that must be.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<bool, A::Error> {
        let done = self.done || self.inner.next_key::<IgnoredAny>()?.is_none();
        Ok(done && self.members.are_complete())
    }
}

impl<'de, 'p, M: Members<'p>, A: MapAccess<'de>> MapAccess<'de> for Entries<M, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let members = &mut self.members;
        match self.inner.next_key_seed(KeySeed { members, seed }) {
            Ok(None) => {
                self.done = true;
                Ok(None)
            }
            Ok(read) => Ok(read),
            Err(error) => {
                self.members.trace();
                Err(error)
            }
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.members.value(&mut self.inner, seed) {
            Ok(read) => Ok(read),
            Err(error) => {
                self.members.trace();
                Err(error)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// An object that one rule describes.
pub(super) struct Single<'p> {
    plan: &'p Plan,
    rule: &'p ObjectRule,
    node: &'p Node,
    seen: u64,
    next: usize,
    count: usize,
    /// The last name, where the way to a refusal is noted.
    name: Option<Box<str>>,
}

impl<'p> Single<'p> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, rule: &'p ObjectRule) -> Self {
        Self {
            plan,
            rule,
            node: plan.node(ANYTHING),
            seen: 0,
            next: 0,
            count: 0,
            name: None,
        }
    }

    /// A name that is not declared.
    fn admit_other(&mut self, name: &str) -> bool {
        if self.plan.traces {
            self.name = Some(name.into());
        }
        let node = match &self.rule.others {
            Others::Forbidden => None,
            Others::Node(node) => Some(*node),
            Others::Matching(pattern, matching, _) if pattern.is_match(name) => Some(*matching),
            Others::Matching(_, _, other) => *other,
        };
        match node {
            Some(node) if self.plan.at(self.rule.names).accepts_text(name) => {
                self.node = self.plan.node(node);
                true
            }
            _ => false,
        }
    }
}

impl<'p> Members<'p> for Single<'p> {
    #[inline]
    fn admit(&mut self, name: &str) -> bool {
        self.count += 1;
        if self.count > self.rule.max {
            return false;
        }
        let Some(number) = self.rule.fields.find(self.next, name) else {
            return self.admit_other(name);
        };
        let field = &self.rule.fields.list[number];
        self.node = self.plan.node(field.what);
        self.seen |= field.bit;
        self.next = number + 1;
        true
    }

    #[inline]
    fn value<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
        &mut self,
        inner: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let at = self.plan.with(self.node);
        inner.next_value_seed(Seed { at, seed })
    }

    #[inline]
    fn are_complete(&self) -> bool {
        self.seen & self.rule.required == self.rule.required && self.count >= self.rule.min
    }

    #[cold]
    fn trace(&mut self) {
        if let Some(name) = self.name.take() {
            refused_below(name.into());
        }
    }
}

/// An object that one of several rules describes. All rules that still may hold are followed at
/// once, so it does not matter where the member stands that tells them apart.
pub(super) struct Several<'p> {
    plan: &'p Plan,
    union: &'p Union,
    /// The rules that still may hold.
    alive: u64,
    seen: u64,
    found: Option<usize>,
    next: usize,
}

impl<'p> Several<'p> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, union: &'p Union) -> Self {
        Self {
            plan,
            union,
            alive: u64::MAX >> (64 - union.required.len()),
            seen: 0,
            found: None,
            next: 0,
        }
    }
}

impl<'p> Members<'p> for Several<'p> {
    #[inline]
    fn admit(&mut self, name: &str) -> bool {
        self.found = self.union.fields.find(self.next, name);
        let Some(number) = self.found else {
            self.alive &= self.union.open;
            return self.alive != 0;
        };
        let field = &self.union.fields.list[number];
        self.alive &= field.what.allowed;
        // The last of two members of one name counts, but the first may have dropped a rule that
        // it should not have; the validator decides.
        let is_new = self.seen & field.bit == 0 || self.union.mode == Mode::AtLeastOne;
        self.seen |= field.bit;
        self.next = number + 1;
        is_new && self.alive != 0
    }

    #[inline]
    fn value<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
        &mut self,
        inner: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let split;
        let at = match self
            .found
            .map(|number| &self.union.fields.list[number].what)
        {
            None => self.plan.at(ANYTHING),
            Some(views) => {
                let settled = if self.alive.is_power_of_two() {
                    views.nodes[self.alive.trailing_zeros() as usize]
                } else {
                    views.common
                };
                if let Some(node) = settled {
                    self.plan.at(node)
                } else {
                    split = Split {
                        nodes: &views.nodes,
                        alive: Cell::new(self.alive),
                    };
                    let at = self.plan.split(&split);
                    let read = inner.next_value_seed(Seed { at, seed })?;
                    self.alive = split.alive.get();
                    return Ok(read);
                }
            }
        };
        inner.next_value_seed(Seed { at, seed })
    }

    fn are_complete(&self) -> bool {
        let rules = self.union.required.iter().enumerate();
        let met = rules.filter(|(i, required)| {
            self.alive & (1 << i) != 0 && self.seen & **required == **required
        });
        self.union.mode.holds(met.count())
    }
}
