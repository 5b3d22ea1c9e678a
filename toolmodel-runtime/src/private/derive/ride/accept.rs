//! Whether a value in memory is accepted.

use serde_json::{Map, Number, Value};

use super::check::{Numeric, is_listed};
use super::plan::{
    ANYTHING, ListRule, Lists, Node, NodeIndex, Numbers, ObjectRule, Objects, Others, Place, Plan,
    Texts, Union,
};
use crate::private::de::DEEPEST;

/// The check of a value, and how much may still be checked. Branches of a union that disagree about a member
/// check it once each, level by level, and each check counts.
pub(super) struct Look<'p> {
    pub(super) plan: &'p Plan,
    values: usize,
    text: usize,
    /// The level of what is read.
    pub(super) depth: usize,
    /// Whether something was rejected or not checked. The outcome for it then means nothing, even
    /// if one branch of a union has to reject, or if the type ignores it.
    pub(super) undecided: bool,
    /// How often patterns have given up before.
    given_up: usize,
}

impl<'p> Look<'p> {
    #[inline]
    pub(super) fn new(plan: &'p Plan) -> Self {
        Self {
            plan,
            values: plan.most_values,
            text: plan.most_text,
            depth: 0,
            undecided: false,
            given_up: plan.given_up_before(),
        }
    }

    /// Whether everything that was checked was accepted.
    #[inline]
    pub(super) fn is_sure(&self) -> bool {
        !self.undecided && !self.plan.gave_up_since(self.given_up)
    }

    /// Whether a value is accepted at the level being read. False may also mean that it is unknown.
    pub(super) fn accepts(&mut self, node: &Node, value: &Value) -> bool {
        self.at(node, value, self.depth)
    }

    #[inline]
    pub(super) fn accepts_text(&mut self, node: &Node, text: &str) -> bool {
        matches!(node.text, Texts::Any) || self.text(node, text)
    }

    /// Whether a list may have this length, and is not too deep.
    #[inline]
    pub(super) fn enter_list(&mut self, rule: &ListRule, length: usize) -> bool {
        self.depth += 1;
        self.depth <= DEEPEST && self.may_have_items(rule, length)
    }

    /// Whether an object may have this many members, and is not too deep.
    #[inline]
    pub(super) fn enter_object(&mut self, rule: &ObjectRule, length: usize) -> bool {
        self.depth += 1;
        self.depth <= DEEPEST && self.may_have_members(rule, length)
    }

    #[inline]
    fn may_have_items(&mut self, rule: &ListRule, length: usize) -> bool {
        rule.min <= length && length <= rule.max && self.may_look_at(length)
    }

    #[inline]
    fn may_have_members(&mut self, rule: &ObjectRule, length: usize) -> bool {
        rule.min <= length && length <= rule.max && self.may_look_at(length)
    }

    /// Counts values; returns whether they are still few enough to continue.
    #[inline]
    fn may_look_at(&mut self, values: usize) -> bool {
        let left = self.values.checked_sub(values);
        self.values = left.unwrap_or(0);
        self.undecided |= left.is_none();
        left.is_some()
    }

    /// Counts text that is searched by a pattern or whose characters are counted.
    #[inline]
    fn may_match(&mut self, text: &str) -> bool {
        let left = self.text.checked_sub(text.len());
        self.text = left.unwrap_or(0);
        self.undecided |= left.is_none();
        left.is_some()
    }

    /// The speed of the loops over items and members depends on how little they keep in registers: everything
    /// that takes more than a comparison is a call.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "see above")]
    fn at(&mut self, node: &Node, value: &Value, depth: usize) -> bool {
        match value {
            Value::String(text) => matches!(node.text, Texts::Any) || self.text(node, text),
            Value::Number(number) => accepts_number(&node.number, number),
            Value::Bool(true) => node.yes,
            Value::Bool(false) => node.no,
            Value::Null => node.null,
            _ => self.container(node, value, depth),
        }
    }

    #[inline(never)]
    fn container(&mut self, node: &Node, value: &Value, depth: usize) -> bool {
        match value {
            Value::Array(items) => match &node.list {
                Lists::Never => false,
                Lists::Any => is_shallow(value, depth),
                Lists::One(rule) => self.list(rule, items, depth + 1),
            },
            Value::Object(members) => match &node.object {
                Objects::Never => false,
                Objects::Any => is_shallow(value, depth),
                Objects::One(rule) => self.object(rule, members, depth + 1),
                Objects::Union(union) => self.union(union, members, depth + 1),
            },
            _ => false,
        }
    }

