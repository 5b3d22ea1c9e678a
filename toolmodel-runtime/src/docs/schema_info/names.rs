//! Names in the order they were met, each with a value; found without visiting all of them.

use std::collections::HashMap;

/// Names in the order they were met.
#[derive(Clone, Debug)]
pub(super) struct Names<'a, T> {
    entries: Vec<(&'a str, T)>,
    places: HashMap<&'a str, usize>,
}

impl<T> Default for Names<'_, T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<'a, T> Names<'a, T> {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        let place = self.places.get(name)?;
        self.entries.get(*place).map(|(_, value)| value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&'a str, &T)> {
        self.entries.iter().map(|(name, value)| (*name, value))
    }

    /// Adds a name, even if it is there already.
    pub(super) fn push(&mut self, name: &'a str, value: T) {
        self.places.entry(name).or_insert(self.entries.len());
        self.entries.push((name, value));
    }

    /// Adds a name, or changes the value of a known one.
    pub(super) fn add(&mut self, name: &'a str, value: T, change: impl FnOnce(&mut T, T)) {
        match self.places.get(name) {
            Some(&place) => change(&mut self.entries[place].1, value),
            None => self.push(name, value),
        }
    }

    /// Adds all of another's names. The cost depends on the other only.
    pub(super) fn append(&mut self, other: Self, change: impl Fn(&mut T, T)) {
        if self.is_empty() {
            *self = other;
            return;
        }
        for (name, value) in other.entries {
            self.add(name, value, &change);
        }
    }
}
