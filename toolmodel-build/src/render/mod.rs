//! Types to Rust: one module per namespace, one per tool for what is nested in it.

mod construct;
mod dispatch;
mod docs;
mod enums;
mod read;
mod rules;
mod structs;
mod tool;
mod write;

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::config::Config;
use crate::ir::{DefId, Kind, SchemaTypes, ToolTypes, Type, TypeDef};
use crate::names::ident;

/// The interface of the runtime that generated code is written against.
const CODEGEN: u32 = toolmodel_runtime::__private::CODEGEN;

/// Renders a whole file.
pub(crate) fn render(tools: &[ToolTypes], config: &Config) -> TokenStream {
    let runtime = config.runtime();
    let mut modules: BTreeMap<Option<&str>, Vec<TokenStream>> = BTreeMap::new();
    for tool in tools {
        let items = tool::render_tool(tool, config);
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
    let dispatch = dispatch::render_dispatch(tools);
    let message = format!(
        "this file was generated for another toolmodel-runtime (code generation {CODEGEN}); \
         build again with the toolmodel-build of the same version"
    );
    let codegen = Literal::u32_unsuffixed(CODEGEN);
    quote! {
        #[allow(
            warnings,
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
    }
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
    pub(super) tool_id: &'a str,
    pub(super) side: &'static str,
}

impl<'a> Types<'a> {
    pub(super) fn new(
        schema: &'a SchemaTypes,
        tool: &'a ToolTypes,
        side: &'static str,
        config: &'a Config,
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
            tool_id: &tool.id,
            side,
        }
    }

    pub(super) fn def(&self, id: DefId) -> &TypeDef {
        &self.schema.defs[id.0]
    }

    /// The path of a generated type from here.
    pub(super) fn path(&self, id: DefId) -> TokenStream {
        let name = format_ident!("{}", self.def(id).name);
        let module = ident(self.module);
        match (self.nested, id == self.schema.root) {
            (true, true) => quote!(super::#name),
            (false, false) => quote!(#module::#name),
            _ => quote!(#name),
        }
    }

    /// A type as Rust writes it.
    pub(super) fn ty(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Any => quote!(rt::serde_json::Value),
            Type::Null => quote!(()),
            Type::Bool(_) => quote!(bool),
            Type::Int { .. } => quote!(i64),
            Type::Wide { .. } => quote!(rt::Integer),
            Type::Number(_) => quote!(f64),
            Type::Text(_) => quote!(String),
            Type::List { item, .. } => {
                let item = self.ty(item);
                quote!(Vec<#item>)
            }
            Type::Object => quote!(rt::serde_json::Map<String, rt::serde_json::Value>),
            Type::Map { value, .. } => {
                let value = self.ty(value);
                quote!(::std::collections::BTreeMap<String, #value>)
            }
            Type::Nullable(inner) => {
                let inner = self.ty(inner);
                quote!(Option<#inner>)
            }
            Type::Named(id) => self.path(*id),
            Type::Replaced(path) => path.parse().unwrap_or_default(),
        }
    }

    pub(super) fn boxed(&self, ty: &Type, boxed: bool) -> TokenStream {
        let ty = self.ty(ty);
        if boxed { quote!(Box<#ty>) } else { ty }
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

/// Text that is already laid out; [`unfold`] puts it in place after formatting.
pub(super) fn preformatted(text: &str) -> TokenStream {
    quote!(preformatted!(#text);)
}

/// Puts preformatted text in its place, at the depth where it stands.
pub(crate) fn unfold(formatted: &str) -> String {
    let mut result = String::with_capacity(formatted.len());
    let mut lines = formatted.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        let Some(rest) = trimmed.strip_prefix("preformatted!(") else {
            result.push_str(line);
            result.push('\n');
            continue;
        };
        // A long literal stands on a line of its own, with the closing bracket on the next.
        let literal = if rest.is_empty() {
            let literal = lines.next().unwrap_or_default().trim();
            lines.next();
            literal
        } else {
            rest.trim_end_matches(");")
        };
        let text = syn::parse_str::<syn::LitStr>(literal).map(|text| text.value());
        for line in text.unwrap_or_default().lines() {
            result.push_str(indent);
            result.push_str(line);
            result.push('\n');
        }
    }
    space_out(&result)
}

/// Puts an empty line between items, which the formatter leaves out.
fn space_out(code: &str) -> String {
    const ITEMS: &[&str] = &["impl", "pub ", "fn ", "mod ", "const ", "#[", "///", "rt::"];
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
            || trimmed == "]);"
            || trimmed == "];"
            || (trimmed.starts_with("use ") && trimmed.ends_with("__private::{self as rt, de};"))
            || trimmed.starts_with("rt::deserialize_object!")
            || (trimmed.starts_with("pub struct") && trimmed.ends_with([';', '}']))
            || (trimmed.starts_with("const ") && trimmed.ends_with(';'));
    }
    result
}
