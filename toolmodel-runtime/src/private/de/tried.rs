//! Records what was tried on values that several branches may accept.
//!
//! A union inside a union is tried once for every way that leads to it, and the ways multiply level
//! by level. So a choice inside another counts its attempts: after a few of them everything is started
//! again, and from then on the reader remembers which branch accepts which value. The remaining work is
//! charged to a meter; a value that exceeds it is rejected, and the validator decides.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::budget::{affords, is_charged, spent};
use super::trusted::{Trust, Trusting, trusted, trusting};
use crate::meter::{Allowance, Exceeded, Meter};

/// A value by its address, the type that was tried on it, and what was trusted.
pub(super) type Key = (u64, TypeId, Trusting);

/// Which branches accept a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) by: TakenBy,
    /// Whether a branch rejects it that may not have to.
    pub(super) is_in_doubt: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakenBy {
    None,
    One(usize),
    /// By this one first, and by others.
    Several(usize),
}

/// What a choice inside another has to do.
pub(super) enum Advice {
    /// The answer is known already.
    Known(Taken),
    /// Reject: everything is started again, or given up.
    Refuse,
    /// Try the branches.
    Try,
    /// Report the size of the value, then try the branches.
    MeasureAndTry,
}

/// Branches tried inside others before remembering pays off.
const FEW: usize = 64;

/// Steps for each value and each eight bytes of text inside the outermost choice.
const MOST_STEPS_PER_SIZE: usize = 64;
const STEPS_AT_LEAST: usize = 100_000;
/// So many of them take about a step of the whole read.
const STEPS_AT_ONCE: usize = 4;

const NOTHING: Allowance = Allowance {
    work: 0,
    depth: 0,
    bytes: 0,
};

enum Phase {
    Trying,
    /// The few free attempts are used up: start again.
    Full,
    Remembering,
    GivenUp(Exceeded),
}

/// What happens inside one outermost choice.
struct Scope {
    /// The branches of the outermost choice.
    branches: usize,
    level: usize,
    tried: usize,
    phase: Phase,
    meter: Meter,
    known: HashMap<Key, Taken>,
}

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static SCOPE: RefCell<Option<Box<Scope>>> = const { RefCell::new(None) };
    /// The branches of the outermost choice.
    static OUTER_BRANCHES: Cell<usize> = const { Cell::new(0) };
    static SUSPENDED: RefCell<Vec<Suspended>> = const { RefCell::new(Vec::new()) };
    static EXCEEDED: Cell<Option<Exceeded>> = const { Cell::new(None) };
}

fn with<R>(look: impl FnOnce(&mut Scope) -> R) -> Option<R> {
    SCOPE.with_borrow_mut(|scope| scope.as_deref_mut().map(look))
}

/// The limit that a rejected value has exceeded, if any.
pub(crate) fn last_exceeded() -> Option<Exceeded> {
    EXCEEDED.take()
}

/// Records that a value is rejected because it exceeds a limit.
#[cold]
pub(super) fn note_exceeded(exceeded: Exceeded) {
    EXCEEDED.set(Some(exceeded));
}

/// Starts reading a value that is not part of the one being read, as a user's type may do in
/// between: nothing remembered applies to it, and nothing is trusted, until the returned guard is
/// dropped.
#[inline]
#[must_use]
pub(crate) fn apart() -> Apart {
    Apart {
        suspended: (INSIDE.get() || trusted() != Trusting::Nothing) && suspend(),
    }
}

/// Whether an outer read is suspended. Its state is kept elsewhere, so that readers, which are compiled for every
/// tool, need no code to drop it.
pub(crate) struct Apart {
    suspended: bool,
}

impl Drop for Apart {
    #[inline]
    fn drop(&mut self) {
        if self.suspended {
            resume();
        }
    }
}

/// The state suspended until another value is read.
struct Suspended {
    inside: bool,
    branches: usize,
    scope: Option<Box<Scope>>,
    _trust: Trust,
}

#[cold]
fn suspend() -> bool {
    let suspended = Suspended {
        inside: INSIDE.replace(false),
        branches: OUTER_BRANCHES.get(),
        scope: SCOPE.take(),
        _trust: trusting(Trusting::Nothing),
    };
    SUSPENDED.with_borrow_mut(|all| all.push(suspended));
    true
}

#[cold]
fn resume() {
    if let Some(suspended) = SUSPENDED.with_borrow_mut(Vec::pop) {
        INSIDE.set(suspended.inside);
        OUTER_BRANCHES.set(suspended.branches);
        SCOPE.set(suspended.scope);
    }
}

/// Whether a value is read that branches of a union have in common.
#[inline]
pub(super) fn is_inside() -> bool {
    INSIDE.get()
}

