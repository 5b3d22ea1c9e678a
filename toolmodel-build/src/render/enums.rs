//! Enums of strings, and unions.

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Types, docs};
use crate::ir::{ChoiceVariant, JsonType, Mode, TaggedVariant, TextVariant, TypeDef, TypeVariant};

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
            let plain = |c: char| c != '`' && !c.is_control() && !docs::is_hidden(c);
            let doc = if !variant.json.is_empty() && variant.json.chars().all(plain) {
                String::new()
            } else {
                format!(" ({:?})", docs::code(&format!("{:?}", variant.json)))
            };
            let _ = writeln!(text, "        {} = {:?}{doc},", variant.name, variant.json);
        }
        text.push_str("    }\n}");
        super::preformatted(&text)
    }

    pub(super) fn render_by_type(&self, def: &TypeDef, variants: &[TypeVariant]) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let readers = variants.iter().map(|variant| {
            let function = match variant.json_type {
                JsonType::Boolean => quote!(boolean),
                JsonType::Number => quote!(number),
                JsonType::String => quote!(string),
                JsonType::Array => quote!(array),
                JsonType::Object => quote!(object),
            };
            let (rule, into) = (
                self.rule(&variant.ty),
                into_variant(&variant.name, variant.boxed),
            );
            quote! {
                fn #function<D: rt::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                    rt::serde::de::DeserializeSeed::deserialize(#rule, d).map(#into)
                }
            }
        });
        let expected: Vec<&str> = variants
            .iter()
            .map(|v| json_type_name(v.json_type))
            .collect();
        let expected = expected.join(" or ");
        let items = variants
            .iter()
            .map(|v| (v.name.as_str(), self.boxed(&v.ty, v.boxed)));
        let declaration = self.render_union(def, &items.collect::<Vec<_>>());
        quote! {
            #declaration

            impl<'de> rt::serde::Deserialize<'de> for #name {
                fn deserialize<D: rt::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                    de::union(d)
                }
            }

            impl<'de> de::Union<'de> for #name {
                const EXPECTED: &'static str = #expected;
                #(#readers)*
            }
        }
    }

    pub(super) fn render_choice(
        &self,
        def: &TypeDef,
        mode: Mode,
        variants: &[ChoiceVariant],
    ) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let branches = variants.iter().map(|variant| {
            let (rule, into) = (
                self.rule(&variant.ty),
                into_variant(&variant.name, variant.boxed),
            );
            quote!(|value| rt::serde::de::DeserializeSeed::deserialize(#rule, value).map(#into))
        });
        let choose = match mode {
            Mode::Any => quote!(first_of),
            Mode::ExactlyOne => quote!(exactly_one),
        };
        let items = variants
            .iter()
            .map(|v| (v.name.as_str(), self.boxed(&v.ty, v.boxed)));
        let declaration = self.render_union(def, &items.collect::<Vec<_>>());
        quote! {
            #declaration

            impl<'de> rt::serde::Deserialize<'de> for #name {
                fn deserialize<D: rt::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                    de::#choose(d, &[#(#branches),*])
                }
            }
        }
    }

    pub(super) fn render_tagged(
        &self,
        def: &TypeDef,
        tag: &str,
        variants: &[TaggedVariant],
    ) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let texts: Vec<&String> = variants.iter().flat_map(|v| &v.values).collect();
        let numbers = (0..texts.len()).map(proc_macro2::Literal::usize_unsuffixed);
        let read = variants.iter().map(|variant| {
            let (path, into) = (
                self.path(variant.def),
                into_variant(&variant.name, variant.boxed),
            );
            quote!(<#path as de::Object>::read(entries, true).map(#into))
        });
        let read: Vec<TokenStream> = read.collect();
        let Some((last, first)) = read.split_last() else {
            return TokenStream::new();
        };
        let positions: Vec<_> = (0..first.len())
            .map(proc_macro2::Literal::usize_unsuffixed)
            .collect();
        let dispatch = quote!(match variant { #(#positions => #first,)* _ => #last });
        let items = variants.iter().map(|v| {
            let path = self.path(v.def);
            let ty = if v.boxed { quote!(Box<#path>) } else { path };
            (v.name.as_str(), ty)
        });
        let declaration = self.render_union(def, &items.collect::<Vec<_>>());
        quote! {
            #declaration

            rt::deserialize_object!(#name);

            impl de::Object for #name {
                const KEYS: &'static [&'static str] = &[#(#texts),*];

                #[inline]
                fn key(name: &str) -> Option<usize> {
                    Some(match name { #(#texts => #numbers,)* _ => return None })
                }

                fn read<'de, M: rt::serde::de::MapAccess<'de>>(
                    entries: M,
                    _tagged: bool,
                ) -> Result<Self, M::Error> {
                    let (variant, entries) =
                        de::tagged(entries, #tag, Self::KEYS, <Self as de::Object>::key)?;
                    #dispatch
                }
            }
        }
    }

    /// The enum itself, how it is written, and conversions into it.
    fn render_union(&self, def: &TypeDef, variants: &[(&str, TokenStream)]) -> TokenStream {
        let name = format_ident!("{}", def.name);
        let attributes = self.attributes(def, &["Clone", "Debug", "PartialEq"]);
        let names: Vec<_> = variants
            .iter()
            .map(|(name, _)| format_ident!("{name}"))
            .collect();
        let types: Vec<_> = variants.iter().map(|(_, ty)| ty).collect();
        quote! {
            #attributes
            pub enum #name { #(#names(#types),)* }

            impl rt::serde::Serialize for #name {
                fn serialize<S: rt::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                    match self { #(Self::#names(value) => value.serialize(s),)* }
                }
            }
        }
    }
}

fn into_variant(name: &str, boxed: bool) -> TokenStream {
    let name = format_ident!("{name}");
    if boxed {
        quote!(|value| Self::#name(Box::new(value)))
    } else {
        quote!(Self::#name)
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
