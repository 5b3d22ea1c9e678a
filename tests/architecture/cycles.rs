//! Cycles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// The sets of nodes that reach each other, each sorted.
pub(crate) fn cycles<'a>(edges: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Vec<&'a str>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in edges {
        next.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = next
        .keys()
        .map(|node| (*node, reach(node, &next)))
        .collect();
    let mut cycles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (node, others) in &reached {
        let mutual = others
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(node)));
        let mutual: Vec<&str> = mutual.collect();
        if mutual.len() > 1 {
            cycles.insert(mutual);
        }
    }
    cycles.into_iter().collect()
}

fn reach<'a>(start: &str, next: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut stack = vec![start];
    while let Some(node) = stack.pop() {
        for other in next.get(node).into_iter().flatten().copied() {
            if reached.insert(other) {
                stack.push(other);
            }
        }
    }
    reached
}

#[test]
fn nodes_that_reach_each_other_are_a_cycle() {
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")];
    assert_eq!(cycles(edges.into_iter()), [["a", "b", "c"]]);
    assert!(cycles([("a", "b"), ("a", "c"), ("b", "c")].into_iter()).is_empty());
}
