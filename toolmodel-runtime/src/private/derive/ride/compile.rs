//! Compiles the shapes of a schema to a plan.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::fields::{Field, Fields};
use super::plan::{
    ANYTHING, FloatBound, Kinds, ListRule, Lists, Node, NodeIndex, NumberRule, Numbers, ObjectRule,
    Objects, Others, Place, Plan, TextRule, Texts, Union, Views,
};
use crate::private::de::{Matcher, Patterns, Steps};
use crate::schema::Schema;
use crate::schema::shape::{self, Bound, ByName, Document, Mode, NodeSet, Shape, Slot};

/// More places than this are left to the validator.
const MOST_NODES: usize = 10_000;

impl Plan {
    /// The plan of a schema; `None` for a schema that shapes, or plans, cannot express.
    /// Instances with more values or text than given are left to the validator, which counts them.
    pub(in super::super) fn of(schema: &Schema, (values, text): (usize, usize)) -> Option<Self> {
        let dialect = schema.dialect().ok()?;
        let mut compiler = Compiler {
            document: Document::new(schema, dialect),
            nodes: vec![Node::ANYTHING],
            known: HashMap::new(),
            pending: Vec::new(),
            patterns: Patterns::default(),
        };
        let root = compiler.document.root();
        compiler.place(vec![root]);
        // A work list instead of recursion: schemas refer to themselves.
        while let Some((index, shape)) = compiler.pending.pop() {
            let node = compiler.node(&shape)?;
            compiler.nodes[index as usize] = node;
        }
        Some(Self::new(compiler.nodes, values, text))
    }
}

struct Compiler<'a> {
    document: Document<'a>,
    nodes: Vec<Node>,
    known: HashMap<NodeSet, NodeIndex>,
    pending: Vec<(NodeIndex, Shape)>,
    patterns: Patterns,
}

