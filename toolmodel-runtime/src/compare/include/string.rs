//! Texts inside texts.

use serde_json::Value;

use super::{At, Gaps, Prover};
use crate::error::excerpt::cut;
use crate::example::maker::{Wish, rules};
use crate::example::patterns::Patterns;
use crate::example::text::LONGEST;
use crate::schema::shape::{Slot, StringRule};

/// Texts that are tried at one place.
const MOST_TRIED: usize = 16;
/// Texts that are looked at to find those.
const MOST_MADE: usize = 4000;

/// Texts of all sorts, for patterns that say what is not welcome.
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

impl Prover<'_, '_, '_> {
    pub(super) fn strings(
        &mut self,
        at: &At<'_>,
        sent: &Slot<StringRule>,
        read: &Slot<StringRule>,
    ) -> Gaps {
        let mut gaps = Vec::new();
        for rule in rules(sent) {
            self.meter.work(1 + rules(read).len())?;
            if self.text_inside(rule, read)? {
                continue;
            }
            let tried = self.texts_outside(rule, read)?;
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

    fn text_inside(
        &self,
        rule: &StringRule,
        read: &Slot<StringRule>,
    ) -> Result<bool, crate::meter::Exceeded> {
        if let Some(values) = &rule.values {
            self.meter
                .work(values.len().saturating_mul(rules(read).len()))?;
            let mut sent = values
                .iter()
                .filter(|text| self.patterns.meets(text, rule) != Some(false));
            return Ok(sent.all(|text| accepts(self.patterns, read, text) == Some(true)));
        }
        Ok(match read {
            Slot::Never => is_empty(rule),
            Slot::Just(read) => implies(rule, read),
            Slot::AnyOf(read) => read.iter().any(|read| implies(rule, read)),
            Slot::OneOf(read) => {
                let mut meeting = read
                    .iter()
                    .filter(|read| !disjoint(self.patterns, rule, read));
                match (meeting.next(), meeting.next()) {
                    (Some(only), None) => implies(rule, only),
                    _ => false,
                }
            }
        })
    }

    /// Texts that meet the sender's rule and that the reader does not accept.
    fn texts_outside(
        &self,
        rule: &StringRule,
        read: &Slot<StringRule>,
    ) -> Result<Vec<String>, crate::meter::Exceeded> {
        let mut lengths: Vec<usize> = Vec::new();
        for rule in std::iter::once(rule).chain(rules(read)) {
            for edge in [Some(rule.min), rule.max].into_iter().flatten() {
                let edge = usize::try_from(edge).unwrap_or(LONGEST).min(LONGEST);
                lengths.extend([edge, edge.saturating_sub(1), edge + 1]);
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        lengths.truncate(64);
        let mut made: Vec<String> = Vec::new();
        made.extend(rule.values.iter().flatten().cloned());
        for pattern in &rule.patterns {
            made.extend(self.patterns.texts(pattern, &lengths, 10));
        }
        made.extend(self.patterns.candidates(rule, None));
        made.extend(lengths.iter().map(|length| "a".repeat(*length)));
        made.extend(ODD.map(str::to_owned));
        for read in rules(read) {
            made.extend(
                read.values
                    .iter()
                    .flatten()
                    .take(8)
                    .map(|text| format!("{text}x")),
            );
            for pattern in &read.patterns {
                made.extend(self.patterns.texts(pattern, &lengths, 3));
                let texts = self.patterns.texts(pattern, &[], 2);
                made.extend(
                    texts
                        .iter()
                        .flat_map(|text| [format!("{text} "), format!(" {text}")]),
                );
            }
        }
        let mut found: Vec<String> = Vec::new();
        for text in made.into_iter().take(MOST_MADE) {
            self.meter.work(1 + text.len() / 16)?;
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

/// Whether a slot accepts a text; nothing where a pattern cannot be decided.
pub(super) fn accepts(patterns: &Patterns, slot: &Slot<StringRule>, text: &str) -> Option<bool> {
    let mut count = 0;
    for rule in rules(slot) {
        count += usize::from(patterns.meets(text, rule)?);
    }
    Some(match slot {
        Slot::OneOf(_) => count == 1,
        _ => count > 0,
    })
}

fn is_empty(rule: &StringRule) -> bool {
    rule.max.is_some_and(|max| max < rule.min)
}

/// Whether every text that meets a rule without listed values meets another.
fn implies(a: &StringRule, b: &StringRule) -> bool {
    if is_empty(a) {
        return true;
    }
    let within = match (a.max, b.max) {
        (_, None) => true,
        (Some(a), Some(b)) => a <= b,
        (None, Some(_)) => false,
    };
    b.values.is_none()
        && a.min >= b.min
        && within
        && b.patterns
            .iter()
            .all(|pattern| a.patterns.contains(pattern))
}

/// Whether it is certain that no text meets both rules.
pub(super) fn disjoint(patterns: &Patterns, a: &StringRule, b: &StringRule) -> bool {
    for (listed, other) in [(a, b), (b, a)] {
        if let Some(values) = &listed.values {
            return values.iter().all(|text| {
                patterns.meets(text, listed) == Some(false)
                    || patterns.meets(text, other) == Some(false)
            });
        }
    }
    let apart = |a: &StringRule, b: &StringRule| a.max.is_some_and(|max| max < b.min);
    apart(a, b) || apart(b, a)
}
