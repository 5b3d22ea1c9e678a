//! Structs, tuples and wrappers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::read::{broken, table};
use super::{Types, code, docs};
use crate::ir::{DefId, Field, Presence, Rest, Struct, Type, TypeDef};
use crate::names::ident;

impl Types<'_> {
    pub(super) fn render_struct(&self, id: DefId, def: &TypeDef, shape: &Struct) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let is_empty =
            |field: &Field| matches!(field.presence, Presence::Optional | Presence::OptionalNull);
        // Derived where every field is `None`; written out by `render_construct` otherwise.
        let default = shape.fields.iter().all(is_empty).then_some("Default");
        let derives: Vec<&str> = ["Clone", "Debug"]
            .into_iter()
            .chain(default)
            .chain(["PartialEq"])
            .collect();
        let attributes = self.attributes(def, &derives);
        let fields = shape.fields.iter().map(|field| self.render_field(field));
        let rest = match &shape.rest {
            Rest::Kept { name, value, .. } => {
                let (name, value) = (ident(name), code(&self.ty(value)));
                let doc = docs::line("Properties that are not declared.");
                quote!(#doc pub #name: ::std::collections::BTreeMap<String, #value>,)
            }
            Rest::Refused | Rest::Ignored => TokenStream::new(),
        };
        let construct = match default {
            Some(_) => TokenStream::new(),
            None => self.render_construct(&name, shape),
        };
        let read = self.texts.keep(self.render_read(id, &def.name, shape));
        quote! {
            #attributes
            pub struct #name { #(#fields)* #rest }
            #construct
            #read
        }
    }

    fn render_field(&self, field: &Field) -> TokenStream {
        let name = ident(&field.name);
        let ty = code(&self.field_type(field));
        let mut doc = field.doc.clone().unwrap_or_default();
        if name.to_string().trim_start_matches("r#") != field.json {
            let separator = if doc.is_empty() { "" } else { "\n\n" };
            let json = match field.json.as_str() {
                "" => "the empty string".to_owned(),
                json => docs::code(&json.escape_debug().to_string()),
            };
            doc = format!("{doc}{separator}JSON name: {json}.");
        }
        if let Presence::Default(value) = &field.presence {
            let separator = if doc.is_empty() { "" } else { "\n\n" };
            let value = docs::code(&value.to_string());
            doc = format!("{doc}{separator}Default: {value}.");
        }
        let doc = docs::render_doc(Some(&doc));
        let attributes = self
            .config
            .attributes_for(self.tool_id, self.side, &field.pointer)
            .into_iter()
            .filter_map(|text| text.parse::<TokenStream>().ok());
        quote!(#doc #(#attributes)* pub #name: #ty,)
    }

    /// The type of a field, its presence and box included.
    pub(super) fn field_type(&self, field: &Field) -> String {
        match (&field.presence, &field.ty) {
            (Presence::OptionalNull, Type::Nullable(inner)) => {
                format!("Option<{}>", self.boxed(inner, field.boxed))
            }
            (Presence::Optional | Presence::OptionalNull, ty) => {
                format!("Option<{}>", self.boxed(ty, field.boxed))
            }
            (Presence::Required | Presence::Default(_), ty) => self.boxed(ty, field.boxed),
        }
    }

    pub(super) fn render_newtype(&self, def: &TypeDef, ty: &Type) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let empty = match ty {
            Type::Object | Type::Map { min: 0, .. } | Type::List { min: 0, .. } => Some("Default"),
            _ => None,
        };
        let derives = ["Clone", "Debug"].into_iter().chain(empty);
        let derives: Vec<&str> = derives.chain(["PartialEq"]).collect();
        let attributes = self.attributes(def, &derives);
        let (inner, rule) = (self.ty(ty), self.rule(ty));
        let row = broken(&format!("{}({inner}) => ", def.name), &rule);
        let row = row.replace('\n', "\n    ");
        let read = format!("rt::wrapper! {{\n    {row}\n}}");
        let (inner, read) = (code(&inner), self.texts.keep(read));
        quote! {
            #attributes
            pub struct #name(pub #inner);
            #read
        }
    }

    pub(super) fn render_tuple(&self, def: &TypeDef, items: &[Type]) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let attributes = self.attributes(def, &["Clone", "Debug", "PartialEq"]);
        let types = items.iter().map(|item| code(&self.ty(item)));
        let rows = items.iter().enumerate();
        let rows = rows.map(|(i, item)| broken(&format!("{i} => "), &self.rule(item)));
        let read = self
            .texts
            .keep(table(&format!("rt::tuple! {{\n    {}", def.name), rows));
        quote! {
            #attributes
            pub struct #name(#(pub #types),*);
            #read
        }
    }
}
