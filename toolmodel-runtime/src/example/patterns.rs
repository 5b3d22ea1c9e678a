//! Whether strings match patterns, according to the validator.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use regex_syntax::hir::Hir;
use serde_json::{Value, json};

use super::text::{LONGEST, Taste, read, text};
use crate::schema::Schema;
use crate::schema::shape::StringRule;
use crate::validate::{CompiledSchema, DefaultValidator, VALIDATED};

/// The patterns of a walk, each read and compiled once.
#[derive(Default)]
pub(crate) struct Patterns {
    known: RefCell<HashMap<String, Rc<Pattern>>>,
    /// Characters made and matched since the last call of [`Patterns::steps`].
    touched: Cell<usize>,
    /// The string that was matched last, whose place the next one takes.
    text: RefCell<Value>,
}

/// Most characters made of one pattern at once.
const MOST_TOUCHED: usize = 1_000_000;
/// The cost of compiling a pattern, in characters.
const COMPILING: usize = 2000;
/// Characters in one step of a meter.
const TOUCHED: usize = 16;
/// Most steps of the validator for one string: a pattern with look-around may go over a string many times.
const MOST_STEPS: usize = 4_000_000;
/// Most characters until a caller charges them.
const MOST_UNCHARGED: usize = 32_000_000;

/// Steps of a meter for a pattern that names of properties are matched with, by the validator and more than once.
pub(crate) const STEPS_PER_PATTERN: usize = 64;

struct Pattern {
    /// `None` if the validator refuses the pattern.
    compiled: Option<Arc<CompiledSchema>>,
    hir: Option<Hir>,
}

impl Patterns {
    fn get(&self, pattern: &str) -> Rc<Pattern> {
        if let Some(known) = self.known.borrow().get(pattern) {
            return Rc::clone(known);
        }
        let schema = Schema::try_from(json!({ "pattern": pattern }));
        let compiled = schema.and_then(|schema| DefaultValidator::shared().compile(&schema));
        let new = Rc::new(Pattern {
            hir: compiled.is_ok().then(|| read(pattern)).flatten(),
            compiled: compiled.ok(),
        });
        self.touch(COMPILING + pattern.len());
        let mut known = self.known.borrow_mut();
        known.insert(pattern.to_owned(), Rc::clone(&new));
        new
    }

    fn touch(&self, characters: usize) {
        self.touched
            .set(self.touched.get().saturating_add(characters));
    }

    /// The work done since the last call, in steps of a meter: callers that make or match strings charge it.
    pub(crate) fn steps(&self) -> usize {
        self.touched.take() / TOUCHED
    }

    /// What a pattern means, if its syntax can be read.
    pub(crate) fn hir(&self, pattern: &str) -> Option<Hir> {
        self.get(pattern).hir.clone()
    }

    /// Whether a string matches; `None` if the validator cannot decide.
    pub(crate) fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        let pattern = self.get(pattern);
        self.touch(1 + text.len());
        let compiled = pattern.compiled.as_ref()?;
        let mut value = self.text.borrow_mut();
        let text = put(&mut value, text);
        let steps = compiled.steps(text);
        if steps > MOST_STEPS || self.touched.get() > MOST_UNCHARGED {
            return None;
        }
        self.touch(steps * TOUCHED / VALIDATED);
        compiled.is_valid(text).ok()
    }

    /// Whether a string satisfies a rule; `None` if the validator cannot decide.
    pub(crate) fn meets(&self, text: &str, rule: &StringRule) -> Option<bool> {
        let values = rule.values.as_ref();
        if !values.is_none_or(|values| values.iter().any(|value| value == text)) {
            return Some(false);
        }
        self.fits(text, rule)
    }

    /// As [`Patterns::meets`], without checking whether the string is listed.
    pub(crate) fn fits(&self, text: &str, rule: &StringRule) -> Option<bool> {
        self.touch(4 + text.len() / 8);
        let length = text.chars().count() as u64;
        if length < rule.min || rule.max.is_some_and(|max| length > max) {
            return Some(false);
        }
        for pattern in &rule.patterns {
            if !self.matches(pattern, text)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Strings that should match a pattern and have about this many characters.
    pub(crate) fn texts(&self, pattern: &str, lengths: &[usize], variants: usize) -> Vec<String> {
        let pattern = self.get(pattern);
        let Some(hir) = &pattern.hir else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut touched = 0;
        let mut made = |spare, variant| {
            if touched > MOST_TOUCHED {
                return None;
            }
            let (made, steps) = text(hir, Taste { spare, variant });
            touched += steps;
            self.touch(steps);
            made
        };
        for variant in 0..variants {
            let Some(shortest) = made(0, variant) else {
                continue;
            };
            let count = shortest.chars().count();
            found.push(shortest);
            for length in lengths.iter().copied().filter(|length| *length > count) {
                let spare = length.min(LONGEST) - count.min(length.min(LONGEST));
                found.extend(made(spare, variant));
            }
        }
        found
    }

    /// The plainest strings that satisfy a rule.
    pub(crate) fn candidates(&self, rule: &StringRule, format: Option<&str>) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        if let Some(values) = &rule.values {
            let met = values.iter().take(MOST_VALUES);
            let met = met.filter(|text| self.fits(text, rule) == Some(true));
            found.extend(met.take(MOST_CHOSEN).cloned());
        } else {
            found.extend(format.and_then(formatted).map(str::to_owned));
            found.extend(WORDS.iter().map(|word| fitted(word, rule)));
            let least = usize::try_from(rule.min).unwrap_or(LONGEST).min(LONGEST);
            for pattern in &rule.patterns {
                found.extend(self.texts(pattern, &[least, least + 1, least + 2], 4));
            }
        }
        // Listed strings were taken from the list.
        found.retain(|text| self.fits(text, rule) == Some(true));
        let mut seen = std::collections::HashSet::new();
        found.retain(|text| seen.insert(text.clone()));
        found
    }
}

/// Makes a value a string, in the memory that it has.
fn put<'v>(value: &'v mut Value, text: &str) -> &'v Value {
    if let Value::String(known) = value {
        known.clear();
        known.push_str(text);
    } else {
        *value = Value::from(text);
    }
    value
}

/// Most listed values to choose from.
const MOST_CHOSEN: usize = 200;

/// Most listed values examined.
const MOST_VALUES: usize = 1000;

const WORDS: [&str; 6] = ["text", "word", "name", "1", "a", ""];

/// A word, cut or extended to a length that the rule accepts.
fn fitted(word: &str, rule: &StringRule) -> String {
    let least = usize::try_from(rule.min).unwrap_or(LONGEST).min(LONGEST);
    let most = rule.max.and_then(|max| usize::try_from(max).ok());
    let mut text: String = word.chars().take(most.unwrap_or(usize::MAX)).collect();
    let missing = least.saturating_sub(text.chars().count());
    let filling = if word.is_empty() { "text" } else { word };
    text.extend(filling.chars().cycle().take(missing));
    text
}

/// An example of a string in a format.
fn formatted(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-31T12:00:00Z",
        "date" => "2026-01-31",
        "time" => "12:00:00Z",
        "duration" => "PT1H",
        "email" | "idn-email" => "name@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "url" | "iri" => "https://example.com/",
        "uri-reference" | "iri-reference" => "/path",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "json-pointer" => "/name",
        "regex" => "^a$",
        _ => return None,
    })
}
