//! Values that several branches of one JSON type may accept: the branches are tried in order, as often as necessary.

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::given::{AGAIN, Again};
use super::pattern::times_given_up;
use super::size::Size;
use super::tried::{
    Advice, Copied, Inner, Key, Outermost, Taken, advice, charge, is_full, learn, remember,
};
use super::trusted::{tolerate, without_trust};

/// A union whose branches are tried in order.
pub trait Choice: Sized + 'static {
    /// How many there are.
    const BRANCHES: usize;
    /// Whether a value must be accepted by exactly one branch.
    const EXACTLY_ONE: bool;

    /// Reads a value with one branch.
    ///
    /// # Errors
    /// When the branch rejects it.
    fn branch<'de, D: Deserializer<'de>>(at: usize, deserializer: D) -> Result<Self, D::Error>;
}

/// Reads with the first branch that accepts, or the only one.
///
/// # Errors
/// When none does, or more than one where only one may.
pub fn choice<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(AGAIN, Choose(PhantomData))
}

struct Choose<T>(PhantomData<T>);

impl<'de, T: Choice> Visitor<'de> for Choose<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that a branch accepts")
    }

    /// Reads a value in memory, which can be read again.
    fn visit_map<M: MapAccess<'de>>(self, mut again: M) -> Result<T, M::Error> {
        let node = again.next_key::<u64>()?.unwrap_or_default();
        let mut tries = Tries::<T, M>(&mut again, node, PhantomData);
        let chosen = match Outermost::enter(T::BRANCHES) {
            None => {
                let _inner = Inner::enter();
                tries.choose(true)
            }
            Some(_outermost) => {
                let mut chosen = tries.choose(false);
                if is_full() {
                    remember(tries.size());
                    chosen = tries.choose(false);
                }
                chosen
            }
        };
        chosen.map_err(M::Error::custom)
    }

    /// Reads a value that can be read only once.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let _copied = Copied::new();
        self.visit_map(Again::<false>::new(&value))
            .map_err(D::Error::custom)
    }
}

/// Reads a value with the branches of a type.
struct Tries<'a, T, M>(&'a mut M, u64, PhantomData<T>);

/// The result of a pass over the branches.
enum Found<T> {
    Nothing,
    One(T),
    Several(T),
}

impl<'de, T: Choice, M: MapAccess<'de>> Tries<'_, T, M> {
    fn choose(&mut self, inner: bool) -> Result<T, &'static str> {
        match without_trust(|| self.pass(inner)) {
            Found::One(value) => return Ok(value),
            Found::Several(value) if tolerate() => return Ok(value),
            Found::Several(_) => return Err("more than one branch accepts the value"),
            Found::Nothing => {}
        }
        if tolerate()
            && let Found::One(value) | Found::Several(value) = self.pass(inner)
        {
            return Ok(value);
        }
        Err("no branch accepts the value")
    }

    fn pass(&mut self, inner: bool) -> Found<T> {
        if !inner {
            return self.search().0;
        }
        let key: Key = (self.1, TypeId::of::<T>(), tolerate());
        match advice(key, T::BRANCHES) {
            Advice::Refuse | Advice::Known(Taken::Never) => return Found::Nothing,
            Advice::Known(Taken::Once(at)) => {
                return self.attempt(at).map_or(Found::Nothing, Found::One);
            }
            Advice::Known(Taken::Often(at)) => {
                return self.attempt(at).map_or(Found::Nothing, Found::Several);
            }
            Advice::MeasureAndTry => {
                let size = self.size();
                if !charge(size, T::BRANCHES) {
                    return Found::Nothing;
                }
            }
            Advice::Try => {}
        }
        let (found, taken) = self.search();
        learn(key, taken);
        found
    }

    /// Tries the branches in order, until it is clear which ones accept.
    fn search(&mut self) -> (Found<T>, Taken) {
        let before = times_given_up();
        let mut first = None;
        for at in 0..T::BRANCHES {
            match (self.attempt(at), first.take()) {
                (Some(value), None) if T::EXACTLY_ONE && !tolerate() => first = Some((at, value)),
                (Some(value), None) => return (Found::One(value), Taken::Once(at)),
                (Some(_), Some((at, value))) => {
                    return (Found::Several(value), Taken::Often(at));
                }
                (None, before) => first = before,
            }
        }
        // A pattern that gave up may have matched: in that case another branch accepts too.
        match first {
            Some((at, value)) if times_given_up() == before => (Found::One(value), Taken::Once(at)),
            Some((at, value)) => (Found::Several(value), Taken::Often(at)),
            None => (Found::Nothing, Taken::Never),
        }
    }

    fn attempt(&mut self, at: usize) -> Option<T> {
        self.0.next_value_seed(Branch(at, PhantomData)).ok()
    }

    /// The size of the value; one nested too deeply to be counted is rejected by every branch.
    fn size(&mut self) -> usize {
        self.0.next_value_seed(Size).unwrap_or(1)
    }
}

struct Branch<T>(usize, PhantomData<T>);

impl<'de, T: Choice> DeserializeSeed<'de> for Branch<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::branch(self.0, deserializer)
    }
}
