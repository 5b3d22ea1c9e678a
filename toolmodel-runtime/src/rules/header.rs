//! Names of `x-mcp-header` annotations (MCP 2026-07-28, server/tools "x-mcp-header").

/// Checks that a header name is `1*tchar` (RFC 9110 section 5.6.2).
pub(crate) fn check_header(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("header name is empty".to_owned());
    }
    match name.chars().find(|c| !is_tchar(*c)) {
        Some(c) => Err(format!(
            "header name contains `{}`, which is not allowed in an HTTP field name",
            c.escape_debug()
        )),
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
        for (name, found) in [
            ("", "is empty"),
            ("a b", "contains ` `"),
            ("a\r\n", "contains `\\r`"),
            ("r\u{e9}gion", "contains `\u{e9}`"),
        ] {
            let problem = check_header(name).unwrap_err();
            assert!(problem.contains(found), "{problem}");
        }
    }
}
