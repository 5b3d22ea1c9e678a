//! Small instances: so small that they are cheap for a schema whatever they contain, and only their size
//! need be known.
#![allow(
    clippy::inline_always,
    reason = "calls would cost more than the counting does"
)]

use serde_json::Value;

/// The largest that an instance may be to count as small for one schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Small {
    pub(super) nodes: usize,
    /// Bytes of strings and property names.
    pub(super) text: usize,
    pub(super) depth: usize,
}

/// Most levels that are counted by recursion.
pub(super) const RECURSION: usize = 32;

impl Small {
    /// Whether an instance is small. Counting stops soon after it proves not to be.
    #[inline(always)]
    pub(super) fn holds(&self, instance: &Value) -> bool {
        let mut count = Count {
            nodes: 1,
            text: 0,
            most: self.nodes,
        };
        let fits = match instance {
            Value::String(text) => {
                count.text = text.len();
                true
            }
            Value::Array(_) | Value::Object(_) => count.container(instance, self.depth),
            _ => true,
        };
        fits && count.nodes <= self.nodes && count.text <= self.text
    }
}

struct Count {
    nodes: usize,
    text: usize,
    most: usize,
}

/// An item, or a member with the length of its name.
type Item<'v> = (usize, &'v Value);

/// Most containers hold nothing but scalars, and are counted without a call.
impl Count {
    /// Counts the contents of a container; `false` when it is nested deeper than `levels` or holds too many values.
    #[inline(always)]
    fn container(&mut self, container: &Value, levels: usize) -> bool {
        let Some(below) = levels.checked_sub(1) else {
            return false;
        };
        match container {
            Value::Array(items) => {
                self.nodes += items.len();
                self.nodes <= self.most && self.items(items.iter().map(|item| (0, item)), below)
            }
            Value::Object(map) => {
                self.nodes += map.len();
                let members = map.iter().map(|(name, value)| (name.len(), value));
                self.nodes <= self.most && self.items(members, below)
            }
            _ => true,
        }
    }

    #[inline(always)]
    fn items<'v>(&mut self, mut items: impl Iterator<Item = Item<'v>>, levels: usize) -> bool {
        match self.scalars(&mut items) {
            Some(first) => self.nested(first, items, levels),
            None => true,
        }
    }

    /// Counts up to the first container, and returns it.
    #[inline(always)]
    fn scalars<'v>(&mut self, items: &mut impl Iterator<Item = Item<'v>>) -> Option<&'v Value> {
        let mut text = 0;
        let found = items.find_map(|(name, item)| {
            text += name;
            match item {
                Value::String(item) => text += item.len(),
                Value::Array(_) | Value::Object(_) => return Some(item),
                _ => {}
            }
            None
        });
        self.text += text;
        found
    }

    /// Counts a container and what follows it.
    #[inline(never)]
    fn nested<'v>(
        &mut self,
        first: &'v Value,
        mut items: impl Iterator<Item = Item<'v>>,
        levels: usize,
    ) -> bool {
        let mut next = Some(first);
        while let Some(container) = next {
            if !self.container(container, levels) {
                return false;
            }
            next = self.scalars(&mut items);
        }
        true
    }
}
