//! Decodes what the validator has already accepted.
//!
//! A rule may reject too much in corner cases (an integer beyond 2^53 against a fractional bound, a
//! regular expression that gives up). The caller then calls the validator, and if that accepts,
//! decodes once more with the constraints trusted. Only rejections read the flag, so it costs
//! nothing when decoding succeeds.

use std::cell::{Cell, RefCell};
use std::fmt::Display;

use crate::path::pointer::push;

thread_local! {
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
    static REASON: RefCell<String> = const { RefCell::new(String::new()) };
    /// The path from the last rejection out to the root.
    static WAY: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, broken constraints are tolerated; `before` is restored when it is dropped.
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
    let before = TRUSTED.replace(true);
    Trust { before }
}

/// Enforces constraints even in trusted mode.
pub(super) fn distrust() -> Trust {
    let before = TRUSTED.replace(false);
    Trust { before }
}

/// Runs `decode` with constraints enforced even in trusted mode: for choosing among branches.
pub fn without_trust<T>(decode: impl FnOnce() -> T) -> T {
    let _trust = distrust();
    decode()
}

/// As [`tolerate`], for callers where both answers are common.
#[inline]
pub(super) fn is_trusting() -> bool {
    TRUSTED.get()
}

/// Whether a broken constraint is tolerated.
#[cold]
#[must_use]
pub fn tolerate() -> bool {
    TRUSTED.get()
}
