//! Types to Rust: one module per namespace, one per tool for what is nested in it.

mod construct;
mod dispatch;
mod docs;
mod enums;
mod read;
mod rules;
mod structs;
mod tool;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

pub(crate) use dispatch::path;

use crate::config::Config;
use crate::ir::{DefId, Kind, SchemaTypes, ToolTypes, Type, TypeDef};
use crate::names::{ident, ident_text};

/// The interface of the runtime that generated code is written against.
const CODEGEN: u32 = toolmodel_runtime::__private::CODEGEN;

/// Renders a whole file.
pub(crate) fn render(tools: &[ToolTypes], config: &Config) -> (TokenStream, Texts) {
    let texts = Texts::default();
    let runtime = config.runtime();
    let mut modules: BTreeMap<Option<&str>, Vec<TokenStream>> = BTreeMap::new();
    for tool in tools {
        let items = tool::render_tool(tool, config, &texts);
        modules
            .entry(tool.namespace.as_deref())
            .or_default()
            .push(items);
    }
    let imports = imports(&runtime);
    let namespaces = modules.iter().filter_map(|(namespace, items)| {
        let name = ident((*namespace)?);
        let mut own = tools
            .iter()
            .filter(|tool| tool.namespace.as_deref() == *namespace);
        let spelled = own.find_map(|tool| tool.tool.namespace.as_deref())?;
        let doc = docs::line(&format!("Tools of the namespace {}.", docs::code(spelled)));
        Some(quote!(#doc pub mod #name { #imports #(#items)* }))
    });
    let plain = modules.get(&None).into_iter().flatten();
    let dispatch = texts.keep(dispatch::render_dispatch(tools));
    let message = format!(
        "this file was generated for another toolmodel-runtime (code generation {CODEGEN}); \
         build again with the toolmodel-build of the same version"
    );
    let codegen = Literal::u32_unsuffixed(CODEGEN);
    let code = quote! {
        #[allow(
            warnings,
            unused,
            nonstandard_style,
            unused_qualifications,
            missing_docs,
            unreachable_pub,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction,
            rustdoc::all,
            reason = "generated code"
        )]
        mod toolmodel_generated {
            #imports
            const _: () = assert!(rt::CODEGEN == #codegen, #message);
            #(#namespaces)*
            #(#plain)*
            #dispatch
        }
        #[allow(unused_imports, unreachable_pub, clippy::restriction, reason = "generated code")]
        pub use toolmodel_generated::*;
    };
    (code, texts)
}

fn imports(runtime: &TokenStream) -> TokenStream {
    quote! {
        use #runtime::__private::{self as rt, de};
    }
}

/// Names that every generated module imports.
pub(crate) const IMPORTED: &[&str] = &["rt", "de"];

/// Renders the types of one schema from inside one module.
pub(super) struct Types<'a> {
    pub(super) schema: &'a SchemaTypes,
    /// The module of nested types, from the outside.
    pub(super) module: &'a str,
    /// Whether the code stands inside that module.
    pub(super) nested: bool,
    /// The property that tells each struct apart in a union.
    pub(super) tags: BTreeMap<DefId, &'a str>,
    pub(super) config: &'a Config,
    pub(super) texts: &'a Texts,
    pub(super) tool_id: &'a str,
    pub(super) side: &'static str,
}

impl<'a> Types<'a> {
    pub(super) fn new(
        schema: &'a SchemaTypes,
        tool: &'a ToolTypes,
        side: &'static str,
        config: &'a Config,
        texts: &'a Texts,
    ) -> Self {
        let mut tags = BTreeMap::new();
        for def in &schema.defs {
            if let Kind::Tagged { tag, variants } = &def.kind {
                tags.extend(variants.iter().map(|variant| (variant.def, tag.as_str())));
            }
        }
        Self {
            schema,
            module: &tool.module,
            nested: false,
            tags,
            config,
            texts,
            tool_id: &tool.id,
            side,
        }
    }

    pub(super) fn def(&self, id: DefId) -> &TypeDef {
        &self.schema.defs[id.0]
    }

    /// The path of a generated type from here.
    pub(super) fn path(&self, id: DefId) -> String {
        let name = &self.def(id).name;
        match (self.nested, id == self.schema.root) {
            (true, true) => format!("super::{name}"),
            (false, false) => format!("{}::{name}", ident_text(self.module)),
            _ => name.clone(),
        }
    }