impl Compiler<'_> {
    /// The node of subschemas that must all hold.
    fn place(&mut self, mut set: NodeSet) -> NodeIndex {
        for id in &mut set {
            *id = self.document.resolve(*id);
        }
        set.sort_unstable();
        set.dedup();
        if let Some(known) = self.known.get(&set) {
            return *known;
        }
        let shape = self.document.shape(&set);
        // The root has a node of its own, whatever it accepts.
        let index = if shape.is_any() && shape.opaque.is_empty() && self.nodes.len() > 1 {
            ANYTHING
        } else {
            let index = NodeIndex::try_from(self.nodes.len()).unwrap_or(NodeIndex::MAX);
            self.nodes.push(Node::NOTHING);
            self.pending.push((index, shape));
            index
        };
        self.known.insert(set, index);
        index
    }

    /// The node of subschemas, unless they accept nothing.
    fn possible(&mut self, set: NodeSet) -> Option<NodeIndex> {
        if set.is_empty() {
            return Some(ANYTHING);
        }
        let shape = self.document.shape(&set);
        (!shape.is_never()).then(|| self.place(set))
    }

    fn node(&mut self, shape: &Shape) -> Option<Node> {
        if !shape.opaque.is_empty() || self.nodes.len() > MOST_NODES {
            return None;
        }
        if shape.is_any() {
            return Some(Node::ANYTHING);
        }
        Some(Node {
            anything: false,
            null: shape.null,
            yes: shape.boolean.yes,
            no: shape.boolean.no,
            number: numbers(&shape.number),
            text: texts(&shape.string)?,
            list: self.lists(&shape.array)?,
            object: self.objects(&shape.object)?,
        })
    }

    fn lists(&mut self, slot: &Slot<shape::ArrayRule>) -> Option<Lists> {
        let rule = match slot {
            Slot::Never => return Some(Lists::Never),
            slot if slot.is_free() => return Some(Lists::Any),
            Slot::Just(rule) if !rule.unique => rule,
            // Knowing whether items differ, or which branch was meant, requires the whole list.
            _ => return None,
        };
        let longest = rule.parts.iter().map(|part| part.prefix.len()).max();
        let prefix = (0..longest.unwrap_or(0)).map(|i| self.items(rule.item(i)));
        let prefix: Vec<NodeIndex> = prefix.collect();
        let rest = self.items(rule.parts.iter().filter_map(|part| part.rest).collect());
        Some(Lists::One(Box::new(ListRule {
            min: count(rule.min),
            max: rule.max.map_or(usize::MAX, count),
            prefix: prefix.into(),
            rest,
        })))
    }

    fn items(&mut self, set: NodeSet) -> NodeIndex {
        if set.is_empty() {
            ANYTHING
        } else {
            self.place(set)
        }
    }

    fn objects(&mut self, slot: &Slot<shape::ObjectRule>) -> Option<Objects> {
        match slot {
            Slot::Never => Some(Objects::Never),
            slot if slot.is_free() => Some(Objects::Any),
            Slot::Just(rule) => Some(Objects::One(Box::new(self.object(rule)?))),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => self.union(slot.mode(), rules),
        }
    }

    fn object(&mut self, rule: &shape::ObjectRule) -> Option<ObjectRule> {
        let undecided = Cell::new(false);
        let properties = rule.properties(|pattern, name| {
            self.patterns.find(pattern, name).unwrap_or_else(|| {
                undecided.set(true);
                false
            })
        });
        let is_plain = rule.dependent.is_empty()
            && (rule.names.is_empty() || properties.is_empty())
            && !undecided.get();
        if !is_plain {
            return None;
        }
        let required: HashSet<&str> = rule.required.iter().map(String::as_str).collect();
        let mut bits = Bits::default();
        let mut fields = Vec::with_capacity(properties.len());
        for (name, set) in properties {
            fields.push(Field {
                name: name.into(),
                what: Place {
                    node: self.items(set),
                    free: Kinds::default(),
                },
                bit: if required.contains(name) {
                    bits.take()?
                } else {
                    0
                },
            });
        }
        let required = bits.taken();
        // The remaining bits record whether other members come twice.
        for field in fields.iter_mut().filter(|field| field.bit == 0) {
            field.bit = bits.take().unwrap_or(0);
        }
        Some(ObjectRule {
            required,
            fields: Fields::new(fields),
            others: self.others(rule)?,
            names: self.items(rule.names.clone()),
            // Two members with one name count once, so only the first can be relied on.
            min: match count(rule.min) {
                min if min <= rule.required.len() => 0,
                1 => 1,
                _ => return None,
            },
            max: rule.max.map_or(usize::MAX, count),
        })
    }

    fn others(&mut self, rule: &shape::ObjectRule) -> Option<Others> {
        let patterns = || rule.parts.iter().flat_map(|part| &part.patterns);
        let others: NodeSet = rule
            .parts
            .iter()
            .filter_map(|part| part.additional)
            .collect();
        let other = self.possible(others);
        let Some((pattern, _)) = patterns().next() else {
            return Some(other.map_or(Others::Forbidden, Others::Node));
        };
        if patterns().count() > 1 {
            return None;
        }
        let matching = rule
            .parts
            .iter()
            .filter_map(|part| match part.patterns.first() {
                Some((_, node)) => Some(*node),
                None => part.additional,
            });
        let matching: NodeSet = matching.collect();
        let matching = self.items(matching);
        Some(Others::Matching(matcher(pattern)?, matching, other))
    }

    /// Rules that are followed at once; `None` if they cannot be checked member by member.
    fn union(&mut self, mode: Mode, rules: &[shape::ObjectRule]) -> Option<Objects> {
        if rules.len() > 64 {
            return None;
        }
        let mut names: Vec<&str> = Vec::new();
        let mut open = 0;
        for (i, rule) in rules.iter().enumerate() {
            let is_plain = rule.dependent.is_empty()
                && rule.names.is_empty()
                && rule.min == 0
                && rule.max.is_none();
            match self.others(rule)? {
                Others::Forbidden => {}
                Others::Node(ANYTHING) => open |= 1 << i,
                _ => return None,
            }
            if !is_plain {
                return None;
            }
            for name in rule.declared() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() > 64 {
                return None;
            }
        }
        let mut bits = Bits::default();
        let mut required = vec![0; rules.len()];
        let mut fields = Vec::with_capacity(names.len());
        // Rules with patterns have been refused above.
        let properties: Vec<ByName<'_>> = rules.iter().map(shape::ObjectRule::by_name).collect();
        for name in names {
            let bit = bits.take()?;
            let mut nodes = Vec::with_capacity(rules.len());
            for ((rule, required), properties) in rules.iter().zip(&mut required).zip(&properties) {
                nodes.push(self.possible(properties.property(name, |_, _| false)));
                if rule.required.iter().any(|required| required == name) {
                    *required |= bit;
                }
            }
            fields.push(Field {
                name: name.into(),
                what: views(nodes),
                bit,
            });
        }
        Some(Objects::Union(Box::new(Union {
            mode,
            fields: Fields::new(fields),
            required: required.into(),
            open,
        })))
    }
}

fn views(nodes: Vec<Option<NodeIndex>>) -> Views {
    let bit = |(i, node): (usize, &Option<NodeIndex>)| u64::from(node.is_some()) << i;
    let mut said = nodes.iter().flatten();
    let first = said.next().copied();
    Views {
        allowed: nodes.iter().enumerate().map(bit).sum(),
        common: first.filter(|first| said.all(|node| node == first)),
        nodes: nodes.into(),
    }
}

/// Bits handed out one by one.
#[derive(Default)]
struct Bits(u32);

impl Bits {
    fn take(&mut self) -> Option<u64> {
        let bit = 1u64.checked_shl(self.0)?;
        self.0 += 1;
        Some(bit)
    }

    fn taken(&self) -> u64 {
        1u64.checked_shl(self.0).map_or(u64::MAX, |next| next - 1)
    }
}

