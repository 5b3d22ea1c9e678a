//! Icon sources: which URIs a client may load (MCP basic "icons").

use std::fmt;

/// What is wrong with the `src` of an icon.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum IconProblem {
    Empty,
    NoScheme,
    Scheme(String),
    DataNotBase64,
    NoHost,
}

impl fmt::Display for IconProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("icon source is empty"),
            Self::NoScheme => f.write_str("icon source is not a URI: it has no scheme"),
            Self::Scheme(scheme) => write!(
                f,
                "icon source uses the scheme `{scheme}`; allowed are https, http and data"
            ),
            Self::DataNotBase64 => f.write_str("icon source is a data URI without `;base64,`"),
            Self::NoHost => f.write_str("icon source names no host"),
        }
    }
}

/// Checks that an icon source is an `https:`, `http:` or base64 `data:` URI.
pub(crate) fn check_icon_src(src: &str) -> Result<(), IconProblem> {
    if src.is_empty() {
        return Err(IconProblem::Empty);
    }
    let Some((scheme, rest)) = src.split_once(':') else {
        return Err(IconProblem::NoScheme);
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !is_scheme {
        return Err(IconProblem::NoScheme);
    }
    match scheme.to_ascii_lowercase().as_str() {
        "https" | "http" => match rest.strip_prefix("//") {
            Some(authority) if !authority.is_empty() && !authority.starts_with(['/', '?', '#']) => {
                Ok(())
            }
            _ => Err(IconProblem::NoHost),
        },
        "data" if rest.to_ascii_lowercase().contains(";base64,") => Ok(()),
        "data" => Err(IconProblem::DataNotBase64),
        other => Err(IconProblem::Scheme(other.to_owned())),
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
        assert_eq!(check_icon_src(""), Err(IconProblem::Empty));
        assert_eq!(check_icon_src("x.png"), Err(IconProblem::NoScheme));
        assert_eq!(check_icon_src("https:///x"), Err(IconProblem::NoHost));
        assert_eq!(
            check_icon_src("data:image/png,x"),
            Err(IconProblem::DataNotBase64)
        );
        assert_eq!(
            check_icon_src("javascript:alert(1)"),
            Err(IconProblem::Scheme("javascript".to_owned()))
        );
    }
}
