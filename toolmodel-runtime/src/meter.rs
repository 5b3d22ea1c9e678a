//! What a walk over foreign data may cost, and the error of a walk that costs more.
//!
//! Every entry point that does more with data from outside than to read it once makes one [`Meter`] and
//! charges what it visits: characters, items, names, nodes, bytes written. Recursion enters and leaves levels.

use std::cell::Cell;
use std::fmt;

use crate::error::{Error, ErrorKind, Problem};

/// How much one entry point may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "hidden from users")]
pub struct Allowance {
    /// Steps: one for each node, item, name and character that is visited.
    pub work: usize,
    /// Levels of recursion.
    pub depth: usize,
    /// Bytes written.
    pub bytes: usize,
}

/// What was spent of an [`Allowance`].
#[derive(Debug)]
pub struct Meter {
    allowance: Allowance,
    work: Cell<usize>,
    depth: Cell<usize>,
    bytes: Cell<usize>,
}

/// What an [`Allowance`] limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Resource {
    /// Steps of work.
    Work,
    /// Levels of recursion.
    Depth,
    /// Bytes written.
    Bytes,
}

/// A walk cost more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "hidden from users")]
pub struct Exceeded {
    /// What ran out.
    pub resource: Resource,
    /// How much of it there was.
    pub limit: usize,
}

impl Exceeded {
    /// The error, at the current place of the walk.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Error {
        Error::from_problems(ErrorKind::LimitExceeded, [self.problem(place)])
    }

    pub(crate) fn problem(self, place: impl Into<String>) -> Problem {
        Problem::beyond_a_limit(place, self)
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit;
        match self.resource {
            Resource::Work => write!(f, "this takes more than {limit} steps of work"),
            Resource::Depth => write!(f, "this is nested deeper than {limit} levels"),
            Resource::Bytes => write!(f, "this would write more than {limit} bytes"),
        }
    }
}

impl From<Exceeded> for Error {
    fn from(exceeded: Exceeded) -> Self {
        exceeded.at("")
    }
}

impl Meter {
    /// A meter of which nothing has been spent.
    #[must_use]
    pub fn new(allowance: Allowance) -> Self {
        Self {
            allowance,
            work: Cell::new(0),
            depth: Cell::new(0),
            bytes: Cell::new(0),
        }
    }

    /// Charges steps of work.
    ///
    /// # Errors
    /// When more was charged than allowed; every later charge then fails too.
    #[inline]
    pub fn work(&self, steps: usize) -> Result<(), Exceeded> {
        charge(&self.work, steps, Resource::Work, self.allowance.work)
    }

    /// Charges bytes that are written.
    ///
    /// # Errors
    /// As [`Meter::work`].
    #[inline]
    pub fn write(&self, bytes: usize) -> Result<(), Exceeded> {
        charge(&self.bytes, bytes, Resource::Bytes, self.allowance.bytes)
    }

    /// Enters one level of recursion, which is left when the guard is dropped.
    ///
    /// # Errors
    /// When the levels are used up.
    #[inline]
    pub fn enter(&self) -> Result<Level<'_>, Exceeded> {
        let depth = self.depth.get() + 1;
        if depth > self.allowance.depth {
            return Err(Exceeded {
                resource: Resource::Depth,
                limit: self.allowance.depth,
            });
        }
        self.depth.set(depth);
        Ok(Level(&self.depth))
    }

    /// How many levels have been entered and not left.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth.get()
    }

    /// Bytes charged so far.
    #[must_use]
    pub fn written(&self) -> usize {
        self.bytes.get()
    }

    /// Steps of work charged so far.
    #[must_use]
    pub fn spent(&self) -> usize {
        self.work.get()
    }
}

#[inline]
fn charge(
    spent: &Cell<usize>,
    amount: usize,
    resource: Resource,
    limit: usize,
) -> Result<(), Exceeded> {
    let total = spent.get().saturating_add(amount);
    spent.set(total);
    if total > limit {
        Err(Exceeded { resource, limit })
    } else {
        Ok(())
    }
}

/// A level of recursion; dropping it leaves the level.
#[derive(Debug)]
pub struct Level<'m>(&'m Cell<usize>);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Allowance = Allowance {
        work: 10,
        depth: 2,
        bytes: 5,
    };

    #[test]
    fn what_is_charged_adds_up_and_stays_spent() {
        let meter = Meter::new(SMALL);
        assert_eq!(meter.work(6), Ok(()));
        assert_eq!(meter.work(4), Ok(()));
        let exceeded = meter.work(1).unwrap_err();
        assert_eq!(exceeded.resource, Resource::Work);
        assert!(meter.work(0).is_err());
        assert!(meter.work(usize::MAX).is_err());
        assert!(meter.write(5).is_ok());
        let error = meter.write(1).unwrap_err().at("/a/b");
        assert_eq!(error.kind(), ErrorKind::LimitExceeded);
        assert_eq!(
            error.to_string(),
            "limit exceeded: /a/b: this would write more than 5 bytes"
        );
    }

    #[test]
    fn levels_are_left_when_their_guard_is_dropped() {
        let meter = Meter::new(SMALL);
        for _ in 0..3 {
            let _one = meter.enter().unwrap();
            let _two = meter.enter().unwrap();
            assert_eq!(meter.enter().unwrap_err().resource, Resource::Depth);
        }
    }
}
