//! Patterns that are a sequence of character classes, such as `^[A-Z]{2}-\d+$`: matched byte by byte,
//! without an engine. All others are left to one.

use std::ops::RangeInclusive;

/// What a pattern requires of the whole text, in order.
#[derive(Debug, PartialEq)]
pub(crate) enum Steps {
    Varying(Vec<Step>),
    Fixed(Box<Fixed>),
}

/// A pattern in which only the last step varies in length, so that the position of every byte is known: for each
/// byte, the positions where it may be, counted from one.
#[derive(Debug, PartialEq)]
pub(crate) struct Fixed {
    least: usize,
    most: usize,
    places: [u32; 256],
}

/// The longest text of a [`Fixed`] pattern.
const LONGEST_FIXED: usize = 31;

impl Fixed {
    /// The lengths of texts that match. Their characters are ASCII.
    pub(crate) fn lengths(&self) -> RangeInclusive<usize> {
        self.least..=self.most
    }

    fn of(steps: &[Step]) -> Option<Self> {
        let mut fixed = Self {
            least: 0,
            most: 0,
            places: [0; 256],
        };
        for step in steps {
            if fixed.least != fixed.most || step.max > LONGEST_FIXED - fixed.most {
                return None;
            }
            for place in fixed.most..fixed.most + step.max {
                for (places, is_in) in fixed.places.iter_mut().zip(step.class.0) {
                    *places |= u32::from(is_in) << (place + 1);
                }
            }
            fixed.least += step.min;
            fixed.most += step.max;
        }
        Some(fixed)
    }

    /// A bit moves on with every byte that is allowed at its position, and arrives if all of them are.
    #[inline]
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        if text.len() < self.least || text.len() > self.most {
            return false;
        }
        let moved = |at: u32, byte: &u8| at << 1 & self.places[usize::from(*byte)];
        let (fours, rest) = text.as_chunks::<4>();
        let at = fours.iter().fold(1, |at, four| four.iter().fold(at, moved));
        rest.iter().fold(at, moved) != 0
    }
}

/// A number of bytes of one class.
#[derive(Debug, PartialEq)]
pub(crate) struct Step {
    class: Class,
    min: usize,
    max: usize,
}

/// A set of ASCII characters; it contains no other bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Class([bool; 256]);

impl Class {
    const EMPTY: Self = Self([false; 256]);

    fn add(&mut self, first: u8, last: u8) {
        self.0[usize::from(first)..=usize::from(last)].fill(true);
    }

    fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| *a && b)
    }
}

/// Repeating more often than this is left to the engine and its limits.
const MANY: usize = 1000;

impl Steps {
    /// The steps of a pattern, if taking as many bytes as possible at each step finds every match:
    /// what follows a step of varying length must not start with its characters.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let mut rest = pattern.strip_prefix('^')?.strip_suffix('$')?.as_bytes();
        let mut steps = Vec::new();
        while !rest.is_empty() {
            let (class, after) = parse_class(rest)?;
            let (min, max, after) = parse_count(after)?;
            steps.push(Step { class, min, max });
            rest = after;
        }
        let clear = |(i, step): (usize, &Step)| {
            let fixed = step.min == step.max;
            fixed || {
                let following = &steps[i + 1..];
                let needed = following.iter().position(|next| next.min > 0);
                let reachable = needed.map_or(following.len(), |needed| needed + 1);
                following[..reachable]
                    .iter()
                    .all(|next| !next.class.meets(&step.class))
            }
        };
        if !steps.iter().enumerate().all(clear) {
            return None;
        }
        Some(match Fixed::of(&steps) {
            Some(fixed) => Self::Fixed(Box::new(fixed)),
            None => Self::Varying(steps),
        })
    }

    /// Whether the whole text matches.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let steps = match self {
            Self::Fixed(fixed) => return fixed.is_match(text.as_bytes()),
            Self::Varying(steps) => steps,
        };
        let mut rest = text.as_bytes();
        for step in steps {
            let within = &rest[..rest.len().min(step.max)];
            let taken = within.iter().take_while(|byte| step.class.has(**byte));
            let taken = taken.count();
            if taken < step.min {
                return false;
            }
            rest = &rest[taken..];
        }
        rest.is_empty()
    }
}

/// A character or a class, and the rest of the text.
fn parse_class(text: &[u8]) -> Option<(Class, &[u8])> {
    let mut class = Class::EMPTY;
    match text {
        [b'[', b'^', ..] => None,
        [b'[', rest @ ..] => parse_set(rest),
        [b'\\', escaped, rest @ ..] => {
            add_escape(&mut class, *escaped, false)?;
            Some((class, rest))
        }
        [byte, rest @ ..] if is_literal(*byte) => {
            class.add(*byte, *byte);
            Some((class, rest))
        }
        _ => None,
    }
}

/// The contents of square brackets. A dash is literal at either end, and a range between two
/// characters; engines disagree about other uses.
fn parse_set(mut text: &[u8]) -> Option<(Class, &[u8])> {
    let mut class = Class::EMPTY;
    let mut first = true;
    loop {
        text = match text {
            [b']', rest @ ..] => return (!first).then_some((class, rest)),
            [b'-', rest @ ..] if first || rest.first() == Some(&b']') => {
                class.add(b'-', b'-');
                rest
            }
            [b'\\', escaped, rest @ ..]
                if rest.first() != Some(&b'-') || rest.get(1) == Some(&b']') =>
            {
                add_escape(&mut class, *escaped, true)?;
                rest
            }
            [from, b'-', to, rest @ ..]
                if from.is_ascii_alphanumeric() && to.is_ascii_alphanumeric() && from <= to =>
            {
                class.add(*from, *to);
                rest
            }
            [byte, rest @ ..]
                if is_plain_in_set(*byte)
                    && (rest.first() != Some(&b'-') || rest.get(1) == Some(&b']')) =>
            {
                class.add(*byte, *byte);
                rest
            }
            _ => return None,
        };
        first = false;
    }
}

