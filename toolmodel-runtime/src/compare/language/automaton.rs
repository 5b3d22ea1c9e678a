//! A pattern as an automaton that reads a text character by character.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// States that an automaton may be in at the same time, sorted.
pub(super) type States = Vec<u32>;

/// Most states of a pattern.
const MOST_STATES: usize = 2000;

#[derive(Debug, Clone)]
enum Edge {
    /// Without reading.
    Free,
    /// Without reading, before the first character.
    AtStart,
    /// Without reading, after the last character.
    AtEnd,
    /// By a character of these ranges.
    By(Vec<(char, char)>),
}

/// A pattern may match anywhere in a text, so anything may come before and after the match.
#[derive(Debug)]
pub(in crate::compare) struct Automaton {
    edges: Vec<Vec<(Edge, u32)>>,
    last: u32,
}

impl Edge {
    fn weight(&self) -> usize {
        match self {
            Self::By(ranges) => 1 + ranges.len(),
            _ => 1,
        }
    }
}

/// Whether one of some ranges, which are in order, has a character.
fn is_in(ranges: &[(char, char)], c: char) -> bool {
    let after = ranges.partition_point(|(_, end)| *end < c);
    ranges.get(after).is_some_and(|(start, _)| *start <= c)
}

const ANYTHING: (char, char) = ('\0', char::MAX);

impl Automaton {
    pub(super) fn of(hir: &Hir) -> Option<Self> {
        let mut automaton = Self {
            edges: vec![Vec::new()],
            last: 0,
        };
        automaton.add(0, Edge::By(vec![ANYTHING]), 0);
        let first = automaton.state()?;
        automaton.add(0, Edge::Free, first);
        let last = automaton.write(hir, first)?;
        automaton.add(last, Edge::By(vec![ANYTHING]), last);
        automaton.last = last;
        Some(automaton)
    }

    pub(super) fn of_lengths(min: u64, max: Option<u64>) -> Option<Self> {
        let longest = max.unwrap_or(min).max(min);
        if longest > MOST_STATES as u64 / 2 {
            return None;
        }
        let mut automaton = Self {
            edges: vec![Vec::new()],
            last: 0,
        };
        let last = automaton.state()?;
        automaton.last = last;
        let mut at = 0;
        for length in 0..=longest {
            if length >= min {
                automaton.add(at, Edge::AtEnd, last);
            }
            if length < longest {
                let next = automaton.state()?;
                automaton.add(at, Edge::By(vec![ANYTHING]), next);
                at = next;
            }
        }
        if max.is_none() {
            automaton.add(at, Edge::By(vec![ANYTHING]), at);
        }
        Some(automaton)
    }

    fn state(&mut self) -> Option<u32> {
        let state = self.edges.len();
        self.edges.push(Vec::new());
        (state < MOST_STATES)
            .then(|| u32::try_from(state).ok())
            .flatten()
    }

    fn add(&mut self, from: u32, edge: Edge, to: u32) {
        if let Some(edges) = self.edges.get_mut(from as usize) {
            edges.push((edge, to));
        }
    }

