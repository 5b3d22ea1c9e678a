//! Enums without a tag that contain themselves.
//!
//! serde reads such an enum by trying one variant after the other. Where several variants have a member of one
//! name that leads back to the enum, each try reads everything below again, so the tries multiply from level to
//! level. The plan finds such enums, and how deep a value may be before there are too many tries.

use super::plan::{Node, NodeIndex, Objects, Others, Plan};
use crate::schema::shape::Mode;

/// Tries that one read may take, as a power of two.
const MOST_TRIES: u32 = 20;

impl Plan {
    /// The deepest level of a value at which reading it still takes few enough tries; `None` if they
    /// do not multiply.
    pub(super) fn deepest_with_retries(nodes: &[Node]) -> Option<usize> {
        let most = (0..nodes.len()).map(|union| retries(nodes, union)).max()?;
        (most > 1).then(|| MOST_TRIES.div_ceil(most.ilog2()) as usize)
    }
}

/// How often a node reads what is below it, if that leads back to the node.
fn retries(nodes: &[Node], at: usize) -> usize {
    let Objects::Union(union) = &nodes[at].object else {
        return 0;
    };
    if union.mode == Mode::ExactlyOne {
        return 0;
    }
    let fields = union.fields.list.iter();
    let counts = fields.map(|field| {
        let recursive = field.what.nodes.iter().flatten();
        recursive.filter(|node| leads_to(nodes, **node, at)).count()
    });
    counts.max().unwrap_or(0)
}

fn leads_to(nodes: &[Node], from: NodeIndex, to: usize) -> bool {
    let mut seen = vec![false; nodes.len()];
    let mut pending = vec![from as usize];
    while let Some(at) = pending.pop() {
        if at == to {
            return true;
        }
        if let Some(seen) = seen.get_mut(at)
            && !std::mem::replace(seen, true)
        {
            children(&nodes[at], |child| pending.push(child as usize));
        }
    }
    false
}

fn children(node: &Node, mut visit: impl FnMut(NodeIndex)) {
    if let super::plan::Lists::One(rule) = &node.list {
        rule.prefix.iter().copied().for_each(&mut visit);
        visit(rule.rest);
    }
    match &node.object {
        Objects::Never | Objects::Any => {}
        Objects::One(rule) => {
            rule.fields
                .list
                .iter()
                .for_each(|field| visit(field.what.node));
            match &rule.others {
                Others::Forbidden => {}
                Others::Node(node) => visit(*node),
                Others::Matching(_, matching, other) => {
                    visit(*matching);
                    other.iter().copied().for_each(visit);
                }
            }
        }
        Objects::Union(union) => {
            let views = union.fields.list.iter().map(|field| &field.what);
            views
                .flat_map(|views| views.nodes.iter().flatten())
                .for_each(|node| visit(*node));
        }
    }
}
