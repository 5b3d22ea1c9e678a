//! Methods beside the fields: setters of optional properties, and getters with their defaults.

use serde_json::Value;

use super::Types;
use super::read::{block, broken};
use crate::ir::{Field, Kind, Presence, Struct, Type};
use crate::names::{Scope, ident_text};

/// Methods that a type has already: its own, those of `TypedTool`, and those of traits that
/// are always in scope. A method of a property with the same name would hide them.
const METHODS: &[&str] = &[
    "borrow",
    "borrow_mut",
    "check",
    "check_definition",
    "check_examples",
    "check_output",
    "clone",
    "clone_into",
    "default",
    "definition",
    "deserialize",
    "docs",
    "eq",
    "fmt",
    "from",
    "from_slice",
    "from_str",
    "handle",
    "into",
    "ne",
    "new",
    "output_from_slice",
    "parse",
    "parse_output",
    "parse_output_with",
    "parse_with",
    "serialize",
    "to_owned",
    "to_string",
    "try_from",
    "try_into",
    "type_id",
];

impl Types<'_> {
    /// The methods of a struct, if it has any.
    pub(super) fn methods(&self, name: &str, shape: &Struct) -> Option<String> {
        let optional =
            |field: &&Field| matches!(field.presence, Presence::Optional | Presence::OptionalNull);
        let optional: Vec<&Field> = shape.fields.iter().filter(optional).collect();
        if optional.is_empty() {
            return None;
        }
        let mut scope = Scope::reserving(METHODS);
        let values: Vec<String> = optional
            .iter()
            .filter(|field| field.presence == Presence::Optional && !field.boxed)
            .filter_map(|field| self.meaning(field, &mut scope))
            .collect();
        let setters: Vec<String> = optional
            .iter()
            .map(|field| {
                let setter = scope.claim(&format!("with_{}", field.name));
                let name = ident_text(&field.name);
                format!("{setter}({name}: {})", self.parameter(field))
            })
            .collect();
        let mut text = format!("rt::methods! {{\n    {name} {{\n");
        block(&mut text, "with", &setters, false);
        block(&mut text, "values", &values, false);
        text.push_str("    }\n}");
        Some(text)
    }

    /// The parameter type of a setter.
    fn parameter(&self, field: &Field) -> String {
        let ty = match (&field.presence, &field.ty) {
            (Presence::OptionalNull, Type::Nullable(inner)) => inner,
            (_, ty) => ty,
        };
        let boxed = self.boxed(ty, field.boxed);
        match ty {
            Type::Text(_) | Type::List { .. } | Type::Wide { .. } | Type::Nullable(_) => {
                format!("impl Into<{boxed}>")
            }
            _ if field.boxed => format!("impl Into<{boxed}>"),
            _ => boxed,
        }
    }

    /// The row of a property with a default: a method that returns its value or the default.
    fn meaning(&self, field: &Field, scope: &mut Scope) -> Option<String> {
        let default = field.default.as_ref()?;
        let (ty, how, value) = self.borrowed(&field.ty, default);
        let method = if scope.is_free(&field.name) {
            scope.claim(&field.name)
        } else {
            scope.claim(&format!("{}_or_default", field.name))
        };
        let (method, name) = (ident_text(&method).into_owned(), ident_text(&field.name));
        let start = format!("{method} -> {ty} = ");
        Some(broken(&start, &format!("{how}({name}, {value})")))
    }

    /// What such a method returns, how it computes that, and the default.
    fn borrowed(&self, ty: &Type, default: &Value) -> (String, &'static str, String) {
        let is_text = |ty: &Type| matches!(ty, Type::Text(_));
        match (ty, default) {
            (Type::Text(_), Value::String(text)) => {
                ("&str".to_owned(), "text", format!("{text:?}"))
            }
            (Type::List { item, .. }, Value::Array(items)) if items.is_empty() => {
                (format!("&[{}]", self.ty(item)), "list", "&[]".to_owned())
            }
            (Type::Nullable(inner), Value::Null) if is_text(inner) => (
                "Option<&str>".to_owned(),
                "nullable_text",
                "None".to_owned(),
            ),
            (Type::Nullable(inner), Value::String(text)) if is_text(inner) => {
                let value = format!("Some({text:?})");
                ("Option<&str>".to_owned(), "nullable_text", value)
            }
            (Type::Nullable(inner), Value::Null) if !self.is_copy(inner) => {
                let ty = format!("Option<&{}>", self.ty(inner));
                (ty, "nullable", "None".to_owned())
            }
            (ty, value) => {
                let how = if self.is_copy(ty) { "copied" } else { "cloned" };
                (self.ty(ty), how, self.value(ty, value))
            }
        }
    }

    /// Whether values of the type are copied.
    fn is_copy(&self, ty: &Type) -> bool {
        match ty {
            Type::Null | Type::Bool(_) | Type::Int { .. } | Type::Wide { .. } | Type::Number(_) => {
                true
            }
            Type::Named(id) => matches!(self.def(*id).kind, Kind::TextEnum(_)),
            Type::Nullable(inner) => self.is_copy(inner),
            _ => false,
        }
    }
}
