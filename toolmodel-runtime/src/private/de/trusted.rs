//! Decoding what the validator has already accepted.
//!
//! A rule may refuse too much in corners (an integer beyond 2^53 against a fractional bound, a
//! regular expression that gives up). The caller then asks the validator, and if that accepts,
//! decodes once more with the constraints trusted. Only refusals look at the flag, so it costs
//! nothing on the way that succeeds.

use std::cell::Cell;

thread_local! {
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
}

struct Restore(bool);

impl Drop for Restore {
    fn drop(&mut self) {
        TRUSTED.set(self.0);
    }
}

/// Runs `decode` with broken constraints tolerated.
pub fn trusting<T>(decode: impl FnOnce() -> T) -> T {
    let _restore = Restore(TRUSTED.replace(true));
    decode()
}

/// Runs `decode` with constraints held, also inside [`trusting`]: for choosing among branches.
pub fn without_trust<T>(decode: impl FnOnce() -> T) -> T {
    let _restore = Restore(TRUSTED.replace(false));
    decode()
}

/// Whether a broken constraint is to be tolerated.
#[cold]
#[must_use]
pub fn tolerate() -> bool {
    TRUSTED.get()
}
