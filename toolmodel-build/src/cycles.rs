//! Types that contain themselves: which fields and variants need a box.

use toolmodel_runtime::__private::kernel::components;

use crate::ir::{DefId, Field, Kind, Rest, Type, TypeDef};

/// Boxes every field and variant on a cycle of direct containment.
pub(crate) fn break_cycles(defs: &mut [TypeDef]) {
    let edges: Vec<Vec<DefId>> = defs.iter().map(|def| contained(&def.kind)).collect();
    let component = components(edges.len(), |at| edges[at].iter().map(|DefId(to)| *to));
    for (at, def) in defs.iter_mut().enumerate() {
        let leads_back = |DefId(to): DefId| component[to] == component[at];
        let on_cycle = |ty: &Type| direct(ty).is_some_and(leads_back);
        match &mut def.kind {
            Kind::Struct(shape) => {
                for field in &mut shape.fields {
                    field.boxed = on_cycle(&field.ty);
                }
            }
            Kind::ByType(variants) => {
                for variant in variants {
                    variant.boxed = on_cycle(&variant.ty);
                }
            }
            Kind::Choice { variants, .. } => {
                for variant in variants {
                    variant.boxed = on_cycle(&variant.ty);
                }
            }
            Kind::Tagged { variants, .. } => {
                for variant in variants {
                    variant.boxed = leads_back(variant.def);
                }
            }
            Kind::TextEnum(_) | Kind::Tuple(_) | Kind::Newtype(_) | Kind::Pending => {}
        }
    }
}

/// The definition that a value of the type directly contains.
fn direct(ty: &Type) -> Option<DefId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Nullable(inner) => direct(inner),
        _ => None,
    }
}

fn contained(kind: &Kind) -> Vec<DefId> {
    match kind {
        Kind::Struct(shape) => shape.fields.iter().filter_map(|f| direct(&f.ty)).collect(),
        Kind::ByType(variants) => variants.iter().filter_map(|v| direct(&v.ty)).collect(),
        Kind::Choice { variants, .. } => variants.iter().filter_map(|v| direct(&v.ty)).collect(),
        Kind::Tagged { variants, .. } => variants.iter().map(|v| v.def).collect(),
        Kind::Tuple(items) => items.iter().filter_map(direct).collect(),
        Kind::Newtype(ty) => direct(ty).into_iter().collect(),
        Kind::TextEnum(_) | Kind::Pending => Vec::new(),
    }
}

/// Gives every reference to a definition a new number.
pub(crate) fn renumber(def: &mut TypeDef, number: impl Fn(DefId) -> DefId + Copy) {
    match &mut def.kind {
        Kind::Struct(shape) => {
            shape
                .fields
                .iter_mut()
                .for_each(|field: &mut Field| renumber_type(&mut field.ty, number));
            if let Rest::Kept { value, .. } = &mut shape.rest {
                renumber_type(value, number);
            }
        }
        Kind::ByType(variants) => {
            for variant in variants {
                renumber_type(&mut variant.ty, number);
            }
        }
        Kind::Choice { variants, .. } => {
            for variant in variants {
                renumber_type(&mut variant.ty, number);
            }
        }
        Kind::Tagged { variants, .. } => {
            for variant in variants {
                variant.def = number(variant.def);
            }
        }
        Kind::Tuple(items) => items
            .iter_mut()
            .for_each(|item| renumber_type(item, number)),
        Kind::Newtype(ty) => renumber_type(ty, number),
        Kind::TextEnum(_) | Kind::Pending => {}
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
