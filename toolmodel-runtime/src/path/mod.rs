//! The current place of a walk: linked to the previous one, and written out only when needed.
//!
//! A walk that built the JSON pointer of every node as text would take memory by depth and by the
//! length of keys, once for each node. Here a step costs nothing, and what is written is bounded:
//! a token longer than [`LONGEST_TOKEN`] characters is cut, and the middle of a path longer than [`LONGEST`] bytes is
//! left out, each marked by `…`.

pub(crate) mod pointer;

use std::fmt;

/// Most characters written of one reference token.
pub(crate) const LONGEST_TOKEN: usize = 120;

/// Most bytes of a written path, not counting the mark for what was left out.
pub(crate) const LONGEST: usize = 1024;

/// One step of a walk; the steps before it live on the stack of the walk.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Path<'a> {
    /// The start of the walk.
    Root,
    /// Below a key of an object.
    Key(&'a Path<'a>, &'a str),
    /// Below an item of an array.
    Index(&'a Path<'a>, usize),
}

/// One step, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "hidden from users")]
pub enum Step<'a> {
    /// A key of an object.
    Key(&'a str),
    /// An item of an array.
    Index(usize),
}

impl<'a> Path<'a> {
    /// The path to the value of a key.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Path<'a> {
        Path::Key(self, key)
    }

    /// The path to an item.
    #[must_use]
    pub fn index(&'a self, index: usize) -> Path<'a> {
        Path::Index(self, index)
    }

    /// The path one step further.
    #[must_use]
    pub fn step(&'a self, step: Step<'a>) -> Path<'a> {
        match step {
            Step::Key(key) => self.key(key),
            Step::Index(index) => self.index(index),
        }
    }

    /// The steps from the root to here.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        let mut here = *self;
        loop {
            here = match here {
                Self::Root => break,
                Self::Key(parent, key) => {
                    steps.push(Step::Key(key));
                    *parent
                }
                Self::Index(parent, index) => {
                    steps.push(Step::Index(index));
                    *parent
                }
            };
        }
        steps.reverse();
        steps
    }

    /// The JSON pointer, bounded as described at the module.
    #[must_use]
    pub fn pointer(&self) -> String {
        written(&self.steps())
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pointer())
    }
}

impl From<&Path<'_>> for String {
    fn from(path: &Path<'_>) -> Self {
        path.pointer()
    }
}

/// Up to this many steps are written without allocating.
const FEW: usize = 16;

/// A place that outlives the walk which found it: an index into its [`Places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(usize);

/// Places of one document, each linked to the one above it.
#[derive(Clone, Debug, Default)]
pub struct Places<'a>(Vec<(Place, Step<'a>)>);

impl Place {
    /// The root of the document.
    pub const ROOT: Self = Self(0);
}

impl<'a> Places<'a> {
    /// No places, with room for some.
    #[must_use]
    pub fn with_capacity(places: usize) -> Self {
        Self(Vec::with_capacity(places))
    }

    /// Records the place one step below another.
    pub fn below(&mut self, place: Place, step: Step<'a>) -> Place {
        self.0.push((place, step));
        Place(self.0.len())
    }

    /// Records the place some steps below another.
    pub fn descend(&mut self, place: Place, steps: &[Step<'a>]) -> Place {
        let steps = steps.iter();
        steps.fold(place, |place, step| self.below(place, *step))
    }

    /// The steps from the root to a place.
    #[must_use]
    pub fn steps(&self, mut place: Place) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        while let Some((parent, step)) = place.0.checked_sub(1).and_then(|at| self.0.get(at)) {
            steps.push(*step);
            place = *parent;
        }
        steps.reverse();
        steps
    }

    /// Whether a place is inside another one, or the same.
    #[must_use]
    pub fn is_within(&self, mut place: Place, outer: Place) -> bool {
        while place != outer {
            match place.0.checked_sub(1).and_then(|at| self.0.get(at)) {
                Some((parent, _)) => place = *parent,
                None => return false,
            }
        }
        true
    }

