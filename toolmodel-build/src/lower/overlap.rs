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

impl Lowering<'_, '_> {
    /// For each branch, what it has to keep so that nothing is lost of what a later one declares.
    pub(super) fn keep_what_later_ones_declare(
        &mut self,
        order: &[usize],
        rules: &[ObjectRule],
    ) -> Vec<Keep> {
        let mut later: HashMap<&str, BTreeSet<NodeSet>> = HashMap::new();
        let mut needs = vec![Keep::Declared; order.len()];
        for (&i, need) in order.iter().zip(&mut needs).rev() {
            let rule = &rules[i];
            let declared = rule.declared();
            let names = declared.iter().map(|name| matching(name));
            let steps = names.sum::<usize>() * patterns(rule);
            if self.meter.work(steps).is_err() {
                *need = Keep::Everything;
                continue;
            }
            let by_name = rule.by_name();
            let matches = |pattern: &str, name: &str| self.matches(pattern, name);
            let sets = declared.iter().map(|name| by_name.property(name, matches));
            let sets: Vec<NodeSet> = sets.collect();
            let own: HashSet<&str> = declared.iter().copied().collect();
            if later.keys().any(|name| !own.contains(name)) && self.is_open(rule) {
                *need = Keep::All;
            }
            for (name, set) in declared.into_iter().zip(sets) {
                let others = later.entry(name).or_default();
                let mut differing = others.iter().filter(|other| **other != set);
                if *need != Keep::Everything && differing.any(|other| self.holds_others(other)) {
                    *need = Keep::Everything;
                }
                others.insert(set);
            }
        }
        needs
    }

    /// Whether an object may have properties that its rule does not declare.
    fn is_open(&mut self, rule: &ObjectRule) -> bool {
        let others = rule.parts.iter().filter_map(|part| part.additional);
        let others: NodeSet = others.collect();
        patterns(rule) > 0 || !self.document.shape(&others).is_never()
    }

    /// Whether values may hold other values, which another type for them might drop.
    fn holds_others(&mut self, set: &NodeSet) -> bool {
        let shape = self.document.shape(set);
        !shape.object.is_never() || !shape.array.is_never()
    }
}
