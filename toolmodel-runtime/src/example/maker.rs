//! A value made from the shapes of a schema.

use serde_json::{Map, Value};

use super::number;
use super::patterns::Patterns;
use crate::meter::{Exceeded, Meter};
use crate::path::Step;
use crate::schema::shape::{
    ArrayRule, Document, NodeSet, ObjectRule, Rule, Shape, Slot, StringRule,
};

/// How the choices that a schema leaves are made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    /// Every declared property and an item in every array, instead of what is required only.
    pub(crate) full: bool,
    /// Values that the schema suggests (`default`, `examples`) come first.
    pub(crate) suggested: bool,
    /// Which of the alternatives and JSON types.
    pub(crate) variant: usize,
}

/// One step towards the part of a value that is of interest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// Into a property of an object that meets this one of the rules.
    Property { rule: usize, name: String },
    /// Into an item of an array that meets this one of the rules.
    Item { rule: usize, index: usize },
}

/// What is wished for at the end of the turns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// This value.
    Value(Value),
    /// An object that meets this one of the rules, with no more than it needs and these properties.
    Object { rule: usize, with: Vec<String> },
    /// An array of so many items that meets this one of the rules.
    Array {
        rule: usize,
        length: usize,
        equal: bool,
    },
    /// Whatever is accepted, with these properties on top if it is an object.
    Over(Value),
    /// Whatever is accepted, if it is an object.
    SomeObject,
    /// Whatever is accepted.
    Anything,
}

/// Below this depth only what is required is made.
const FULL_DEPTH: usize = 6;
/// Items that an array gets at most.
pub(crate) const MOST_ITEMS: usize = 3000;

/// Makes values of one document.
pub(crate) struct Maker<'m, 'a> {
    pub(crate) document: &'m mut Document<'a>,
    pub(crate) patterns: &'m Patterns,
    pub(crate) meter: &'m Meter,
    pub(crate) style: Style,
    /// Which of several scalars, so that items of an array differ.
    nth: usize,
}

/// A value, or nothing where none was found.
type Made = Result<Option<Value>, Exceeded>;

impl<'m, 'a> Maker<'m, 'a> {
    pub(crate) fn new(
        document: &'m mut Document<'a>,
        patterns: &'m Patterns,
        meter: &'m Meter,
        style: Style,
    ) -> Self {
        Self {
            document,
            patterns,
            meter,
            style,
            nth: 0,
        }
    }

    /// A value that all subschemas of a set should accept, with what is wished for in it.
    pub(crate) fn make(&mut self, set: &NodeSet, turns: &[Turn], wish: &Wish) -> Made {
        self.value(set, turns, wish, 0)
    }

    fn value(&mut self, set: &NodeSet, turns: &[Turn], wish: &Wish, depth: usize) -> Made {
        self.meter.work(1)?;
        let _level = self.meter.enter()?;
        let shape = self.document.shape(set);
        match turns.split_first() {
            Some((Turn::Property { rule, name }, rest)) => match nth_rule(&shape.object, *rule) {
                Some(rule) => self.object(rule, &[name], Some((name, rest, wish)), depth),
                None => Ok(None),
            },
            Some((Turn::Item { rule, index }, rest)) => match nth_rule(&shape.array, *rule) {
                Some(rule) => {
                    let interest = Some((*index, rest, wish));
                    let made = self.array(rule, *index + 1, false, interest, depth)?;
                    self.with_contained(set, made, depth)
                }
                None => Ok(None),
            },
            None => self.wished(set, &shape, wish, depth),
        }
    }

    fn wished(&mut self, set: &NodeSet, shape: &Shape, wish: &Wish, depth: usize) -> Made {
        let listed = match wish {
            Wish::Value(_) => None,
            Wish::Object { .. } | Wish::SomeObject => self.listed(set, Value::is_object),
            Wish::Array { .. } => self.listed(set, Value::is_array),
            Wish::Over(_) | Wish::Anything => self.listed(set, |_| true),
        };
        if listed.is_some() {
            return Ok(listed);
        }
        match wish {
            Wish::Value(value) => Ok(Some(value.clone())),
            Wish::Object { rule, with } => match nth_rule(&shape.object, *rule) {
                Some(rule) => {
                    let with: Vec<&String> = with.iter().collect();
                    self.object(rule, &with, None, depth)
                }
                None => Ok(None),
            },
            Wish::Array {
                rule,
                length,
                equal,
            } => match nth_rule(&shape.array, *rule) {
                Some(rule) => {
                    let made = self.array(rule, *length, *equal, None, depth)?;
                    self.with_contained(set, made, depth)
                }
                None => Ok(None),
            },
            Wish::SomeObject => self.any_object(&shape.object, depth),
            Wish::Anything => self.anything(set, shape, depth),
            Wish::Over(over) => {
                let mut made = self.anything(set, shape, depth)?;
                if let (Some(Value::Object(made)), Value::Object(over)) = (&mut made, over) {
                    made.extend(over.clone());
                }
                Ok(made)
            }
        }
    }

