//! Arrays in which each item has its own rule.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};

/// What a generated tuple struct provides to the reader of arrays.
pub trait Tuple: Sized {
    /// How many items there are.
    const LEN: usize;

    /// Reads the items of an array.
    ///
    /// # Errors
    /// When an item breaks its rule, or there are too few or too many.
    fn read<'de, A: SeqAccess<'de>>(seq: A) -> Result<Self, A::Error>;
}

/// Reads an array in which each item has its own rule.
///
/// # Errors
/// When the value is not an array, or as [`Tuple::read`].
pub fn tuple<'de, T: Tuple, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_seq(Whole(PhantomData))
}

struct Whole<T>(PhantomData<T>);

impl<'de, T: Tuple> Visitor<'de> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of {} items", T::LEN)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::read(seq)
    }
}

/// The next item of a tuple.
///
/// # Errors
/// When there is none, or it breaks its rule.
pub fn element<'de, T: Tuple, A: SeqAccess<'de>, R: DeserializeSeed<'de>>(
    seq: &mut A,
    rule: R,
) -> Result<R::Value, A::Error> {
    match seq.next_element_seed(rule)? {
        Some(item) => Ok(item),
        None => Err(wrong_length::<T, _>()),
    }
}

/// Checks that a tuple ends here.
///
/// # Errors
/// When there is another item.
pub fn finish<'de, T: Tuple, A: SeqAccess<'de>>(mut seq: A) -> Result<(), A::Error> {
    match seq.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(wrong_length::<T, _>()),
    }
}

#[cold]
fn wrong_length<T: Tuple, E: Error>() -> E {
    E::custom(format_args!("expected an array of {} items", T::LEN))
}