fn add_escape(class: &mut Class, escaped: u8, in_set: bool) -> Option<()> {
    match escaped {
        b'd' => class.add(b'0', b'9'),
        b'w' => {
            class.add(b'0', b'9');
            class.add(b'A', b'Z');
            class.add(b'a', b'z');
            class.add(b'_', b'_');
        }
        b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')' | b'[' | b']' | b'{'
        | b'}' | b'|' | b'/' => class.add(escaped, escaped),
        b'-' if in_set => class.add(b'-', b'-'),
        _ => return None,
    }
    Some(())
}

/// Whether a character is literal outside square brackets.
fn is_literal(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" !\"#%',-/:;<=>@_`".contains(&byte)
}

/// Whether a character is literal inside square brackets, for every engine.
fn is_plain_in_set(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" !\"#$%'()*+,./:;<=>?@_`{|}".contains(&byte)
}

/// How often the preceding item may occur, and the rest of the text.
fn parse_count(text: &[u8]) -> Option<(usize, usize, &[u8])> {
    let (min, max, rest) = match text {
        [b'?', rest @ ..] => (0, 1, rest),
        [b'*', rest @ ..] => (0, usize::MAX, rest),
        [b'+', rest @ ..] => (1, usize::MAX, rest),
        [b'{', rest @ ..] => parse_bounds(rest)?,
        rest => return Some((1, 1, rest)),
    };
    // Lazy and doubled quantifiers are left to the regular expression engine.
    let doubled = matches!(rest.first(), Some(b'?' | b'*' | b'+' | b'{'));
    (!doubled).then_some((min, max, rest))
}

/// The contents of curly brackets.
fn parse_bounds(text: &[u8]) -> Option<(usize, usize, &[u8])> {
    let end = text.iter().position(|byte| *byte == b'}')?;
    let inside = std::str::from_utf8(&text[..end]).ok()?;
    let number = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = plain.then(|| digits.parse().ok())??;
        (number <= MANY).then_some(number)
    };
    let (min, max) = match inside.split_once(',') {
        None => (number(inside)?, number(inside)?),
        Some((min, "")) => (number(min)?, usize::MAX),
        Some((min, max)) => (number(min)?, number(max)?),
    };
    (min <= max).then_some((min, max, &text[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns that are steps, and characters to build texts from.
    const PATTERNS: &[(&str, &str)] = &[
        ("^$", "a"),
        ("^abc$", "abc"),
        ("^[A-Z]{2,3}-[0-9]{2,5}$", "A0-"),
        ("^[a-z0-9][a-z0-9._-]{0,3}$", "a0._-"),
        ("^\\d{4}-\\d{2}$", "0-\u{661}"),
        ("^\\w+$", "a_\u{e9}"),
        ("^#?[\\da-f]{3}$", "#af"),
        ("^[-+]?\\d*\\.\\d+$", "+-.0"),
        ("^[\\w.]+@[\\w-]*$", "a@.-"),
        ("^a*b?c+$", "abc"),
        ("^[$(]x$", "$(x"),
        ("^[a-c][0-9]{1,4}$", "b7_"),
        ("^[a-c]{0,3}$", "ac\u{e9}"),
        ("^[\\]\\[\\-]+ $", "[]- "),
    ];

    /// Every text of up to six of the characters.
    fn texts(characters: &str) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..6 {
            last = last
                .iter()
                .flat_map(|text| characters.chars().map(move |c| format!("{text}{c}")))
                .collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn steps_decide_as_the_engine_does() {
        for (pattern, characters) in PATTERNS {
            let Some(steps) = Steps::new(pattern) else {
                panic!("{pattern} is not steps");
            };
            let translated = jsonschema_regex::to_rust_regex(pattern).unwrap();
            let engine = fancy_regex::Regex::new(&translated).unwrap();
            for text in texts(characters).iter().chain([&"abc\n".to_owned()]) {
                let wanted = engine.is_match(text).unwrap();
                assert_eq!(steps.is_match(text), wanted, "{pattern} on {text:?}");
            }
        }
    }

    #[test]
    fn what_needs_an_engine_is_left_to_it() {
        let others = [
            "abc",
            "^abc",
            "^a|b$",
            "^(ab)+$",
            "^.$",
            "^[^a]$",
            "^a*a$",
            "^a?b?a$",
            "^a+?$",
            "^\\s$",
            "^\\bx$",
            "^\\u0041$",
            "^[a-z&&b]$",
            "^[[a]]$",
            "^[]$",
            "^a{2000}$",
            "^a{,2}$",
            "^a{x}$",
            "^\u{e9}$",
            "^[+--]$",
            "^[\\w-z]$",
            "^[a-\\d]$",
            "^\\-$",
            "^{1}$",
            "^a\\$",
            "^a{2}{3}$",
            "^[a--]$",
            "^[!-/]$",
        ];
        for pattern in others {
            assert_eq!(Steps::new(pattern), None, "{pattern}");
        }
    }
}
