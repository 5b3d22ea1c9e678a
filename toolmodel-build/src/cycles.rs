//! Types that contain themselves: which fields and variants need a box.

use toolmodel_runtime::__private::kernel::components;

use crate::ir::{DefId, Kind, Type, TypeDef};

/// Boxes every field and variant on a cycle of direct containment.
pub(crate) fn break_cycles(defs: &mut [TypeDef]) {
    let edges: Vec<Vec<DefId>> = defs.iter().map(|def| contained(&def.kind)).collect();
    let component = components(edges.len(), |at| edges[at].iter().map(|DefId(to)| *to));
    for (at, def) in defs.iter_mut().enumerate() {
        let leads_back = |DefId(to): DefId| component[to] == component[at];
        for (ty, boxed) in def.kind.types_mut() {
            if let Some(boxed) = boxed {
                *boxed = direct(ty).is_some_and(leads_back);
            }
        }
    }
}

/// The definition that a value of the type directly contains.
pub(crate) fn direct(ty: &Type) -> Option<DefId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Nullable(inner) => direct(inner),
        _ => None,
    }
}

fn contained(kind: &Kind) -> Vec<DefId> {
    let parts = kind.parts().into_iter();
    parts.filter_map(|(ty, _)| direct(ty)).collect()
}

/// Gives every reference to a definition a new number.
pub(crate) fn renumber(def: &mut TypeDef, number: impl Fn(DefId) -> DefId + Copy) {
    for (ty, _) in def.kind.types_mut() {
        renumber_type(ty, number);
    }
}

fn renumber_type(ty: &mut Type, number: impl Fn(DefId) -> DefId + Copy) {
    match ty {
        Type::Named(id) => *id = number(*id),
        Type::List { item, .. } => renumber_type(item, number),
        Type::Map { value, .. } => renumber_type(value, number),
        Type::Nullable(inner) => renumber_type(inner, number),
        _ => {}
    }
}
