//! What each place of an instance accepts, in a form that is fast to check.

use std::cell::Cell;

use serde_json::Value;

use super::fields::Fields;
use crate::private::de::{Fixed, Matcher, Steps, doubts};
use crate::schema::shape::Mode;

/// What a schema accepts, place by place.
#[derive(Debug)]
pub(in super::super) struct Plan {
    pub(super) nodes: Vec<Node>,
    /// The most values and bytes of text that an instance may have; the validator counts the cost of
    /// larger ones.
    pub(super) most_values: usize,
    pub(super) most_text: usize,
    /// The levels at which a type that serde reads by trying may be read; `None` for any other.
    pub(in super::super) deepest: Option<usize>,
    /// Whether a pattern that gives up, which counts as no match, may make the plan accept: where exactly
    /// one of several must match, and where names that match are treated differently.
    pub(super) doubts: bool,
    /// Used where a number has no node, which does not happen, and where branches disagree.
    nothing: Node,
    /// Lists and objects of anything. They are walked like all others, so that a type is compiled for
    /// one kind of reader rather than two.
    pub(super) any_list: ListRule,
    pub(super) any_object: ObjectRule,
}

/// The index of a node in its plan.
pub(super) type NodeIndex = u32;

/// The node that accepts everything.
pub(super) const ANYTHING: NodeIndex = 0;

/// What one place accepts, JSON type by JSON type.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each value that has no others"
)]
pub(super) struct Node {
    /// Whether everything is accepted, so nested values need no checks.
    pub(super) anything: bool,
    pub(super) null: bool,
    pub(super) yes: bool,
    pub(super) no: bool,
    pub(super) number: Numbers,
    pub(super) text: Texts,
    pub(super) list: Lists,
    pub(super) object: Objects,
}

impl Node {
    pub(super) const NOTHING: Self = Self {
        anything: false,
        null: false,
        yes: false,
        no: false,
        number: Numbers::Never,
        text: Texts::Never,
        list: Lists::Never,
        object: Objects::Never,
    };

    pub(super) const ANYTHING: Self = Self {
        anything: true,
        null: true,
        yes: true,
        no: true,
        number: Numbers::Any,
        text: Texts::Any,
        list: Lists::Any,
        object: Objects::Any,
    };
}

impl Node {
    /// The kinds of scalars that are accepted without exception.
    pub(super) fn free(&self) -> Kinds {
        let kinds = [
            (self.null, Kinds::NULL),
            (self.yes && self.no, Kinds::BOOLEAN),
            (matches!(self.number, Numbers::Any), Kinds::NUMBER),
            (matches!(self.text, Texts::Any), Kinds::TEXT),
        ];
        let free = kinds.iter().filter(|(is_free, _)| *is_free);
        Kinds(free.map(|(_, kind)| kind).sum())
    }

    /// Whether a pattern here makes the node accept by not matching.
    fn doubts(&self) -> bool {
        matches!(self.text, Texts::Rules(Mode::ExactlyOne, _))
            || match &self.object {
                Objects::Never | Objects::Any => false,
                Objects::One(rule) => matches!(rule.others, Others::Matching(..)),
                Objects::Union(union) => union.mode == Mode::ExactlyOne,
            }
    }
}

#[derive(Debug)]
pub(super) enum Numbers {
    Never,
    Any,
    /// Integers between two bounds. Values of the 64-bit types of most Rust fields need not be compared
    /// with the rule.
    Integers {
        low: i64,
        high: i64,
        rule: Box<NumberRule>,
    },
    /// Numbers between two doubles, at which no integer is rounded: the rule of most floating-point fields.
    Between {
        low: f64,
        high: f64,
    },
    Rules(Mode, Box<[NumberRule]>),
}

