//! The declarations of the tool, as a chain of constant calls on a `Spec`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::located;
use crate::ir::{Field, FieldExample, Hint, Icon, Shape, ToolInput};
use crate::rules::tag::normalize_tags;

/// Expands to `Spec::new(..)` and one call for each option given.
pub(super) fn expand(tool: &ToolInput, own: &TokenStream) -> TokenStream {
    let name = &tool.name;
    let mut spec = quote_spanned! {located(&tool.ident)=>
        __derive::Spec::new(#name, __derive::input::<#own>)
    };
    for (setter, text) in [
        (quote!(namespace), &tool.namespace),
        (quote!(title), &tool.title),
        (quote!(description), &tool.description),
        (quote!(replaced_doc), &tool.replaced_doc),
        (quote!(version), &tool.version),
        (quote!(notes), &tool.notes),
    ] {
        if let Some(text) = text {
            spec.extend(quote!(.#setter(#text)));
        }
    }
    if let Some(output) = &tool.output {
        spec.extend(quote_spanned!(located(output)=> .output(__derive::output::<#output>)));
    }
    if tool.formats {
        spec.extend(quote!(.formats()));
    }
    if let Some(support) = &tool.task_support {
        spec.extend(quote!(.task_support(#support)));
    }
    if !tool.examples.is_empty() {
        spec.extend(quote!(.examples(<#own as __derive::DerivedTool>::examples)));
    }
    spec.extend(expand_lists(tool));
    spec.extend(expand_meta(tool));
    if let Shape::Struct(fields) = &tool.shape {
        spec.extend(expand_fields(fields));
    }
    spec
}

fn expand_lists(tool: &ToolInput) -> TokenStream {
    let mut calls = TokenStream::new();
    let tags: Vec<String> = tool.tags.iter().map(syn::LitStr::value).collect();
    let tags = normalize_tags(tags.iter().map(String::as_str));
    if !tags.is_empty() {
        calls.extend(quote!(.tags(&[#(#tags),*])));
    }
    let hints = [
        &tool.hints.read_only,
        &tool.hints.destructive,
        &tool.hints.idempotent,
        &tool.hints.open_world,
    ];
    if hints.iter().any(|hint| hint.is_some()) {
        let hints = hints.map(|hint| expand_hint(hint.as_ref()));
        calls.extend(quote!(.hints([#(#hints),*])));
    }
    if !tool.icons.is_empty() {
        let icons = tool.icons.iter().map(expand_icon);
        calls.extend(quote!(.icons(&[#(#icons),*])));
    }
    if !tool.references.is_empty() {
        let references = &tool.references;
        calls.extend(quote!(.references(&[#(#references),*])));
    }
    calls
}

fn expand_hint(hint: Option<&Hint>) -> TokenStream {
    if let Some(Hint { value, .. }) = hint {
        quote!(::core::option::Option::Some(#value))
    } else {
        quote!(::core::option::Option::None)
    }
}

fn expand_icon(icon: &Icon) -> TokenStream {
    let src = &icon.src;
    let mut tokens = quote!(__derive::Icon::new(#src));
    if let Some(mime_type) = &icon.mime_type {
        tokens.extend(quote!(.mime_type(#mime_type)));
    }
    if !icon.sizes.is_empty() {
        let sizes = &icon.sizes;
        tokens.extend(quote!(.sizes(&[#(#sizes),*])));
    }
    if let Some(theme) = &icon.theme {
        tokens.extend(quote!(.theme(#theme)));
    }
    tokens
}

fn expand_meta(tool: &ToolInput) -> TokenStream {
    if tool.meta.is_empty() {
        return TokenStream::new();
    }
    let entries = tool.meta.iter().map(|meta| {
        let (key, value) = (&meta.key, &meta.value);
        quote_spanned!(located(value)=> entries.add(#key, &(#value));)
    });
    quote!(.meta(|entries| { #(#entries)* }))
}

fn expand_fields(fields: &[Field]) -> TokenStream {
    let mut calls = TokenStream::new();
    if fields.iter().all(|field| field.skip) {
        calls.extend(quote!(.no_parameters()));
    }
    let headers: Vec<TokenStream> = fields
        .iter()
        .filter_map(|field| {
            let (name, header) = (&field.json_name, field.header.as_ref()?);
            Some(quote!((#name, #header)))
        })
        .collect();
    if !headers.is_empty() {
        calls.extend(quote!(.headers(&[#(#headers),*])));
    }
    let examples: Vec<TokenStream> = fields
        .iter()
        .flat_map(|field| {
            field
                .examples
                .iter()
                .map(|example| expand_field_example(field, example))
        })
        .collect();
    if !examples.is_empty() {
        calls.extend(quote!(.field_examples(|entries| { #(#examples)* })));
    }
    calls
}

fn expand_field_example(field: &Field, example: &FieldExample) -> TokenStream {
    let (name, ty) = (&field.json_name, &field.ty);
    match example {
        FieldExample::Literal(literal) => {
            quote_spanned!(located(literal)=> entries.add(#name, &(#literal));)
        }
        FieldExample::Typed(value) => quote_spanned! {located(value)=>
            {
                let value: #ty = #value;
                entries.add(#name, &value);
            }
        },
    }
}
