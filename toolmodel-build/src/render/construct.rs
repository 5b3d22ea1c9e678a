//! How a struct is built by hand, and values as Rust expressions.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value;

use super::rules::double;
use super::{Types, code, docs};
use crate::ir::{Field, Kind, Presence, Rest, Struct, Type};
use crate::lower::integer;
use crate::names::{ident, ident_text};

impl Types<'_> {
    /// `new` with the required fields, or `Default` when there are none.
    pub(super) fn render_construct(&self, name: &Ident, shape: &Struct) -> TokenStream {
        let required: Vec<&Field> = shape
            .fields
            .iter()
            .filter(|field| field.presence == Presence::Required && self.only(field).is_none())
            .collect();
        let fields = shape.fields.iter().map(|field| {
            let name = ident(&field.name);
            match &field.presence {
                Presence::Required => match self.only(field) {
                    Some(value) => quote!(#name: #value,),
                    None if matches!(field.ty, Type::Text(_)) => quote!(#name: #name.into(),),
                    None => quote!(#name,),
                },
                Presence::Optional | Presence::OptionalNull => quote!(#name: None,),
                Presence::Default(value) => {
                    let value = code(&self.value(&field.ty, value));
                    quote!(#name: #value,)
                }
            }
        });
        let rest = match &shape.rest {
            Rest::Kept { name, .. } => {
                let name = ident(name);
                quote!(#name: ::std::collections::BTreeMap::new(),)
            }
            Rest::Refused | Rest::Ignored => TokenStream::new(),
        };
        let body = quote!(Self { #(#fields)* #rest });
        if required.is_empty() {
            return quote!(impl Default for #name { fn default() -> Self { #body } });
        }
        let parameters = required.iter().map(|field| {
            let name = ident(&field.name);
            let ty = match field.ty {
                Type::Text(_) => quote!(impl Into<String>),
                _ => code(&self.field_type(field)),
            };
            quote!(#name: #ty)
        });
        let doc = docs::line("A value of its required properties.");
        quote! {
            impl #name {
                #doc
                #[must_use]
                pub fn new(#(#parameters),*) -> Self { #body }
            }
        }
    }

    /// The only value that a field can have.
    fn only(&self, field: &Field) -> Option<TokenStream> {
        let Type::Named(id) = &field.ty else {
            return None;
        };
        match &self.def(*id).kind {
            Kind::TextEnum(variants) if variants.len() == 1 => {
                let path = format!("{}::{}", self.path(*id), variants[0].name);
                path.parse().ok()
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
            (Type::Named(id), Value::String(text)) => {
                if let Kind::TextEnum(variants) = &self.def(*id).kind {
                    let found = variants.iter().find(|variant| variant.json == *text);
                    let variant = found.map_or("", |variant| variant.name.as_str());
                    format!("{}::{}", self.path(*id), ident_text(variant))
                } else {
                    "Default::default()".to_owned()
                }
            }
            _ => "Default::default()".to_owned(),
        }
    }
}
