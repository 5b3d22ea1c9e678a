//! Every rule for tools that can be checked on tokens, one function each.

mod fields;
mod limits;
mod list;
mod pattern;

use crate::errors::Errors;
use crate::ir::ToolInput;
use crate::rules::name::{check_name, check_namespace};
use syn::GenericParam;

/// Checks everything and adds errors to the bag.
pub(crate) fn check(tool: &ToolInput, errors: &mut Errors) {
    check_tool_name(tool, errors);
    check_tool_namespace(tool, errors);
    check_version(tool, errors);
    check_texts(tool, errors);
    check_hints(tool, errors);
    check_generics(tool, errors);
    list::check(tool, errors);
    fields::check(tool, errors);
}

/// A name is 1 to 128 of `[A-Za-z0-9_.-]`. A constant is checked by the compiler.
fn check_tool_name(tool: &ToolInput, errors: &mut Errors) {
    let Some(name) = tool.name.literal() else {
        return;
    };
    if let Err(problem) = check_name(&name.value()) {
        if tool.name_is_derived {
            let message = format!("the tool's {problem}; give it one: `#[tool(name = \"...\")]`");
            errors.at(name.span(), message);
        } else {
            errors.at(name.span(), problem);
        }
    }
}

/// A namespace has no `:`, because an id has at most one.
fn check_tool_namespace(tool: &ToolInput, errors: &mut Errors) {
    if let Some(namespace) = tool.namespace.as_ref().and_then(|text| text.literal())
        && let Err(problem) = check_namespace(&namespace.value())
    {
        errors.at(namespace.span(), problem);
    }
}

/// A version is Semantic Versioning 2.0, with or without a `v` before it.
fn check_version(tool: &ToolInput, errors: &mut Errors) {
    let Some(version) = tool.version.as_ref().and_then(|text| text.literal()) else {
        return;
    };
    let text = version.value();
    if let Err(problem) = semver::Version::parse(text.strip_prefix('v').unwrap_or(&text)) {
        let message = format!("`{text}` is not a semantic version such as `1.2.3`: {problem}");
        errors.at(version.span(), message);
    }
}

/// An attribute with an empty text is a mistake.
fn check_texts(tool: &ToolInput, errors: &mut Errors) {
    for (word, text) in [
        ("title", &tool.title),
        ("description", &tool.description),
        ("notes", &tool.notes),
    ] {
        if let Some(text) = text.as_ref().and_then(|text| text.literal())
            && text.value().trim().is_empty()
        {
            errors.at(text.span(), format_args!("the {word} is empty"));
        }
    }
}

/// A tool that changes nothing destroys nothing (MCP: `destructiveHint` is meaningful only when
/// `readOnlyHint` is false).
fn check_hints(tool: &ToolInput, errors: &mut Errors) {
    let on = |hint: &Option<crate::ir::Hint>| hint.as_ref().is_some_and(|hint| hint.value);
    if on(&tool.hints.read_only)
        && let Some(destructive) = tool.hints.destructive.as_ref().filter(|hint| hint.value)
    {
        let message = "a tool cannot be `read_only` and `destructive`";
        errors.at(destructive.key.span(), message);
    }
}

/// A tool owns its arguments, so it has no lifetimes. A type parameter declares its bounds, so that a
/// mistake is reported where the tool is used with a type, and not somewhere below.
fn check_generics(tool: &ToolInput, errors: &mut Errors) {
    for parameter in &tool.generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => {
                let message = "a tool owns its arguments: use `String` in place of `&str`";
                errors.on(&lifetime.lifetime, message);
            }
            GenericParam::Type(parameter) => {
                let ident = &parameter.ident;
                let bounded = !parameter.bounds.is_empty() || has_predicate(tool, ident);
                if !bounded {
                    let message = format!(
                        "nothing is known of the type parameter; write `{ident}: Serialize + \
                         JsonSchema + 'static`"
                    );
                    errors.on(ident, message);
                }
            }
            GenericParam::Const(_) => {}
        }
    }
}

fn has_predicate(tool: &ToolInput, ident: &syn::Ident) -> bool {
    let clause = tool.generics.where_clause.iter();
    clause
        .flat_map(|clause| &clause.predicates)
        .any(|predicate| {
            matches!(predicate, syn::WherePredicate::Type(predicate)
                if matches!(&predicate.bounded_ty, syn::Type::Path(path) if path.path.is_ident(ident)))
        })
}
