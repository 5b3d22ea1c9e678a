//! What a schema says about one JSON type.

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::NodeId;

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: Number,
    pub(crate) exclusive: bool,
}

/// Numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NumberRule {
    pub(crate) integer: bool,
    pub(crate) min: Vec<Bound>,
    pub(crate) max: Vec<Bound>,
    pub(crate) multiple_of: Vec<Number>,
    /// The only values, when they are listed.
    pub(crate) values: Option<Vec<Number>>,
}

/// Strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StringRule {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) patterns: Vec<String>,
    /// The only values, when they are listed.
    pub(crate) values: Option<Vec<String>>,
}

/// Arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ArrayRule {
    pub(crate) parts: Vec<ArrayPart>,
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

/// What one subschema says about the items of an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArrayPart {
    pub(crate) prefix: Vec<NodeId>,
    pub(crate) rest: Option<NodeId>,
}

/// Objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObjectRule {
    pub(crate) parts: Vec<ObjectPart>,
    pub(crate) required: Vec<String>,
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) names: Vec<NodeId>,
    pub(crate) dependent: BTreeMap<String, Vec<String>>,
}

/// What one subschema says about the properties of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObjectPart {
    pub(crate) node: NodeId,
    pub(crate) properties: Vec<Property>,
    pub(crate) patterns: Vec<(String, NodeId)>,
    pub(crate) additional: Option<NodeId>,
    /// Whether the schema says in words that any other property is welcome.
    pub(crate) welcomes_others: bool,
}

/// A declared property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// Where it is declared: description and default stand there.
    pub(crate) declared: NodeId,
    /// What it is held to, references followed.
    pub(crate) schema: NodeId,
}

/// A rule that can be joined with another of its kind.
pub(crate) trait Rule: Clone + Default + PartialEq {
    /// Both hold; `None` when nothing can meet both.
    fn and(self, other: Self) -> Option<Self>;

    /// Whether every value of the type is accepted.
    fn is_free(&self) -> bool {
        *self == Self::default()
    }
}

fn both<T: PartialEq>(mut a: Vec<T>, b: Vec<T>) -> Vec<T> {
    for item in b {
        if !a.contains(&item) {
            a.push(item);
        }
    }
    a
}

fn lower(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The values that both lists have, where a missing list has all; an empty list means a
/// contradiction.
fn common<T>(
    a: Option<Vec<T>>,
    b: Option<Vec<T>>,
    same: impl Fn(&T, &T) -> bool,
) -> Option<Vec<T>> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.retain(|x| b.iter().any(|y| same(x, y)));
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

impl Rule for NumberRule {
    fn and(self, other: Self) -> Option<Self> {
        let values = common(self.values, other.values, same_number);
        if values.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        Some(Self {
            integer: self.integer || other.integer,
            min: both(self.min, other.min),
            max: both(self.max, other.max),
            multiple_of: both(self.multiple_of, other.multiple_of),
            values,
        })
    }
}

/// Whether two numbers are the same number, however they are written.
pub(crate) fn same_number(a: &Number, b: &Number) -> bool {
    match (a.as_i64(), b.as_i64(), a.as_u64(), b.as_u64()) {
        (Some(a), Some(b), ..) => a == b,
        (_, _, Some(a), Some(b)) => a == b,
        _ => a.as_f64() == b.as_f64(),
    }
}

impl Rule for StringRule {
    fn and(self, other: Self) -> Option<Self> {
        let values = common(self.values, other.values, |a, b| a == b);
        if values.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        Some(Self {
            min: self.min.max(other.min),
            max: lower(self.max, other.max),
            patterns: both(self.patterns, other.patterns),
            values,
        })
    }
}

impl Rule for ArrayRule {
    fn and(self, other: Self) -> Option<Self> {
        Some(Self {
            parts: both(self.parts, other.parts),
            min: self.min.max(other.min),
            max: lower(self.max, other.max),
            unique: self.unique || other.unique,
        })
    }
}

impl Rule for ObjectRule {
    fn is_free(&self) -> bool {
        let says_nothing = |part: &ObjectPart| {
            part.properties.is_empty() && part.patterns.is_empty() && part.additional.is_none()
        };
        self.parts.iter().all(says_nothing)
            && Self {
                parts: Vec::new(),
                ..self.clone()
            } == Self::default()
    }

    fn and(self, other: Self) -> Option<Self> {
        let mut dependent = self.dependent;
        for (name, needs) in other.dependent {
            let entry = dependent.entry(name).or_default();
            *entry = both(std::mem::take(entry), needs);
        }
        Some(Self {
            parts: both(self.parts, other.parts),
            required: both(self.required, other.required),
            min: self.min.max(other.min),
            max: lower(self.max, other.max),
            names: both(self.names, other.names),
            dependent,
        })
    }
}

/// The number of a keyword's value as a count, as JSON Schema has it: `2.0` is 2.
pub(crate) fn count(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    number.as_u64().or_else(|| {
        let v = number.as_f64()?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count beyond 64 bits is no bound that an array can break"
        )]
        (v >= 0.0 && v.fract() == 0.0).then_some(v as u64)
    })
}