#[derive(Debug)]
pub(super) struct NumberRule {
    pub(super) integer: bool,
    /// The least and the greatest integer within the bounds.
    pub(super) low: i128,
    pub(super) high: i128,
    /// The bounds as doubles, for numbers that are not integers.
    pub(super) bounds: Box<[FloatBound]>,
    pub(super) multiple_of: Box<[f64]>,
    pub(super) values: Option<Box<[serde_json::Number]>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FloatBound {
    AtLeast(f64),
    MoreThan(f64),
    AtMost(f64),
    LessThan(f64),
}

#[derive(Debug)]
pub(super) enum Texts {
    Never,
    Any,
    /// The only allowed texts, sorted.
    Listed(Box<[Box<str>]>),
    /// A pattern with a fixed position for each byte, and no other rule.
    Fixed(Box<Fixed>),
    /// Any other sequence of character classes, and no other rule.
    Steps(Box<Steps>),
    One(Box<TextRule>),
    Rules(Mode, Box<[TextRule]>),
}

#[derive(Debug)]
pub(super) struct TextRule {
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) patterns: Box<[Matcher]>,
    /// The only allowed values, sorted, if they are listed.
    pub(super) values: Option<Box<[Box<str>]>>,
}

#[derive(Debug)]
pub(super) enum Lists {
    Never,
    Any,
    One(Box<ListRule>),
}

#[derive(Debug)]
pub(super) struct ListRule {
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) prefix: Box<[NodeIndex]>,
    pub(super) rest: NodeIndex,
}

#[derive(Debug)]
pub(super) enum Objects {
    Never,
    Any,
    One(Box<ObjectRule>),
    Union(Box<Union>),
}

#[derive(Debug)]
pub(super) struct ObjectRule {
    pub(super) fields: Fields<Place>,
    /// Bits of the required fields.
    pub(super) required: u64,
    pub(super) others: Others,
    /// What undeclared names must be.
    pub(super) names: NodeIndex,
    pub(super) min: usize,
    pub(super) max: usize,
}

/// What a declared property must be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) node: NodeIndex,
    /// Kept beside the node because it is checked first and usually decides.
    pub(super) free: Kinds,
}

/// Kinds of scalars that are accepted without exception, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kinds(u32);

impl Kinds {
    const NULL: u32 = 1;
    const BOOLEAN: u32 = 2;
    const NUMBER: u32 = 4;
    const TEXT: u32 = 8;

    #[inline]
    pub(super) fn has(self, value: &Value) -> bool {
        let kind = match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::TEXT,
            Value::Array(_) | Value::Object(_) => 0,
        };
        self.0 & kind != 0
    }
}

/// What undeclared properties must be.
#[derive(Debug)]
pub(super) enum Others {
    Forbidden,
    Node(NodeIndex),
    /// Those whose name matches, and the rest, which may be forbidden.
    Matching(Matcher, NodeIndex, Option<NodeIndex>),
}

/// Several object rules of which some must hold. All of them are followed at once: each bit is a rule
/// that may still hold.
#[derive(Debug)]
pub(super) struct Union {
    pub(super) mode: Mode,
    /// Each name that a branch declares.
    pub(super) fields: Fields<Views>,
    /// For each branch, the bits of the required fields.
    pub(super) required: Box<[u64]>,
    /// The branches that accept names which no branch declares.
    pub(super) open: u64,
}

/// What the branches of a union require of one property.
#[derive(Debug)]
pub(super) struct Views {
    /// One per branch; `None` forbids the property.
    pub(super) nodes: Box<[Option<NodeIndex>]>,
    /// The branches that do not forbid it.
    pub(super) allowed: u64,
    /// What all of those require, if it is the same.
    pub(super) common: Option<NodeIndex>,
}

impl ObjectRule {
    /// What an undeclared property must be; `None` if it is forbidden.
    pub(super) fn other(&self, plan: &Plan, name: &str) -> Option<NodeIndex> {
        let node = match &self.others {
            Others::Forbidden => None,
            Others::Node(node) => Some(*node),
            Others::Matching(pattern, matching, _) if pattern.is_match(name) => Some(*matching),
            Others::Matching(_, _, other) => *other,
        };
        node.filter(|_| plan.at(self.names).accepts_text(name))
    }
}

