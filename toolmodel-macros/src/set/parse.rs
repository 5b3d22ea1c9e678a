//! The two forms of a set: `A, b::B as C`, and the same inside `pub enum Calls { ... }`. Either may
//! start with how the tools are named: `names = "prefixed";`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, LitStr, Path, Token, Visibility, braced, parse_quote};

use crate::attr::each_entry;
use crate::errors::Errors;

/// A set of tools.
pub(super) struct ToolSet {
    /// `$crate` of the runtime.
    pub(super) runtime: TokenStream,
    /// The name of the naming policy in the runtime's macro.
    pub(super) names: Ident,
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) ident: Ident,
    pub(super) members: Vec<Member>,
}

/// One tool of a set.
pub(super) struct Member {
    pub(super) attributes: Vec<Attribute>,
    pub(super) path: Path,
    pub(super) variant: Ident,
}

/// Reads a set; `None` if it cannot be read at all.
pub(super) fn parse(input: TokenStream, errors: &mut Errors) -> Option<ToolSet> {
    let parser = |input: ParseStream<'_>| parse_set(input, errors);
    match parser.parse2(input) {
        Ok(set) => Some(set),
        Err(error) => {
            errors.add(error);
            None
        }
    }
}

fn parse_set(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<ToolSet> {
    let runtime = input.parse::<TokenTree>()?.into_token_stream();
    input.parse::<Token![;]>()?;
    let names = parse_names(input, errors)?;
    let is_enum = {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer).is_ok()
            && ahead.parse::<Visibility>().is_ok()
            && ahead.peek(Token![enum])
    };
    let mut set = ToolSet {
        runtime,
        names,
        attributes: Vec::new(),
        visibility: parse_quote!(pub),
        ident: Ident::new("ToolCall", proc_macro2::Span::call_site()),
        members: Vec::new(),
    };
    if is_enum {
        set.attributes = input.call(Attribute::parse_outer)?;
        set.visibility = input.parse()?;
        input.parse::<Token![enum]>()?;
        set.ident = input.parse()?;
        let content;
        braced!(content in input);
        set.members = parse_members(&content, errors);
    } else {
        set.members = parse_members(input, errors);
    }
    if set.members.is_empty() && errors.is_empty() {
        let message = "a set has at least one tool: `tool_set![GetRepo, ListIssues]`";
        errors.at(proc_macro2::Span::call_site(), message);
    }
    Ok(set)
}

/// `names = "prefixed";`, which is optional.
fn parse_names(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Ident> {
    const POLICIES: [&str; 2] = ["plain", "prefixed"];
    let plain = Ident::new("plain", proc_macro2::Span::call_site());
    if !(input.peek(Ident) && input.peek2(Token![=])) {
        return Ok(plain);
    }
    let word: Ident = input.parse()?;
    input.parse::<Token![=]>()?;
    let value: LitStr = input.parse()?;
    input.parse::<Token![;]>()?;
    if word != "names" {
        let message = format!("unknown setting `{word}` of a set; `names = \"prefixed\";` is one");
        errors.on(&word, message);
    } else if POLICIES.contains(&value.value().as_str()) {
        return Ok(Ident::new(&value.value(), proc_macro2::Span::call_site()));
    } else {
        let message = format!(
            "unknown names `{}`: \"plain\" or \"prefixed\"",
            value.value()
        );
        errors.on(&value, message);
    }
    Ok(plain)
}

fn parse_members(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Member> {
    let mut members: Vec<Member> = Vec::new();
    each_entry(input, errors, |input, errors| {
        let member = parse_member(input)?;
        if let Some(message) = repeats(&members, &member) {
            errors.on(&member.path, message);
        } else {
            members.push(member);
        }
        Ok(())
    });
    members
}

fn parse_member(input: ParseStream<'_>) -> syn::Result<Member> {
    let attributes = input.call(Attribute::parse_outer)?;
    let path: Path = input.parse()?;
    let last = path.segments.last();
    let last = last.ok_or_else(|| syn::Error::new_spanned(&path, "expected a type"))?;
    let variant = if input.peek(Token![as]) {
        input.parse::<Token![as]>()?;
        input.parse()?
    } else if last.arguments.is_empty() {
        last.ident.clone()
    } else {
        let message = format!(
            "name the variant of a generic tool: `{} as Name`",
            last.ident
        );
        return Err(syn::Error::new_spanned(&path, message));
    };
    Ok(Member {
        attributes,
        path,
        variant,
    })
}

/// The tools of a set must be different types with different variants. That their ids differ is checked by the
/// compiler, which knows them.
fn repeats(members: &[Member], member: &Member) -> Option<String> {
    let text = |path: &Path| path.to_token_stream().to_string();
    if members
        .iter()
        .any(|other| text(&other.path) == text(&member.path))
    {
        return Some(format!("`{}` is in the set twice", member.variant));
    }
    members
        .iter()
        .any(|other| other.variant == member.variant)
        .then(|| {
            format!(
                "another tool of the set is called `{0}`; name the variant: `... as Other{0}`",
                member.variant
            )
        })
}
