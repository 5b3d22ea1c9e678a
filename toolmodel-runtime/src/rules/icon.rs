//! Icon sources: which URIs a client may load (MCP basic "icons").

/// Checks that an icon source is an `https:`, `http:` or base64 `data:` URI.
pub(crate) fn check_icon_src(src: &str) -> Result<(), String> {
    if src.is_empty() {
        return Err("icon source is empty".to_owned());
    }
    let (scheme, rest) = src.split_once(':').unwrap_or_default();
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !is_scheme {
        return Err("icon source is not a URI: it has no scheme".to_owned());
    }
    match scheme.to_ascii_lowercase().as_str() {
        "https" | "http" => match rest.strip_prefix("//") {
            Some(authority) if !authority.is_empty() && !authority.starts_with(['/', '?', '#']) => {
                Ok(())
            }
            _ => Err("icon source names no host".to_owned()),
        },
        "data" if rest.to_ascii_lowercase().contains(";base64,") => Ok(()),
        "data" => Err("icon source is a data URI without `;base64,`".to_owned()),
        other => Err(format!(
            "icon source uses the scheme `{other}`; allowed are https, http and data"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_and_base64_data_sources_pass() {
        for src in [
            "https://e.org/x.png",
            "HTTP://e.org",
            "data:image/png;base64,AA==",
        ] {
            assert_eq!(check_icon_src(src), Ok(()), "{src}");
        }
    }

    #[test]
    fn other_sources_are_refused() {
        for (src, found) in [
            ("", "is empty"),
            ("x.png", "has no scheme"),
            ("https:///x", "names no host"),
            ("data:image/png,x", "without `;base64,`"),
            ("javascript:alert(1)", "the scheme `javascript`"),
        ] {
            let problem = check_icon_src(src).unwrap_err();
            assert!(problem.contains(found), "{problem}");
        }
    }
}
