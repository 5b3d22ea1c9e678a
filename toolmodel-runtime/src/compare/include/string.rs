//! Strings inside strings.

use std::collections::HashSet;

use serde_json::Value;

use super::{At, Gaps, Prover, slots};
use crate::compare::language::{self, Answer, Automaton};
use crate::error::excerpt::cut;
use crate::example::maker::Wish;
use crate::example::patterns::Patterns;
use crate::example::text::LONGEST;
use crate::meter::{Allowance, Exceeded, Meter};
use crate::schema::shape::{Slot, StringRule};

/// Most strings tried at one place.
const MOST_TRIED: usize = 16;
/// Most strings examined to find those.
const MOST_MADE: usize = 4000;

/// What one question about two patterns may cost.
const LANGUAGE: Allowance = Allowance {
    work: 2_000_000,
    depth: 0,
    bytes: 0,
};

/// Strings of all sorts, for patterns that exclude something.
const ODD: [&str; 22] = [
    "",
    "a",
    "A",
    "0",
    "1",
    "-",
    "_",
    " ",
    ".",
    "/",
    "é",
    "ß",
    "\u{1f980}",
    "\n",
    "a b",
    "aA0-_.",
    "-1",
    "1.5",
    "text",
    "TEXT",
    "name@example.com",
    "https://example.com/",
];

/// Steps that it takes to have a text found by its hash.
const STEPS_PER_ENTRY: usize = 16;

/// Which of the texts that a sender lists a reader lists, too.
enum Known<'r> {
    /// All of them, or it lists none.
    All,
    Listed(HashSet<&'r str>),
}

impl Known<'_> {
    fn has(&self, text: &str) -> bool {
        match self {
            Self::All => true,
            Self::Listed(texts) => texts.contains(text),
        }
    }
}

