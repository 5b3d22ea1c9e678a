//! Names of `x-mcp-header` annotations (MCP 2026-07-28, server/tools "x-mcp-header").

use std::fmt;

/// What is wrong with a header name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum HeaderProblem {
    Empty,
    NotAToken(char),
}

impl fmt::Display for HeaderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("header name is empty"),
            Self::NotAToken(c) => write!(
                f,
                "header name contains `{}`, which is not allowed in an HTTP field name",
                c.escape_debug()
            ),
        }
    }
}

/// Checks that a header name is `1*tchar` (RFC 9110 section 5.6.2).
pub(crate) fn check_header(name: &str) -> Result<(), HeaderProblem> {
    if name.is_empty() {
        return Err(HeaderProblem::Empty);
    }
    match name.chars().find(|c| !is_tchar(*c)) {
        Some(c) => Err(HeaderProblem::NotAToken(c)),
        None => Ok(()),
    }
}

fn is_tchar(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_name_is_a_token() {
        assert_eq!(check_header("Region"), Ok(()));
        assert_eq!(check_header("X-A!b"), Ok(()));
        assert_eq!(check_header(""), Err(HeaderProblem::Empty));
        assert_eq!(check_header("a b"), Err(HeaderProblem::NotAToken(' ')));
        assert_eq!(check_header("a\r\n"), Err(HeaderProblem::NotAToken('\r')));
        assert_eq!(
            check_header("r\u{e9}gion"),
            Err(HeaderProblem::NotAToken('\u{e9}'))
        );
    }
}
