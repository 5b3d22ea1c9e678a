//! What a schema requires of one JSON type.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use serde_json::Number;

use super::order::tightest;
use super::{NodeId, NodeSet};
use crate::schema::number::{Listed, compare, integer, is_integral, is_multiple};

/// Most divisors of one number that are joined.
const MOST_DIVISORS: usize = 32;
/// Most patterns of one string that are joined.
const MOST_PATTERNS: usize = 32;

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The number.
    pub value: Number,
    /// Whether the number itself is excluded.
    pub exclusive: bool,
}

impl Bound {
    /// The least integer that it admits as a lower bound; beyond 128 bits, the last one that fits.
    #[must_use]
    pub fn least_integer(&self) -> Option<i128> {
        self.integer_within(f64::ceil, 1)
    }

    /// The greatest integer that it admits as an upper bound; as [`Bound::least_integer`].
    #[must_use]
    pub fn greatest_integer(&self) -> Option<i128> {
        self.integer_within(f64::floor, -1)
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "casts of doubles saturate, and nothing is beyond 128 bits"
    )]
    fn integer_within(&self, round: fn(f64) -> f64, inward: i128) -> Option<i128> {
        let nearest = match integer(&self.value) {
            Some(v) => v,
            None => round(self.value.as_f64()?) as i128,
        };
        let is_itself_outside = self.exclusive && is_integral(&self.value);
        let step = if is_itself_outside { inward } else { 0 };
        Some(nearest.saturating_add(step))
    }
}

/// Numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberRule {
    /// Whether only integers are accepted.
    pub integer: bool,
    /// Lower bounds.
    pub min: Vec<Bound>,
    /// Upper bounds.
    pub max: Vec<Bound>,
    /// What values must be multiples of.
    pub multiple_of: Vec<Number>,
    /// The only allowed values, if they are listed.
    pub values: Option<Vec<Number>>,
}

/// Strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StringRule {
    /// The minimum length.
    pub min: u64,
    /// The maximum length.
    pub max: Option<u64>,
    /// Patterns that must match.
    pub patterns: Vec<String>,
    /// The only allowed values, if they are listed; shared, because unions and objects may copy a long list often.
    pub values: Option<Texts>,
}

/// Listed texts.
pub(crate) type Texts = Rc<Vec<String>>;

impl StringRule {
    /// The listed values; none if any may be allowed.
    #[must_use]
    pub fn listed(&self) -> &[String] {
        self.values.as_deref().map_or(&[], Vec::as_slice)
    }
}

/// Arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArrayRule {
    /// The requirements of each subschema, all of which hold.
    pub parts: Vec<Rc<ArrayPart>>,
    /// The minimum length.
    pub min: u64,
    /// The maximum length.
    pub max: Option<u64>,
    /// Whether duplicate items are forbidden.
    pub unique: bool,
    /// Whether an alternative says something beside one that accepts every array.
    pub is_described: bool,
}

/// What one subschema requires of the items of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayPart {
    /// The first items.
    pub prefix: Vec<NodeId>,
    /// All items after those.
    pub rest: Option<NodeId>,
}

/// Objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectRule {
    /// The requirements of each subschema, all of which hold.
    pub parts: Vec<Rc<ObjectPart>>,
    /// Names of required properties.
    pub required: Vec<String>,
    /// The minimum number of properties.
    pub min: u64,
    /// The maximum number of properties.
    pub max: Option<u64>,
    /// What property names must satisfy.
    pub names: Vec<NodeId>,
    /// Which properties require which others.
    pub dependent: BTreeMap<String, Vec<String>>,
    /// Whether an alternative says something beside one that accepts every object: nothing is required of the
    /// properties that it speaks of, and they are not there by mistake.
    pub is_described: bool,
}

/// What one subschema requires of the properties of an object.
#[derive(Clone, Debug)]
pub struct ObjectPart {
    /// The subschema.
    pub node: NodeId,
    /// Declared properties.
    pub properties: Vec<Property>,
    /// What matching properties must satisfy.
    pub patterns: Vec<(String, NodeId)>,
    /// What properties must satisfy that are neither declared nor matched.
    pub additional: Option<NodeId>,
    /// Whether the schema explicitly allows any other property.
    pub welcomes_others: bool,
}

/// A declared property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Where it is declared: description and default are there.
    pub declared: NodeId,
    /// What it must satisfy, references followed.
    pub schema: NodeId,
}

