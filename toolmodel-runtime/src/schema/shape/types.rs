//! What a schema accepts, JSON type by JSON type.

use std::rc::Rc;

use super::rules::Rule;
use super::{ArrayRule, NodeId, NumberRule, ObjectRule, StringRule};

/// Something that shapes cannot express; the validator decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opaque {
    /// The subschema.
    pub node: NodeId,
    /// Its keyword, if it is about one.
    pub keyword: Option<&'static str>,
    /// A description for people.
    pub reason: &'static str,
}

/// Most reasons that one shape keeps: one is enough to know that it is not exact.
const MOST_REASONS: usize = 32;

/// Which booleans are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booleans {
    /// Whether `true` is.
    pub yes: bool,
    /// Whether `false` is.
    pub no: bool,
}

impl Booleans {
    /// Neither.
    pub const NONE: Self = Self {
        yes: false,
        no: false,
    };
    /// Both.
    pub const BOTH: Self = Self {
        yes: true,
        no: true,
    };
}

/// What is accepted of one JSON type. Rules are shared, because many places may refer to one.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot<R> {
    /// Nothing.
    Never,
    /// What satisfies the rule.
    Just(Rc<R>),
    /// What satisfies at least one rule.
    AnyOf(Rc<Vec<R>>),
    /// What satisfies exactly one rule.
    OneOf(Rc<Vec<R>>),
}

/// How many of several rules must be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// At least one.
    Any,
    /// One, and no other.
    ExactlyOne,
}

impl Mode {
    /// Whether so many are enough, and not too many.
    #[inline]
    #[must_use]
    pub fn holds(self, met: usize) -> bool {
        match self {
            Self::Any => met > 0,
            Self::ExactlyOne => met == 1,
        }
    }
}

impl<R: Rule> Slot<R> {
    /// Every value of the type.
    #[must_use]
    pub fn free() -> Self {
        Self::just(R::default())
    }

    /// What satisfies a rule.
    #[must_use]
    pub fn just(rule: R) -> Self {
        Self::Just(Rc::new(rule))
    }

    /// The rules of which some must be satisfied.
    #[must_use]
    pub fn rules(&self) -> &[R] {
        match self {
            Self::Never => &[],
            Self::Just(rule) => std::slice::from_ref(&**rule),
            Self::AnyOf(rules) | Self::OneOf(rules) => rules,
        }
    }

    /// How many of the rules must be met.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match self {
            Self::OneOf(_) => Mode::ExactlyOne,
            _ => Mode::Any,
        }
    }

    /// Whether every value of the type is accepted.
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self, Self::Just(rule) if rule.is_free())
    }

    /// Whether it says nothing at all.
    pub(super) fn is_silent(&self) -> bool {
        matches!(self, Self::Just(rule) if rule.is_silent())
    }

    /// Whether no value of the type is accepted.
    #[must_use]
    pub fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

/// What a schema accepts: at most this, and exactly this when nothing is opaque.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Whether null is accepted.
    pub null: bool,
    /// Which booleans are.
    pub boolean: Booleans,
    /// Which numbers are.
    pub number: Slot<NumberRule>,
    /// Which strings are.
    pub string: Slot<StringRule>,
    /// Which arrays are.
    pub array: Slot<ArrayRule>,
    /// Which objects are.
    pub object: Slot<ObjectRule>,
    /// What the validator must decide, up to a limited number of reasons.
    pub opaque: Vec<Opaque>,
}

impl Shape {
    /// Everything.
    #[must_use]
    pub fn any() -> Self {
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
    #[must_use]
    pub fn never() -> Self {
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

    /// Adds something that the shape cannot express.
    #[must_use]
    pub fn opaque(mut self, opaque: Opaque) -> Self {
        self.note(opaque);
        self
    }

    pub(super) fn note(&mut self, opaque: Opaque) {
        if self.opaque.len() < MOST_REASONS && !self.opaque.contains(&opaque) {
            self.opaque.push(opaque);
        }
    }

    /// Whether every value is accepted.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.null
            && self.boolean == Booleans::BOTH
            && self.number.is_free()
            && self.string.is_free()
            && self.array.is_free()
            && self.object.is_free()
    }

    /// Whether no value is accepted.
    #[must_use]
    pub fn is_never(&self) -> bool {
        !self.null
            && self.boolean == Booleans::NONE
            && self.number.is_never()
            && self.string.is_never()
            && self.array.is_never()
            && self.object.is_never()
    }
}
