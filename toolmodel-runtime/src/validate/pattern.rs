//! What a regular expression costs, judged from its text alone.

/// An estimate of a pattern's compiled size and of how it is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// About how many states the pattern has once its repetitions are written out.
    pub(crate) states: u64,
    /// About how large the compiled pattern is, in [`STATE_BYTES`]: a property such as `\p{L}` is a large automaton,
    /// of which a text meets only a few states.
    pub(super) size: u64,
    /// How deeply groups are nested.
    pub(super) nesting: usize,
    /// Escapes such as `\w`; translating each of them walks the whole pattern.
    pub(super) classes: u64,
    /// Look-around and back-references: matched by backtracking rather than in linear time.
    pub(crate) backtracks: bool,
    /// Whether backtracking may take time exponential in the text.
    pub(super) explodes: bool,
    /// Whether look-around appears only where it is tried once.
    leads: bool,
}

/// States of `\w`, `\p{L}` and the like: Unicode classes are automata of their own.
const UNICODE_CLASS: u64 = 150;
/// The size of `\p{L}`, one of the largest properties: 24 KB.
const PROPERTY_SIZE: u64 = 1_500;
const CLASS: u64 = 8;
/// Fewest bytes that one state of a compiled pattern takes.
pub(super) const STATE_BYTES: u64 = 16;
/// Nesting of groups beyond which the engine gives up anyway.
const DEEPEST: usize = 250;

/// One open group, or the whole pattern.
#[derive(Default)]
struct Group {
    states: u64,
    size: u64,
    /// The states of the last atom, which a quantifier multiplies.
    last: u64,
    /// Its size.
    last_size: u64,
    quantified: bool,
    /// Whether the last atom contains a quantifier.
    last_quantified: bool,
}

impl Group {
    fn atom(&mut self, states: u64, size: u64, quantified: bool) {
        self.states = self.states.saturating_add(states);
        self.size = self.size.saturating_add(size);
        self.last = states;
        self.last_size = size;
        self.last_quantified = quantified;
        self.quantified |= quantified;
    }

    /// Writes the last atom out as often as a quantifier says.
    fn repeat(&mut self, times: u64) {
        let times = times.saturating_sub(1);
        for (all, last) in [
            (&mut self.states, &mut self.last),
            (&mut self.size, &mut self.last_size),
        ] {
            let more = last.saturating_mul(times);
            *all = all.saturating_add(more);
            *last = last.saturating_add(more);
        }
    }
}

impl Pattern {
    pub(crate) fn of(text: &str) -> Self {
        let mut pattern = Self::scan(text);
        pattern.leads = pattern.backtracks && leads(text);
        pattern
    }

