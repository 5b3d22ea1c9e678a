//! Rules for fields: headers (MCP 2026-07-28, server/tools "x-mcp-header") and names.

use syn::{GenericArgument, LitStr, PathArguments, Type};

use super::limits;
use crate::errors::Errors;
use crate::ir::{Field, Shape, ToolInput};
use crate::rules::header::check_header;

pub(super) fn check(tool: &ToolInput, errors: &mut Errors) {
    let Shape::Struct(fields) = &tool.shape else {
        return;
    };
    let mut seen: Vec<(String, &Field)> = Vec::new();
    for field in fields {
        check_alias(field, errors);
        check_examples(field, errors);
        limits::check(field, errors);
        let Some(header) = &field.header else {
            continue;
        };
        check_header_place(field, header, errors);
        let name = header.value();
        if let Err(problem) = check_header(&name) {
            errors.at(header.span(), problem);
        }
        let folded = name.to_ascii_lowercase();
        if let Some((_, first)) = seen.iter().find(|(seen, _)| *seen == folded) {
            let message = format!(
                "header `{name}` is already on `{}`; case makes no difference",
                first.ident
            );
            errors.at(header.span(), message);
        } else {
            seen.push((folded, field));
        }
    }
}

/// The schema names one property per field, so another name would be accepted without being
/// advertised, or read as the field although the schema treats it as something else.
fn check_alias(field: &Field, errors: &mut Errors) {
    if let Some(span) = field.alias {
        let message = "the schema does not advertise an alias; a tool accepts what it advertises";
        errors.at(span, message);
    }
}

/// An example needs a property to belong to.
fn check_examples(field: &Field, errors: &mut Errors) {
    if !field.examples.is_empty() && (field.flatten || field.skip) {
        let how = if field.skip { "skipped" } else { "flattened" };
        let message = format!("a {how} field is no property, so it has no example");
        errors.on(&field.ident, message);
    }
}

/// A header belongs to a separate property of type string, integer or boolean. What a type
/// defined elsewhere looks like is only known when the tool is built, and `check_examples`
/// checks it then.
fn check_header_place(field: &Field, header: &LitStr, errors: &mut Errors) {
    if field.flatten || field.skip {
        let how = if field.skip { "skipped" } else { "flattened" };
        let message = format!("a {how} field is no property, so it has no header");
        errors.at(header.span(), message);
    } else if let Some(found) = not_a_header_type(&field.ty) {
        let message =
            format!("a header needs a string, an integer or a boolean, but the field is {found}");
        errors.on(&field.ty, message);
    } else if is_option(&field.ty) && !field.may_be_left_out {
        let message = "a parameter with a header may be left out but not be null, so `None` must not \
                       be written: add `#[serde(skip_serializing_if = \"Option::is_none\")]`";
        errors.on(&field.ty, message);
    }
}

fn is_option(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "Option")
}

/// A description of a type that certainly cannot be sent in a header.
fn not_a_header_type(ty: &Type) -> Option<&'static str> {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Group(group) => return not_a_header_type(&group.elem),
        Type::Paren(paren) => return not_a_header_type(&paren.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => return Some("null"),
        Type::Array(_) | Type::Slice(_) | Type::Tuple(_) => return Some("an array"),
        _ => return None,
    };
    let last = path.segments.last()?;
    match last.ident.to_string().as_str() {
        "f32" | "f64" | "Number" => Some("a number with a fraction"),
        "Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" | "HashSet" | "BTreeSet" | "IndexSet" => {
            Some("an array")
        }
        "HashMap" | "BTreeMap" | "IndexMap" | "Map" => Some("an object"),
        "Value" => Some("any JSON"),
        "Option" | "Box" | "Arc" | "Rc" => {
            let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return None;
            };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(inner) => not_a_header_type(inner),
                _ => None,
            })
        }
        _ => None,
    }
}
