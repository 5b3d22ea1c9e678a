//! Combines facts: those of values that match two schemas, and those of values that match one of several.

use std::collections::HashSet;

use serde_json::Value;

use super::facts::Facts;

impl Facts<'_> {
    /// Both hold. Annotations of `self` come first, since it is closer to the reader.
    pub(super) fn intersect(&mut self, other: Self) {
        self.types = match (self.types.take(), other.types) {
            (Some(mine), Some(theirs)) => common_types(&mine, &theirs),
            (mine, theirs) => mine.or(theirs),
        };
        self.values = match (self.values.take(), other.values) {
            (Some(mine), Some(theirs)) => Some(common_values(mine, &theirs)),
            (mine, theirs) => mine.or(theirs),
        };
        self.bounds.tighten(other.bounds);
        self.default = self.default.or(other.default);
        self.title = self.title.or(other.title);
        self.reference = self.reference.or(other.reference);
        self.description = self.description.or(other.description);
        self.examples = self.examples.or(other.examples);
        self.format = self.format.or(other.format);
        self.partial |= self.pattern.is_some() && other.pattern.is_some();
        self.pattern = self.pattern.or(other.pattern);
        self.unique |= other.unique;
        self.deprecated |= other.deprecated;
        self.properties.append(other.properties, Vec::extend);
        self.required.append(other.required, |(), ()| {});
        self.partial |= self.items.is_some() && other.items.is_some();
        self.items = self.items.or(other.items);
        self.additional = self.additional.or(other.additional);
        self.partial |= !self.variants.is_empty() && !other.variants.is_empty();
        if self.variants.is_empty() {
            self.variants = other.variants;
        }
        self.partial |= other.partial;
    }

    /// One of them holds.
    pub(super) fn union(branches: Vec<Self>) -> Self {
        let types = union_of_types(&branches);
        let count = branches.len();
        let mut others: Vec<Self> = branches
            .into_iter()
            .filter(|branch| !branch.is_null())
            .collect();
        let null = others.len() < count;
        if others.len() == 1
            && let Some(mut only) = others.pop()
        {
            only.types = types;
            if let Some(values) = &mut only.values
                && null
                && !values.iter().any(|value| value.is_null())
            {
                values.push(&Value::Null);
            }
            return only;
        }
        Self {
            types,
            values: union_of_values(&others, null),
            partial: others.iter().any(|branch| branch.partial),
            variants: others,
            ..Self::default()
        }
    }
}

/// Known only when the types of every branch are.
fn union_of_types<'a>(branches: &[Facts<'a>]) -> Option<Vec<&'a str>> {
    let mut union = Vec::new();
    for branch in branches {
        let types = branch.known_types();
        if types.is_empty() {
            return None;
        }
        for kind in types {
            if !union.contains(&kind) {
                union.push(kind);
            }
        }
    }
    (!union.is_empty()).then_some(union)
}

/// Known only when every branch has a closed list.
fn union_of_values<'a>(branches: &[Facts<'a>], null: bool) -> Option<Vec<&'a Value>> {
    let mut known: HashSet<&Value> = HashSet::new();
    let mut union: Vec<&Value> = Vec::new();
    for branch in branches {
        let new = branch.values.as_ref()?.iter();
        union.extend(new.filter(|value| known.insert(value)));
    }
    if union.is_empty() {
        return None;
    }
    if null && known.insert(&Value::Null) {
        union.push(&Value::Null);
    }
    Some(union)
}

/// An integer is a number. Types that exclude each other leave the types unknown.
fn common_types<'a>(mine: &[&'a str], theirs: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut common = Vec::new();
    for kind in mine {
        let kind = match *kind {
            kind if theirs.contains(&kind) => kind,
            "integer" if theirs.contains(&"number") => "integer",
            "number" if theirs.contains(&"integer") => "integer",
            _ => continue,
        };
        if !common.contains(&kind) {
            common.push(kind);
        }
    }
    (!common.is_empty()).then_some(common)
}

fn common_values<'a>(mine: Vec<&'a Value>, theirs: &[&'a Value]) -> Vec<&'a Value> {
    let theirs: HashSet<&Value> = theirs.iter().copied().collect();
    let mut common = mine;
    common.retain(|value| theirs.contains(value));
    common
}
