//! The paths in a source file that begin with `crate`, `self` or `super`, as paths from the root of
//! the crate. What stands under `#[cfg(test)]` is left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path from the root of a crate.
pub(crate) type ModulePath = Vec<String>;

/// What a file says.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// The paths that it names, each with the module it is named in.
    pub(crate) paths: Vec<(ModulePath, ModulePath)>,
    /// The macros that it defines.
    pub(crate) macros: Vec<String>,
}

impl Contents {
    /// Reads the text of a file that is the module `own`.
    pub(crate) fn read(text: &str, own: &[String]) -> Self {
        let tokens: TokenStream = text.parse().expect("a source file is made of tokens");
        let mut contents = Self::default();
        contents.visit(tokens, own);
        contents
    }

    fn visit(&mut self, tokens: TokenStream, own: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut i = 0;
        while i < tokens.len() {
            if is_cfg_test(&tokens[i..]) {
                i += item_len(&tokens[i..]);
                continue;
            }
            match &tokens[i..] {
                [
                    TokenTree::Ident(word),
                    TokenTree::Ident(name),
                    TokenTree::Group(body),
                    ..,
                ] if word == "mod" && body.delimiter() == Delimiter::Brace => {
                    self.visit(body.stream(), &[own, &[name.to_string()]].concat());
                    i += 3;
                    continue;
                }
                [
                    TokenTree::Ident(word),
                    TokenTree::Punct(_),
                    TokenTree::Ident(name),
                    ..,
                ] if word == "macro_rules" => {
                    self.macros.push(name.to_string());
                }
                [TokenTree::Group(group), ..] => self.visit(group.stream(), own),
                [TokenTree::Ident(_), ..] if !follows_path(&tokens, i) => {
                    self.path(&tokens[i..], own);
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// Notes the path that begins here, if its first word leads to the root.
    fn path(&mut self, tokens: &[TokenTree], own: &[String]) {
        let mut start = match tokens[0].to_string().as_str() {
            "crate" => Vec::new(),
            "self" => own.to_vec(),
            "super" => parent(own),
            _ => return,
        };
        let mut rest = &tokens[1..];
        while let Some([TokenTree::Ident(word), ..]) = after_colons(rest)
            && word == "super"
        {
            start = parent(&start);
            rest = &rest[3..];
        }
        if after_colons(rest).is_some() {
            let mut found = Vec::new();
            tree(rest, start, &mut found);
            let found = found.into_iter().map(|path| (own.to_vec(), path));
            self.paths.extend(found);
        }
    }
}

/// Follows `::name`, `::{...}` and `::*` to the ends of the paths.
fn tree(tokens: &[TokenTree], so_far: ModulePath, found: &mut Vec<ModulePath>) {
    match after_colons(tokens) {
        Some([TokenTree::Ident(name), ..]) => {
            tree(
                &tokens[3..],
                [so_far, vec![name.to_string()]].concat(),
                found,
            );
        }
        Some([TokenTree::Group(group), ..]) if group.delimiter() == Delimiter::Brace => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma = |token: &TokenTree| token.to_string() == ",";
            for branch in inside.split(is_comma) {
                if let [TokenTree::Ident(name), rest @ ..] = branch {
                    let name = (name != "self").then(|| name.to_string());
                    let path = so_far.iter().cloned().chain(name).collect();
                    tree(rest, path, found);
                }
            }
        }
        _ => found.push(so_far),
    }
}

/// What stands behind `::`.
fn after_colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [TokenTree::Punct(a), TokenTree::Punct(b), rest @ ..]
            if a.as_char() == ':' && b.as_char() == ':' =>
        {
            Some(rest)
        }
        _ => None,
    }
}

/// Whether the token at `i` continues a path, so that none begins with it.
fn follows_path(tokens: &[TokenTree], i: usize) -> bool {
    i > 0
        && matches!(&tokens[i - 1], TokenTree::Punct(colon) if colon.as_char() == ':')
        && i > 1
        && matches!(&tokens[i - 2], TokenTree::Punct(colon) if colon.as_char() == ':')
}

fn parent(path: &[String]) -> ModulePath {
    path.split_last()
        .map_or_else(Vec::new, |(_, above)| above.to_vec())
}

fn is_cfg_test(tokens: &[TokenTree]) -> bool {
    match tokens {
        [TokenTree::Punct(hash), TokenTree::Group(attribute), ..] if hash.as_char() == '#' => {
            let text = attribute.stream().to_string();
            text.replace(' ', "") == "cfg(test)"
        }
        _ => false,
    }
}

/// How many tokens an item has: up to its semicolon or its last braces.
fn item_len(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens
        .iter()
        .position(ends)
        .map_or(tokens.len(), |end| end + 1)
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let text = r#"
        //! Of `crate::nothing`.
        use super::{sibling::{A, B as C}, *};
        use std::super_thing;
        pub(crate) fn f(x: crate::a::b::C<'_>) -> $crate::d! { "crate::text"; self::own() }
        mod inner { use super::super::up; }
        #[cfg(test)]
        mod tests { use crate::left_out; }
        macro_rules! made { () => {} }
    "#;
    let own = ["x".to_owned(), "y".to_owned()];
    let contents = Contents::read(text, &own);
    let paths: Vec<String> = contents.paths.iter().map(|(_, to)| to.join("::")).collect();
    let expected = [
        "x::sibling::A",
        "x::sibling::B",
        "a::b::C",
        "d",
        "x::y::own",
        "x::up",
    ];
    assert_eq!(paths, expected);
    assert_eq!(contents.macros, ["made"]);
}
