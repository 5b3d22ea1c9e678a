//! One object for several: the properties of all of them, and what all of them require.

use std::collections::{BTreeSet, HashMap};

/// An object schema by its properties.
#[derive(Clone, Debug)]
pub(super) struct Parts<T> {
    pub(super) properties: Vec<(String, T)>,
    pub(super) required: BTreeSet<String>,
    /// Whether it accepts no other properties.
    pub(super) closed: bool,
}

/// One object for all branches, with schemas of one name joined. Also returns whether a branch leaves
/// a property open that another declares; the result accepts less there.
pub(super) fn either<T>(
    branches: Vec<Parts<T>>,
    mut join: impl FnMut(Vec<T>) -> Option<T>,
) -> (Parts<T>, bool) {
    let closed = !branches.is_empty() && branches.iter().all(|branch| branch.closed);
    let open = branches.iter().filter(|branch| !branch.closed).count();
    let mut required: Option<BTreeSet<String>> = None;
    let mut order: Vec<String> = Vec::new();
    let mut found: HashMap<String, (Vec<T>, usize)> = HashMap::new();
    for branch in branches {
        required = Some(match required {
            None => branch.required,
            Some(mut all) => {
                all.retain(|name| branch.required.contains(name));
                all
            }
        });
        for (name, schema) in branch.properties {
            let entry = found.entry(name.clone()).or_insert_with(|| {
                order.push(name);
                (Vec::new(), 0)
            });
            entry.0.push(schema);
            entry.1 += usize::from(!branch.closed);
        }
    }
    let narrowed = found.values().any(|(_, declared)| *declared < open);
    let mut properties = Vec::new();
    for name in order {
        let schemas = found.remove(&name).map(|(schemas, _)| schemas);
        if let Some(joined) = schemas.and_then(&mut join) {
            properties.push((name, joined));
        }
    }
    let parts = Parts {
        properties,
        required: required.unwrap_or_default(),
        closed,
    };
    (parts, narrowed)
}
