//! Constructors of structs, and values as Rust expressions.

use serde_json::Value;

use super::Types;
use super::layout::Code;
use super::read::broken;
use super::rules::double;
use crate::ir::{DefId, Field, JsonType, Kind, Presence, Rest, Struct, Type};
use crate::names::ident_text;
use crate::number::integer;

impl Types<'_> {
    /// `new` with the required fields, or `Default` when there are none.
    pub(super) fn render_construct(&self, code: &mut Code, name: &str, shape: &Struct) {
        let required: Vec<&Field> = shape
            .fields
            .iter()
            .filter(|field| field.presence == Presence::Required && self.only(field).is_none())
            .collect();
        let mut fields: Vec<String> = shape.fields.iter().map(|f| self.initial(f)).collect();
        if let Rest::Kept { name, .. } = &shape.rest {
            let name = ident_text(name);
            fields.push(format!("{name}: ::std::collections::BTreeMap::new()"));
        }
        code.gap();
        if required.is_empty() {
            code.open(&format!("impl Default for {name}"));
            code.open("fn default() -> Self");
        } else {
            let parameters: Vec<String> = required
                .iter()
                .map(|field| {
                    let ty = match field.ty {
                        Type::Text(_) | Type::Wide { .. } => {
                            format!("impl Into<{}>", self.field_type(field))
                        }
                        _ => self.field_type(field),
                    };
                    format!("{}: {ty}", ident_text(&field.name))
                })
                .collect();
            code.open(&format!("impl {name}"));
            code.line("/// A value of its required properties.\n#[must_use]");
            code.open_function("pub fn new", &parameters, "Self");
        }
        code.construct(&fields);
        code.close();
        code.close();
    }

    /// A field of a new value.
    fn initial(&self, field: &Field) -> String {
        let name = ident_text(&field.name);
        match &field.presence {
            Presence::Required => match self.only(field) {
                Some(value) => format!("{name}: {value}"),
                None if matches!(field.ty, Type::Text(_) | Type::Wide { .. }) => {
                    format!("{name}: {name}.into()")
                }
                None => name.into_owned(),
            },
            Presence::Optional | Presence::OptionalNull => format!("{name}: None"),
            Presence::Filled => broken(&format!("{name}: "), &self.default(field)),
        }
    }

    /// The default of a field as an expression of its type.
    pub(super) fn default(&self, field: &Field) -> String {
        let null = Value::Null;
        self.value(&field.ty, field.default.as_ref().unwrap_or(&null))
    }

    /// The only value that a field can have.
    fn only(&self, field: &Field) -> Option<String> {
        let Type::Named(id) = &field.ty else {
            return None;
        };
        match &self.def(*id).kind {
            Kind::TextEnum(variants) if variants.len() == 1 => {
                Some(format!("{}::{}", self.path(*id), variants[0].name))
            }
            _ => None,
        }
    }

    /// A JSON value as an expression of a type that it fits.
    pub(super) fn value(&self, ty: &Type, value: &Value) -> String {
        match (ty, value) {
            (Type::Bool(_), Value::Bool(flag)) => flag.to_string(),
            (Type::Int { .. }, Value::Number(number)) => {
                integer(number).unwrap_or_default().to_string()
            }
            (Type::Wide { .. }, Value::Number(number)) => {
                format!(
                    "rt::Integer::from({}i64)",
                    integer(number).unwrap_or_default()
                )
            }
            (Type::Number(_), Value::Number(number)) => double(number),
            (Type::Text(_), Value::String(text)) => format!("String::from({text:?})"),
            (Type::List { item, .. }, Value::Array(items)) if !items.is_empty() => {
                let items: Vec<String> = items.iter().map(|v| self.value(item, v)).collect();
                format!("vec![{}]", items.join(", "))
            }
            (Type::List { .. }, _) => "Vec::new()".to_owned(),
            (Type::Nullable(_), Value::Null) => "None".to_owned(),
            (Type::Nullable(inner), value) => format!("Some({})", self.value(inner, value)),
            (Type::Named(id), value) => self.named_value(*id, value),
            _ => "Default::default()".to_owned(),
        }
    }

    fn named_value(&self, id: DefId, value: &Value) -> String {
        let of_enum = |variant: &str| format!("{}::{}", self.path(id), ident_text(variant));
        match (&self.def(id).kind, value) {
            (Kind::TextEnum(variants), Value::String(text)) => {
                let found = variants.iter().find(|variant| variant.json == *text);
                of_enum(found.map_or("", |variant| variant.name.as_str()))
            }
            (Kind::ByType(variants), value) => {
                let kind = JsonType::of(value);
                let mut variants = variants.iter();
                let Some(variant) = variants.find(|variant| Some(variant.key.json_type) == kind)
                else {
                    return "Default::default()".to_owned();
                };
                let inner = self.value(&variant.ty, value);
                let inner = if variant.boxed {
                    format!("Box::new({inner})")
                } else {
                    inner
                };
                format!("{}({inner})", of_enum(&variant.name))
            }
            _ => "Default::default()".to_owned(),
        }
    }
}