    /// A type as Rust writes it.
    pub(super) fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Any => "rt::serde_json::Value".to_owned(),
            Type::Null => "()".to_owned(),
            Type::Bool(_) => "bool".to_owned(),
            Type::Int { .. } => "i64".to_owned(),
            Type::Wide { .. } => "rt::Integer".to_owned(),
            Type::Number(_) => "f64".to_owned(),
            Type::Text(_) => "String".to_owned(),
            Type::List { item, .. } => format!("Vec<{}>", self.ty(item)),
            Type::Object => "rt::serde_json::Map<String, rt::serde_json::Value>".to_owned(),
            Type::Map { value, .. } => {
                format!("::std::collections::BTreeMap<String, {}>", self.ty(value))
            }
            Type::Nullable(inner) => format!("Option<{}>", self.ty(inner)),
            Type::Named(id) => self.path(*id),
            Type::Replaced(path) => path.clone(),
        }
    }

    pub(super) fn boxed(&self, ty: &Type, boxed: bool) -> String {
        let ty = self.ty(ty);
        if boxed { format!("Box<{ty}>") } else { ty }
    }

    /// The items of one definition.
    pub(super) fn render_def(&self, id: DefId) -> TokenStream {
        let def = self.def(id);
        match &def.kind {
            Kind::Struct(shape) => self.render_struct(id, def, shape),
            Kind::TextEnum(variants) => self.render_text_enum(def, variants),
            Kind::ByType(variants) => self.render_by_type(def, variants),
            Kind::Choice { mode, variants } => self.render_choice(def, *mode, variants),
            Kind::Tagged { tag, variants } => self.render_tagged(def, tag, variants),
            Kind::Tuple(items) => self.render_tuple(def, items),
            Kind::Newtype(ty) => self.render_newtype(def, ty),
            Kind::Pending => TokenStream::new(),
        }
    }

    /// Doc, derives and the user's attributes of a type.
    pub(super) fn attributes(&self, def: &TypeDef, derives: &[&str]) -> TokenStream {
        let doc = docs::render_doc(def.doc.as_deref());
        let own = self.attribute_texts(def, derives);
        let derives = derives
            .iter()
            .filter_map(|path| path.parse::<TokenStream>().ok());
        let own = own
            .iter()
            .filter_map(|text| text.parse::<TokenStream>().ok());
        quote!(#doc #[derive(#(#derives),*)] #(#own)*)
    }

    /// The user's derives and attributes of a type that has some derives already.
    fn attribute_texts(&self, def: &TypeDef, present: &[&str]) -> Vec<String> {
        let derives = self
            .config
            .derives_for(self.tool_id, self.side, &def.pointer);
        let derives = derives
            .into_iter()
            .filter(|path| !present.contains(&path.as_str()));
        let derives = derives.map(|path| format!("#[derive({path})]"));
        derives
            .chain(
                self.config
                    .attributes_for(self.tool_id, self.side, &def.pointer),
            )
            .collect()
    }
}

/// Code from its text. It has been built from parts that are code, or that were checked to be.
pub(super) fn code(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Text that is already laid out: it is kept apart while the rest is formatted.
#[derive(Default)]
pub(crate) struct Texts(RefCell<Vec<String>>);

impl Texts {
    /// What stands for a text until [`unfold`] puts it in place.
    fn keep(&self, text: String) -> TokenStream {
        let mut texts = self.0.borrow_mut();
        let number = Literal::usize_unsuffixed(texts.len());
        texts.push(text);
        quote!(preformatted!(#number);)
    }
}

/// Puts preformatted text in its place, at the depth where it stands.
pub(crate) fn unfold(formatted: &str, texts: &Texts) -> String {
    let texts = texts.0.borrow();
    let mut result = String::with_capacity(formatted.len());
    for line in formatted.lines() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        let number = trimmed.strip_prefix("preformatted!(");
        let number = number.and_then(|rest| rest.strip_suffix(");")?.parse::<usize>().ok());
        let Some(text) = number.and_then(|number| texts.get(number)) else {
            result.push_str(line);
            result.push('\n');
            continue;
        };
        for line in text.lines() {
            result.push_str(indent);
            result.push_str(line);
            result.push('\n');
        }
    }
    space_out(&result)
}

/// Puts an empty line between items, which the formatter leaves out.
fn space_out(code: &str) -> String {
    const ITEMS: &[&str] = &["impl", "pub ", "const ", "#[", "///", "rt::"];
    let mut result = String::with_capacity(code.len());
    let mut ended = false;
    for line in code.lines() {
        let trimmed = line.trim_start();
        if ended && ITEMS.iter().any(|start| trimmed.starts_with(start)) {
            result.push('\n');
        }
        result.push_str(line);
        result.push('\n');
        ended = trimmed == "}"
            || trimmed == ");"
            || (trimmed.starts_with("use ") && trimmed.ends_with("__private::{self as rt, de};"))
            || (trimmed.starts_with("pub struct") && trimmed.ends_with([';', '}']));
    }
    result
}
