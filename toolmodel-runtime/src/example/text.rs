//! Strings that match a pattern, with the wanted number of characters.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Most characters of one string.
pub(crate) const LONGEST: usize = 20_000;

/// How to make the choices that a pattern leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// Characters to add beyond the minimum.
    pub(crate) spare: usize,
    /// Which branch of an alternation, and which character of a class, to use.
    pub(crate) variant: usize,
}

/// The meaning of a pattern; `None` if its syntax is not supported here (look-around).
pub(crate) fn read(pattern: &str) -> Option<Hir> {
    if pattern.len() > LONGEST {
        return None;
    }
    let translated = jsonschema_regex::to_rust_regex(pattern).ok()?;
    regex_syntax::parse(&translated).ok()
}

/// A string in which the pattern is found, and the steps that it took. The caller has to check it, because
/// assertions about the surroundings of a place are ignored here.
pub(crate) fn text(hir: &Hir, taste: Taste) -> (Option<String>, usize) {
    let mut writer = Writer {
        text: String::new(),
        left: taste.spare.min(LONGEST),
        steps: 0,
        taste,
    };
    let written = writer.write(hir);
    let steps = writer.steps + writer.text.len();
    (written.then_some(writer.text), steps)
}

struct Writer {
    text: String,
    left: usize,
    steps: usize,
    taste: Taste,
}

/// Most steps for one string: repetitions of what may be empty multiply without writing anything.
const MOST_STEPS: usize = 200_000;

impl Writer {
    fn write(&mut self, hir: &Hir) -> bool {
        self.steps += 1;
        if self.text.len() > 4 * LONGEST || self.steps > MOST_STEPS {
            return false;
        }
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
                Ok(text) => {
                    self.text.push_str(text);
                    true
                }
                Err(_) => false,
            },
            HirKind::Class(class) => match pick(class, self.taste.variant) {
                Some(c) => {
                    self.text.push(c);
                    true
                }
                None => false,
            },
            HirKind::Capture(capture) => self.write(&capture.sub),
            HirKind::Concat(parts) => parts.iter().all(|part| self.write(part)),
            HirKind::Alternation(branches) => {
                let start = self.text.len();
                let first = self.taste.variant % branches.len().max(1);
                let (before, after) = branches.split_at(first);
                after.iter().chain(before).any(|branch| {
                    self.text.truncate(start);
                    self.write(branch)
                })
            }
            HirKind::Repetition(repetition) => {
                for _ in 0..repetition.min {
                    if !self.write(&repetition.sub) {
                        return false;
                    }
                }
                let most = repetition.max.unwrap_or(u32::MAX);
                for _ in repetition.min..most {
                    if self.left == 0 {
                        break;
                    }
                    let (before, left) = (self.text.len(), self.left);
                    self.left = 0;
                    let written = self.write(&repetition.sub);
                    let more = self.text[before..].chars().count();
                    if !written || more == 0 || more > left {
                        self.text.truncate(before);
                        self.left = left;
                        break;
                    }
                    self.left = left - more;
                }
                true
            }
        }
    }
}

/// A character of a class: the most readable one, or, for other variants, one elsewhere in it.
fn pick(class: &Class, variant: usize) -> Option<char> {
    let favourites = ['a', '1', 'A', '-', ' ', '_', '.', 'é'].into_iter();
    let mut found: Vec<char> = match class {
        // The ranges are sorted, and there may be hundreds.
        Class::Unicode(class) => {
            let ranges = class.ranges();
            let is_in = |c: &char| {
                let after = ranges.partition_point(|range| range.end() < *c);
                ranges.get(after).is_some_and(|range| range.start() <= *c)
            };
            let edges = ranges.iter().take(8).map(|r| [r.start(), r.end()]);
            favourites.filter(is_in).chain(edges.flatten()).collect()
        }
        Class::Bytes(class) => {
            let ranges = class.ranges().iter();
            let ranges = ranges.map(|r| (char::from(r.start()), char::from(r.end())));
            let is_in = |c: &char| ranges.clone().any(|(start, end)| start <= *c && *c <= end);
            let edges = ranges.clone().take(8).map(|(start, end)| [start, end]);
            favourites.filter(is_in).chain(edges.flatten()).collect()
        }
    };
    let index = variant.checked_rem(found.len())?;
    Some(found.swap_remove(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_match_and_are_as_long_as_wished_for() {
        for (pattern, spare, expected) in [
            ("^[a-z]+$", 0, "a"),
            ("^[a-z]+$", 4, "aaaaa"),
            ("^[0-9]{4}-[0-9]{2}$", 3, "1111-11"),
            ("^(ab)*$", 5, "abab"),
            ("^x?y{1,3}$", 9, "xyyy"),
            ("^(?:cat|dog)s*$", 1, "cats"),
        ] {
            let hir = read(pattern).unwrap();
            let taste = Taste { spare, variant: 0 };
            assert_eq!(text(&hir, taste).0.as_deref(), Some(expected), "{pattern}");
        }
        let hir = read("^(?:cat|dog)$").unwrap();
        let taste = Taste {
            spare: 0,
            variant: 1,
        };
        assert_eq!(text(&hir, taste).0.as_deref(), Some("dog"));
    }

    #[test]
    fn no_pattern_makes_a_text_without_bound() {
        let hir = read("^((a{999}){999})$").map(|hir| {
            text(
                &hir,
                Taste {
                    spare: 0,
                    variant: 0,
                },
            )
        });
        assert!(hir.is_none_or(|(text, _)| text.is_none()));
    }
}
