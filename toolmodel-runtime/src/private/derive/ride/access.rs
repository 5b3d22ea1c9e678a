//! Checks the items of a list and the members of an object as they are read.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fields::Expected;
use super::plan::{ANYTHING, At, ListRule, Node, ObjectRule, Place, Plan, Split, Union, Views};
use super::reader::Ride;
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
    /// Whether all items were read, and there are enough.
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
            Err(error) => Err(error),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// What is known of an object while its members are read.
pub(super) trait Members<'p> {
    /// Registers a name; returns whether it is allowed here.
    fn admit(&mut self, name: &str) -> bool;

    /// Reads the value of the name that was admitted last.
    fn value<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
        &mut self,
        inner: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error>;

    /// Whether all required members are present.
    fn are_complete(&self) -> bool;
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

    /// Whether all members were read, and the required ones are present.
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
            read => read,
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.members.value(&mut self.inner, seed)
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
    next: Expected<'p, Place>,
    count: usize,
}

impl<'p> Single<'p> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, rule: &'p ObjectRule) -> Self {
        Self {
            plan,
            rule,
            node: plan.node(ANYTHING),
            seen: 0,
            next: rule.fields.expected(),
            count: 0,
        }
    }

    /// A name that is not declared.
    fn admit_other(&mut self, name: &str) -> bool {
        match self.rule.other(self.plan, name) {
            Some(node) => {
                self.node = self.plan.node(node);
                true
            }
            None => false,
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
        let Some(field) = self.rule.fields.find(&mut self.next, name) else {
            return self.admit_other(name);
        };
        self.node = self.plan.node(field.what.node);
        // What serde buffers may be read differently when a member comes twice.
        let is_new = self.seen & field.bit == 0;
        self.seen |= field.bit;
        is_new
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
}

/// An object that one of several rules describes. All rules that may still hold are followed at
/// once, so it does not matter where the distinguishing member is.
pub(super) struct Several<'p> {
    plan: &'p Plan,
    union: &'p Union,
    /// The rules that may still hold.
    alive: u64,
    seen: u64,
    found: Option<&'p Views>,
    next: Expected<'p, Views>,
}

impl<'p> Several<'p> {
    #[inline]
    pub(super) fn new(plan: &'p Plan, union: &'p Union) -> Self {
        Self {
            plan,
            union,
            alive: union.all(),
            seen: 0,
            found: None,
            next: union.fields.expected(),
        }
    }
}

impl<'p> Members<'p> for Several<'p> {
    #[inline]
    fn admit(&mut self, name: &str) -> bool {
        let Some(field) = self.union.fields.find(&mut self.next, name) else {
            self.found = None;
            self.alive &= self.union.open;
            return self.alive != 0;
        };
        self.found = Some(&field.what);
        self.alive &= field.what.allowed;
        // The last of two members with one name counts, but the first may have dropped a rule that
        // it should not have, or made a type try another variant; the validator decides.
        let is_new = self.seen & field.bit == 0;
        self.seen |= field.bit;
        is_new && self.alive != 0
    }

    #[inline]
    fn value<'de, S: DeserializeSeed<'de>, A: MapAccess<'de>>(
        &mut self,
        inner: &mut A,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let Some(views) = self.found else {
            let at = self.plan.at(ANYTHING);
            return inner.next_value_seed(Seed { at, seed });
        };
        if let Some(node) = views.settled(self.alive) {
            let at = self.plan.at(node);
            return inner.next_value_seed(Seed { at, seed });
        }
        let split = Split {
            nodes: &views.nodes,
            alive: Cell::new(self.alive),
        };
        let at = self.plan.split(&split);
        let read = inner.next_value_seed(Seed { at, seed })?;
        self.alive = split.alive.get();
        Ok(read)
    }

    fn are_complete(&self) -> bool {
        self.union.holds(self.alive, self.seen)
    }
}
