//! Which nodes of a graph reach each other.

/// The strongly connected component of each node: nodes with the same number reach each other. Tarjan's
/// algorithm with an explicit stack, because graphs are as deep as a schema makes them.
pub fn components<E: Iterator<Item = usize>>(
    count: usize,
    next: impl Fn(usize) -> E,
) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
    let mut component = vec![NONE; count];
    let (mut visited, mut open) = (0, Vec::new());
    for start in 0..count {
        let mut frames = Vec::new();
        if index[start] == NONE {
            frames.push((start, None));
        }
        while let Some((node, targets)) = frames.last_mut() {
            let node = *node;
            let targets = targets.get_or_insert_with(|| {
                (index[node], low[node]) = (visited, visited);
                visited += 1;
                open.push(node);
                next(node)
            });
            match targets.next() {
                Some(to) if index[to] == NONE => frames.push((to, None)),
                Some(to) if component[to] == NONE => low[node] = low[node].min(index[to]),
                Some(_) => {}
                None => {
                    frames.pop();
                    if let Some((parent, _)) = frames.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                    while low[node] == index[node] && component[node] == NONE {
                        let Some(member) = open.pop() else { break };
                        component[member] = node;
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_a_cycle_are_one_component() {
        let edges: [&[usize]; 6] = [&[1], &[2, 3], &[1], &[4], &[4], &[0]];
        let found = components(edges.len(), |node| edges[node].iter().copied());
        assert_eq!(found[1], found[2]);
        let mut apart = [found[0], found[1], found[3], found[4], found[5]];
        apart.sort_unstable();
        assert!(apart.is_sorted_by(|a, b| a < b), "{found:?}");
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let found = components(100_000, |node| std::iter::once((node + 1) % 100_000));
        assert!(found.iter().all(|component| *component == 0));
    }
}
