//! Values that several branches of one JSON type may accept: the branches are tried in order, as often as necessary.

use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::budget::is_spent;
use super::given::{AGAIN, Again};
use super::size::Size;
use super::tried::{
    Advice, Copied, Inner, Key, Outermost, Taken, TakenBy, advice, charge, is_full, learn, remember,
};
use super::trusted::{Trusting, doubts, in_doubt, trusted, trusting};

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
    /// One, while the rejection of another is in doubt.
    Doubtful(T),
    Several(T),
}

impl<T> Found<T> {
    /// The result of a search, whose doubts are those of the choice.
    fn of((taken, value): (Taken, Option<T>)) -> Self {
        if taken.is_in_doubt {
            let _ = in_doubt();
        }
        match (taken.by, value) {
            (TakenBy::None, _) | (_, None) => Self::Nothing,
            (TakenBy::One(_), Some(value)) if taken.is_in_doubt => Self::Doubtful(value),
            (TakenBy::One(_), Some(value)) => Self::One(value),
            (TakenBy::Several(_), Some(value)) => Self::Several(value),
        }
    }
}

const UNDECIDED: &str = "which branch accepts the value is left to the validator";

impl<'de, T: Choice, M: MapAccess<'de>> Tries<'_, T, M> {
    fn choose(&mut self, inner: bool) -> Result<T, &'static str> {
        let trusted = trusted();
        let certain = match self.pass(inner, Trusting::Nothing) {
            Found::One(value) => return Ok(value),
            Found::Doubtful(_) if trusted == Trusting::Nothing => return Err(UNDECIDED),
            // What accepts the value for certain is the only one that does.
            Found::Doubtful(value) if T::EXACTLY_ONE => return Ok(value),
            Found::Doubtful(value) => Some(value),
            Found::Several(value) if trusted == Trusting::Everything => return Ok(value),
            Found::Several(_) => return Err("more than one branch accepts the value"),
            Found::Nothing => None,
        };
        for trusting in [Trusting::Doubts, Trusting::Everything] {
            if trusting > trusted || certain.is_some() && trusting == Trusting::Everything {
                break;
            }
            match self.pass(inner, trusting) {
                Found::Nothing => {}
                Found::One(value) | Found::Doubtful(value) | Found::Several(value) => {
                    return Ok(value);
                }
            }
        }
        certain.ok_or("no branch accepts the value")
    }

    fn pass(&mut self, inner: bool, trust: Trusting) -> Found<T> {
        let _trust = trusting(trust);
        if is_spent() {
            let _ = in_doubt();
            return Found::Nothing;
        }
        if !inner {
            let taken = self.search();
            return Found::of(taken);
        }
        let key: Key = (self.1, TypeId::of::<T>(), trust);
        match advice(key, T::BRANCHES) {
            Advice::Refuse => {
                let _ = in_doubt();
                return Found::Nothing;
            }
            Advice::Known(taken) => {
                let taken = match taken.by {
                    TakenBy::None => (taken, None),
                    TakenBy::One(at) | TakenBy::Several(at) => (taken, self.attempt(at)),
                };
                return Found::of(taken);
            }
            Advice::MeasureAndTry => {
                let size = self.size();
                if !charge(size, T::BRANCHES) {
                    let _ = in_doubt();
                    return Found::Nothing;
                }
            }
            Advice::Try => {}
        }
        let found = self.search();
        learn(key, found.0);
        Found::of(found)
    }

    /// Tries the branches in order, until it is clear which ones accept.
    fn search(&mut self) -> (Taken, Option<T>) {
        let before = doubts();
        let taken = |by| Taken {
            by,
            is_in_doubt: doubts() != before,
        };
        let goes_on = T::EXACTLY_ONE && trusted() == Trusting::Nothing;
        let mut first = None;
        for at in 0..T::BRANCHES {
            match (self.attempt(at), first.take()) {
                (Some(value), None) if goes_on => first = Some((at, value)),
                (Some(value), None) => return (taken(TakenBy::One(at)), Some(value)),
                (Some(_), Some((at, value))) => {
                    return (taken(TakenBy::Several(at)), Some(value));
                }
                (None, before) => first = before,
            }
        }
        match first {
            Some((at, value)) => (taken(TakenBy::One(at)), Some(value)),
            None => (taken(TakenBy::None), None),
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
