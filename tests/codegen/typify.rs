//! `Config::typify`: its types hold what the validator accepts, or ours are used.

use serde_json::json;
use toolmodel_build::{Config, Declarations, Enforcement, ToolReport};
use toolmodel_runtime::{ErrorKind, Integer, TypedTool};
use toolmodel_tests::exactness::{Tally, entry, try_all};

toolmodel_runtime::include_tools!("typify.rs");

/// Types of `chrono` and `uuid`, because formats are asserted.
mod asserted {
    toolmodel_runtime::include_tools!("typify_formats.rs");
}

#[track_caller]
fn assert_exact(tally: &Tally, accepted: usize) {
    assert_eq!(tally.wrong, Vec::<String>::new());
    assert!(tally.accepted >= accepted, "{} accepted", tally.accepted);
    assert!(tally.answers > tally.accepted, "nothing was refused");
}

#[test]
fn what_the_schema_accepts_is_read_and_nothing_else() {
    let entries = [
        entry::<gh::ListIssues>(),
        entry::<gh::NoParameters>(),
        entry::<OfTheDay>(),
        entry::<React>(),
    ];
    assert_exact(&try_all(&entries, false), 30);
    assert_exact(&try_all(&[entry::<asserted::Book>()], true), 30);
}

#[test]
fn its_types_have_builders_and_newtypes() {
    let owner: gh::list_issues::ListIssuesOwner = "rust".parse().unwrap();
    let call: gh::ListIssues = gh::ListIssues::builder()
        .owner(owner)
        .limit(Some(Integer::from(5)))
        .try_into()
        .unwrap();
    call.check().unwrap();
    assert_eq!(
        serde_json::to_value(&call).unwrap(),
        json!({"owner": "rust", "limit": 5})
    );
    assert!("R".parse::<gh::list_issues::ListIssuesOwner>().is_err());
    let read = ToolCall::parse("gh:list_issues", &json!({"owner": "rust", "page": 2.0})).unwrap();
    assert_eq!(
        read.arguments().unwrap()["page"],
        json!(2),
        "an integer is written as one"
    );
    // Absent stays absent: a default is not filled in.
    let ToolCall::GhListIssues(read) = read else {
        panic!("another tool");
    };
    assert_eq!(read.limit, None);
}

#[test]
fn the_validator_has_its_say_before_the_type() {
    let arguments = json!({"owner": "R", "limit": 0, "note": "none", "more": 1});
    let error = gh::ListIssues::parse(&arguments).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
    assert_eq!(error.violations().unwrap().len(), 5, "{error}");
    // An integer beyond 64 bits, and one written as a float.
    let wide = r#"{"owner": "rust", "limit": 123456789012345678901234567890, "id": 5.0}"#;
    gh::ListIssues::from_str(wide).unwrap();
    let result = json!({"issues": [{"number": 1, "title": "a"}]});
    gh::ListIssues::parse_output(&result).unwrap();
    assert!(gh::ListIssues::parse_output(&json!({"issues": [{}]})).is_err());
}

fn reports() -> Vec<ToolReport> {
    let ids = ["gh:list_issues", "gh:no_parameters", "of_the_day", "react"];
    let config = ids.into_iter().fold(Config::new(), Config::typify);
    let report = config.authoring_warnings(false).inspect("codegen/typify");
    let report = report.unwrap();
    let warnings: Vec<&str> = report.warnings.iter().map(|w| w.message.as_str()).collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].starts_with("typify does not declare the types of tool `of_the_day`: "));
    report.tools
}

#[test]
fn the_report_says_who_declared_the_types_and_what_they_need() {
    let tools = reports();
    let of = |id: &str| tools.iter().find(|tool| tool.id == id).unwrap();
    let declared = |id: &str| of(id).declarations.clone();
    let needs = |crates: &[&str]| {
        let crates = crates.iter().map(|name| (*name).to_owned()).collect();
        Declarations::Typify { crates }
    };
    assert_eq!(
        declared("gh:list_issues"),
        needs(&["regress", "serde", "serde_json"])
    );
    assert_eq!(declared("ours"), Declarations::Own);
    assert!(of("ours").input.is_exact());
    let Enforcement::Checked(reasons) = &of("gh:list_issues").input else {
        panic!("the validator decides");
    };
    assert_eq!(reasons[0].reason, "types of typify");
    let Declarations::NotTypify { reason } = declared("of_the_day") else {
        panic!("it would assert the format");
    };
    assert!(reason.contains("at `/properties/day`"), "{reason}");
    assert!(of("of_the_day").input.is_exact());
    let Declarations::NotTypify { reason } = declared("react") else {
        panic!("typify panics");
    };
    assert!(
        reason.starts_with("/inputSchema: typify panics: "),
        "{reason}"
    );
    let config = Config::new().typify("book").assert_formats(true);
    let report = config.inspect("codegen/typify_formats").unwrap();
    assert_eq!(
        report.tools[0].declarations,
        needs(&["chrono", "serde", "uuid"])
    );
}

#[test]
fn a_tool_that_is_not_there_is_a_warning() {
    let config = Config::new().typify("gone").authoring_warnings(false);
    let report = config.inspect("codegen/typify").unwrap();
    assert_eq!(
        report.warnings[0].message,
        "names nothing: there is no tool `gone`"
    );
}

/// Its least common multiple of these is infinite, and is looked for without end.
#[test]
fn divisors_without_a_common_multiple_are_not_given_to_it() {
    for divisors in [[1e300, 1e-300, 3.0], [1e308, 0.3, 7.0], [0.1, 0.7, 2.0]] {
        let divisors: Vec<_> = divisors.map(|by| json!({"multipleOf": by})).into();
        let tool = json!({"name": "divided", "inputSchema": {"type": "object", "properties": {
            "a": {"type": "number", "allOf": divisors}
        }}});
        let folder = crate::scratch();
        folder.write("tool.json", tool.to_string());
        let config = Config::new().typify("divided").quiet();
        let report = config.inspect(folder.path()).unwrap();
        let Declarations::NotTypify { reason } = &report.tools[0].declarations else {
            panic!("{divisors:?}");
        };
        assert!(reason.contains("common multiple"), "{reason}");
    }
}
