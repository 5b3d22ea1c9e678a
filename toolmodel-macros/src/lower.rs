//! The derive's input and its attributes, converted to the form that checking and expanding read.

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Fields, FieldsNamed, LitStr, parse_quote};

use crate::attr::container::Container;
use crate::attr::field::{self, FieldOptions};
use crate::attr::serde::{SerdeContainer, SerdeField};
use crate::attr::{doc, value};
use crate::case::{rename_field, snake_case};
use crate::errors::Errors;
use crate::ir::{Field, Hints, Limits, Shape, Text, ToolInput};

/// Reads a type that derives `Tool`; everything that cannot be read is added to the errors.
pub(crate) fn lower(input: &DeriveInput, errors: &mut Errors) -> ToolInput {
    let container = Container::parse(&input.attrs, errors);
    let serde = SerdeContainer::parse(&input.attrs);
    let shape = lower_shape(input, &serde, errors);
    let doc = doc::parse(&input.attrs).or(serde.description);
    let name_is_derived = container.name.0.is_none();
    let name = container.name.0.unwrap_or_else(|| {
        let name = snake_case(&input.ident.unraw().to_string());
        Text::Literal(LitStr::new(&name, input.ident.span()))
    });
    let default_runtime = || parse_quote!(::toolmodel_runtime);
    ToolInput {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        runtime: container.runtime.0.unwrap_or_else(default_runtime),
        name,
        name_is_derived,
        namespace: container.namespace.0,
        title: container.title.0,
        replaced_doc: container.description.0.as_ref().and(doc.clone()),
        description: container.description.0.or(doc),
        version: container.version.0,
        tags: container.tags.0.unwrap_or_default(),
        hints: Hints {
            read_only: container.read_only.0,
            destructive: container.destructive.0,
            idempotent: container.idempotent.0,
            open_world: container.open_world.0,
        },
        icons: container.icons,
        meta: container.meta,
        output: container.output.0,
        formats: container.formats.0.unwrap_or(false),
        task_support: container.task_support.0,
        examples: container.examples,
        notes: container.notes.0,
        references: container.references,
        shape,
    }
}

/// The arguments of a tool are a JSON object: a struct with named fields, or an enum that serde
/// tags.
fn lower_shape(input: &DeriveInput, serde: &SerdeContainer, errors: &mut Errors) -> Shape {
    let ident = &input.ident;
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                if let Some(span) = serde.transparent {
                    let message = "a transparent struct is not an object: its JSON is that of its \
                                   field; remove `transparent`";
                    errors.at(span, message);
                }
                Shape::Struct(lower_fields(fields, serde, errors))
            }
            Fields::Unnamed(fields) => {
                let message = format!(
                    "the arguments of a tool have names: write `struct {ident} {{ name: Type }}`"
                );
                errors.on(fields, message);
                Shape::Refused
            }
            Fields::Unit => {
                let message = format!(
                    "a unit struct is `null` in JSON, but the arguments of a tool are an object: \
                     write `struct {ident} {{}}` for a tool without parameters"
                );
                errors.on(ident, message);
                Shape::Refused
            }
        },
        Data::Enum(data) => lower_enum(input, data, serde, errors),
        Data::Union(data) => {
            errors.at(
                data.union_token.span(),
                "a union has no JSON; use a struct with named fields",
            );
            Shape::Refused
        }
    }
}

fn lower_enum(
    input: &DeriveInput,
    data: &DataEnum,
    serde: &SerdeContainer,
    errors: &mut Errors,
) -> Shape {
    let in_variant = "`#[tool(...)]` has no meaning inside an enum: a client looks for headers and \
                      examples at `properties` only";
    for variant in &data.variants {
        field::refuse(&variant.attrs, errors, in_variant);
        for part in &variant.fields {
            field::refuse(&part.attrs, errors, in_variant);
        }
    }
    if let Some(span) = serde.untagged {
        let message = "an untagged enum need not be an object; use `#[serde(tag = \"...\")]`";
        errors.at(span, message);
        Shape::Refused
    } else if data.variants.is_empty() {
        errors.on(
            &input.ident,
            "an enum without variants accepts no arguments",
        );
        Shape::Refused
    } else if serde.tag {
        Shape::TaggedEnum
    } else {
        let message = "this enum is not an object in JSON: a variant is text or a key; add \
                       `#[serde(tag = \"...\")]`";
        errors.on(&input.ident, message);
        Shape::Refused
    }
}

fn lower_fields(fields: &FieldsNamed, serde: &SerdeContainer, errors: &mut Errors) -> Vec<Field> {
    let mut lowered = Vec::with_capacity(fields.named.len());
    for field in &fields.named {
        let Some(ident) = &field.ident else {
            continue;
        };
        let options = FieldOptions::parse(&field.attrs, errors);
        let own = SerdeField::parse(&field.attrs);
        let plain = ident.unraw().to_string();
        let json_name = own.rename.unwrap_or_else(|| match &serde.rename_all {
            Some(rule) => rename_field(rule, &plain),
            None => plain,
        });
        lowered.push(Field {
            ident: ident.clone(),
            ty: field.ty.clone(),
            json_name,
            header: options.header.0,
            examples: options
                .examples
                .into_iter()
                .map(value::field_example)
                .collect(),
            flatten: own.flatten,
            skip: own.skip,
            may_be_left_out: own.may_be_left_out,
            alias: own.alias,
            limits: Limits::parse(&field.attrs),
        });
    }
    lowered
}