    #[inline(never)]
    fn text(&mut self, node: &Node, text: &str) -> bool {
        match &node.text {
            Texts::Never => false,
            Texts::Any => true,
            Texts::Listed(values) => is_listed(values, text),
            Texts::Fixed(fixed) => fixed.is_match(text.as_bytes()),
            Texts::Steps(steps) => self.may_match(text) && steps.is_match(text),
            Texts::One(rule) => match rule.fits_bytes(text) {
                Some(false) => false,
                Some(true) if rule.patterns.is_empty() => true,
                _ => self.may_match(text) && rule.accepts(text),
            },
            Texts::Rules(..) => self.may_match(text) && node.text.accept(text),
        }
    }

    fn list(&mut self, rule: &ListRule, items: &[Value], depth: usize) -> bool {
        if depth > DEEPEST || !self.may_have_items(rule, items.len()) {
            return false;
        }
        let (first, others) = items.split_at(items.len().min(rule.prefix.len()));
        for (item, node) in first.iter().zip(&rule.prefix) {
            if !self.at(self.plan.node(*node), item, depth) {
                return false;
            }
        }
        let rest = self.plan.node(rule.rest);
        let free = rest.free();
        for item in others {
            if !free.has(item) && !self.at(rest, item, depth) {
                return false;
            }
        }
        true
    }

    fn object(&mut self, rule: &ObjectRule, members: &Map<String, Value>, depth: usize) -> bool {
        if depth > DEEPEST || !self.may_have_members(rule, members.len()) {
            return false;
        }
        let mut seen = 0;
        let mut next = rule.fields.expected();
        for (name, value) in members {
            let place = match rule.fields.find(&mut next, name) {
                Some(field) => {
                    seen |= field.bit;
                    field.what
                }
                None => match self.other(rule, name) {
                    Some(place) => place,
                    None => return false,
                },
            };
            if !place.free.has(value) && !self.at(self.plan.node(place.node), value, depth) {
                return false;
            }
        }
        seen & rule.required == rule.required
    }

    /// What an undeclared member must be; `None` if it is forbidden.
    #[inline(never)]
    pub(super) fn other(&mut self, rule: &ObjectRule, name: &str) -> Option<Place> {
        let is_free = matches!(rule.others, Others::Node(_)) && rule.names == ANYTHING;
        let may_be_there = is_free || self.may_match(name);
        let node = rule.other(self.plan, name).filter(|_| may_be_there)?;
        Some(Place {
            node,
            free: self.plan.node(node).free(),
        })
    }

    fn union(&mut self, union: &Union, members: &Map<String, Value>, depth: usize) -> bool {
        if depth > DEEPEST || !self.may_look_at(members.len()) {
            return false;
        }
        let mut alive = union.all();
        let mut seen = 0;
        let mut next = union.fields.expected();
        for (name, value) in members {
            let Some(field) = union.fields.find(&mut next, name) else {
                alive &= union.open;
                // serde buffers it all the same.
                if alive == 0 || !is_shallow(value, depth) {
                    return false;
                }
                continue;
            };
            seen |= field.bit;
            alive &= field.what.allowed;
            alive = match field.what.settled(alive) {
                Some(node) if self.at(self.plan.node(node), value, depth) => alive,
                Some(_) => 0,
                None => self.narrowed(&field.what.nodes, alive, value, depth),
            };
            if alive == 0 {
                return false;
            }
        }
        union.holds(alive, seen)
    }

    /// The branches that accept a value about which they disagree.
    fn narrowed(
        &mut self,
        nodes: &[Option<NodeIndex>],
        mut alive: u64,
        value: &Value,
        depth: usize,
    ) -> u64 {
        // Branches with the same rule are checked once.
        let mut left = alive;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let node = nodes[first];
            let accepted = node.is_some_and(|node| {
                self.may_look_at(1) && self.at(self.plan.node(node), value, depth)
            });
            for (branch, other) in nodes.iter().enumerate().skip(first) {
                let bit = 1 << branch;
                if left & bit != 0 && *other == node {
                    left &= !bit;
                    if !accepted {
                        alive &= !bit;
                    }
                }
            }
        }
        alive
    }
}

#[inline(never)]
pub(super) fn accepts_number(numbers: &Numbers, number: &Number) -> bool {
    if let Some(number) = number.as_i64() {
        numbers.accept_i64(number)
    } else if let Some(number) = number.as_u64() {
        numbers.accept(Numeric::Integer(i128::from(number)))
    } else {
        match number.as_f64() {
            Some(number) => numbers.accept_f64(number),
            None => matches!(numbers, Numbers::Any),
        }
    }
}

/// Whether a value at a level reaches no deeper than values may: it is read by recursion.
fn is_shallow(value: &Value, depth: usize) -> bool {
    depth < DEEPEST
        && match value {
            Value::Array(items) => items
                .iter()
                .all(|item| !is_container(item) || is_shallow(item, depth + 1)),
            Value::Object(members) => members
                .values()
                .all(|member| !is_container(member) || is_shallow(member, depth + 1)),
            _ => true,
        }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}
