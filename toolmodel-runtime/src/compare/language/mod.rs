//! Whether every text that some patterns match is matched by another, decided with automata.

mod automaton;

use std::collections::{HashMap, VecDeque};

use regex_syntax::hir::Hir;

pub(super) use automaton::Automaton;

use crate::meter::Meter;
use automaton::States;

/// The relation of two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Every text of the first is a text of the second.
    Included,
    /// This text is not.
    Escapes(String),
    /// Deciding it would take too much.
    Unknown,
}

/// Most combinations of states examined.
const MOST_COMBINATIONS: usize = 4000;

/// Builds the automaton of a pattern, if it is one that automata can decide.
pub(super) fn pattern(hir: &Hir) -> Option<Automaton> {
    Automaton::of(hir)
}

/// Texts with this many characters.
pub(super) fn lengths(min: u64, max: Option<u64>) -> Option<Automaton> {
    Automaton::of_lengths(min, max)
}

/// Whether every text that all of the first match is matched by the second.
pub(super) fn included(sent: &[Automaton], read: &Automaton, meter: &Meter) -> Answer {
    let mut walk = Walk {
        automata: sent.iter().chain([read]).collect(),
        known: HashMap::new(),
        steps: Vec::new(),
        waiting: VecDeque::new(),
    };
    walk.run(meter).unwrap_or(Answer::Unknown)
}

/// A walk over the combinations of states that a text can lead to, shortest texts first.
struct Walk<'w> {
    /// The last one is the reader's.
    automata: Vec<&'w Automaton>,
    known: HashMap<Vec<States>, usize>,
    /// How each combination was reached: from which, and by which character.
    steps: Vec<Option<(usize, char)>>,
    waiting: VecDeque<(usize, Vec<States>)>,
}

impl Walk<'_> {
    fn run(&mut self, meter: &Meter) -> Option<Answer> {
        let start: Vec<States> = self.automata.iter().map(|it| it.start()).collect();
        self.reach(start, None);
        while let Some((at, states)) = self.waiting.pop_front() {
            let automata = self.automata.iter().zip(&states);
            let weight: usize = automata.map(|(it, states)| it.weight(states)).sum();
            meter.work(1 + weight).ok()?;
            let is_start = at == 0;
            let mut ends = self
                .automata
                .iter()
                .zip(&states)
                .map(|(it, states)| it.ends(states, is_start));
            let read = ends.next_back().unwrap_or(false);
            if ends.all(|ends| ends) && !read {
                return Some(Answer::Escapes(self.text(at)));
            }
            for c in self.characters(&states) {
                let held: usize = states.iter().map(Vec::len).sum();
                meter.work(4 * held).ok()?;
                let next = self.automata.iter().zip(&states);
                let next: Vec<States> = next.map(|(it, states)| it.step(states, c)).collect();
                let (_, sent) = next.split_last()?;
                // If one of the senders has nowhere to go, none of their texts continues here.
                if sent.iter().all(|states| !states.is_empty()) {
                    self.reach(next, Some((at, c)));
                }
            }
            if self.steps.len() > MOST_COMBINATIONS {
                return None;
            }
        }
        Some(Answer::Included)
    }

    fn reach(&mut self, states: Vec<States>, step: Option<(usize, char)>) {
        if !self.known.contains_key(&states) {
            let at = self.steps.len();
            self.steps.push(step);
            self.known.insert(states.clone(), at);
            self.waiting.push_back((at, states));
        }
    }

    fn text(&self, mut at: usize) -> String {
        let mut text = Vec::new();
        while let Some(Some((from, c))) = self.steps.get(at) {
            text.push(*c);
            at = *from;
        }
        text.iter().rev().collect()
    }

    /// One character from each group that no state distinguishes.
    fn characters(&self, states: &[States]) -> Vec<char> {
        let mut edges: Vec<u32> = vec![0, 0xd800, 0xe000, 0x11_0000];
        for (automaton, states) in self.automata.iter().zip(states) {
            automaton.edges(states, &mut edges);
        }
        edges.sort_unstable();
        edges.dedup();
        let groups = edges.windows(2).filter_map(|pair| match pair {
            [from, to] => readable(*from, *to),
            _ => None,
        });
        groups.collect()
    }
}

/// A character of a range (its end excluded), the most readable one; `None` among surrogates.
fn readable(from: u32, to: u32) -> Option<char> {
    let favourites = "a1A-_. é";
    let found = favourites
        .chars()
        .find(|c| (from..to).contains(&u32::from(*c)));
    found.or_else(|| char::from_u32(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::text::read;
    use crate::meter::Allowance;

    fn ask(sent: &[&str], to: &str) -> Answer {
        let meter = Meter::new(Allowance {
            work: 1_000_000,
            depth: 10,
            bytes: 0,
        });
        let automaton = |text: &str| pattern(&read(text).unwrap()).unwrap();
        let sent: Vec<Automaton> = sent.iter().map(|text| automaton(text)).collect();
        included(&sent, &automaton(to), &meter)
    }

    #[test]
    fn languages_inside_others_are_found() {
        for (sent, to) in [
            ("^[a-z]+$", "^[a-z0-9]+$"),
            ("^[a-z]+$", "[a-z]"),
            ("^abc$", "b"),
            ("^a{2,4}$", "^a{1,5}$"),
            ("^(cat|dog)$", "^(dog|cat|cow)$"),
            ("^\\d{4}-\\d{2}-\\d{2}$", "^[0-9-]{10}$"),
            ("^$", "^a*$"),
            ("^a", "^"),
            ("", ""),
            ("a$", "^(.|\\n)*a$"),
            ("^[^/]+$", "^[^/]*$"),
        ] {
            assert_eq!(ask(&[sent], to), Answer::Included, "{sent} in {to}");
        }
        assert_eq!(ask(&["^[a-m]+$", "^[h-z]+$"], "^[h-m]+$"), Answer::Included);
    }

    #[test]
    fn texts_that_escape_are_found() {
        for (sent, to, text) in [
            ("^[a-z0-9]+$", "^[a-z]+$", "1"),
            ("[a-z]", "^[a-z]+$", "aa"),
            ("^a*$", "^a+$", ""),
            ("^a{1,5}$", "^a{2,4}$", "a"),
            ("", "a", ""),
        ] {
            let Answer::Escapes(found) = ask(&[sent], to) else {
                panic!("{sent} in {to}");
            };
            assert!(
                found.chars().count() <= text.chars().count().max(2),
                "{found}"
            );
        }
        assert_eq!(
            ask(&["^(a|b|c)$"], "^(a|c)$"),
            Answer::Escapes("b".to_owned())
        );
    }

    #[test]
    fn what_is_beyond_automata_is_not_decided() {
        for text in ["\\bword", "^((a{99}){99}){99}$"] {
            assert!(read(text).and_then(|hir| pattern(&hir)).is_none(), "{text}");
        }
        assert!(read("^(?!x)").is_none());
        let wide = "^[ab]*a[ab]{14}$";
        assert_eq!(ask(&[wide], "^[ab]*b[ab]{13}$"), Answer::Unknown);
    }
}
