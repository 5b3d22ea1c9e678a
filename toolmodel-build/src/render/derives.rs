//! Derives that the user requests for every type that allows them.

use super::Types;
use crate::ir::{Kind, Rest, SchemaTypes, Struct, Type, TypeDef};

/// Traits that a type can derive only if all its parts implement them.
const OF_PARTS: [&str; 5] = ["Eq", "Hash", "PartialOrd", "Ord", "Copy"];

impl Types<'_> {
    /// The requested derives that this type allows and does not have yet.
    pub(super) fn derives_of_all(&self, def: &TypeDef, present: &[&str]) -> Option<String> {
        let wanted = self.config.derives_for_all();
        if wanted.is_empty() {
            return None;
        }
        let at = self
            .schema
            .defs
            .iter()
            .position(|own| std::ptr::eq(own, def))?;
        let allowed = wanted.iter().filter(|path| {
            let name = path.rsplit("::").next().unwrap_or(path).trim();
            !present.contains(&path.as_str())
                && (!OF_PARTS.contains(&name) || have(self.schema, name)[at])
        });
        let allowed: Vec<&str> = allowed.map(String::as_str).collect();
        (!allowed.is_empty()).then(|| format!("#[derive({})]", allowed.join(", ")))
    }
}

/// Which definitions can derive a trait: all, until a part is found that does not implement it.
fn have(schema: &SchemaTypes, name: &str) -> Vec<bool> {
    let mut have = vec![true; schema.defs.len()];
    loop {
        let mut changed = false;
        for (at, def) in schema.defs.iter().enumerate() {
            if have[at] && !parts_have(&def.kind, name, &have) {
                have[at] = false;
                changed = true;
            }
        }
        if !changed {
            return have;
        }
    }
}

fn parts_have(kind: &Kind, name: &str, have: &[bool]) -> bool {
    let has = |ty: &Type, boxed: bool| !(boxed && name == "Copy") && type_has(ty, name, have);
    let rest = match kind {
        Kind::Pending => false,
        Kind::Struct(Struct {
            rest: Rest::Kept { value, .. },
            ..
        }) => name != "Copy" && has(value, false),
        _ => true,
    };
    rest && kind.parts().into_iter().all(|(ty, boxed)| has(ty, boxed))
}

fn type_has(ty: &Type, name: &str, have: &[bool]) -> bool {
    match ty {
        Type::Null | Type::Bool(_) | Type::Int { .. } | Type::Wide { .. } => true,
        Type::Text(_) => name != "Copy",
        Type::Number(_) => matches!(name, "Copy" | "PartialOrd"),
        Type::List { item, .. } => name != "Copy" && type_has(item, name, have),
        Type::Map { value, .. } => name != "Copy" && type_has(value, name, have),
        Type::Nullable(inner) => type_has(inner, name, have),
        Type::Named(id) => have[id.0],
        // Whether these implement it depends on features of other crates, or on the user.
        Type::Any | Type::Object | Type::Replaced(_) => false,
    }
}