    /// Adds the states that read a part of a pattern, starting from a state; returns the state after it.
    fn write(&mut self, hir: &Hir, from: u32) -> Option<u32> {
        match hir.kind() {
            HirKind::Empty => Some(from),
            HirKind::Look(look) => {
                let edge = match look {
                    Look::Start => Edge::AtStart,
                    Look::End => Edge::AtEnd,
                    _ => return None,
                };
                let next = self.state()?;
                self.add(from, edge, next);
                Some(next)
            }
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                text.chars()
                    .try_fold(from, |at, c| self.read(at, vec![(c, c)]))
            }
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.ranges().iter().map(|r| (r.start(), r.end()));
                self.read(from, ranges.collect())
            }
            HirKind::Class(Class::Bytes(class)) => {
                let ranges = class.ranges();
                if ranges.iter().any(|range| range.end() > 127) {
                    return None;
                }
                let ranges = ranges
                    .iter()
                    .map(|r| (char::from(r.start()), char::from(r.end())));
                self.read(from, ranges.collect())
            }
            HirKind::Capture(capture) => self.write(&capture.sub, from),
            HirKind::Concat(parts) => parts.iter().try_fold(from, |at, part| self.write(part, at)),
            HirKind::Alternation(branches) => {
                let last = self.state()?;
                for branch in branches {
                    let first = self.state()?;
                    self.add(from, Edge::Free, first);
                    let end = self.write(branch, first)?;
                    self.add(end, Edge::Free, last);
                }
                Some(last)
            }
            HirKind::Repetition(repetition) => {
                let mut at = from;
                for _ in 0..repetition.min {
                    at = self.write(&repetition.sub, at)?;
                }
                self.optional(
                    &repetition.sub,
                    at,
                    repetition.max.map(|max| max.saturating_sub(repetition.min)),
                )
            }
        }
    }

    /// At most this many more repetitions, or any number of them.
    fn optional(&mut self, sub: &Hir, from: u32, most: Option<u32>) -> Option<u32> {
        let last = self.state()?;
        match most {
            None => {
                let again = self.state()?;
                self.add(from, Edge::Free, again);
                let end = self.write(sub, again)?;
                self.add(end, Edge::Free, again);
                self.add(again, Edge::Free, last);
            }
            Some(most) => {
                let mut at = from;
                for _ in 0..most {
                    self.add(at, Edge::Free, last);
                    let first = self.state()?;
                    self.add(at, Edge::Free, first);
                    at = self.write(sub, first)?;
                }
                self.add(at, Edge::Free, last);
            }
        }
        Some(last)
    }

    fn read(&mut self, from: u32, ranges: Vec<(char, char)>) -> Option<u32> {
        let next = self.state()?;
        self.add(from, Edge::By(ranges), next);
        Some(next)
    }

    /// The states before the first character.
    pub(super) fn start(&self) -> States {
        self.closed(vec![0], true, false)
    }

    /// Whether the text may end here; at the start if the text is empty.
    pub(super) fn ends(&self, states: &States, is_start: bool) -> bool {
        self.closed(states.clone(), is_start, true)
            .contains(&self.last)
    }

    /// The states after one more character.
    pub(super) fn step(&self, states: &States, c: char) -> States {
        let edges = states
            .iter()
            .filter_map(|state| self.edges.get(*state as usize));
        let next = edges.flatten().filter_map(|(edge, to)| match edge {
            Edge::By(ranges) if is_in(ranges, c) => Some(*to),
            _ => None,
        });
        self.closed(next.collect(), false, false)
    }

    /// How much has to be examined from some states on: a class may have hundreds of ranges.
    pub(super) fn weight(&self, states: &States) -> usize {
        let edges = states
            .iter()
            .filter_map(|state| self.edges.get(*state as usize));
        edges.flatten().map(|(edge, _)| edge.weight()).sum()
    }

    /// The total size.
    pub(in crate::compare) fn size(&self) -> usize {
        let edges = self.edges.iter().flatten();
        self.edges.len() + edges.map(|(edge, _)| edge.weight()).sum::<usize>()
    }

    /// The points at which characters are distinguished.
    pub(super) fn edges(&self, states: &States, found: &mut Vec<u32>) {
        let edges = states
            .iter()
            .filter_map(|state| self.edges.get(*state as usize));
        for (edge, _) in edges.flatten() {
            if let Edge::By(ranges) = edge {
                found.extend(
                    ranges
                        .iter()
                        .flat_map(|(a, b)| [u32::from(*a), u32::from(*b) + 1]),
                );
            }
        }
    }

    /// The states and what can be reached from them without reading.
    fn closed(&self, states: States, at_start: bool, at_end: bool) -> States {
        let mut found = states;
        found.sort_unstable();
        found.dedup();
        let mut seen: std::collections::HashSet<u32> = found.iter().copied().collect();
        let mut at = 0;
        while let Some(state) = found.get(at).copied() {
            at += 1;
            for (edge, to) in self.edges.get(state as usize).into_iter().flatten() {
                let passes = match edge {
                    Edge::Free => true,
                    Edge::AtStart => at_start,
                    Edge::AtEnd => at_end,
                    Edge::By(_) => false,
                };
                if passes && seen.insert(*to) {
                    found.push(*to);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
