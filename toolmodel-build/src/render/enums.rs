//! Enums of strings, and unions.

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::read::{broken, table};
use super::{Types, code, docs};
use crate::ir::{
    ChoiceVariant, JsonType, Mode, TaggedVariant, TextVariant, Type, TypeDef, TypeVariant,
};

/// What `text_enum!` derives.
const DERIVED: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
];

impl Types<'_> {
    pub(super) fn render_text_enum(&self, def: &TypeDef, variants: &[TextVariant]) -> TokenStream {
        let mut text = "rt::text_enum! {\n".to_owned();
        for line in docs::comment(def.doc.as_deref())
            .iter()
            .chain(&self.attribute_texts(def, DERIVED))
        {
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "    pub enum {} {{", def.name);
        for variant in variants {
            // A value that Markdown would read as more than text brings its own doc.
            let doc = if docs::is_plain(&variant.json) {
                String::new()
            } else {
                format!(" ({:?})", docs::code(&format!("{:?}", variant.json)))
            };
            let _ = writeln!(text, "        {} = {:?}{doc},", variant.name, variant.json);
        }
        text.push_str("    }\n}");
        self.texts.keep(text)
    }

    pub(super) fn render_by_type(&self, def: &TypeDef, variants: &[TypeVariant]) -> TokenStream {
        let expected: Vec<&str> = variants
            .iter()
            .map(|v| json_type_name(v.json_type))
            .collect();
        let expected = expected.join(" or ");
        let rows = variants.iter().map(|variant| {
            let function = match variant.json_type {
                JsonType::Boolean => "boolean",
                JsonType::Number => "number",
                JsonType::String => "string",
                JsonType::Array => "array",
                JsonType::Object => "object",
            };
            let rule = self.boxed_rule(&variant.ty, variant.boxed);
            broken(
                &format!("{function} => "),
                &format!("{}({rule})", variant.name),
            )
        });
        let start = format!("rt::by_type! {{\n    {}, {expected:?}", def.name);
        let types = variants
            .iter()
            .map(|v| (v.name.as_str(), self.boxed(&v.ty, v.boxed)));
        self.render_union(def, types, table(&start, rows))
    }

    pub(super) fn render_choice(
        &self,
        def: &TypeDef,
        mode: Mode,
        variants: &[ChoiceVariant],
    ) -> TokenStream {
        let mode = match mode {
            Mode::Any => "first_of",
            Mode::ExactlyOne => "exactly_one",
        };
        let rows = variants.iter().map(|variant| {
            let rule = self.boxed_rule(&variant.ty, variant.boxed);
            broken("", &format!("{}({rule})", variant.name))
        });
        let start = format!("rt::choice! {{\n    {}, {mode}", def.name);
        let types = variants
            .iter()
            .map(|v| (v.name.as_str(), self.boxed(&v.ty, v.boxed)));
        self.render_union(def, types, table(&start, rows))
    }

    pub(super) fn render_tagged(
        &self,
        def: &TypeDef,
        tag: &str,
        variants: &[TaggedVariant],
    ) -> TokenStream {
        let rows = variants.iter().map(|variant| {
            let path = self.path(variant.def);
            format!("{:?} => {}({path})", variant.value, variant.name)
        });
        let start = format!("rt::tagged! {{\n    {}, {tag:?}", def.name);
        let types = variants.iter().map(|variant| {
            let ty = Type::Named(variant.def);
            (variant.name.as_str(), self.boxed(&ty, variant.boxed))
        });
        self.render_union(def, types, table(&start, rows))
    }

    /// The enum itself, and how it is read and written.
    fn render_union<'n>(
        &self,
        def: &TypeDef,
        variants: impl Iterator<Item = (&'n str, String)>,
        read: String,
    ) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let attributes = self.attributes(def, &["Clone", "Debug", "PartialEq"]);
        let variants = variants.map(|(name, ty)| {
            let (name, ty) = (format_ident!("{name}"), code(&ty));
            quote!(#name(#ty),)
        });
        let read = self.texts.keep(read);
        quote! {
            #attributes
            pub enum #name { #(#variants)* }
            #read
        }
    }
}

fn json_type_name(json_type: JsonType) -> &'static str {
    match json_type {
        JsonType::Boolean => "a boolean",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}
