//! Versions beyond what the Go original shows.

use std::collections::HashSet;

use toolmodel_runtime::version::{
    Compatibility, CompatibilityMatrix, Constraint, Requirement, Version,
};

fn version(text: &str) -> Version {
    text.parse().unwrap()
}

#[test]
fn versions_are_ordered_as_the_specification_shows() {
    let rising = [
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
    ];
    for pair in rising.windows(2) {
        assert!(version(pair[0]) < version(pair[1]), "{pair:?}");
    }
}

#[test]
fn build_metadata_is_kept_and_ignored() {
    let (a, b) = (version("1.0.0+a"), version("v1.0.0+b"));
    assert_eq!(a, b);
    assert_eq!(b.to_string(), "v1.0.0+b");
    assert_eq!([a, b].into_iter().collect::<HashSet<_>>().len(), 1);
}

#[test]
fn carets_before_one_hold_the_first_number_that_is_not_zero() {
    let matches = |constraint: &str, text: &str| {
        Constraint::parse(constraint)
            .unwrap()
            .matches(&version(text))
    };
    assert!(matches("^0.2.3", "0.2.9"));
    assert!(!matches("^0.2.3", "0.3.0"));
    assert!(matches("^0.0.3", "0.0.3"));
    assert!(!matches("^0.0.3", "0.0.4"));
    assert!(matches("~1.2.3-rc.1", "1.2.3"));
    assert!(!matches("~1.2.3", "1.3.0-alpha"));
    assert!(!matches("^1.2.3", "2.0.0-alpha"));
}

#[test]
fn errors_say_what_is_accepted() {
    let error = Version::parse("1.2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid version: `1.2` is not a semantic version: unexpected end of input while parsing \
         minor version number"
    );
    let error = Constraint::parse("~1.2").unwrap_err().to_string();
    assert!(error.starts_with("invalid version: `~1.2` is not a version constraint; write one of"));
    let long = Version::parse(&"9".repeat(1000)).unwrap_err().to_string();
    assert!(long.len() < 300, "{long}");
}

#[test]
fn versions_and_constraints_are_text_in_json() {
    let version: Version = serde_json::from_str(r#""1.2.3""#).unwrap();
    assert_eq!(serde_json::to_string(&version).unwrap(), r#""v1.2.3""#);
    let constraint: Constraint = serde_json::from_str(r#"">= 1.2.3""#).unwrap();
    assert_eq!(serde_json::to_string(&constraint).unwrap(), r#"">=v1.2.3""#);
    assert!(serde_json::from_str::<Version>("1").is_err());
}

#[test]
fn a_matrix_says_why() {
    let matrix: CompatibilityMatrix = [
        Requirement::new("api", version("1.0.0")).with_deprecation("use v2"),
        Requirement::new("api", version("1.5.0")).with_max(version("2.0.0")),
    ]
    .into_iter()
    .collect();
    let check = |text: &str| matrix.check("api", &version(text)).to_string();
    assert_eq!(check("0.9.0"), "below the minimum v1.0.0");
    assert_eq!(check("1.2.0"), "below the minimum v1.5.0");
    assert_eq!(check("1.6.0"), "deprecated: use v2");
    assert_eq!(check("2.0.1"), "above the maximum v2.0.0");
    assert_eq!(
        matrix.check("other", &version("0.0.1")),
        Compatibility::Compatible
    );
    assert_eq!(matrix.requirements().len(), 2);
}