    fn anything(&mut self, set: &NodeSet, shape: &Shape, depth: usize) -> Made {
        if self.style.suggested
            && let Some(value) = self.suggestion(set)
        {
            return Ok(Some(value));
        }
        let open = [
            !shape.object.is_never(),
            !shape.array.is_never(),
            !shape.string.is_never(),
            !shape.number.is_never(),
            shape.boolean.yes || shape.boolean.no,
            shape.null,
        ];
        let mut kinds: Vec<usize> = (0..open.len()).filter(|i| open[*i]).collect();
        // What accepts everything is plainest as a text.
        if shape.is_any() {
            kinds.sort_by_key(|kind| *kind != 2);
        }
        // An object that needs itself has no end; something else may do.
        if depth > 2 * FULL_DEPTH {
            kinds.reverse();
        }
        let count = kinds.len().max(1);
        for i in 0..kinds.len() {
            let made = match kinds[(i + self.style.variant) % count] {
                0 => self.any_object(&shape.object, depth)?,
                1 => {
                    let made = self.any_array(&shape.array, depth)?;
                    self.with_contained(set, made, depth)?
                }
                2 => self.text(set, &shape.string),
                3 => self.number(shape),
                4 => {
                    let yes =
                        shape.boolean.yes && (self.nth.is_multiple_of(2) || !shape.boolean.no);
                    Some(Value::Bool(yes))
                }
                _ => Some(Value::Null),
            };
            if made.is_some() {
                return Ok(made);
            }
        }
        Ok(None)
    }

    /// One of the values that a schema lists, where it lists what shapes do not hold.
    fn listed(&self, set: &NodeSet, is_meant: fn(&Value) -> bool) -> Option<Value> {
        set.iter().find_map(|id| {
            let schema = self.document.schema(*id);
            let only = schema.get("const").map(std::slice::from_ref);
            let several = || Some(schema.get("enum")?.as_array()?.as_slice());
            let values = only.or_else(several)?;
            if !values.iter().any(|it| it.is_object() || it.is_array()) {
                return None;
            }
            let meant: Vec<&Value> = values.iter().filter(|it| is_meant(it)).collect();
            let count = meant.len().max(1);
            let chosen = meant.get((self.style.variant + self.nth) % count);
            chosen.map(|value| (*value).clone())
        })
    }

    /// A value that the schema itself names.
    fn suggestion(&self, set: &NodeSet) -> Option<Value> {
        set.iter().find_map(|id| {
            let schema = self.document.schema(*id);
            let examples = schema.get("examples").and_then(Value::as_array);
            let first = examples.and_then(|examples| examples.first());
            let default = schema.get("default").filter(|value| !value.is_null());
            first.or(default).cloned()
        })
    }

    fn text(&self, set: &NodeSet, slot: &Slot<StringRule>) -> Option<Value> {
        let format = set
            .iter()
            .find_map(|id| self.document.schema(*id).get("format")?.as_str());
        let count = rules(slot).len();
        let candidates = (0..count).find_map(|i| {
            let rule = nth_rule(slot, (i + self.style.variant) % count)?;
            let found = self.patterns.candidates(rule, format);
            (!found.is_empty()).then_some(found)
        })?;
        if self.nth >= candidates.len() && free_text(slot) {
            return Some(Value::String(format!("text{}", self.nth)));
        }
        let chosen = candidates.get(self.nth % candidates.len())?;
        Some(Value::String(chosen.clone()))
    }

