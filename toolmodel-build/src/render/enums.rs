//! Enums of strings, and unions.

use std::fmt::Write as _;

use super::layout::Code;
use super::read::{broken, table};
use super::{Types, docs};
use crate::ir::{JsonType, Mode, TextVariant, Type, TypeDef, TypeKey, Variant};

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
    /// A complete enum of strings.
    pub(super) fn text_enum(&self, def: &TypeDef, variants: &[TextVariant]) -> String {
        let mut text = "rt::text_enum! {\n".to_owned();
        for line in docs::comment_lines(def.doc.as_deref().unwrap_or_default())
            .iter()
            .chain(&self.own_attributes(def, DERIVED))
        {
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "    pub enum {} {{", def.name);
        for variant in variants {
            for line in docs::comment_lines(variant.doc.as_deref().unwrap_or_default()) {
                let _ = writeln!(text, "        {line}");
            }
            // A value that Markdown would interpret gets its own doc.
            let doc = if docs::is_plain(&variant.json) {
                String::new()
            } else {
                format!(" ({:?})", docs::code(&format!("{:?}", variant.json)))
            };
            let _ = writeln!(text, "        {} = {:?}{doc},", variant.name, variant.json);
        }
        text.push_str("    }\n}");
        text
    }

    pub(super) fn render_by_type(
        &self,
        code: &mut Code,
        def: &TypeDef,
        variants: &[Variant<TypeKey>],
    ) {
        let expected: Vec<&str> = variants
            .iter()
            .map(|v| json_type_name(v.key.json_type))
            .collect();
        let expected = expected.join(" or ");
        let rows = variants.iter().map(|variant| {
            let function = match variant.key.json_type {
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
        self.render_union(code, def, variants, &table(&start, rows));
    }

    pub(super) fn render_choice(
        &self,
        code: &mut Code,
        def: &TypeDef,
        mode: Mode,
        variants: &[Variant<()>],
    ) {
        let mode = match mode {
            Mode::Any => "first_of",
            Mode::ExactlyOne => "exactly_one",
        };
        let rows = variants.iter().map(|variant| {
            let rule = self.boxed_rule(&variant.ty, variant.boxed);
            broken("", &format!("{}({rule})", variant.name))
        });
        let start = format!("rt::choice! {{\n    {}, {mode}", def.name);
        self.render_union(code, def, variants, &table(&start, rows));
    }

    pub(super) fn render_tagged(
        &self,
        code: &mut Code,
        def: &TypeDef,
        tag: &str,
        variants: &[Variant<String>],
    ) {
        let rows = variants.iter().map(|variant| {
            let path = self.ty(&variant.ty);
            format!("{:?} => {}({path})", variant.key, variant.name)
        });
        let start = format!("rt::tagged! {{\n    {}, {tag:?}", def.name);
        self.render_union(code, def, variants, &table(&start, rows));
    }

    /// The enum itself, and how it is created, read and written.
    fn render_union<K>(&self, code: &mut Code, def: &TypeDef, variants: &[Variant<K>], read: &str) {
        self.render_attributes(code, def, &["Clone", "Debug", "PartialEq"]);
        code.open(&format!("pub enum {}", def.name));
        for variant in variants {
            let ty = self.boxed(&variant.ty, variant.boxed);
            code.line(&format!("{}({ty}),", variant.name));
        }
        code.close();
        code.gap();
        code.line(read);
        let rows = self.rows_of_from(def, variants);
        if !rows.is_empty() {
            code.gap();
            let start = format!("rt::from_variants! {{\n    {}", def.name);
            code.line(&table(&start, rows.into_iter()));
        }
    }

    /// Variants that can be converted from a value of their type: those whose type no other variant has.
    fn rows_of_from<K>(&self, def: &TypeDef, variants: &[Variant<K>]) -> Vec<String> {
        let types: Vec<String> = variants
            .iter()
            .map(|variant| self.ty(&variant.ty))
            .collect();
        let is_own = |ty: &Type| matches!(ty, Type::Named(id) if std::ptr::eq(self.def(*id), def));
        let rows = variants.iter().zip(&types).filter(|(variant, text)| {
            let times = types.iter().filter(|other| other == text).count();
            times == 1 && !is_own(&variant.ty) && !has_replaced(&variant.ty)
        });
        rows.map(|(variant, text)| format!("{}({text})", variant.name))
            .collect()
    }
}

/// Whether the type contains a user's type, which may be the same as any other.
fn has_replaced(ty: &Type) -> bool {
    match ty {
        Type::Replaced(_) => true,
        Type::Nullable(inner) | Type::List { item: inner, .. } | Type::Map { value: inner, .. } => {
            has_replaced(inner)
        }
        _ => false,
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