    /// The last step to a place; `None` for the root.
    #[must_use]
    pub fn last(&self, place: Place) -> Option<Step<'a>> {
        let at = place.0.checked_sub(1)?;
        self.0.get(at).map(|(_, step)| *step)
    }

    /// The JSON pointer of a place, bounded as that of a [`Path`].
    #[must_use]
    pub fn pointer(&self, place: Place) -> String {
        let mut few = [Step::Index(0); FEW];
        let mut first = FEW;
        let mut here = place;
        while let Some((parent, step)) = here.0.checked_sub(1).and_then(|at| self.0.get(at)) {
            if first == 0 {
                return written(&self.steps(place));
            }
            first -= 1;
            few[first] = *step;
            here = *parent;
        }
        written(&few[first..])
    }
}

/// A JSON pointer written elsewhere, bounded as described at the module.
#[must_use]
pub(crate) fn bounded(pointer: String) -> String {
    if pointer.len() <= LONGEST_TOKEN {
        return pointer;
    }
    let tokens: Vec<_> = pointer::tokens(&pointer).collect();
    let steps: Vec<Step<'_>> = tokens.iter().map(|token| Step::Key(token)).collect();
    written(&steps)
}

/// Steps as a JSON pointer, bounded as described at the module.
#[must_use]
pub(crate) fn written(steps: &[Step<'_>]) -> String {
    let mut text = String::with_capacity(16 * steps.len());
    for step in steps {
        write_step(&mut text, *step);
    }
    if text.len() <= LONGEST {
        return text;
    }
    let mut ends = Vec::with_capacity(steps.len());
    let mut again = String::with_capacity(text.len());
    for step in steps {
        write_step(&mut again, *step);
        ends.push(again.len());
    }
    // Both ends are informative; the middle of a long path is least so.
    let head = ends.iter().copied().rfind(|end| *end <= LONGEST / 2);
    let tail = ends
        .iter()
        .copied()
        .find(|end| text.len() - end <= LONGEST / 2);
    let (head, tail) = (head.unwrap_or(0), tail.unwrap_or(text.len()));
    format!("{}/…{}", &text[..head], &text[tail..])
}

fn write_step(text: &mut String, step: Step<'_>) {
    text.push('/');
    match step {
        Step::Index(index) => text.push_str(&index.to_string()),
        Step::Key(key) if key.len() <= LONGEST_TOKEN && !has_escapes(key) => {
            text.push_str(key);
        }
        Step::Key(key) => {
            for (i, c) in key.chars().enumerate() {
                if i == LONGEST_TOKEN {
                    text.push('…');
                    break;
                }
                pointer::push_char(text, c);
            }
        }
    }
}

fn has_escapes(key: &str) -> bool {
    key.bytes().any(|byte| matches!(byte, b'~' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_paths_are_json_pointers() {
        let root = Path::Root;
        let a = root.key("a/b~c");
        let path = a.index(3);
        assert_eq!(path.pointer(), "/a~1b~0c/3");
        assert_eq!(root.pointer(), "");
        let mut places = Places::default();
        let a = places.below(Place::ROOT, Step::Key("a/b~c"));
        let item = places.below(a, Step::Index(3));
        assert_eq!(places.pointer(item), "/a~1b~0c/3");
        assert_eq!(places.pointer(Place::ROOT), "");
    }

    #[test]
    fn long_tokens_and_long_paths_are_cut() {
        let long = "é".repeat(1_000_000);
        let path = Path::Root;
        let path = path.key(&long);
        assert_eq!(path.pointer(), format!("/{}…", "é".repeat(LONGEST_TOKEN)));
        assert_eq!(bounded(format!("/{long}")), path.pointer());
        assert_eq!(bounded("/a~1b/0".to_owned()), "/a~1b/0");
        let names: Vec<String> = (0..1000).map(|i| format!("name{i}")).collect();
        let steps: Vec<Step<'_>> = names.iter().map(|name| Step::Key(name)).collect();
        let text = written(&steps);
        assert!(text.len() <= LONGEST + "/…".len(), "{}", text.len());
        assert!(text.starts_with("/name0/name1/"), "{text}");
        assert!(text.contains("/…/name"), "{text}");
        assert!(text.ends_with("/name998/name999"), "{text}");
    }
}