/// The node determines the other fields.
impl PartialEq for ObjectPart {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl ObjectRule {
    /// The names that are declared or required, in order of declaration, each once.
    #[must_use]
    pub fn declared(&self) -> Vec<&str> {
        let properties = self.parts.iter().flat_map(|part| &part.properties);
        let names = properties.map(|property| property.name.as_str());
        let mut seen = HashSet::new();
        names
            .chain(self.required.iter().map(String::as_str))
            .filter(|name| seen.insert(*name))
            .collect()
    }

    /// The names that are declared or required, each with what its property must satisfy.
    pub fn properties(&self, matches: impl Fn(&str, &str) -> bool) -> Vec<(&str, NodeSet)> {
        let by_name = self.by_name();
        let with_set = |name| (name, by_name.property(name, &matches));
        self.declared().into_iter().map(with_set).collect()
    }

    /// The properties by name, for callers that look up many of them.
    #[must_use]
    pub fn by_name(&self) -> ByName<'_> {
        let mut declared: HashMap<&str, Vec<(usize, &Property)>> = HashMap::new();
        for (number, part) in self.parts.iter().enumerate() {
            for property in &part.properties {
                let properties = declared.entry(&property.name).or_default();
                properties.push((number, property));
            }
        }
        let parts = self.parts.iter().map(|part| &**part).enumerate();
        ByName {
            declared,
            others: parts.filter(|(_, part)| part.is_about_others()).collect(),
        }
    }
}

impl ObjectPart {
    /// Whether it constrains properties that it does not declare.
    fn is_about_others(&self) -> bool {
        self.additional.is_some() || !self.patterns.is_empty()
    }
}

/// What an [`ObjectRule`] requires of properties, indexed by name.
#[derive(Debug)]
pub struct ByName<'r> {
    /// What the parts declare, with the index of the part.
    declared: HashMap<&'r str, Vec<(usize, &'r Property)>>,
    /// The parts that have to be checked for every name.
    others: Vec<(usize, &'r ObjectPart)>,
}

impl ByName<'_> {
    /// What a property with a given name must satisfy; `matches` matches a pattern with a name.
    pub fn property(&self, name: &str, matches: impl Fn(&str, &str) -> bool) -> NodeSet {
        let declared = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        let mut set: NodeSet = declared.iter().map(|(_, it)| it.schema).collect();
        for (number, part) in &self.others {
            let before = set.len();
            let matching = part.patterns.iter().filter(|it| matches(&it.0, name));
            set.extend(matching.map(|(_, id)| *id));
            let is_declared = || declared.binary_search_by_key(number, |it| it.0).is_ok();
            if set.len() == before && !is_declared() {
                set.extend(part.additional);
            }
        }
        set.sort_unstable();
        set.dedup();
        set
    }

    /// Where a property is declared.
    #[must_use]
    pub fn declared(&self, name: &str) -> Vec<NodeId> {
        let declared = self.declared.get(name).into_iter().flatten();
        declared.map(|(_, it)| it.declared).collect()
    }

    /// Whether a pattern matches a name.
    pub fn is_matched(&self, name: &str, matches: impl Fn(&str, &str) -> bool) -> bool {
        let mut patterns = self.others.iter().flat_map(|(_, part)| &part.patterns);
        patterns.any(|(pattern, _)| matches(pattern, name))
    }

    /// How many steps a lookup takes, if matching a pattern takes `per_pattern`.
    #[must_use]
    pub fn steps(&self, per_pattern: usize) -> usize {
        let parts = self.others.iter();
        let patterns = parts.map(|(_, part)| 1 + part.patterns.len() * per_pattern);
        patterns.sum()
    }
}

impl ArrayRule {
    /// What the item at an index must satisfy.
    #[must_use]
    pub fn item(&self, index: usize) -> NodeSet {
        let items = self.parts.iter().map(|part| {
            let first = part.prefix.get(index).copied();
            first.or(part.rest)
        });
        let mut set: NodeSet = items.flatten().collect();
        set.sort_unstable();
        set.dedup();
        set
    }
}

/// A rule that can be joined with another of its kind.
pub trait Rule: Clone + Default + PartialEq {
    /// Both must hold; `None` when nothing can satisfy both.
    #[must_use]
    fn and(self, other: Self) -> Option<Self>;

    /// Approximate number of steps to copy it, and to hold the copy.
    fn size(&self) -> usize;

    /// Approximate number of steps to join two rules of these sizes.
    fn cost(&self, other: &Self) -> usize {
        1 + self.size() + other.size()
    }

    /// Whether both together are short enough to be compared one by one.
    fn fits(&self, _other: &Self) -> bool {
        true
    }