impl Prover<'_, '_, '_> {
    pub(super) fn strings(
        &mut self,
        at: &At<'_>,
        sent: &Slot<StringRule>,
        read: &Slot<StringRule>,
    ) -> Gaps {
        let mut gaps = Vec::new();
        for rule in sent.rules() {
            self.meter.work(1 + read.rules().len())?;
            let (inside, tried) = match &rule.values {
                Some(values) => self.listed(rule, values, read)?,
                None if self.text_inside(rule, read) => continue,
                None => (false, self.texts_outside(rule, read)?),
            };
            if inside {
                continue;
            }
            let message = match (tried.first(), read) {
                (_, Slot::Never) => "a text may be sent, and none is accepted".to_owned(),
                (Some(text), _) if text.chars().count() > 40 => {
                    let length = text.chars().count();
                    format!("a text of {length} characters may be sent, and is not accepted")
                }
                (Some(text), _) => {
                    format!("the text `{}` may be sent, and is not accepted", cut(text))
                }
                (None, _) => "it is not clear that every text is accepted".to_owned(),
            };
            let wishes = tried.into_iter().map(|it| Wish::Value(Value::String(it)));
            gaps.push(self.gap(at, message, wishes.collect()));
        }
        Ok(gaps)
    }

    /// Whether all listed strings are accepted, and some that are not.
    fn listed(
        &self,
        rule: &StringRule,
        values: &[String],
        read: &Slot<StringRule>,
    ) -> Result<(bool, Vec<String>), Exceeded> {
        let mut known: Vec<Known<'_>> = Vec::new();
        for rule in read.rules() {
            known.push(match &rule.values {
                None => Known::All,
                Some(listed) if listed.as_slice() == values => Known::All,
                Some(listed) => {
                    self.meter.work(STEPS_PER_ENTRY * listed.len())?;
                    Known::Listed(listed.iter().map(String::as_str).collect())
                }
            });
        }
        let mut outside = Vec::new();
        let mut inside = true;
        for text in values {
            self.meter.work(1 + known.len() + self.patterns.steps())?;
            if self.patterns.fits(text, rule) == Some(false) {
                continue;
            }
            let mut meeting = Some(0);
            for (rule, known) in read.rules().iter().zip(&known) {
                if known.has(text) {
                    let fits = self.patterns.fits(text, rule);
                    meeting = meeting
                        .zip(fits)
                        .map(|(count, fits)| count + usize::from(fits));
                }
            }
            let accepted = meeting.map(|count| read.mode().holds(count));
            inside &= accepted == Some(true);
            if accepted == Some(false) && outside.len() < MOST_TRIED {
                outside.push(text.clone());
            }
        }
        Ok((inside, outside))
    }

    fn text_inside(&self, rule: &StringRule, read: &Slot<StringRule>) -> bool {
        if read.is_never() {
            return is_empty(rule);
        }
        slots::is_inside(
            read,
            |read| self.implies(rule, read).is_ok(),
            |read| disjoint(self.patterns, rule, read),
        )
    }

    /// Whether every string that matches a rule without listed values matches another; otherwise one that
    /// does not, if one is found.
    fn implies(&self, a: &StringRule, b: &StringRule) -> Result<(), Option<String>> {
        if is_empty(a) {
            return Ok(());
        }
        if b.values.is_some() {
            return Err(None);
        }
        let within = match (a.max, b.max) {
            (_, None) => true,
            (Some(a), Some(b)) => a <= b,
            (None, Some(_)) => false,
        };
        let fits = a.min >= b.min && within;
        let mut asked = b
            .patterns
            .iter()
            .filter(|pattern| !a.patterns.contains(pattern));
        if fits && asked.clone().next().is_none() {
            return Ok(());
        }
        // Without a pattern on this side only a length could make a difference, and it does not.
        if !fits && a.patterns.is_empty() {
            return Err(None);
        }
        // Automata that were built are charged; running out is detected by the next charge.
        let made = |automaton: Option<Automaton>| {
            let automaton = automaton?;
            let steps = automaton.size() / 4 + self.patterns.steps();
            self.meter.work(steps).ok().map(|()| automaton)
        };
        let automaton = |pattern: &String| {
            self.meter.work(1).ok()?;
            made(language::pattern(&self.patterns.hir(pattern)?))
        };
        let mut sent: Vec<Automaton> = a.patterns.iter().filter_map(automaton).collect();
        sent.extend(made(language::lengths(a.min, a.max)));
        let ask = |read: Option<Automaton>| match read {
            Some(read) => {
                let meter = Meter::new(LANGUAGE);
                let answer = language::included(&sent, &read, &meter);
                // A step of an automaton is a small part of a step here; running out is detected later.
                let _ = self.meter.work(meter.spent() / 8);
                match answer {
                    Answer::Included => Ok(()),
                    Answer::Escapes(text) => Err(Some(text)),
                    Answer::Unknown => Err(None),
                }
            }
            None => Err(None),
        };
        if !fits {
            ask(made(language::lengths(b.min, b.max)))?;
        }
        asked.try_for_each(|pattern| ask(automaton(pattern)))
    }

    /// Strings that match the sender's rule and that the reader does not accept.
    fn texts_outside(
        &self,
        rule: &StringRule,
        read: &Slot<StringRule>,
    ) -> Result<Vec<String>, Exceeded> {
        let mut lengths: Vec<usize> = Vec::new();
        for rule in std::iter::once(rule).chain(read.rules()) {
            for edge in [Some(rule.min), rule.max].into_iter().flatten() {
                let edge = usize::try_from(edge).unwrap_or(LONGEST).min(LONGEST);
                lengths.extend([edge, edge.saturating_sub(1), edge + 1]);
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        lengths.truncate(64);
        let mut made: Vec<String> = Vec::new();
        let escapes = read.rules().iter().map(|read| self.implies(rule, read));
        made.extend(escapes.filter_map(|escapes| escapes.err().flatten()));
        for pattern in &rule.patterns {
            made.extend(self.patterns.texts(pattern, &lengths, 10));
            self.meter.work(self.patterns.steps())?;
        }
        made.extend(self.patterns.candidates(rule, None));
        self.meter.work(self.patterns.steps())?;
        made.extend(lengths.iter().map(|length| "a".repeat(*length)));
        made.extend(ODD.map(str::to_owned));
        for read in read.rules() {
            made.extend(read.listed().iter().take(8).map(|text| format!("{text}x")));
            for pattern in &read.patterns {
                made.extend(self.patterns.texts(pattern, &lengths, 3));
                let texts = self.patterns.texts(pattern, &[], 2);
                self.meter.work(self.patterns.steps())?;
                made.extend(
                    texts
                        .iter()
                        .flat_map(|text| [format!("{text} "), format!(" {text}")]),
                );
            }
        }
        let mut found: Vec<String> = Vec::new();
        for text in made.into_iter().take(MOST_MADE) {
            self.meter
                .work(1 + text.len() / 16 + self.patterns.steps())?;
            if self.patterns.meets(&text, rule) == Some(true)
                && accepts(self.patterns, read, &text) == Some(false)
                && !found.contains(&text)
            {
                found.push(text);
            }
            if found.len() == MOST_TRIED {
                break;
            }
        }
        Ok(found)
    }
}

/// Whether a slot accepts a string; `None` if a pattern cannot be decided.
pub(super) fn accepts(patterns: &Patterns, slot: &Slot<StringRule>, text: &str) -> Option<bool> {
    let mut count = 0;
    for rule in slot.rules() {
        count += usize::from(patterns.meets(text, rule)?);
    }
    Some(slot.mode().holds(count))
}

fn is_empty(rule: &StringRule) -> bool {
    rule.max.is_some_and(|max| max < rule.min)
}

/// Whether it is certain that no string matches both rules.
pub(super) fn disjoint(patterns: &Patterns, a: &StringRule, b: &StringRule) -> bool {
    for (listed, other) in [(a, b), (b, a)] {
        if let Some(values) = &listed.values {
            let known = other.values.as_ref();
            let known: Option<HashSet<&String>> = known.map(|values| values.iter().collect());
            return values.iter().all(|text| {
                known.as_ref().is_some_and(|known| !known.contains(text))
                    || patterns.fits(text, listed) == Some(false)
                    || patterns.fits(text, other) == Some(false)
            });
        }
    }
    let apart = |a: &StringRule, b: &StringRule| a.max.is_some_and(|max| max < b.min);
    apart(a, b) || apart(b, a)
}
