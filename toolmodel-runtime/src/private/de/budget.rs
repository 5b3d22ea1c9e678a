//! What a read may spend inside unions, where each branch that reads a value checks it again.
//!
//! Elsewhere a value is checked once, against the few rules of its place. Inside a union, patterns and divisions add
//! up over the branches, and what is remembered over the values. When that is spent, no branch is chosen any more:
//! the value is rejected, and if the validator accepts it, the error is that of the limit.

use std::cell::Cell;

use super::tried::{is_inside, note_exceeded};
use crate::meter::{Exceeded, Resource};

/// Steps of a tenth of a microsecond.
const MOST_STEPS: usize = 4_000_000;
/// Steps for each byte of text, where that is known.
const MOST_STEPS_PER_BYTE: usize = 4;

thread_local! {
    /// What is left. Without an entry point, as with the functions of serde, there is no limit.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// A read that has a budget of its own, until it is dropped.
#[must_use]
pub(crate) struct Budget {
    /// What the read around it has left.
    before: usize,
}

impl Budget {
    /// The budget of a text of this length, or of a value.
    #[inline]
    pub(crate) fn begin(bytes: usize) -> Self {
        let steps = bytes
            .saturating_mul(MOST_STEPS_PER_BYTE)
            .saturating_add(MOST_STEPS);
        Self {
            before: LEFT.replace(steps),
        }
    }
}

impl Drop for Budget {
    #[inline]
    fn drop(&mut self) {
        LEFT.set(self.before);
    }
}

/// Whether what is done now is charged.
#[inline]
pub(super) fn is_charged() -> bool {
    is_inside() && LEFT.get() != usize::MAX
}

/// Spends steps; false when there are not as many left, or were not before.
#[inline(never)]
pub(super) fn affords(steps: usize) -> bool {
    let left = LEFT.get().saturating_sub(steps);
    LEFT.set(left);
    left > 0
}

/// Whether everything is spent, so that what branches reject says nothing.
pub(super) fn is_spent() -> bool {
    let is_spent = LEFT.get() == 0;
    if is_spent {
        note_exceeded(spent());
    }
    is_spent
}

/// The limit.
pub(super) fn spent() -> Exceeded {
    Exceeded {
        resource: Resource::Work,
        limit: MOST_STEPS,
    }
}