    fn scan(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut pattern = Self::default();
        let mut groups = vec![Group::default()];
        let (mut nested, mut references) = (false, false);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            let inside = groups.len() > 1;
            let Some(group) = groups.last_mut() else {
                break;
            };
            match byte {
                b'\\' => {
                    let escaped = bytes.get(at).copied().unwrap_or(b'\\');
                    at += 1;
                    match escaped {
                        b'1'..=b'9' | b'k' => {
                            references = true;
                            group.atom(1, 1, false);
                        }
                        b'w' | b'W' | b'p' | b'P' | b's' | b'S' | b'd' | b'D' => {
                            let name = property_name(escaped, &bytes[at.min(bytes.len())..]);
                            at += name.unwrap_or(0);
                            let size = name.map_or(UNICODE_CLASS, |_| PROPERTY_SIZE);
                            pattern.classes += 1;
                            group.atom(UNICODE_CLASS, size, false);
                        }
                        _ => group.atom(1, 1, false),
                    }
                }
                b'[' => {
                    let (length, classes, has_property) = class(&bytes[at..]);
                    let states = 2 * CLASS + classes * UNICODE_CLASS;
                    // What several properties accept together is hardly larger than the largest of them.
                    let size = states + u64::from(has_property) * PROPERTY_SIZE;
                    at += length;
                    pattern.classes += classes;
                    group.atom(states, size, false);
                }
                b'.' => group.atom(CLASS, CLASS, false),
                b'(' => {
                    let rest = &bytes[at..];
                    pattern.backtracks |= [&b"?="[..], b"?!", b"?<=", b"?<!", b"?>"]
                        .iter()
                        .any(|start| rest.starts_with(start));
                    groups.push(Group::default());
                    pattern.nesting = pattern.nesting.max(groups.len() - 1);
                }
                b')' if inside => {
                    let closed = groups.pop().unwrap_or_default();
                    if let Some(group) = groups.last_mut() {
                        group.atom(closed.states, closed.size, closed.quantified);
                    }
                }
                b'*' | b'+' | b'?' | b'{' => {
                    let (length, times) = match byte {
                        b'{' => repetition(&bytes[at..]),
                        _ => (0, 1),
                    };
                    at += length;
                    nested |= group.last_quantified && byte != b'?';
                    group.repeat(times);
                    group.quantified |= byte != b'?';
                    group.last_quantified |= byte != b'?';
                }
                _ => group.atom(1, 1, false),
            }
        }
        for group in groups {
            pattern.states = pattern.states.saturating_add(group.states);
            pattern.size = pattern.size.saturating_add(group.size);
        }
        pattern.backtracks |= references;
        pattern.explodes = pattern.backtracks && (nested || references);
        pattern
    }

    /// Whether the engine can compile the pattern: its size and nesting are bounded.
    pub(crate) fn is_bounded(self, text: &str, regex_size: usize) -> bool {
        self.size.saturating_mul(STATE_BYTES) <= regex_size as u64
            && self.nesting <= DEEPEST
            && text.len() <= regex_size / 64
            && self.translation(text) <= regex_size as u64 / 4
    }

    /// Steps of translating the pattern to the engine's dialect.
    pub(super) fn translation(self, text: &str) -> u64 {
        self.classes.saturating_mul(text.len() as u64)
    }

    /// Steps for each byte of text, as 1,024ths: in the worst case the linear engine goes through all states.
    pub(crate) fn rate(self) -> u64 {
        self.states.saturating_mul(24).saturating_add(32)
    }

    /// Steps beyond [`Pattern::rate`] that a text of `length` bytes may take with look-around and
    /// back-references: each step back may be followed by a scan of the whole text.
    pub(crate) fn going_back(self, length: usize, backtracking: usize) -> u64 {
        let length = length as u64;
        if !self.backtracks {
            return 0;
        }
        if self.leads {
            return length;
        }
        let steps = if self.explodes {
            1u64 << length.min(40)
        } else {
            let square = length.saturating_mul(length);
            square.saturating_mul(self.states + 1) / 16 + 1
        };
        let scan = 1 + length / 16;
        steps.min(backtracking as u64).saturating_mul(scan)
    }
}

/// All patterns of a schema together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patterns {
    count: u64,
    states: u64,
}

/// Most bytes that one pattern uses to record what it has tried, when its automaton does not fit.
const NOTES: u64 = 256 << 10;

impl Patterns {
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Self::default();
        for text in texts {
            all.count += 1;
            all.states = all.states.saturating_add(Pattern::of(text).states);
        }
        all
    }

    /// The longest text that can be matched within this many bytes of such records.
    pub(super) fn longest(self, bytes: u64) -> usize {
        if self.count.saturating_mul(NOTES) <= bytes {
            return usize::MAX;
        }
        usize::try_from(bytes.saturating_mul(8) / self.states.max(1)).unwrap_or(usize::MAX)
    }
}

/// Whether look-around appears only at the start of the text, as in `^(?!.*secret).+$`: each is then tried
/// once, and nothing backtracks.
fn leads(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix('^') else {
        return false;
    };
    while let Some(body) = rest
        .strip_prefix("(?=")
        .or_else(|| rest.strip_prefix("(?!"))
    {
        let Some(end) = group_end(body.as_bytes()) else {
            return false;
        };
        if Pattern::scan(&body[..end]).backtracks {
            return false;
        }
        rest = &body[end + 1..];
        if rest.starts_with(['*', '+', '?', '{']) {
            return false;
        }
    }
    !Pattern::scan(rest).backtracks && !rest.contains('|')
}