    fn number(&self, shape: &Shape) -> Option<Value> {
        let count = rules(&shape.number).len();
        (0..count).find_map(|i| {
            let rule = nth_rule(&shape.number, (i + self.style.variant) % count)?;
            let mut found = number::near(&[rule]);
            if rule.values.is_none() && rule.multiple_of.is_empty() {
                let low = rule
                    .min
                    .iter()
                    .filter_map(|bound| number::integer(&bound.value));
                let from = low.max().unwrap_or(0) + 1;
                let nth = i128::try_from(self.nth).unwrap_or(0);
                found.extend(number::whole(from.saturating_add(nth)));
            }
            found.retain(|number| number::meets(number, rule));
            let chosen = match self.nth.cmp(&found.len()) {
                std::cmp::Ordering::Less => found.get(self.nth),
                _ => found.last(),
            };
            chosen.cloned().map(Value::Number)
        })
    }

    fn any_object(&mut self, slot: &Slot<ObjectRule>, depth: usize) -> Made {
        let count = rules(slot).len();
        for i in 0..count {
            if let Some(rule) = nth_rule(slot, (i + self.style.variant) % count)
                && let Some(made) = self.object(rule, &[], None, depth)?
            {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    fn any_array(&mut self, slot: &Slot<ArrayRule>, depth: usize) -> Made {
        let count = rules(slot).len();
        for i in 0..count {
            if let Some(rule) = nth_rule(slot, (i + self.style.variant) % count) {
                let wanted = usize::from(self.style.full && depth < FULL_DEPTH);
                for length in [wanted, 0] {
                    if let Some(made) = self.array(rule, length, false, None, depth)? {
                        return Ok(Some(made));
                    }
                }
            }
        }
        Ok(None)
    }

    /// An object with what the rule requires, these properties, and a part that is of interest.
    fn object(
        &mut self,
        rule: &ObjectRule,
        with: &[&String],
        interest: Option<(&String, &[Turn], &Wish)>,
        depth: usize,
    ) -> Made {
        let mut names = self.names(rule, with, depth);
        let most = rule.max.and_then(|max| usize::try_from(max).ok());
        let mut object = Map::new();
        let mut at = 0;
        while let Some(name) = names.get(at).cloned() {
            at += 1;
            let needed = rule.required.contains(&name) || with.contains(&&name);
            if !needed && most.is_some_and(|most| names.len() > most) {
                at -= 1;
                names.remove(at);
                continue;
            }
            self.meter.work(
                1 + rule
                    .parts
                    .iter()
                    .map(|part| part.properties.len())
                    .sum::<usize>(),
            )?;
            let set = rule.property(&name, |pattern, name| {
                self.patterns.matches(pattern, name) == Some(true)
            });
            let made = match interest {
                Some((interesting, turns, wish)) if *interesting == name => {
                    self.value(&set, turns, wish, depth + 1)?
                }
                _ => self.value(&set, &[], &Wish::Anything, depth + 1)?,
            };
            match made {
                Some(value) => drop(object.insert(name, value)),
                None if needed => return Ok(None),
                None => {}
            }
        }
        Ok(Some(Value::Object(object)))
    }

    /// The names of the properties that an object gets.
    fn names(&mut self, rule: &ObjectRule, with: &[&String], depth: usize) -> Vec<String> {
        let declared = rule.declared();
        let full = self.style.full && depth < FULL_DEPTH;
        let mut names: Vec<String> = declared
            .iter()
            .filter(|name| {
                full || rule.required.iter().any(|it| it == *name)
                    || with.iter().any(|it| it == *name)
            })
            .map(|name| (*name).to_owned())
            .collect();
        names.extend(
            with.iter()
                .filter(|name| !declared.contains(&name.as_str()))
                .map(|name| (*name).clone()),
        );
        let least = usize::try_from(rule.min)
            .unwrap_or(MOST_ITEMS)
            .min(MOST_ITEMS);
        let unused: Vec<&&str> = declared
            .iter()
            .filter(|name| !names.iter().any(|it| it == *name))
            .collect();
        let missing = least.saturating_sub(names.len());
        names.extend(
            unused
                .into_iter()
                .take(missing)
                .map(|name| (*name).to_owned()),
        );
        if full
            && declared.is_empty()
            && rule
                .parts
                .iter()
                .any(|part| part.additional.is_some() || !part.patterns.is_empty())
        {
            names.push(self.other_name(rule, names.len()));
        }
        while names.len() < least {
            let name = self.other_name(rule, names.len());
            if names.contains(&name) {
                break;
            }
            names.push(name);
        }
        let mut at = 0;
        while let Some(name) = names.get(at) {
            let needs = rule.dependent.get(name).into_iter().flatten();
            let new: Vec<String> = needs.filter(|it| !names.contains(it)).cloned().collect();
            names.extend(new);
            at += 1;
        }
        names
    }

    /// A name for a property that is not declared.
    fn other_name(&mut self, rule: &ObjectRule, nth: usize) -> String {
        let names = self.document.shape(&rule.names);
        if let Some(first) = rules(&names.string).first()
            && !first.is_free()
        {
            let candidates = self.patterns.candidates(first, None);
            if let Some(name) = candidates.get(nth % candidates.len().max(1)) {
                return name.clone();
            }
        }
        let closed = rule.parts.iter().any(|part| {
            part.additional
                .is_some_and(|id| self.document.node_shape(id).is_never())
        });
        let pattern = rule.parts.iter().find_map(|part| part.patterns.first());
        if let (true, Some((pattern, _))) = (closed, pattern) {
            let texts = self.patterns.texts(pattern, &[1 + nth, 4 + nth], 3);
            if let Some(name) = texts.get(nth % texts.len().max(1)) {
                return name.clone();
            }
        }
        format!("key{}", nth + 1)
    }

    /// An array of at least so many items, one of which is of interest.
    fn array(
        &mut self,
        rule: &ArrayRule,
        length: usize,
        equal: bool,
        interest: Option<(usize, &[Turn], &Wish)>,
        depth: usize,
    ) -> Made {
        let least = usize::try_from(rule.min).unwrap_or(usize::MAX);
        let length = length.max(least);
        if length > MOST_ITEMS || rule.max.is_some_and(|max| length as u64 > max) {
            return Ok(None);
        }
        let outer = self.nth;
        let mut items: Vec<Value> = Vec::new();
        for index in 0..length {
            let set = rule.item(index);
            let made = match interest {
                Some((interesting, turns, wish)) if interesting == index => {
                    self.value(&set, turns, wish, depth + 1)?
                }
                _ if equal && index > 0 => items.first().cloned(),
                _ => self.another(&set, &items, rule.unique, depth)?,
            };
            match made {
                Some(item) => items.push(item),
                None => {
                    self.nth = outer;
                    return Ok(None);
                }
            }
        }
        self.nth = outer;
        Ok(Some(Value::Array(items)))
    }

    /// An array with an item that `contains` asks for, which shapes do not hold.
    fn with_contained(&mut self, set: &NodeSet, made: Option<Value>, depth: usize) -> Made {
        let Some(Value::Array(mut items)) = made else {
            return Ok(made);
        };
        for id in set {
            let Some(contained) = self.document.schema(*id).get("contains") else {
                continue;
            };
            let child = self
                .document
                .child(*id, &[Step::Key("contains")], contained);
            let item = self.value(&vec![child], &[], &Wish::Anything, depth + 1)?;
            items.extend(item.filter(|item| !items.contains(item)));
        }
        Ok(Some(Value::Array(items)))
    }

    /// One more item, different from those before it where that is asked for.
    fn another(&mut self, set: &NodeSet, items: &[Value], unique: bool, depth: usize) -> Made {
        let outer = self.nth;
        let tries = if unique { items.len() + 4 } else { 1 };
        let mut found = None;
        for i in 0..tries {
            self.nth = outer + items.len().min(8) + i;
            if !unique {
                self.nth = outer;
            }
            self.meter.work(items.len())?;
            let made = self.value(set, &[], &Wish::Anything, depth + 1)?;
            let Some(made) = made else { break };
            if !unique || !items.contains(&made) {
                found = Some(made);
                break;
            }
        }
        self.nth = outer;
        Ok(found)
    }
}

fn free_text(slot: &Slot<StringRule>) -> bool {
    matches!(slot, Slot::Just(rule) if rule.patterns.is_empty() && rule.values.is_none() && rule.min <= 5 && rule.max.is_none())
}

/// The rules of a slot.
pub(crate) fn rules<R: Rule>(slot: &Slot<R>) -> &[R] {
    match slot {
        Slot::Never => &[],
        Slot::Just(rule) => std::slice::from_ref(&**rule),
        Slot::AnyOf(rules) | Slot::OneOf(rules) => rules.as_slice(),
    }
}

fn nth_rule<R: Rule>(slot: &Slot<R>, nth: usize) -> Option<&R> {
    rules(slot).get(nth)
}
