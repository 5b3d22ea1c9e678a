//! What a graph costs: loops without progress, the unrolled size, and, if there is one, a bound on the work of any
//! validation.

use super::super::limits::{Limits, exceeded};
use super::super::measure::Size;
use super::super::pattern::Patterns;
use super::{Graph, Growth, InPlace, Node, add};
use crate::error::Result;

/// A graph and its costs.
///
/// A subschema may be applied, and it may also be *marked*: `unevaluatedProperties` and
/// `unevaluatedItems` walk everything applied in place once more. Node `n` marked is
/// number `n + len`.
#[derive(Clone, Debug)]
pub(in super::super) struct Profile {
    pub(super) graph: Graph,
    /// Position of each node, applied or marked, in an order that in-place edges follow.
    pub(super) rank: Vec<usize>,
    /// Node numbers by rank.
    pub(super) order: Vec<usize>,
    /// In-place edges of each node, applied or marked.
    pub(super) edges: Vec<Vec<(usize, InPlace)>>,
    /// The longest chain of in-place edges.
    pub(super) chain: usize,
    /// Subschemas that `unevaluated...` keywords compile in addition.
    marked: usize,
    /// What an instance can cost as it grows, unless recursion may multiply.
    growth: Option<Growth>,
    /// The longest path through a schema that is not recursive.
    path: Option<usize>,
    backtracks: bool,
    /// Instances of at most this many values and bytes of text are certain to be cheap.
    cheap_nodes: usize,
    cheap_text: usize,
    /// The longest text that all patterns together match within their share of memory.
    longest_text: usize,
    /// The longest text after which the compiled patterns still hold little enough to be kept.
    light_text: usize,
}

/// Memory that patterns may hold in a schema that is kept, as a multiple of the limit for one of them.
const KEPT: u64 = 4;
/// Memory that patterns may take while they match, as the same multiple.
const MATCHING: u64 = 64;

/// Why a graph has no profile.
pub(in super::super) enum Refused {
    /// A node that leads back to itself without moving to another place of the instance.
    Loop(usize),
    Error(crate::Error),
}

impl Profile {
    pub(in super::super) fn of(
        graph: Graph,
        patterns: Patterns,
        limits: &Limits,
    ) -> Result<Self, Refused> {
        let edges = in_place_edges(&graph);
        let count = graph.nodes.len();
        let order = postorder(edges.len(), |node| edges[node].iter().map(|&(to, _)| to))
            .map_err(|node| Refused::Loop(node % count.max(1)))?;
        let (unrolled, height) = sizes(&edges, &order);
        let marked = check(&graph, &unrolled, &height, limits).map_err(Refused::Error)?;
        let mut rank = vec![0; edges.len()];
        for (position, &node) in order.iter().rev().enumerate() {
            rank[node] = position;
        }
        let is_hard =
            |node: &Node| !(node.costs.hard.is_empty() && node.costs.hard_names.is_empty());
        let longest = |times: u64| patterns.longest(times.saturating_mul(limits.regex_size as u64));
        let mut profile = Self {
            chain: height.iter().copied().max().unwrap_or(0),
            marked,
            growth: None,
            path: None,
            backtracks: graph.nodes.iter().any(is_hard),
            cheap_nodes: 0,
            cheap_text: 0,
            longest_text: longest(MATCHING),
            light_text: longest(KEPT),
            order: order.iter().rev().copied().collect(),
            rank,
            edges,
            graph,
        };
        profile.unroll();
        if profile.growth.is_none() {
            profile.growth =
                super::recursion::growth(&profile.graph, &order, limits.instance_depth as u64);
        }
        profile.set_cheap(limits);
        Ok(profile)
    }

    /// Sums up the costs of a schema that is not recursive.
    fn unroll(&mut self) {
        let count = self.graph.nodes.len();
        let all = |node: usize| {
            let in_place = self.edges[node].iter().map(|&(to, _)| to);
            in_place.chain(self.graph.nodes[node % count].below())
        };
        let Ok(order) = postorder(self.edges.len(), all) else {
            return;
        };
        let mut growth = vec![[0; 3]; self.edges.len()];
        let mut path = vec![0usize; self.edges.len()];
        for node in order {
            let own = (self.graph.nodes[node % count].growth(), 0);
            let (sum, longest) = all(node).fold(own, |(sum, longest), to| {
                (add(sum, growth[to], 1), path[to].max(longest))
            });
            (growth[node], path[node]) = (sum, 1 + longest);
        }
        self.growth = growth.first().copied();
        self.path = path.first().copied();
    }

    /// Finds the sizes of instances that cannot take more steps than allowed, whatever they contain.
    fn set_cheap(&mut self, limits: &Limits) {
        let share = limits.work as u64 / 3;
        let Some([steps, bytes, searches]) = self.growth.filter(|_| !self.backtracks) else {
            return;
        };
        let mut nodes = share / steps.max(1);
        let mut text = share.saturating_mul(1024) / bytes.max(1);
        // Items with equal hashes are compared in pairs, with all their contents.
        if let Some(pairs) = share.checked_div(searches) {
            nodes = nodes.min(pairs.isqrt());
            text = text.min(pairs.saturating_mul(64) / nodes.max(1));
        }
        let clip = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.cheap_nodes = clip(nodes);
        self.cheap_text = clip(text).min(self.longest_text);
    }

