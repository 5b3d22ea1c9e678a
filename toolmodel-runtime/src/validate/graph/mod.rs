//! A schema as a graph: what applies where once references are followed. From it the cost of
//! compiling and of validating is known before either is tried.

mod analysis;
mod build;
mod expand;
mod recursion;
mod work;

use std::collections::HashMap;

use super::pattern::Pattern;

pub(super) use analysis::{Profile, Refused};
pub(super) use build::{Source, build, locate};
pub(super) use work::Work;

/// How an in-place applicator or a reference leads to another subschema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InPlace {
    /// `allOf` and `if`, whose outcome decides what counts as evaluated.
    Conditional,
    /// `anyOf` and `oneOf`: as `Conditional`, and violations inside are copied.
    Branch,
    /// References, `then`, `else`, `dependentSchemas`.
    Plain,
    /// `not`, which evaluates nothing.
    Not,
}

#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) target: usize,
    pub(super) kind: InPlace,
}

/// One subschema, in one dynamic scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) in_place: Vec<Edge>,
    pub(super) properties: HashMap<Box<str>, usize>,
    pub(super) pattern_properties: Vec<usize>,
    pub(super) additional: Option<usize>,
    pub(super) property_names: Option<usize>,
    pub(super) prefix: Vec<usize>,
    /// `items`, or `additionalItems` of draft-07: what follows the prefix.
    pub(super) rest: Option<usize>,
    pub(super) contains: Option<usize>,
    pub(super) unevaluated_properties: Option<usize>,
    pub(super) unevaluated_items: Option<usize>,
    /// Steps that the node's own keywords take, whatever the value.
    pub(super) cost: u64,
    pub(super) keywords: u64,
    pub(super) pattern: Option<Pattern>,
    /// Patterns that every property name is held against.
    pub(super) name_patterns: Vec<Pattern>,
    pub(super) unique_items: bool,
}

impl Node {
    pub(super) fn has_unevaluated(&self) -> bool {
        self.unevaluated_properties.is_some() || self.unevaluated_items.is_some()
    }

    /// The subschemas that apply to values below this one, by whatever keyword.
    pub(super) fn below(&self) -> impl Iterator<Item = usize> + '_ {
        let single = [
            self.additional,
            self.property_names,
            self.rest,
            self.contains,
            self.unevaluated_properties,
            self.unevaluated_items,
        ];
        let mut named: Vec<usize> = self.properties.values().copied().collect();
        named.sort_unstable();
        named
            .into_iter()
            .chain(self.pattern_properties.iter().copied())
            .chain(self.prefix.iter().copied())
            .chain(single.into_iter().flatten())
    }
}

/// All subschemas; the first is the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}