/// The position of the `)` that closes the group whose contents begin here.
fn group_end(inside: &[u8]) -> Option<usize> {
    let (mut at, mut open) = (0, 0usize);
    while let Some(&byte) = inside.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => at += class(&inside[at + 1..]).0,
            b'(' => open += 1,
            b')' if open == 0 => return Some(at),
            b')' => open -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of the name in braces after a `p` or `P` that is escaped; 0 if there is none.
fn property_name(escaped: u8, rest: &[u8]) -> Option<usize> {
    matches!(escaped, b'p' | b'P').then(|| match rest {
        [b'{', name @ ..] => {
            let end = name.iter().position(|&byte| byte == b'}');
            end.map_or(0, |end| end + 2)
        }
        _ => 0,
    })
}

/// The length of a character class after its `[`, how many escapes such as `\w` it contains, and whether a
/// property such as `\p{L}` is among them.
fn class(rest: &[u8]) -> (usize, u64, bool) {
    let (mut at, mut classes, mut has_property) = (0, 0, false);
    while let Some(&byte) = rest.get(at) {
        at += 1;
        match byte {
            b']' if at > 1 => break,
            b'\\' => {
                classes += u64::from(rest.get(at).is_some_and(|c| b"wWpPsSdD".contains(c)));
                has_property |= rest.get(at).is_some_and(|c| b"pP".contains(c));
                at += 1;
            }
            _ => {}
        }
    }
    (at.min(rest.len()), classes, has_property)
}

/// Longest text between the braces of a counted repetition, in bytes.
const LONGEST_COUNT: usize = 48;

/// The length of a counted repetition after its `{`, and how often it repeats at most.
fn repetition(rest: &[u8]) -> (usize, u64) {
    let Some(end) = rest
        .iter()
        .take(LONGEST_COUNT)
        .position(|&byte| byte == b'}')
    else {
        return (0, 1);
    };
    let inside = std::str::from_utf8(&rest[..end]).unwrap_or_default();
    let numbers = inside.split(',').filter_map(|number| {
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| number.parse::<u64>().unwrap_or(u64::MAX))
    });
    match numbers.max() {
        Some(times) => (end + 1, times),
        None => (0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_multiply() {
        assert_eq!(Pattern::of("^a{3}$").states, 5);
        assert_eq!(Pattern::of("(a{1000}){1000}").states, 1_000_000);
        assert_eq!(Pattern::of("(ab)*").states, 2);
        assert_eq!(Pattern::of(r"\p{L}{20}").size, 20 * PROPERTY_SIZE);
        let letters = Pattern::of(r"(\p{L}[\p{L}\p{N}]){10}");
        assert_eq!((letters.states, letters.size), (4_660, 33_160));
        assert!(Pattern::of("((((a{99}){99}){99}){99}){99999999999999999999}").states > 1 << 60);
    }

    #[test]
    fn only_lookaround_and_references_backtrack() {
        assert!(!Pattern::of("^(a|a)*b$").backtracks);
        assert!(!Pattern::of("^(?:a+)+$").backtracks);
        assert!(Pattern::of(r"^(a|a)*\1b$").explodes);
        let ahead = Pattern::of("^(?!.*secret).+$");
        assert!(ahead.backtracks && !ahead.explodes);
        assert!(Pattern::of("^(?=(a+)+$)").explodes);
    }

    #[test]
    fn look_around_at_the_start_is_tried_once() {
        for text in [
            "^(?!.*secret).+$",
            r"^(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,}$",
            r"^(?!\)\[)(?=[)(]a).*$",
        ] {
            assert!(Pattern::of(text).leads, "{text}");
        }
        for text in [
            "(?!.*secret).+$",
            "^(?:(?=[^c]*c)x)*c$",
            "^(?=a)*b",
            "^(?=(?=a))b",
            "^a|(?=b)c",
            "^(?=a)b|c",
            r"^(?=(a))\1",
            "^a.*",
            "^(?=a",
        ] {
            assert!(!Pattern::of(text).leads, "{text}");
        }
    }

    #[test]
    fn odd_texts_are_judged_without_a_panic() {
        for text in [
            "", "\\", "\\p", "\\p{", "\\P{}", "[", "[]", "[^]]", "(", ")", "{", "a{", "a{,}",
            "a{x}", "é{2}", "(?",
        ] {
            let _ = Pattern::of(text);
        }
    }
}
