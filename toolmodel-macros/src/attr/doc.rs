//! The doc comment: all of it is the tool's description, blank lines included.

use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, parse_quote};

use crate::ir::Text;

/// The doc comment of a type, wherever its lines are among the attributes.
pub(crate) fn parse(attributes: &[Attribute]) -> Option<Text> {
    let mut lines = Vec::new();
    let mut span = None;
    let mut constants = Vec::new();
    for attribute in attributes {
        let Meta::NameValue(doc) = &attribute.meta else {
            continue;
        };
        if !doc.path.is_ident("doc") {
            continue;
        }
        match &doc.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => {
                span.get_or_insert_with(|| text.span());
                lines.extend(split(&text.value()));
            }
            constant => {
                constants.push(take_literal(&mut lines));
                constants.push(constant.clone());
            }
        }
    }
    if constants.is_empty() {
        let text = join(&lines);
        let span = span.unwrap_or_else(Span::call_site);
        return (!text.is_empty()).then(|| Text::Literal(LitStr::new(&text, span)));
    }
    constants.push(take_literal(&mut lines));
    let constant = parse_quote!(::core::concat!(#(#constants),*));
    Some(Text::Constant(Box::new(constant)))
}

/// The lines up to a constant part such as `include_str!`, as text before or after it.
fn take_literal(lines: &mut Vec<String>) -> Expr {
    let mut text = join(lines);
    if !text.is_empty() {
        text.insert(0, '\n');
        text.push('\n');
    }
    lines.clear();
    parse_quote!(#text)
}

/// The lines of one doc attribute; a block comment has several, often each with a leading `*`.
fn split(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let [first, rest @ ..] = lines.as_slice() else {
        return vec![String::new()];
    };
    let starred = !rest.is_empty()
        && rest
            .iter()
            .all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let plain = |line: &&str| -> String {
        let line = line.trim_end();
        if starred {
            let line = line.trim_start();
            line.strip_prefix('*').unwrap_or(line).to_owned()
        } else {
            line.to_owned()
        }
    };
    let rest = rest.iter().map(plain);
    std::iter::once(first.trim_end().to_owned())
        .chain(rest)
        .collect()
}

/// Removes the indentation that all lines share, and blank lines at both ends.
fn join(lines: &[String]) -> String {
    let indentation = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indentation..).unwrap_or_default())
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(attributes: &[Attribute]) -> String {
        parse(attributes)
            .and_then(|text| text.literal().map(LitStr::value))
            .unwrap_or_default()
    }

    #[test]
    fn blank_lines_and_inner_indentation_stay() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Fetch a repo."]),
            parse_quote!(#[allow(dead_code)]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " - one"]),
            parse_quote!(#[doc = "   more"]),
            parse_quote!(#[doc(hidden)]),
        ];
        assert_eq!(description(&attributes), "Fetch a repo.\n\n- one\n  more");
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let attributes: Vec<Attribute> =
            vec![parse_quote!(#[doc = "\n * Fetch.\n *\n * More.\n "])];
        assert_eq!(description(&attributes), "Fetch.\n\nMore.");
    }

    #[test]
    fn a_type_without_docs_has_no_description() {
        assert!(parse(&[]).is_none());
        assert!(parse(&[parse_quote!(#[doc = " "])]).is_none());
    }
}
