//! Decoding what the validator has already accepted.
//!
//! A rule may refuse too much in corners (an integer beyond 2^53 against a fractional bound, a
//! regular expression that gives up). The caller then asks the validator, and if that accepts,
//! decodes once more with the constraints trusted. Only refusals look at the flag, so it costs
//! nothing on the way that succeeds.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::path::pointer::push;

thread_local! {
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
    static REASON: RefCell<String> = const { RefCell::new(String::new()) };
    /// The way from the last refusal out to the root.
    static WAY: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, broken constraints are tolerated; `before` is what holds once it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Trust {
    before: bool,
}

impl Drop for Trust {
    fn drop(&mut self) {
        TRUSTED.set(self.before);
    }
}

/// Why a trusted value was refused last.
pub(crate) fn last_reason() -> String {
    REASON.take()
}

/// Keeps the reason of a refusal, where one is not expected.
pub(super) fn refused(reason: &dyn Display) {
    if tolerate() {
        REASON.replace(reason.to_string());
        WAY.with_borrow_mut(Vec::clear);
    }
}

/// Keeps a step on the way out of a refusal, where one is not expected.
#[cold]
pub(super) fn refused_below(step: &dyn Display) {
    if tolerate() {
        WAY.with_borrow_mut(|way| way.push(step.to_string()));
    }
}

/// Why a trusted value was refused last, and the JSON pointer of the place.
pub(crate) fn last_refusal() -> (String, String) {
    let mut pointer = String::new();
    for step in WAY.take().iter().rev() {
        push(&mut pointer, step);
    }
    (last_reason(), pointer)
}

/// Tolerates broken constraints.
pub fn trust() -> Trust {
    let before = TRUSTED.replace(true);
    Trust { before }
}

/// Tolerates nothing, also where constraints are trusted.
pub(super) fn distrust() -> Trust {
    let before = TRUSTED.replace(false);
    Trust { before }
}

/// Runs `decode` with constraints held, also where they are trusted: for choosing among branches.
pub fn without_trust<T>(decode: impl FnOnce() -> T) -> T {
    let _trust = distrust();
    decode()
}

/// As [`tolerate`], where both answers are on the way that succeeds.
#[inline]
pub(super) fn is_trusting() -> bool {
    TRUSTED.get()
}

/// Whether a broken constraint is to be tolerated.
#[cold]
#[must_use]
pub fn tolerate() -> bool {
    TRUSTED.get()
}
