//! What a schema accepts, JSON type by JSON type.

use super::rules::Rule;
use super::{ArrayRule, NumberRule, ObjectRule, StringRule};

/// Something that Rust types cannot enforce; the validator does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Opaque {
    /// JSON pointer into the schema.
    pub(crate) pointer: String,
    pub(crate) reason: String,
}

/// Which booleans are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Booleans {
    pub(crate) yes: bool,
    pub(crate) no: bool,
}

impl Booleans {
    pub(crate) const NONE: Self = Self {
        yes: false,
        no: false,
    };
    pub(crate) const BOTH: Self = Self {
        yes: true,
        no: true,
    };
}

/// What is accepted of one JSON type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Slot<R> {
    /// Nothing.
    Never,
    /// What meets the rule.
    Just(R),
    /// What meets at least one rule.
    AnyOf(Vec<R>),
    /// What meets exactly one rule.
    OneOf(Vec<R>),
}

impl<R: Rule> Slot<R> {
    pub(crate) fn free() -> Self {
        Self::Just(R::default())
    }

    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Self::Just(rule) if rule.is_free())
    }

    pub(crate) fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

/// What a schema accepts: at most this, and exactly this when nothing is opaque.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) null: bool,
    pub(crate) boolean: Booleans,
    pub(crate) number: Slot<NumberRule>,
    pub(crate) string: Slot<StringRule>,
    pub(crate) array: Slot<ArrayRule>,
    pub(crate) object: Slot<ObjectRule>,
    pub(crate) opaque: Vec<Opaque>,
}

impl Shape {
    /// Everything.
    pub(crate) fn any() -> Self {
        Self {
            null: true,
            boolean: Booleans::BOTH,
            number: Slot::free(),
            string: Slot::free(),
            array: Slot::free(),
            object: Slot::free(),
            opaque: Vec::new(),
        }
    }

    /// Nothing.
    pub(crate) fn never() -> Self {
        Self {
            null: false,
            boolean: Booleans::NONE,
            number: Slot::Never,
            string: Slot::Never,
            array: Slot::Never,
            object: Slot::Never,
            opaque: Vec::new(),
        }
    }

    pub(crate) fn opaque(mut self, pointer: &str, reason: &str) -> Self {
        let opaque = Opaque {
            pointer: pointer.to_owned(),
            reason: reason.to_owned(),
        };
        if !self.opaque.contains(&opaque) {
            self.opaque.push(opaque);
        }
        self
    }

    pub(crate) fn is_any(&self) -> bool {
        self.null
            && self.boolean == Booleans::BOTH
            && self.number.is_free()
            && self.string.is_free()
            && self.array.is_free()
            && self.object.is_free()
    }

    pub(crate) fn is_never(&self) -> bool {
        !self.null
            && self.boolean == Booleans::NONE
            && self.number.is_never()
            && self.string.is_never()
            && self.array.is_never()
            && self.object.is_never()
    }
}
