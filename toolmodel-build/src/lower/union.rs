//! Values of several JSON types.

use super::{Hint, Lowering};
use crate::ir::{JsonType, Kind, Type, TypeVariant};
use crate::names::{Scope, pascal};
use crate::schema::{Booleans, NodeSet, ObjectRule, Shape, Slot};

impl Lowering<'_, '_> {
    pub(super) fn lower_by_type(&mut self, set: &NodeSet, shape: &Shape, hint: &Hint) -> Type {
        let id = self.define(hint);
        let named = Type::Named(id);
        let whole = if shape.null {
            Type::Nullable(Box::new(named.clone()))
        } else {
            named.clone()
        };
        self.known.insert((set.clone(), self.faithful), whole);
        let inner = |what: &str| Hint {
            name: format!("{} {what}", hint.name),
            parent: if hint.parent.is_empty() {
                hint.name.clone()
            } else {
                hint.parent.clone()
            },
            doc: None,
            ..hint.clone()
        };
        let mut variants = Vec::new();
        let mut scope = Scope::default();
        let mut add = |scope: &mut Scope, json_type, name: String, ty| {
            variants.push(TypeVariant {
                name: scope.claim(&name),
                json_type,
                ty,
                boxed: false,
            });
        };
        if shape.boolean != Booleans::NONE {
            let only = (shape.boolean != Booleans::BOTH).then_some(shape.boolean.yes);
            add(
                &mut scope,
                JsonType::Boolean,
                "Bool".to_owned(),
                Type::Bool(only),
            );
        }
        if !shape.number.is_never() {
            let ty = self.lower_number(&shape.number, hint);
            let name = match ty {
                Type::Number(_) => "Number",
                _ => "Integer",
            };
            add(&mut scope, JsonType::Number, name.to_owned(), ty);
        }
        if !shape.string.is_never() {
            let ty = self.lower_string(set, &shape.string, &inner("text"));
            add(&mut scope, JsonType::String, "Text".to_owned(), ty);
        }
        if !shape.array.is_never() {
            let ty = self.lower_arrays(&shape.array, &inner("list"));
            add(&mut scope, JsonType::Array, "List".to_owned(), ty);
        }
        if !shape.object.is_never() {
            let ty = self.lower_object_among_types(&shape.object, &inner("object"));
            add(&mut scope, JsonType::Object, "Object".to_owned(), ty);
        }
        self.set_kind(id, Kind::ByType(variants));
        named
    }

    /// An object that is a definition keeps its name beside other JSON types.
    fn lower_object_among_types(&mut self, slot: &Slot<ObjectRule>, hint: &Hint) -> Type {
        if let Slot::Just(rule) = slot
            && let [part] = rule.parts.as_slice()
            && self.is_definition(part.node)
        {
            let named = self.branch_hint(rule, hint, "");
            return self.lower_branch(rule, &named);
        }
        self.lower_objects(slot, hint, &|_, _| {})
    }

    /// A name for a variant that holds a type.
    pub(super) fn variant_name(&self, ty: &Type, fallback: &str) -> String {
        match ty {
            Type::Named(id) => pascal(&self.defs[id.0].name),
            Type::List { item, .. } => match item.as_ref() {
                Type::Named(id) => format!("{}{fallback}", pascal(&self.defs[id.0].name)),
                Type::Text(_) => format!("Text{fallback}"),
                Type::Int { .. } | Type::Wide { .. } => format!("Integer{fallback}"),
                Type::Number(_) => format!("Number{fallback}"),
                Type::Object | Type::Map { .. } => format!("Object{fallback}"),
                Type::List { .. } => format!("Nested{fallback}"),
                _ => fallback.to_owned(),
            },
            _ => fallback.to_owned(),
        }
    }
}
