//! Choices whose branches overlap: the first that accepts a value reads it, and JSON Schema means all of them.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::patterns::{matching, patterns};
use super::{Keep, Lowering};
use crate::ir::Mode;
use crate::schema::{NodeSet, ObjectRule};

/// The branches in the order in which they are tried: where any may accept, those that say more come first, so
/// that a value is not read as one that could be almost anything.
pub(super) fn in_order_of_trial(mode: Mode, rules: &[ObjectRule]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    if mode == Mode::Any {
        order.sort_by_cached_key(|&i| {
            let rule = &rules[i];
            Reverse((rule.required.len(), rule.declared().len()))
        });
    }
    order
}

/// What branches that are tried later may read.
#[derive(Default)]
struct Later<'r> {
    /// What they declare, with all that it must satisfy.
    declared: HashMap<&'r str, BTreeSet<NodeSet>>,
    /// What undeclared properties must satisfy in those that keep them.
    others: BTreeSet<NodeSet>,
}

impl Lowering<'_, '_> {
    /// For each branch, what it has to keep so that nothing is lost of what a later one reads.
    pub(super) fn keep_what_later_ones_read(
        &mut self,
        order: &[usize],
        rules: &[ObjectRule],
    ) -> Vec<Keep> {
        let mut later = Later::default();
        let mut needs = vec![Keep::Declared; order.len()];
        for (&i, need) in order.iter().zip(&mut needs).rev() {
            let rule = &rules[i];
            let declared = rule.declared();
            let names = declared.iter().map(|name| matching(name));
            let steps = names.sum::<usize>() * (patterns(rule) + later.others.len());
            if self.meter.work(steps).is_err() {
                *need = Keep::Everything;
                continue;
            }
            let by_name = rule.by_name();
            let matches = |pattern: &str, name: &str| self.matches(pattern, name);
            let sets = declared.iter().map(|name| by_name.property(name, matches));
            let sets: Vec<NodeSet> = sets.collect();
            let own: HashSet<&str> = declared.iter().copied().collect();
            let (undeclared, _) = self.undeclared(rule).unwrap_or_default();
            let is_open = !self.document.shape(&undeclared).is_never();
            let unknown = || later.declared.iter().filter(|it| !own.contains(it.0));
            if is_open {
                if unknown().next().is_some() || !later.others.is_empty() {
                    *need = Keep::All;
                }
                // Without a schema of their own, undeclared properties are kept as they are.
                let others = unknown().flat_map(|it| it.1).chain(&later.others);
                if !undeclared.is_empty() && self.may_lose(&undeclared, others) {
                    *need = Keep::Everything;
                }
            }
            for (name, set) in declared.iter().zip(&sets) {
                let others = later.declared.get(name).into_iter().flatten();
                if *need != Keep::Everything && self.may_lose(set, others.chain(&later.others)) {
                    *need = Keep::Everything;
                }
            }
            for (name, set) in declared.into_iter().zip(sets) {
                later.declared.entry(name).or_default().insert(set);
            }
            if is_open && speaks_of_others(rule) {
                later.others.insert(undeclared);
            }
        }
        needs
    }

    /// Whether the type of a set of subschemas might drop what is in a value, and one of the others keep it.
    fn may_lose<'s>(&mut self, set: &NodeSet, others: impl Iterator<Item = &'s NodeSet>) -> bool {
        let mut differing = others.filter(|other| *other != set);
        let Some(first) = differing.next() else {
            return false;
        };
        self.holds_values(set)
            && (self.holds_values(first) || differing.any(|other| self.holds_values(other)))
    }

    /// Whether values may hold other values.
    fn holds_values(&mut self, set: &NodeSet) -> bool {
        let shape = self.document.shape(set);
        !shape.object.is_never() || !shape.array.is_never()
    }
}

/// Whether undeclared properties matter to a rule, so that its type keeps them.
pub(super) fn speaks_of_others(rule: &ObjectRule) -> bool {
    let mut parts = rule.parts.iter();
    parts.any(|part| part.welcomes_others || part.additional.is_some() || !part.patterns.is_empty())
        || rule.min > 0
        || rule.max.is_some()
        || !rule.dependent.is_empty()
        || !rule.names.is_empty()
        || rule.is_described
}
