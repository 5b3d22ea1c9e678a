//! Decodes what the validator has already accepted.
//!
//! A rule may reject too much in corner cases (an integer beyond 2^53 against a fractional bound, a
//! regular expression that gives up). The caller then calls the validator, and if that accepts,
//! decodes once more with the constraints trusted. Only rejections read the flag, so it costs
//! nothing when decoding succeeds.
//!
//! A choice among branches needs to know more: a branch whose rejection is in doubt may be the one that accepts, or
//! a second one. Doubts are therefore counted, and between enforcing and tolerating everything there is a way to
//! read that takes for true just what is in doubt.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::path::pointer::push;

/// What is taken for true without being checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Trusting {
    /// Nothing: what only the validator can decide is rejected.
    #[default]
    Nothing,
    /// What only the validator can decide.
    Doubts,
    /// All constraints.
    Everything,
}

thread_local! {
    static TRUSTED: Cell<Trusting> = const { Cell::new(Trusting::Nothing) };
    static DOUBTS: Cell<usize> = const { Cell::new(0) };
    static REASON: RefCell<String> = const { RefCell::new(String::new()) };
    /// The path from the last rejection out to the root.
    static WAY: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What is trusted while it lives; `before` is restored when it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Trust {
    before: Trusting,
}

impl Drop for Trust {
    fn drop(&mut self) {
        TRUSTED.set(self.before);
    }
}

/// Why a trusted value was rejected last.
pub(crate) fn last_reason() -> String {
    REASON.take()
}

/// Records the reason of a rejection, where none is expected.
pub(super) fn refused(reason: &dyn Display) {
    if tolerate() {
        REASON.replace(reason.to_string());
        WAY.with_borrow_mut(Vec::clear);
    }
}

/// Records a step on the way out of a rejection, where none is expected.
#[cold]
pub(super) fn refused_below(step: &dyn Display) {
    if tolerate() {
        WAY.with_borrow_mut(|way| way.push(step.to_string()));
    }
}

/// Why a trusted value was rejected last, and the JSON pointer of the place.
pub(crate) fn last_refusal() -> (String, String) {
    let mut pointer = String::new();
    for step in WAY.take().iter().rev() {
        push(&mut pointer, step);
    }
    (last_reason(), pointer)
}

/// Tolerates broken constraints.
pub fn trust() -> Trust {
    trusting(Trusting::Everything)
}

/// Trusts just this until the guard is dropped.
pub(super) fn trusting(what: Trusting) -> Trust {
    let before = TRUSTED.replace(what);
    Trust { before }
}

/// What is trusted now.
#[inline]
pub(super) fn trusted() -> Trusting {
    TRUSTED.get()
}

/// Whether a broken constraint is tolerated.
#[cold]
#[must_use]
pub fn tolerate() -> bool {
    trusted() == Trusting::Everything
}

/// Whether a constraint that cannot be decided is taken to hold. If not, the rejection is in doubt.
#[cold]
#[must_use]
pub(super) fn in_doubt() -> bool {
    DOUBTS.set(DOUBTS.get().wrapping_add(1));
    trusted() != Trusting::Nothing
}

/// How often there was a doubt.
pub(crate) fn doubts() -> usize {
    DOUBTS.get()
}