fn numbers(slot: &Slot<shape::NumberRule>) -> Numbers {
    if slot.is_never() {
        return Numbers::Never;
    }
    if slot.is_free() {
        return Numbers::Any;
    }
    if let [rule] = slot.rules()
        && rule.multiple_of.is_empty()
        && rule.values.is_none()
    {
        if rule.integer {
            return integers(number(rule));
        }
        if let Some(between) = between(rule) {
            return between;
        }
    }
    Numbers::Rules(slot.mode(), slot.rules().iter().map(number).collect())
}

fn integers(rule: NumberRule) -> Numbers {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    let bounds = (rule.low.max(least), rule.high.min(greatest));
    let (low, high) = match (i64::try_from(bounds.0), i64::try_from(bounds.1)) {
        (Ok(low), Ok(high)) => (low, high),
        // Beyond all integers of 64 bits.
        _ => (i64::MAX, i64::MIN),
    };
    Numbers::Integers {
        low,
        high,
        rule: Box::new(rule),
    }
}

/// Bounds that doubles can express, for integers too: those are exact below 2^53, and rounding
/// beyond that does not come near a bound.
fn between(rule: &shape::NumberRule) -> Option<Numbers> {
    let exact = |bound: &Bound| {
        let double = bound.value.as_f64()?;
        (double.abs() < 53f64.exp2()).then_some(double)
    };
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for bound in &rule.min {
        let least = exact(bound)?;
        low = low.max(if bound.exclusive {
            least.next_up()
        } else {
            least
        });
    }
    for bound in &rule.max {
        let greatest = exact(bound)?;
        high = high.min(if bound.exclusive {
            greatest.next_down()
        } else {
            greatest
        });
    }
    Some(Numbers::Between { low, high })
}

fn number(rule: &shape::NumberRule) -> NumberRule {
    let least = |bound: &Bound| bound.least_integer().unwrap_or(i128::MAX);
    let greatest = |bound: &Bound| bound.greatest_integer().unwrap_or(i128::MIN);
    let double = |bound: &Bound| bound.value.as_f64().unwrap_or(f64::NAN);
    let lower = rule.min.iter().map(|bound| {
        if bound.exclusive {
            FloatBound::MoreThan(double(bound))
        } else {
            FloatBound::AtLeast(double(bound))
        }
    });
    let upper = rule.max.iter().map(|bound| {
        if bound.exclusive {
            FloatBound::LessThan(double(bound))
        } else {
            FloatBound::AtMost(double(bound))
        }
    });
    NumberRule {
        integer: rule.integer,
        low: rule.min.iter().map(least).max().unwrap_or(i128::MIN),
        high: rule.max.iter().map(greatest).min().unwrap_or(i128::MAX),
        bounds: lower.chain(upper).collect(),
        multiple_of: rule
            .multiple_of
            .iter()
            .map(|by| by.as_f64().unwrap_or(f64::NAN))
            .collect(),
        values: rule.values.clone().map(Into::into),
    }
}

fn texts(slot: &Slot<shape::StringRule>) -> Option<Texts> {
    match slot {
        Slot::Never => Some(Texts::Never),
        slot if slot.is_free() => Some(Texts::Any),
        Slot::Just(rule) => Some(only(text(rule)?)),
        Slot::AnyOf(rules) | Slot::OneOf(rules) => {
            let rules: Option<Vec<TextRule>> = rules.iter().map(text).collect();
            Some(Texts::Rules(slot.mode(), rules?.into()))
        }
    }
}

/// The only rule of texts, in the form that is fastest to check.
fn only(mut rule: TextRule) -> Texts {
    if let Some(values) = rule.values.take() {
        let mut values = Vec::from(values);
        values.retain(|value| rule.accepts(value));
        return Texts::Listed(values.into());
    }
    let (min, max) = (rule.min, rule.max);
    let is_said_by = |steps: &Steps| match steps {
        Steps::Fixed(fixed) => min <= *fixed.lengths().start() && *fixed.lengths().end() <= max,
        Steps::Varying(_) => min == 0 && max == usize::MAX,
    };
    let steps = match &mut *rule.patterns {
        [pattern] => pattern.take_steps(is_said_by),
        _ => None,
    };
    match steps {
        Some(Steps::Fixed(fixed)) => Texts::Fixed(fixed),
        Some(steps) => Texts::Steps(Box::new(steps)),
        None => Texts::One(Box::new(rule)),
    }
}

fn text(rule: &shape::StringRule) -> Option<TextRule> {
    let patterns: Option<Vec<Matcher>> = rule.patterns.iter().map(|text| matcher(text)).collect();
    let values = rule.values.as_ref().map(|values| {
        let mut values: Vec<Box<str>> = values.iter().map(|value| value.as_str().into()).collect();
        values.sort_unstable();
        values.into()
    });
    Some(TextRule {
        min: count(rule.min),
        max: rule.max.map_or(usize::MAX, count),
        patterns: patterns?.into(),
        values,
    })
}

fn matcher(pattern: &str) -> Option<Matcher> {
    Some(Matcher::new(pattern)).filter(Matcher::is_usable)
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
