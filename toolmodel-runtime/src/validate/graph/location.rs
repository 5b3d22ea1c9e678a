//! Where the engine says that a subschema stands, as a number and a length.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::expand::Pending;
use crate::path::Step;
use crate::path::pointer::{fragment, join};

/// What locations are told apart with; nobody can choose texts that it takes for the same.
pub(super) type Prints = RandomState;

/// A pointer, of which nothing is kept but what it takes to tell it from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) print: u64,
    pub(super) bytes: usize,
}

impl Location {
    /// The pointer in a reference, as it is spelled: `/a/00` is not `/a/0`.
    pub(super) fn of_fragment(text: &str, prints: &Prints) -> Self {
        let decoded = fragment(text).unwrap_or(text.into());
        let tokens = decoded.split('/').skip(1);
        tokens.fold(Self::default(), |at, token| at.token(token, prints))
    }

    /// The location of a subschema below this one.
    pub(super) fn below(self, pending: &Pending<'_>, prints: &Prints) -> Self {
        let at = self.step(Step::Key(pending.keyword), prints);
        let step = pending.token.step();
        step.map_or(at, |step| at.step(step, prints))
    }

    pub(super) fn step(self, step: Step<'_>, prints: &Prints) -> Self {
        match step {
            Step::Index(index) => self.token(&index.to_string(), prints),
            Step::Key(key) if key.contains(['~', '/']) => {
                let escaped = join("", key);
                self.token(escaped.get(1..).unwrap_or_default(), prints)
            }
            Step::Key(key) => self.token(key, prints),
        }
    }

    fn token(self, token: &str, prints: &Prints) -> Self {
        Self {
            print: prints.hash_one((self.print, token)),
            bytes: self.bytes.saturating_add(token.len() + 1),
        }
    }
}