    /// Whether every value of the type is accepted.
    fn is_free(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it says nothing at all, so that joining it with another rule gives that.
    fn is_silent(&self) -> bool {
        self.is_free()
    }

    /// What accepts every value of the type, one of these being free.
    fn free_among(_rules: &[&Self]) -> Self {
        Self::default()
    }
}

/// Whether alternatives describe what one of them accepts anyway.
fn describe<R: Rule>(rules: &[&R]) -> bool {
    rules.iter().any(|rule| !rule.is_silent())
}

/// The union of two lists, for the short ones of divisors and patterns.
fn both<T: PartialEq>(mut a: Vec<T>, b: Vec<T>) -> Vec<T> {
    for item in b {
        if !a.contains(&item) {
            a.push(item);
        }
    }
    a
}

/// The same for lists that may be long, of things identified by a key.
fn both_by<T, K: Eq + std::hash::Hash>(mut a: Vec<T>, b: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    if a.is_empty() || b.is_empty() {
        a.extend(b);
        return a;
    }
    let mut known: HashSet<K> = a.iter().map(&key).collect();
    for item in b {
        if known.insert(key(&item)) {
            a.push(item);
        }
    }
    a
}

/// The names of two lists, without duplicates.
fn names(a: Vec<String>, b: Vec<String>) -> Vec<String> {
    if a.is_empty() {
        return b;
    }
    let known: HashSet<&str> = a.iter().map(String::as_str).collect();
    let new: Vec<bool> = b
        .iter()
        .map(|name| !known.contains(name.as_str()))
        .collect();
    let mut joined = a;
    joined.extend(
        b.into_iter()
            .zip(new)
            .filter_map(|(name, new)| new.then_some(name)),
    );
    joined
}

fn lower(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The strings that both lists contain, where a missing list contains all; an empty list means a
/// contradiction.
fn common_strings(a: Option<Texts>, b: Option<Texts>) -> Option<Texts> {
    match (a, b) {
        (Some(a), Some(b)) if Rc::ptr_eq(&a, &b) => Some(a),
        (Some(mut a), Some(b)) => {
            let b: HashSet<&String> = b.iter().collect();
            Rc::make_mut(&mut a).retain(|text| b.contains(text));
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

/// The same for numbers.
fn common_numbers(a: Option<Vec<Number>>, b: Option<Vec<Number>>) -> Option<Vec<Number>> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            let b = Listed::of(&b);
            a.retain(|number| b.has(number));
            Some(a)
        }
        (a, b) => a.or(b),
    }
}

impl Rule for NumberRule {
    fn size(&self) -> usize {
        let bounds = self.min.len() + self.max.len() + self.multiple_of.len();
        bounds + self.values.as_ref().map_or(0, Vec::len)
    }

    fn cost(&self, other: &Self) -> usize {
        let bounds = |rule: &Self| rule.min.len() + rule.max.len() + rule.multiple_of.len() + 1;
        bounds(self) * bounds(other) + self.size() + other.size()
    }

    fn fits(&self, other: &Self) -> bool {
        self.multiple_of.len() + other.multiple_of.len() <= MOST_DIVISORS
    }

    fn and(self, other: Self) -> Option<Self> {
        let values = common_numbers(self.values, other.values);
        if values.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        Some(Self {
            integer: self.integer || other.integer,
            min: tightest(self.min, other.min, Ordering::Greater),
            max: tightest(self.max, other.max, Ordering::Less),
            multiple_of: both(self.multiple_of, other.multiple_of),
            values,
        })
    }
}

impl NumberRule {
    /// Whether a number satisfies the rule, with the validator's arithmetic.
    pub(crate) fn accepts(&self, number: &Number) -> bool {
        let listed = |values: &Vec<Number>| values.iter().any(|value| same_number(value, number));
        self.admits(number) && self.values.as_ref().is_none_or(listed)
    }

    /// As [`NumberRule::accepts`], without checking whether the number is listed.
    pub(crate) fn admits(&self, number: &Number) -> bool {
        let within = |bounds: &[Bound], side: Ordering| {
            bounds
                .iter()
                .all(|bound| match compare(number, &bound.value) {
                    Some(Ordering::Equal) => !bound.exclusive,
                    order => order == Some(side),
                })
        };
        let multiple = |by: &Number| by.as_f64().is_some_and(|by| is_multiple(number, by));
        (!self.integer || is_integral(number))
            && within(&self.min, Ordering::Greater)
            && within(&self.max, Ordering::Less)
            && self.multiple_of.iter().all(multiple)
    }
}

/// Whether two numbers are equal, however they are written. Neither is rounded for the comparison.
#[must_use]
pub fn same_number(a: &Number, b: &Number) -> bool {
    compare(a, b) == Some(Ordering::Equal)
}

impl Rule for StringRule {
    fn size(&self) -> usize {
        texts(&self.patterns) + texts(self.listed())
    }

    fn cost(&self, other: &Self) -> usize {
        let patterns = (self.patterns.len() + 1) * (other.patterns.len() + 1);
        patterns + self.size() + other.size()
    }

    fn fits(&self, other: &Self) -> bool {
        self.patterns.len() + other.patterns.len() <= MOST_PATTERNS
    }

    fn and(self, other: Self) -> Option<Self> {
        let values = common_strings(self.values, other.values);
        if values.as_ref().is_some_and(|values| values.is_empty()) {
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
    fn is_free(&self) -> bool {
        let Self {
            parts,
            min,
            max,
            unique,
            is_described: _,
        } = self;
        parts.is_empty() && *min == 0 && max.is_none() && !unique
    }

    fn is_silent(&self) -> bool {
        !self.is_described && self.is_free()
    }

    fn free_among(rules: &[&Self]) -> Self {
        Self {
            is_described: describe(rules),
            ..Self::default()
        }
    }

    fn size(&self) -> usize {
        let parts = self.parts.iter();
        parts.map(|part| 1 + part.prefix.len() / 4).sum()
    }

    fn and(self, other: Self) -> Option<Self> {
        Some(Self {
            parts: both_by(self.parts, other.parts, |part| {
                (part.prefix.clone(), part.rest)
            }),
            min: self.min.max(other.min),
            max: lower(self.max, other.max),
            unique: self.unique || other.unique,
            is_described: self.is_described || other.is_described,
        })
    }
}

/// Steps that a name takes, which is compared and copied.
const NAME: usize = 8;

/// Steps that a listed text takes, which is copied.
const TEXT: usize = 4;

/// Characters of a text that are copied in one step.
const CHARACTERS: usize = 16;

fn texts(texts: &[String]) -> usize {
    let each = texts.iter().map(|text| TEXT + text.len() / CHARACTERS);
    each.sum()
}

impl Rule for ObjectRule {
    fn is_free(&self) -> bool {
        let says_nothing = |part: &Rc<ObjectPart>| {
            part.properties.is_empty() && part.patterns.is_empty() && part.additional.is_none()
        };
        // Named one by one, because a copy of all names takes long.
        let Self {
            parts,
            required,
            min,
            max,
            names,
            dependent,
            is_described: _,
        } = self;
        let counts_nothing = *min == 0 && max.is_none();
        let names_nothing = required.is_empty() && names.is_empty() && dependent.is_empty();
        counts_nothing && names_nothing && parts.iter().all(says_nothing)
    }

    fn is_silent(&self) -> bool {
        !self.is_described && self.parts.is_empty() && self.is_free()
    }

    fn free_among(rules: &[&Self]) -> Self {
        Self {
            is_described: describe(rules),
            ..Self::default()
        }
    }

    fn size(&self) -> usize {
        let name = |name: &String| NAME + name.len() / CHARACTERS;
        let lists = self.dependent.values().chain([&self.required]);
        let names = lists.flatten().chain(self.dependent.keys());
        self.parts.len() + self.names.len() + names.map(name).sum::<usize>()
    }

    fn and(self, other: Self) -> Option<Self> {
        let mut dependent = self.dependent;
        for (name, needs) in other.dependent {
            let entry = dependent.entry(name).or_default();
            *entry = names(std::mem::take(entry), needs);
        }
        Some(Self {
            parts: both_by(self.parts, other.parts, |part| part.node),
            required: names(self.required, other.required),
            min: self.min.max(other.min),
            max: lower(self.max, other.max),
            names: both_by(self.names, other.names, |name| *name),
            dependent,
            is_described: self.is_described || other.is_described,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn numbers_are_the_same_without_rounding() {
        let same = |a: &Value, b: &Value| match (a, b) {
            (Value::Number(a), Value::Number(b)) => same_number(a, b),
            _ => panic!("{a} {b}"),
        };
        assert!(same(&json!(1e16), &json!(10_000_000_000_000_000_i64)));
        assert!(!same(&json!(1e16), &json!(10_000_000_000_000_001_i64)));
        assert!(!same(
            &json!(u64::MAX),
            &json!(18_446_744_073_709_551_616.0)
        ));
        assert!(same(&json!(-0.0), &json!(0)) && same(&json!(0.5), &json!(0.5)));
    }
}
