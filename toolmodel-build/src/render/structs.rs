//! Structs, tuples and wrappers.

use super::layout::Code;
use super::read::{broken, table};
use super::{Types, docs};
use crate::ir::{DefId, Field, Presence, Rest, Struct, Type, TypeDef};
use crate::names::ident_text;

impl Types<'_> {
    pub(super) fn render_struct(&self, code: &mut Code, id: DefId, def: &TypeDef, shape: &Struct) {
        let is_empty =
            |field: &Field| matches!(field.presence, Presence::Optional | Presence::OptionalNull);
        // Derived where every field is `None`; written out by `render_construct` otherwise.
        let default = shape.fields.iter().all(is_empty).then_some("Default");
        let derives: Vec<&str> = ["Clone", "Debug"]
            .into_iter()
            .chain(default)
            .chain(["PartialEq"])
            .collect();
        self.render_attributes(code, def, &derives);
        code.open(&format!("pub struct {}", def.name));
        for field in &shape.fields {
            self.render_field(code, field);
        }
        if let Rest::Kept { name, value, .. } = &shape.rest {
            let (name, value) = (ident_text(name), self.ty(value));
            code.line("/// Properties that are not declared.");
            code.line(&format!(
                "pub {name}: ::std::collections::BTreeMap<String, {value}>,"
            ));
        }
        code.close();
        if default.is_none() {
            self.render_construct(code, &def.name, shape);
        }
        if let Some(methods) = self.methods(&def.name, shape) {
            code.gap();
            code.line(&methods);
        }
        code.gap();
        code.line(&self.render_read(id, &def.name, shape));
    }

    fn render_field(&self, code: &mut Code, field: &Field) {
        let name = ident_text(&field.name);
        let mut doc = field.doc.clone().unwrap_or_default();
        let mut add = |sentence: String| {
            if !doc.is_empty() {
                doc.push_str("\n\n");
            }
            doc.push_str(&sentence);
        };
        if name.trim_start_matches("r#") != field.json {
            let json = match field.json.as_str() {
                "" => "the empty string".to_owned(),
                json => docs::code(&json.escape_debug().to_string()),
            };
            add(format!("JSON name: {json}."));
        }
        if let Some(value) = field.default.as_ref().or(field.told_default.as_ref()) {
            add(format!("Default: {}.", docs::code(&value.to_string())));
        }
        docs::comment(code, &doc);
        let (tool, side) = (self.tool_id, self.side);
        for attribute in self.config.attributes_for(tool, side, &field.pointer) {
            code.verbatim(attribute);
        }
        code.line(&format!("pub {name}: {},", self.field_type(field)));
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
            (Presence::Required | Presence::Filled, ty) => self.boxed(ty, field.boxed),
        }
    }

    pub(super) fn render_newtype(&self, code: &mut Code, def: &TypeDef, ty: &Type) {
        let empty = match ty {
            Type::Object | Type::Map { min: 0, .. } | Type::List { min: 0, .. } => Some("Default"),
            _ => None,
        };
        let derives = ["Clone", "Debug"].into_iter().chain(empty);
        let derives: Vec<&str> = derives.chain(["PartialEq"]).collect();
        self.render_attributes(code, def, &derives);
        let (name, inner, rule) = (&def.name, self.ty(ty), self.rule(ty));
        let start = format!("pub struct {name}(");
        code.list(&start, &[format!("pub {inner}")], ");");
        code.gap();
        let row = broken(&format!("{name}({inner}) => "), &rule);
        let row = row.replace('\n', "\n    ");
        code.line(&format!("rt::wrapper! {{\n    {row}\n}}"));
    }

    pub(super) fn render_tuple(&self, code: &mut Code, def: &TypeDef, items: &[Type]) {
        self.render_attributes(code, def, &["Clone", "Debug", "PartialEq"]);
        let types = items.iter().map(|item| format!("pub {}", self.ty(item)));
        let types: Vec<String> = types.collect();
        code.list(&format!("pub struct {}(", def.name), &types, ");");
        let rows = items.iter().enumerate();
        let rows = rows.map(|(i, item)| broken(&format!("{i} => "), &self.rule(item)));
        code.gap();
        code.line(&table(&format!("rt::tuple! {{\n    {}", def.name), rows));
    }
}
