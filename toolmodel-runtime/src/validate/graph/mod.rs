//! A schema as a graph: what applies where once references are followed. It gives the cost of
//! compiling and of validating before either is tried.

mod analysis;
mod build;
mod expand;
mod recursion;
mod scope;
mod unique;
mod work;

use super::pattern::Pattern;

pub(super) use analysis::{Profile, Refused};
pub(super) use build::{Built, Linked, NAMELESS, Source, build, find, locate};
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

/// One subschema, with the targets that one chain of documents gives its references.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) in_place: Vec<Edge>,
    /// What `properties` names, in the order of names once the graph is built.
    pub(super) properties: Vec<(Box<str>, usize)>,
    pub(super) pattern_properties: Vec<usize>,
    pub(super) additional: Option<usize>,
    pub(super) property_names: Option<usize>,
    pub(super) prefix: Vec<usize>,
    /// `items`, or `additionalItems` of draft-07: what follows the prefix.
    pub(super) rest: Option<usize>,
    pub(super) contains: Option<usize>,
    pub(super) unevaluated_properties: Option<usize>,
    pub(super) unevaluated_items: Option<usize>,
    pub(super) costs: Costs,
}

/// What the keywords of one subschema cost by themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// Steps on any value.
    pub(super) any: u64,
    /// Additional steps on a number, and on an object.
    pub(super) number: u64,
    pub(super) object: u64,
    /// Steps for each byte of a text, and of the names of an object, as 1,024ths.
    pub(super) text: u64,
    pub(super) names: u64,
    /// Violations that one value may have.
    pub(super) violations: u64,
    /// Patterns with look-around or back-references, which a text and each name are matched with.
    pub(super) hard: Vec<Pattern>,
    pub(super) hard_names: Vec<Pattern>,
    pub(super) unique_items: bool,
}

/// How costs grow with an instance, whatever it contains: steps for each value, 1,024ths of a step for each byte,
/// and how often a list is searched for duplicates.
pub(super) type Growth = [u64; 3];

pub(super) fn add(sum: Growth, more: Growth, times: u64) -> Growth {
    let [mut a, mut b, mut c] = sum;
    for (sum, more) in [&mut a, &mut b, &mut c].into_iter().zip(more) {
        *sum = sum.saturating_add(more.saturating_mul(times));
    }
    [a, b, c]
}

impl Node {
    pub(super) fn growth(&self) -> Growth {
        let costs = &self.costs;
        // Every value is a member of an object or an item of a list, and so takes one step of its loop.
        let steps = costs
            .any
            .saturating_add(costs.number)
            .saturating_add(costs.object);
        let bytes = costs.text.saturating_add(costs.names);
        [
            steps.saturating_add(1),
            bytes,
            u64::from(costs.unique_items),
        ]
    }

    /// Whether only the members that `properties` names are looked at.
    pub(super) fn only_named(&self) -> bool {
        let others = self.additional.or(self.property_names);
        others.is_none() && self.pattern_properties.is_empty() && !self.has_unevaluated()
    }

    pub(super) fn has_unevaluated(&self) -> bool {
        self.unevaluated_properties.is_some() || self.unevaluated_items.is_some()
    }

    /// The subschema of a property.
    pub(super) fn property(&self, name: &str) -> Option<usize> {
        let found = self
            .properties
            .binary_search_by(|(own, _)| (**own).cmp(name));
        found.ok().map(|at| self.properties[at].1)
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
        let named = self.properties.iter().map(|&(_, to)| to);
        named
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

impl Graph {
    fn sort_properties(&mut self) {
        for node in &mut self.nodes {
            node.properties.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        }
    }
}
