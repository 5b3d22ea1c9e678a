//! What may follow a key: `= "text"`, `= true`, `= word`, `("a", "b")`.

use syn::parse::{Parse, ParseStream};
use syn::{Expr, ExprLit, Ident, Lit, LitBool, LitInt, LitStr, Token, UnOp, parenthesized, token};

use super::each_entry;
use crate::errors::Errors;
use crate::ir::{FieldExample, Text};

/// `= <anything>`; `form` describes the expected syntax.
pub(crate) fn after_equals<T: Parse>(
    key: &Ident,
    input: ParseStream<'_>,
    form: &str,
) -> syn::Result<T> {
    let has_equals = input.parse::<Option<Token![=]>>()?.is_some();
    if !has_equals || input.is_empty() || input.peek(Token![,]) {
        let message = format!("expected `{key} = {form}`");
        return Err(syn::Error::new(key.span(), message));
    }
    input.parse()
}

/// `= "text"` or `= CONSTANT`.
pub(crate) fn text(key: &Ident, input: ParseStream<'_>) -> syn::Result<Text> {
    match after_equals(key, input, "\"...\"")? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            ..
        }) => Ok(Text::Literal(literal)),
        Expr::Lit(other) => Err(syn::Error::new_spanned(
            other,
            format_args!("expected text: `{key} = \"...\"`"),
        )),
        constant => Ok(Text::Constant(Box::new(constant))),
    }
}

/// `= "text"`, and nothing but a literal, since it is checked here.
pub(crate) fn literal(key: &Ident, input: ParseStream<'_>) -> syn::Result<LitStr> {
    match text(key, input)? {
        Text::Literal(literal) => Ok(literal),
        Text::Constant(other) => Err(syn::Error::new_spanned(
            other,
            format_args!("expected a literal: `{key} = \"...\"`"),
        )),
    }
}

/// `= word` or `= "word"`, one of a few.
pub(crate) fn choice(key: &Ident, input: ParseStream<'_>, choices: &[&str]) -> syn::Result<LitStr> {
    let form = format!("\"{}\"", choices.join("\" | \""));
    let literal = match after_equals(key, input, &form)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            ..
        }) => literal,
        Expr::Path(path) if path.path.get_ident().is_some() => {
            let word = path.path.require_ident()?;
            LitStr::new(&word.to_string(), word.span())
        }
        other => {
            let message = format!("expected `{key} = {form}`");
            return Err(syn::Error::new_spanned(other, message));
        }
    };
    if choices.contains(&literal.value().as_str()) {
        Ok(literal)
    } else {
        let message = format!(
            "`{}` is not a value of `{key}`; expected {}",
            literal.value(),
            super::listed(choices)
        );
        Err(syn::Error::new(literal.span(), message))
    }
}

/// Nothing, which means true, or `= true` or `= false`.
pub(crate) fn flag(key: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
    if !input.peek(Token![=]) {
        return Ok(true);
    }
    match after_equals(key, input, "true | false")? {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(LitBool { value, .. }),
            ..
        }) => Ok(value),
        other => Err(syn::Error::new_spanned(
            other,
            format_args!("expected `{key}`, `{key} = true` or `{key} = false`"),
        )),
    }
}

/// Passes the contents of parentheses to `read`, which must read all of them.
pub(crate) fn in_parentheses(
    key: &Ident,
    input: ParseStream<'_>,
    form: &str,
    read: impl FnOnce(ParseStream<'_>),
) -> syn::Result<()> {
    if !input.peek(token::Paren) {
        let message = format!("expected `{key}({form})`");
        return Err(syn::Error::new(key.span(), message));
    }
    let content;
    parenthesized!(content in input);
    read(&content);
    Ok(())
}

/// `("a", "b")`: literals only.
pub(crate) fn literals(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Vec<LitStr>> {
    let mut found = Vec::new();
    let mut bad = false;
    in_parentheses(key, input, "\"...\", ...", |content| {
        each_entry(content, errors, |content, errors| {
            let message = format!("expected text: `{key}(\"...\")`");
            let literal = content.parse::<Lit>();
            bad |= !matches!(literal, Ok(Lit::Str(_)));
            match literal {
                Ok(Lit::Str(literal)) => found.push(literal),
                Ok(other) => errors.on(other, message),
                Err(error) => return Err(syn::Error::new(error.span(), message)),
            }
            Ok(())
        });
    })?;
    if found.is_empty() && !bad {
        let message = format!("`{key}` is empty; expected `{key}(\"...\", ...)`");
        errors.at(key.span(), message);
    }
    Ok(found)
}

/// Distinguishes literals from other expressions. An integer without a type would be an `i32`, which may be
/// too small for it.
pub(crate) fn field_example(mut example: Expr) -> FieldExample {
    let literal = match &mut example {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => &mut *unary.expr,
        other => other,
    };
    let Expr::Lit(ExprLit { lit, .. }) = literal else {
        return FieldExample::Typed(example);
    };
    if let Lit::Int(integer) = lit
        && integer.suffix().is_empty()
    {
        *integer = LitInt::new(&format!("{integer}i128"), integer.span());
    }
    FieldExample::Literal(example)
}
