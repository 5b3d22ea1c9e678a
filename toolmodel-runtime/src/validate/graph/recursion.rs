//! Recursive schemas whose cost stays linear: one value leads to at most one recursive application on each value
//! below it, as in lists and trees.

use super::{Graph, Growth, Node, add};
use crate::schema::components::components;

/// What an instance can cost as it grows, unless recursion may multiply. `order` lists every node
/// after those it leads to in place; `depth` is the deepest instance allowed.
pub(super) fn growth(graph: &Graph, order: &[usize], depth: u64) -> Option<Growth> {
    let nodes = &graph.nodes;
    if nodes.iter().any(Node::has_unevaluated) {
        return None;
    }
    let component = components(nodes.len(), |node| {
        let in_place = nodes[node].in_place.iter().map(|edge| edge.target);
        in_place.chain(nodes[node].below())
    });
    let same = |from: usize, to: usize| component[from] == component[to];
    let mut is_recursive = vec![false; nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        for to in node.below().filter(|&to| same(from, to)) {
            (is_recursive[from], is_recursive[to]) = (true, true);
        }
    }
    let mut ways = vec![(0usize, 0usize); nodes.len()];
    for &from in order {
        let (mut members, mut items) = own_ways(&nodes[from], |to| same(from, to));
        for edge in nodes[from]
            .in_place
            .iter()
            .filter(|edge| same(from, edge.target))
        {
            members = members.saturating_add(ways[edge.target].0);
            items = items.saturating_add(ways[edge.target].1);
        }
        if members > 1 || items > 1 {
            return None;
        }
        ways[from] = (members, items);
    }
    let next = |from: usize| {
        let below = nodes[from].below().filter(move |&to| !same(from, to));
        let in_place = nodes[from].in_place.iter().map(|edge| edge.target);
        in_place.chain(below)
    };
    let mut growth = vec![[0; 3]; nodes.len()];
    for from in super::analysis::postorder(nodes.len(), next).ok()? {
        let own = nodes[from].growth();
        growth[from] = next(from).fold(own, |sum, to| {
            // Each level of one recursion may start another.
            let starts = if is_recursive[to] && !same(from, to) {
                depth + 1
            } else {
                1
            };
            add(sum, growth[to], starts)
        });
    }
    growth.first().copied()
}

/// How many recursive applications a node makes on one member of an object, and on one item.
fn own_ways(node: &Node, same: impl Fn(usize) -> bool) -> (usize, usize) {
    let mut named = node
        .properties
        .iter()
        .map(|&(_, to)| to)
        .chain(node.additional);
    let patterns = node.pattern_properties.iter().filter(|&&to| same(to));
    let mut listed = node.prefix.iter().copied().chain(node.rest);
    let members = usize::from(named.any(&same)) + patterns.count();
    let items = usize::from(listed.any(&same)) + usize::from(node.contains.is_some_and(&same));
    (members, items)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::Schema;
    use crate::validate::compile::{Settings, compile};
    use crate::validate::measure::{Size, json_size};

    fn is_tame(schema: Value) -> bool {
        let settings = Settings::default();
        let size = json_size(&schema, usize::MAX);
        let parts = compile(&Schema::try_from(schema).unwrap(), size, &settings).unwrap();
        let size = Size::of(&json!([[[1, 2], []], "x"]), &settings.limits).unwrap();
        parts.profile.is_surely_cheap(size)
    }

    #[test]
    fn lists_and_trees_are_tame() {
        assert!(is_tame(json!({"properties": {"next": {"$ref": "#"}}})));
        assert!(is_tame(
            json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}})
        ));
        assert!(is_tame(
            json!({"properties": {"children": {"items": {"$ref": "#"}}}})
        ));
        let value = json!({"anyOf": [
            {"type": "string"},
            {"type": "array", "items": {"$ref": "#"}},
            {"type": "object", "additionalProperties": {"$ref": "#"}},
        ]});
        assert!(is_tame(value));
    }

    #[test]
    fn recursion_that_may_multiply_is_not() {
        assert!(!is_tame(
            json!({"items": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}})
        ));
        assert!(!is_tame(
            json!({"items": {"$ref": "#"}, "contains": {"$ref": "#"}})
        ));
        assert!(!is_tame(json!({
            "properties": {"a": {"$ref": "#"}},
            "patternProperties": {"a": {"$ref": "#"}},
        })));
        assert!(!is_tame(
            json!({"anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]})
        ));
    }
}
