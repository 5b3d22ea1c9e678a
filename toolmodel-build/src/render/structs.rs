//! Structs, tuples and wrappers.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Types, docs};
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
                let (name, value) = (ident(name), self.ty(value));
                let doc = docs::line("Properties that are not declared.");
                quote!(#doc pub #name: ::std::collections::BTreeMap<String, #value>,)
            }
            Rest::Refused | Rest::Ignored => TokenStream::new(),
        };
        let construct = match default {
            Some(_) => TokenStream::new(),
            None => self.render_construct(&name, shape),
        };
        let read = self.render_read(id, &name, shape);
        let write = Self::render_write(&name, shape);
        quote! {
            #attributes
            pub struct #name { #(#fields)* #rest }
            #construct
            #read
            #write
        }
    }

    fn render_field(&self, field: &Field) -> TokenStream {
        let name = ident(&field.name);
        let ty = self.field_type(field);
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
    pub(super) fn field_type(&self, field: &Field) -> TokenStream {
        match (&field.presence, &field.ty) {
            (Presence::OptionalNull, Type::Nullable(inner)) => {
                let inner = self.boxed(inner, field.boxed);
                quote!(Option<#inner>)
            }
            (Presence::Optional | Presence::OptionalNull, ty) => {
                let ty = self.boxed(ty, field.boxed);
                quote!(Option<#ty>)
            }
            (Presence::Required | Presence::Default(_), ty) => self.boxed(ty, field.boxed),
        }
    }

    pub(super) fn render_newtype(&self, def: &TypeDef, ty: &Type) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let attributes = self.attributes(def, &["Clone", "Debug", "PartialEq"]);
        let (inner, rule) = (self.ty(ty), self.rule(ty));
        quote! {
            #attributes
            pub struct #name(pub #inner);

            impl<'de> rt::serde::Deserialize<'de> for #name {
                fn deserialize<D: rt::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                    rt::serde::de::DeserializeSeed::deserialize(#rule, d).map(Self)
                }
            }

            impl rt::serde::Serialize for #name {
                fn serialize<S: rt::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                    self.0.serialize(s)
                }
            }

            impl From<#inner> for #name {
                fn from(value: #inner) -> Self {
                    Self(value)
                }
            }
        }
    }

    pub(super) fn render_tuple(&self, def: &TypeDef, items: &[Type]) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let attributes = self.attributes(def, &["Clone", "Debug", "PartialEq"]);
        let types = items.iter().map(|item| self.ty(item));
        let rules = items.iter().map(|item| self.rule(item));
        let len = Literal::usize_unsuffixed(items.len());
        let names: Vec<_> = (1..=items.len())
            .map(|i| format_ident!("item{i}"))
            .collect();
        let at = (0..items.len()).map(syn::Index::from);
        quote! {
            #attributes
            pub struct #name(#(pub #types),*);

            impl<'de> rt::serde::Deserialize<'de> for #name {
                fn deserialize<D: rt::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                    de::tuple(d)
                }
            }

            impl de::Tuple for #name {
                const LEN: usize = #len;

                fn read<'de, A: rt::serde::de::SeqAccess<'de>>(
                    mut items: A,
                ) -> Result<Self, A::Error> {
                    #(let #names = de::element::<Self, A, _>(&mut items, #rules)?;)*
                    de::finish::<Self, A>(items)?;
                    Ok(Self(#(#names),*))
                }
            }

            impl rt::serde::Serialize for #name {
                fn serialize<S: rt::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                    use rt::serde::ser::SerializeTuple;
                    let mut tuple = s.serialize_tuple(#len)?;
                    #(tuple.serialize_element(&self.#at)?;)*
                    tuple.end()
                }
            }
        }
    }
}
