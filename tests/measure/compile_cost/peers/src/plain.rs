//! Generated types with plain derives: the same fields, names and enums, and no rule.

use std::collections::HashMap;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Fields, Ident, Item, ItemEnum, ItemMacro, ItemMod, ItemStruct, Type, Visibility};

use crate::{Fallible, functions};

pub(crate) fn write(file: &Path, folder: &Path) -> Fallible<()> {
    let file = syn::parse_file(&std::fs::read_to_string(file)?)?;
    let Some(Item::Mod(generated)) = file
        .items
        .into_iter()
        .find(|item| matches!(item, Item::Mod(_)))
    else {
        return Err("no module of generated code".into());
    };
    let items = module(&generated)?;
    let code = quote! {
        #![allow(warnings)]
        /// What generated code names of the runtime.
        pub mod rt {
            pub use ::serde_json;
            pub use ::toolmodel_runtime::Integer;
        }
        #items
    };
    std::fs::create_dir_all(folder)?;
    std::fs::write(
        folder.join("lib.rs"),
        prettyplease::unparse(&syn::parse2(code)?),
    )?;
    Ok(())
}

fn module(module: &ItemMod) -> Fallible<TokenStream> {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let items: Vec<&Item> = items.collect();
    let names: HashMap<String, String> =
        items.iter().flat_map(|item| property_names(item)).collect();
    let mut result = TokenStream::new();
    for item in items {
        result.extend(match item {
            Item::Struct(item) => structure(item, &names),
            Item::Enum(item) => union(item),
            Item::Macro(item) => from_macro(item)?,
            // A type that another tool has, too.
            Item::Use(item) if matches!(item.vis, Visibility::Public(_)) => quote!(#item),
            Item::Mod(inner) => {
                let (attributes, name) = (&inner.attrs, &inner.ident);
                let items = self::module(inner)?;
                quote!(#(#attributes)* pub mod #name { use crate::rt; #items })
            }
            _ => TokenStream::new(),
        });
    }
    Ok(result)
}

fn derives() -> TokenStream {
    quote!(#[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)])
}

/// The name of the macro that an item calls, and what it is given.
fn called(item: &ItemMacro) -> (String, Vec<TokenTree>) {
    let name = item
        .mac
        .path
        .segments
        .last()
        .map(|segment| segment.ident.to_string());
    (
        name.unwrap_or_default(),
        item.mac.tokens.clone().into_iter().collect(),
    )
}

/// `Type.field` and the property that it stands for, from the tables of a module.
fn property_names(item: &Item) -> Vec<(String, String)> {
    let Item::Macro(item) = item else {
        return Vec::new();
    };
    let (name, tokens) = called(item);
    let [TokenTree::Ident(structure), TokenTree::Group(table)] = tokens.as_slice() else {
        return Vec::new();
    };
    if name != "object" {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut rows = |tokens: TokenStream| {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for row in tokens.windows(3) {
            if let [
                TokenTree::Ident(field),
                TokenTree::Punct(equal),
                TokenTree::Literal(json),
            ] = row
                && equal.as_char() == '='
            {
                found.push((format!("{structure}.{field}"), json.to_string()));
            }
        }
    };
    rows(table.stream());
    for token in table.stream() {
        if let TokenTree::Group(group) = token {
            rows(group.stream());
        }
    }
    found
}

fn structure(item: &ItemStruct, names: &HashMap<String, String>) -> TokenStream {
    let (derives, name) = (derives(), &item.ident);
    let docs = item
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("doc"));
    let fields = match &item.fields {
        Fields::Named(fields) => fields,
        other => {
            return quote!(#(#docs)* #derives pub struct #name #other;);
        }
    };
    let fields = fields.named.iter().map(|field| {
        let json = field
            .ident
            .as_ref()
            .and_then(|field| names.get(&format!("{name}.{field}")));
        let plain = field
            .ident
            .as_ref()
            .map(|field| format!("{:?}", field.to_string()));
        let mut serde = TokenStream::new();
        if json.is_none() {
            serde.extend(quote!(flatten,));
        } else if json != plain.as_ref() {
            let json: TokenStream = json.and_then(|json| json.parse().ok()).unwrap_or_default();
            serde.extend(quote!(rename = #json,));
        }
        if is_option(&field.ty) {
            serde.extend(quote!(default, skip_serializing_if = "Option::is_none",));
        }
        quote!(#[serde(#serde)] #field)
    });
    quote!(#(#docs)* #derives pub struct #name { #(#fields),* })
}

fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

fn union(item: &ItemEnum) -> TokenStream {
    let (derives, name, variants) = (derives(), &item.ident, &item.variants);
    quote!(#derives #[serde(untagged)] pub enum #name { #variants })
}

/// Enums of strings, and what reads and writes a tool.
fn from_macro(item: &ItemMacro) -> Fallible<TokenStream> {
    let (name, tokens) = called(item);
    if name == "typed_tool" {
        let [TokenTree::Ident(root), ..] = tokens.as_slice() else {
            return Err("a tool without a type".into());
        };
        let functions: TokenStream = functions(&format!("super::{root}")).parse()?;
        let module = Ident::new(&format!("read_{root}"), root.span());
        return Ok(quote!(pub mod #module { #functions }));
    }
    if name != "text_enum" {
        return Ok(TokenStream::new());
    }
    let at = tokens
        .iter()
        .rposition(|token| matches!(token, TokenTree::Group(_)));
    let (Some(TokenTree::Group(rows)), Some(TokenTree::Ident(name))) = (
        at.and_then(|at| tokens.get(at)),
        at.and_then(|at| tokens.get(at.checked_sub(1)?)),
    ) else {
        return Err("an enum without variants".into());
    };
    let rows: Vec<TokenTree> = rows.stream().into_iter().collect();
    let variants = rows.windows(3).filter_map(|row| match row {
        [
            TokenTree::Ident(variant),
            TokenTree::Punct(equal),
            TokenTree::Literal(json),
        ] => (equal.as_char() == '=').then(|| quote!(#[serde(rename = #json)] #variant,)),
        _ => None,
    });
    let derives = derives();
    Ok(quote!(#derives #[derive(Copy, Eq, PartialOrd, Ord, Hash)] pub enum #name { #(#variants)* }))
}
