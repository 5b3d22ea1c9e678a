//! `check_definition`: what makes every call fail, or misleads, is found before anybody calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toolmodel_runtime::{DefinitionRules, ErrorKind, Revision, Tool, TypedTool, tool_set};

/// What only the schema shows.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Broken {
    #[schemars(regex(pattern = PATTERN))]
    slug: String,
    #[schemars(extend("minLength" = 3, "maxLength" = 2))]
    text: String,
}

const PATTERN: &str = "(";

/// Constants are not seen by the derive.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Contradicting {
    #[schemars(range(min = FIVE, max = 1))]
    limit: u32,
    #[schemars(extend("minLength" = 3, "maxLength" = 2))]
    text: String,
    inner: Vec<Inner>,
    #[serde(default = "hundred")]
    #[schemars(range(max = 50))]
    page: u32,
}

const FIVE: u32 = 5;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Inner {
    #[serde(default)]
    #[schemars(length(min = 1))]
    name: String,
}

fn hundred() -> u32 {
    100
}

/// A list of names.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(output = Vec<String>)]
struct ListNames {}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Quiet {}

tool_set! {
    enum Calls { ListNames, Quiet }
}

fn problems<T: TypedTool>() -> Vec<String> {
    let error = T::check_definition(&DefinitionRules::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidTool);
    let examples = T::check_examples().unwrap_err();
    assert_eq!(examples.problems(), error.problems());
    error.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn a_pattern_that_is_none_is_found() {
    let problems = problems::<Broken>();
    assert_eq!(problems.len(), 2, "all is told at once: {problems:?}");
    assert!(
        problems[0].starts_with("/inputSchema/properties/slug/pattern"),
        "{problems:?}"
    );
}

#[test]
fn bounds_that_nothing_meets_and_defaults_beyond_them_are_found() {
    let problems = problems::<Contradicting>();
    let expected = [
        "/inputSchema/properties/limit: no value can meet `minimum` 5 and `maximum` 1",
        "/inputSchema/properties/text: no value can meet `minLength` 3 and `maxLength` 2",
        "/inputSchema/properties/page/default: the default: `100` is more than",
        "/inputSchema/$defs/Inner/properties/name/default: the default: 0 characters",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
}

/// Each is validated beside a copy of all others.
#[test]
fn defaults_beside_references_take_a_bounded_number_of_copies() {
    #[derive(Debug, Tool, Serialize, Deserialize)]
    struct Wide {}

    impl JsonSchema for Wide {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Wide".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            let one = json!({"$ref": "#/$defs/few", "default": 5});
            let properties = (0..1000).map(|i| (format!("p{i}"), one.clone()));
            schemars::json_schema!({
                "type": "object", "$defs": {"few": {"maximum": 3}},
                "properties": properties.collect::<serde_json::Map<_, _>>(),
            })
        }
    }

    assert_eq!(problems::<Wide>().len(), 49);
}

#[test]
fn an_output_is_checked_by_the_revision_that_is_chosen() {
    let latest = DefinitionRules::new();
    assert_eq!(ListNames::check_definition(&latest).unwrap(), []);
    let older = latest.revision(Revision::V2025_11_25);
    let error = ListNames::check_definition(&older).unwrap_err();
    assert!(error.to_string().contains("/outputSchema"), "{error}");
}

#[test]
fn a_missing_description_is_a_warning_that_can_be_denied() {
    let rules = DefinitionRules::new();
    let warnings = Quiet::check_definition(&rules).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "/description: the tool has no description, by which a model chooses it"
    );
    assert!(Quiet::check_examples().is_ok());
    assert!(Quiet::check_definition(&rules.deny_warnings()).is_err());
}

#[test]
fn a_set_checks_all_its_tools_at_once() {
    let rules = DefinitionRules::new();
    let warnings = Calls::check_definitions(&rules).unwrap();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].message.starts_with("`quiet`: /description"));
    let error = Calls::check_definitions(&rules.deny_warnings()).unwrap_err();
    assert_eq!(error.problems().len(), 1, "{error}");
    let older = rules.revision(Revision::V2025_11_25).deny_warnings();
    let error = Calls::check_definitions(&older).unwrap_err();
    assert_eq!(error.problems().len(), 2, "{error}");
}
