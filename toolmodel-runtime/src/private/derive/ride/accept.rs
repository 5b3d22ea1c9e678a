//! Whether a value that is in memory already is accepted.
//!
//! Here the plan does not ride along: a look at the value costs less than to stand between every
//! call of serde (1.3 against 1.9 times a plain read, in instructions), and is compiled once and
//! not for every type.

use std::cell::Cell;

use serde_json::{Map, Number, Value};

use super::check::Numeric;
use super::plan::{
    ListRule, Lists, Node, NodeIndex, Numbers, ObjectRule, Objects, Plan, Texts, Union,
};
use crate::private::de::DEEPEST;

impl Plan {
    /// Whether the schema accepts a value. No may also mean that it is not known.
    pub(in super::super) fn accepts(&self, value: &Value) -> bool {
        let spent = Spent::default();
        Look {
            plan: self,
            spent: &spent,
        }
        .at(self.root().node, value, 0)
    }
}

/// What was looked at. Branches of a union that disagree about a member look at it once each, level
/// by level, and each look counts.
#[derive(Default)]
struct Spent {
    values: Cell<usize>,
    text: Cell<usize>,
}

#[derive(Clone, Copy)]
struct Look<'p> {
    plan: &'p Plan,
    spent: &'p Spent,
}

impl Look<'_> {
    /// Counts values; whether they are still few enough to go on.
    #[inline]
    fn may_look_at(self, values: usize) -> bool {
        let total = self.spent.values.get().saturating_add(values);
        self.spent.values.set(total);
        total <= self.plan.most_values
    }

    #[inline]
    fn text(self, node: &Node, text: &str) -> bool {
        if matches!(node.text, Texts::Any) {
            return true;
        }
        self.may_match(text) && self.plan.with(node).accepts_text(text)
    }

    /// Counts text that rules look at; whether it is still little enough to go on.
    #[inline]
    fn may_match(self, text: &str) -> bool {
        let total = self.spent.text.get().saturating_add(text.len());
        self.spent.text.set(total);
        total <= self.plan.most_text
    }

    fn at(self, node: &Node, value: &Value, depth: usize) -> bool {
        match value {
            Value::String(text) => self.text(node, text),
            Value::Number(number) => self.number(node, number),
            Value::Bool(true) => node.yes,
            Value::Bool(false) => node.no,
            Value::Null => node.null,
            Value::Array(items) => match &node.list {
                Lists::Never => false,
                Lists::Any => is_shallow(value, depth),
                Lists::One(rule) => depth < DEEPEST && self.list(rule, items, depth + 1),
            },
            Value::Object(members) => match &node.object {
                Objects::Never => false,
                Objects::Any => is_shallow(value, depth),
                Objects::One(rule) => depth < DEEPEST && self.object(rule, members, depth + 1),
                Objects::Union(union) => depth < DEEPEST && self.union(union, members, depth + 1),
            },
        }
    }

    fn number(self, node: &Node, number: &Number) -> bool {
        let at = self.plan.with(node);
        if let Some(number) = number.as_i64() {
            at.accepts_i64(number)
        } else if let Some(number) = number.as_u64() {
            at.accepts_u64(number)
        } else {
            let float = number.as_f64().map(Numeric::Float);
            matches!(node.number, Numbers::Any) || float.is_some_and(|it| at.accepts_number(it))
        }
    }

    fn list(self, rule: &ListRule, items: &[Value], depth: usize) -> bool {
        let (first, others) = items.split_at(items.len().min(rule.prefix.len()));
        let rest = self.plan.node(rule.rest);
        let mut first = first.iter().zip(&rule.prefix);
        rule.min <= items.len()
            && items.len() <= rule.max
            && self.may_look_at(items.len())
            && first.all(|(item, node)| self.at(self.plan.node(*node), item, depth))
            && others.iter().all(|item| self.at(rest, item, depth))
    }

    fn object(self, rule: &ObjectRule, members: &Map<String, Value>, depth: usize) -> bool {
        if members.len() < rule.min || members.len() > rule.max || !self.may_look_at(members.len())
        {
            return false;
        }
        let (mut seen, mut next) = (0, 0);
        for (name, value) in members {
            let node = if let Some(number) = rule.fields.find(next, name) {
                let field = &rule.fields.list[number];
                seen |= field.bit;
                next = number + 1;
                field.what
            } else {
                match rule.other(self.plan, name) {
                    Some(node) if self.may_match(name) => node,
                    _ => return false,
                }
            };
            let node = self.plan.node(node);
            let accepted = match value {
                Value::String(text) => self.text(node, text),
                value => self.at(node, value, depth),
            };
            if !accepted {
                return false;
            }
        }
        seen & rule.required == rule.required
    }

    fn union(self, union: &Union, members: &Map<String, Value>, depth: usize) -> bool {
        if !self.may_look_at(members.len()) {
            return false;
        }
        let mut alive = union.all();
        let (mut seen, mut next) = (0, 0);
        for (name, value) in members {
            let Some(number) = union.fields.find(next, name) else {
                alive &= union.open;
                // serde buffers it all the same.
                if !is_shallow(value, depth) {
                    return false;
                }
                continue;
            };
            let field = &union.fields.list[number];
            seen |= field.bit;
            next = number + 1;
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
        self,
        nodes: &[Option<NodeIndex>],
        mut alive: u64,
        value: &Value,
        depth: usize,
    ) -> u64 {
        let mut known: Vec<(NodeIndex, bool)> = Vec::new();
        for (branch, node) in nodes.iter().enumerate() {
            let bit = 1 << branch;
            let Some(node) = node.filter(|_| alive & bit != 0) else {
                continue;
            };
            let before = known.iter().find(|(other, _)| *other == node);
            let accepted = before.map_or_else(
                || self.may_look_at(1) && self.at(self.plan.node(node), value, depth),
                |(_, accepted)| *accepted,
            );
            known.push((node, accepted));
            if !accepted {
                alive &= !bit;
            }
        }
        alive
    }
}

/// Whether a value that stands on a level reaches no deeper than values may: it is read by recursion.
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
