//! Values of several JSON types.

use serde_json::Value;
use toolmodel_runtime::__private::kernel::Step;

use super::{Hint, Lowering, or_null};
use crate::ir::{JsonType, Kind, Type, TypeKey, Variant};
use crate::names::{Scope, pascal};
use crate::schema::{Booleans, NodeSet, ObjectRule, Shape, Slot};

impl Lowering<'_, '_> {
    pub(super) fn lower_by_type(&mut self, set: &NodeSet, shape: &Shape, hint: &Hint) -> Type {
        let id = self.define(hint);
        let named = Type::Named(id);
        let whole = or_null(shape, named.clone());
        self.known.insert((set.clone(), self.keep), whole);
        let base = self.renamed(&hint.pointer);
        let base = base.unwrap_or_else(|| hint.name.clone());
        let inner = |what: &str, pointer: &str| Hint {
            name: format!("{base} {what}"),
            parent: hint.outer().to_owned(),
            pointer: match pointer {
                "" => hint.pointer.clone(),
                branch => branch.to_owned(),
            },
            doc: None,
        };
        let mut variants = Vec::new();
        let mut scope = Scope::default();
        let mut add = |this: &Self, json_type, name: &str, ty, pointer: String| {
            let name = this.renamed(&pointer).unwrap_or_else(|| name.to_owned());
            variants.push(Variant {
                key: TypeKey { json_type, pointer },
                name: scope.claim(&name),
                ty,
                boxed: false,
            });
        };
        if shape.boolean != Booleans::NONE {
            let only = (shape.boolean != Booleans::BOTH).then_some(shape.boolean.yes);
            let at = self.branch_of(set, |branch| branch.boolean != Booleans::NONE);
            add(self, JsonType::Boolean, "Bool", Type::Bool(only), at);
        }
        if !shape.number.is_never() {
            let at = self.branch_of(set, |branch| !branch.number.is_never());
            let ty = self.lower_number(&shape.number, hint);
            let name = match ty {
                Type::Number(_) => "Number",
                _ => "Integer",
            };
            add(self, JsonType::Number, name, ty, at);
        }
        if !shape.string.is_never() {
            let at = self.branch_of(set, |branch| !branch.string.is_never());
            let ty = self.lower_string(set, &shape.string, &inner("text", &at));
            add(self, JsonType::String, "Text", ty, at);
        }
        if !shape.array.is_never() {
            let at = self.branch_of(set, |branch| !branch.array.is_never());
            let ty = self.lower_arrays(&shape.array, &inner("list", &at));
            add(self, JsonType::Array, "List", ty, at);
        }
        if !shape.object.is_never() {
            let at = self.branch_of(set, |branch| !branch.object.is_never());
            let is_branch = !at.is_empty();
            let hint = inner("object", &at);
            let (name, ty) = self.lower_object_among_types(&shape.object, &hint, is_branch);
            add(self, JsonType::Object, &name, ty, at);
        }
        self.set_kind(id, Kind::ByType(variants));
        named
    }

    /// The place of the one branch that allows values of a type; empty when there is none.
    fn branch_of(&mut self, set: &NodeSet, allows: impl Fn(&Shape) -> bool) -> String {
        let [only] = set.as_slice() else {
            return String::new();
        };
        let mut found = None;
        for keyword in ["anyOf", "oneOf"] {
            let branches = self.document.schema(*only).get(keyword);
            let branches = branches.and_then(Value::as_array).into_iter().flatten();
            for (i, branch) in branches.enumerate() {
                let steps = [Step::Key(keyword), Step::Index(i)];
                let branch = self.document.child(*only, &steps, branch);
                let branch = self.document.resolve(branch);
                if allows(&self.document.node_shape(branch)) && found.replace(branch).is_some() {
                    return String::new();
                }
            }
        }
        found.map_or_else(String::new, |branch| self.document.pointer(branch))
    }

    /// An object beside other JSON types, and the name of its variant: an object that is a definition, or a
    /// branch with a title, keeps that name.
    fn lower_object_among_types(
        &mut self,
        slot: &Slot<ObjectRule>,
        hint: &Hint,
        is_branch: bool,
    ) -> (String, Type) {
        if let Slot::Just(rule) = slot
            && let [part] = rule.parts.as_slice()
            && (is_branch || self.is_definition(part.node))
        {
            let named = self.branch_hint(rule, hint, "");
            if named.name.trim_end() != hint.name {
                let name = pascal(&named.name);
                return (name, self.lower_branch(rule, &named));
            }
        }
        let ty = self.lower_objects(slot, hint, &|_, _| {});
        ("Object".to_owned(), ty)
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