impl Union {
    /// A bit for every branch.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.required.len())
    }

    /// Whether enough branches hold, given those that accept every member and the fields that were seen.
    pub(super) fn holds(&self, alive: u64, seen: u64) -> bool {
        let branches = self.required.iter().enumerate();
        let met = branches
            .filter(|(i, required)| alive & (1 << i) != 0 && seen & **required == **required);
        self.mode.holds(met.count())
    }
}

impl Views {
    /// What all branches that may still hold require, if it is the same.
    #[inline]
    pub(super) fn settled(&self, alive: u64) -> Option<NodeIndex> {
        if alive.is_power_of_two() {
            self.nodes[alive.trailing_zeros() as usize]
        } else {
            self.common
        }
    }
}

/// A place of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'p> {
    pub(super) plan: &'p Plan,
    pub(super) node: &'p Node,
    /// Set where branches of a union disagree about a value: `node` then accepts nothing, and these
    /// are checked instead.
    pub(super) split: Option<&'p Split<'p>>,
}

/// What the branches of a union that may still hold require of one value.
#[derive(Debug)]
pub(super) struct Split<'p> {
    pub(super) nodes: &'p [Option<NodeIndex>],
    pub(super) alive: Cell<u64>,
}

impl Plan {
    pub(super) fn new(mut nodes: Vec<Node>, most_values: usize, most_text: usize) -> Self {
        let free: Vec<Kinds> = nodes.iter().map(Node::free).collect();
        for node in &mut nodes {
            if let Objects::One(rule) = &mut node.object {
                for field in &mut rule.fields.list {
                    let known = free.get(field.what.node as usize);
                    field.what.free = known.copied().unwrap_or_default();
                }
            }
        }
        Self {
            deepest: Self::deepest_with_retries(&nodes),
            doubts: nodes.iter().any(Node::doubts),
            nodes,
            most_values,
            most_text,
            nothing: Node::NOTHING,
            any_list: ListRule {
                min: 0,
                max: usize::MAX,
                prefix: Box::default(),
                rest: ANYTHING,
            },
            any_object: ObjectRule {
                fields: Fields::new(Vec::new()),
                required: 0,
                others: Others::Node(ANYTHING),
                names: ANYTHING,
                min: 0,
                max: usize::MAX,
            },
        }
    }

    /// Whether JSON of this length is small enough, whatever it contains: a value takes at least two
    /// bytes, a comma included.
    #[inline]
    pub(super) fn takes_bytes(&self, length: usize) -> bool {
        length <= self.most_text && length / 2 < self.most_values
    }

    /// How often patterns have given up so far, if that may make this plan accept.
    #[inline]
    pub(super) fn given_up_before(&self) -> usize {
        if self.doubts { doubts() } else { 0 }
    }

    #[inline]
    pub(super) fn gave_up_since(&self, before: usize) -> bool {
        self.doubts && doubts() != before
    }

    pub(super) fn root(&self) -> At<'_> {
        // Node 0 accepts everything; the root is the first that was compiled.
        self.at(1)
    }

    #[inline]
    pub(super) fn at(&self, index: NodeIndex) -> At<'_> {
        self.with(self.node(index))
    }

    #[inline]
    pub(super) fn with<'p>(&'p self, node: &'p Node) -> At<'p> {
        At {
            plan: self,
            node,
            split: None,
        }
    }

    #[inline]
    pub(super) fn node(&self, index: NodeIndex) -> &Node {
        self.nodes.get(index as usize).unwrap_or(&self.nothing)
    }

    /// A place about which the branches of a union disagree.
    pub(super) fn split<'s>(&'s self, split: &'s Split<'s>) -> At<'s> {
        At {
            plan: self,
            node: &self.nothing,
            split: Some(split),
        }
    }
}