/// A choice that is not inside another, until it is dropped.
pub(super) struct Outermost(());

impl Outermost {
    pub(super) fn enter(branches: usize) -> Option<Self> {
        if INSIDE.replace(true) {
            return None;
        }
        // The scope is created when a choice is met inside.
        OUTER_BRANCHES.set(branches);
        Some(Self(()))
    }
}

impl Drop for Outermost {
    fn drop(&mut self) {
        INSIDE.set(false);
        if let Some(scope) = SCOPE.take()
            && let Phase::GivenUp(exceeded) = scope.phase
        {
            note_exceeded(exceeded);
        }
    }
}

/// Whether everything has to be started again, with remembering.
pub(super) fn is_full() -> bool {
    with(|scope| matches!(scope.phase, Phase::Full)).unwrap_or(false)
}

/// From now on, remember what is tried on a value of this size.
pub(super) fn remember(size: usize) {
    with(|scope| {
        scope.phase = Phase::Remembering;
        scope.meter = Meter::new(Allowance {
            work: size.saturating_mul(MOST_STEPS_PER_SIZE).max(STEPS_AT_LEAST),
            ..NOTHING
        });
    });
}

/// A choice inside another, until it is dropped.
pub(super) struct Inner(());

impl Inner {
    pub(super) fn enter() -> Self {
        SCOPE.with_borrow_mut(|scope| {
            let scope = scope.get_or_insert_with(|| {
                Box::new(Scope {
                    branches: OUTER_BRANCHES.get(),
                    level: 0,
                    tried: 0,
                    phase: Phase::Trying,
                    meter: Meter::new(NOTHING),
                    known: HashMap::new(),
                })
            });
            scope.level += 1;
        });
        Self(())
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        with(|scope| scope.level = scope.level.saturating_sub(1));
    }
}

/// What a choice inside another has to do about a value.
pub(super) fn advice(key: Key, branches: usize) -> Advice {
    let advice = with(|scope| match scope.phase {
        Phase::Full | Phase::GivenUp(_) => Advice::Refuse,
        Phase::Remembering => match scope.known.get(&key) {
            Some(taken) => Advice::Known(*taken),
            None => Advice::MeasureAndTry,
        },
        Phase::Trying => {
            // Choices with few branches inside a choice with few branches multiply to few attempts.
            if scope.level > 1 || scope.branches.saturating_mul(branches) > FEW {
                scope.tried = scope.tried.saturating_add(branches);
            }
            if scope.tried > FEW {
                scope.phase = Phase::Full;
                return Advice::Refuse;
            }
            Advice::Try
        }
    });
    advice.unwrap_or(Advice::Try)
}

/// Charges attempts on a value of this size; false when the budget is used up.
pub(super) fn charge(size: usize, branches: usize) -> bool {
    let steps = size.saturating_mul(branches.saturating_add(1));
    let is_affordable = !is_charged() || affords(steps / STEPS_AT_ONCE);
    let charged = with(|scope| match scope.meter.work(steps) {
        Ok(()) if is_affordable => true,
        Ok(()) => {
            scope.phase = Phase::GivenUp(spent());
            false
        }
        Err(exceeded) => {
            scope.phase = Phase::GivenUp(exceeded);
            false
        }
    });
    charged.unwrap_or(true)
}

/// Records the result, once results are being remembered.
pub(super) fn learn(key: Key, taken: Taken) {
    with(|scope| {
        if matches!(scope.phase, Phase::Remembering) {
            scope.known.insert(key, taken);
        }
    });
}

/// A value that was copied, until it is dropped: the addresses of its parts are reused
/// afterwards, so what was recorded about them is forgotten.
pub(super) struct Copied(Option<HashMap<Key, Taken>>);

impl Copied {
    pub(super) fn new() -> Self {
        Self(with(|scope| std::mem::take(&mut scope.known)))
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        let before = self.0.take().unwrap_or_default();
        with(|scope| scope.known = before);
    }
}

#[cfg(test)]
mod tests {
    use super::super::trusted::{tolerate, trust};
    use super::*;

    #[test]
    fn what_is_read_in_between_knows_nothing_and_leaves_everything_as_it_was() {
        let trusted = trust();
        let outermost = Outermost::enter(3);
        assert!(outermost.is_some());

        let between = apart();
        assert!(between.suspended);
        assert!(!tolerate());
        assert!(Outermost::enter(2).is_some());
        assert!(!apart().suspended);
        drop(between);

        assert!(tolerate());
        assert!(Outermost::enter(2).is_none());
        assert_eq!(OUTER_BRANCHES.get(), 3);

        drop(outermost);
        drop(trusted);
        assert!(!apart().suspended);
    }
}