    /// The most steps that an instance of this size can take, where that is known without looking at it.
    pub(in super::super) fn bound(&self, size: Size) -> Option<u64> {
        let [steps, bytes, searches] = self.growth.filter(|_| !self.backtracks)?;
        let (nodes, text) = (size.nodes as u64, size.text as u64);
        let pairs = nodes.saturating_mul(nodes.saturating_add(text / 64));
        let sum = steps.saturating_mul(nodes);
        let sum = sum.saturating_add(bytes.saturating_mul(text) / 1024);
        Some(sum.saturating_add(searches.saturating_mul(pairs)))
    }

    /// Whether no instance of this size can take more steps than allowed.
    #[inline]
    pub(in super::super) fn is_surely_cheap(&self, size: Size) -> bool {
        size.nodes <= self.cheap_nodes && size.text <= self.cheap_text
    }

    /// The most values and bytes of text of instances that are certain to be cheap.
    pub(in super::super) fn cheap(&self) -> (usize, usize) {
        (self.cheap_nodes, self.cheap_text.min(self.light_text))
    }

    /// Whether the patterns can match texts of this size within their share of memory.
    pub(in super::super) fn is_within_memory(&self, size: Size) -> bool {
        size.text <= self.longest_text
    }

    /// Whether the patterns hold so much after texts of this size that the schema should not be kept.
    #[inline]
    pub(in super::super) fn is_heavy_after(&self, size: Size) -> bool {
        size.text > self.light_text
    }

    /// How many subschemas are compiled, those that `unevaluated...` keywords compile once more included.
    pub(in super::super) fn nodes(&self) -> usize {
        self.edges.len().saturating_add(self.marked)
    }

    /// The deepest recursion of validating an instance with this depth.
    pub(in super::super) fn recursion(&self, depth: usize) -> usize {
        let by_instance = (depth + 1).saturating_mul(self.chain + 1);
        self.path.map_or(by_instance, |path| path.min(by_instance)) + depth
    }

    /// Whether a pattern may be left undecided.
    pub(in super::super) fn backtracks(&self) -> bool {
        self.backtracks
    }
}

/// How many nodes each one leads to in place, counted as often as they are reached, and the longest chain of them.
fn sizes(edges: &[Vec<(usize, InPlace)>], order: &[usize]) -> (Vec<u64>, Vec<usize>) {
    let (mut unrolled, mut height) = (vec![0u64; edges.len()], vec![0usize; edges.len()]);
    for &node in order {
        let sizes = edges[node].iter().map(|&(to, _)| unrolled[to]);
        unrolled[node] = sizes.fold(1, u64::saturating_add);
        let heights = edges[node].iter().map(|&(to, _)| height[to]);
        height[node] = 1 + heights.max().unwrap_or(0);
    }
    (unrolled, height)
}

/// Checks the limits, and returns how many subschemas `unevaluated...` keywords compile.
fn check(graph: &Graph, unrolled: &[u64], height: &[usize], limits: &Limits) -> Result<usize> {
    let most = unrolled.iter().copied().max().unwrap_or(0);
    // Each `unevaluated...` keyword compiles all that it marks.
    let marked = graph
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.has_unevaluated());
    let compiled = marked
        .filter_map(|(i, _)| unrolled.get(i + graph.nodes.len()))
        .fold(0u64, |sum, &size| sum.saturating_add(size));
    if most.max(compiled) > limits.unrolled as u64 {
        let what = "one place of an instance meets more than";
        let unit = "subschemas, references followed";
        return Err(exceeded("", what, limits.unrolled, unit, "unrolled"));
    }
    if height.iter().any(|&height| height > limits.chain) {
        let what = "the schema has a chain of more than";
        let unit = "references and in-place applicators";
        return Err(exceeded("", what, limits.chain, unit, "chain"));
    }
    Ok(usize::try_from(compiled).unwrap_or(usize::MAX))
}

fn in_place_edges(graph: &Graph) -> Vec<Vec<(usize, InPlace)>> {
    let count = graph.nodes.len();
    let marks = graph.nodes.iter().any(Node::has_unevaluated);
    let mut edges = vec![Vec::new(); if marks { 2 * count } else { count }];
    for (node, from) in graph.nodes.iter().enumerate() {
        for edge in &from.in_place {
            edges[node].push((edge.target, edge.kind));
            if !marks {
                continue;
            }
            if matches!(edge.kind, InPlace::Conditional | InPlace::Branch) {
                edges[node + count].push((edge.target, edge.kind));
            }
            if edge.kind != InPlace::Not {
                edges[node + count].push((edge.target + count, edge.kind));
            }
        }
        // `unevaluatedItems` and `unevaluatedProperties` each evaluate the schemas beside them a second time.
        if from.has_unevaluated() {
            edges[node].extend([(node + count, InPlace::Plain); 2]);
        }
    }
    edges
}

/// All nodes, each after those it leads to; or a node that leads back to itself.
pub(super) fn postorder<E: Iterator<Item = usize>>(
    count: usize,
    next: impl Fn(usize) -> E,
) -> Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; count];
    let mut order = Vec::with_capacity(count);
    let mut stack = Vec::new();
    for start in 0..count {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        stack.push((start, next(start)));
        while let Some((node, targets)) = stack.last_mut() {
            match targets.next() {
                Some(target) if states[target] == State::Open => return Err(target),
                Some(target) if states[target] == State::New => {
                    states[target] = State::Open;
                    stack.push((target, next(target)));
                }
                Some(_) => {}
                None => {
                    states[*node] = State::Done;
                    order.push(*node);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}
