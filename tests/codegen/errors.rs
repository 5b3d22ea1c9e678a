//! Everything that is wrong with tool files, said at once: `errors/<mistake>/` gives
//! `errors/<mistake>/expected.txt`. `UPDATE=1` accepts what is said now.

use std::path::Path;

use toolmodel_build::{Config, Errors, WireNames};
use toolmodel_tests::fixture::{compare, folders};

use crate::scratch;

fn errors_of(config: &Config, path: &Path) -> Errors {
    let out = scratch();
    let result = config.clone().out_dir(out.path()).generate(path);
    let errors = match result {
        Ok(report) => panic!("{}: accepted: {report:?}", path.display()),
        Err(errors) => errors,
    };
    let left = std::fs::read_dir(out.path()).unwrap().count();
    assert_eq!(left, 0, "{}: something was written", path.display());
    errors
}

#[test]
fn errors_name_every_problem_and_its_place() {
    // Tests run in the folder of their package.
    let cases = folders(Path::new("codegen/errors"));
    assert!(cases.len() > 8, "the cases are gone");
    let mut wrong = Vec::new();
    for case in cases {
        let errors = errors_of(&Config::new(), &case);
        wrong.extend(compare(&case.join("expected.txt"), &format!("{errors}\n")).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn namespaces_in_front_make_names_distinct_unless_they_do_not() {
    let prefixed = || Config::new().wire_names(WireNames::Prefixed);
    let tool = |namespace: &str, name: &str| {
        format!(
            r#"{{"namespace": "{namespace}", "name": "{name}", "inputSchema": {{"type": "object"}}}}"#
        )
    };
    let tools = scratch();
    tools.write("a.json", tool("a", "b_c"));
    tools.write("b.json", tool("b", "b_c"));
    let generated = prefixed().generate_to_string(tools.path()).unwrap();
    assert!(generated.text.contains(r#"(a::BC) = "a_b_c","#));
    assert!(generated.text.contains(r#"(b::BC) = "b_b_c","#));
    tools.write("b.json", tool("a_b", "c"));
    let errors = errors_of(&prefixed(), tools.path());
    assert_eq!(
        tools.seen_inside(&errors),
        "b.json:1:1: tools `a:b_c` of a.json and `a_b:c` are both called by the name `a_b_c`; \
         rename one"
    );
    tools.write("b.json", tool(&"n".repeat(100), &"c".repeat(28)));
    let errors = errors_of(&prefixed(), tools.path());
    assert!(
        errors.to_string().contains("is called by 129 characters"),
        "{errors}"
    );
}

#[test]
fn a_build_script_prints_the_same_lines() {
    let tools = scratch();
    tools.write("a.json", "{");
    let errors = errors_of(&Config::new(), tools.path());
    assert_eq!(format!("{errors:?}"), format!("\n{errors}"));
    assert_eq!(errors.iter().count(), 1);
    assert_eq!((&errors).into_iter().next().unwrap().position, Some((1, 1)));
}

#[test]
fn files_are_named_by_the_path_that_was_given() {
    let told = |path: &str| {
        let errors = errors_of(&Config::new(), Path::new(path)).to_string();
        errors.lines().next().unwrap().to_owned()
    };
    let rest = "name contains ` `, `!`; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`";
    for (given, place) in [
        ("codegen/errors/name/", "codegen/errors/name/bad.json:2:11"),
        (
            "./codegen/errors/name",
            "./codegen/errors/name/bad.json:2:11",
        ),
        (
            "codegen/errors/name/bad.json",
            "codegen/errors/name/bad.json:2:11",
        ),
        (
            "../tests/codegen/errors/name",
            "../tests/codegen/errors/name/bad.json:2:11",
        ),
    ] {
        assert_eq!(told(given), format!("{place}#/name: {rest}"));
        let path = place.strip_suffix(":2:11").unwrap();
        assert!(Path::new(path).is_file(), "{path}");
    }
}

#[test]
fn a_path_that_is_not_there_is_an_error() {
    let errors = errors_of(&Config::new(), Path::new("no/such/folder"));
    assert_eq!(errors.to_string(), "no/such/folder: no such file or folder");
}

#[test]
fn without_a_place_to_write_to_nothing_is_read() {
    const NAME: &str = "errors::without_a_place_to_write_to_nothing_is_read";
    if std::env::var_os("OUT_DIR").is_some() {
        // Cargo sets it for tests of a package with a build script: ask again without.
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        let again = again.args(["--exact", NAME]).env_remove("OUT_DIR").output();
        let output = String::from_utf8(again.unwrap().stdout).unwrap();
        assert!(output.contains("1 passed"), "{output}");
        return;
    }
    let errors = toolmodel_build::generate("no/such/folder").unwrap_err();
    assert!(errors.to_string().contains("`Config::out_dir`"), "{errors}");
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow() {
    let tools = scratch();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    tools.write("arrays.json", deep);
    let mut schema = "{\"type\": \"string\"}".to_owned();
    for _ in 0..60 {
        schema = format!("{{\"properties\": {{\"a\": {schema}}}}}");
    }
    tools.write(
        "schema.json",
        format!("{{\"name\": \"deep\", \"inputSchema\": {schema}}}"),
    );
    let errors = errors_of(&Config::new(), tools.path());
    let lines = tools.seen_inside(&errors);
    assert!(
        lines.starts_with("arrays.json:1:128: the JSON is nested too deeply"),
        "{lines}"
    );
}

#[test]
fn a_configuration_that_is_not_rust_is_refused_whole() {
    let tools = scratch();
    tools.write(
        "a.json",
        r#"{"name": "a", "inputSchema": {"type": "object"}}"#,
    );
    let config = Config::new()
        .rename("a", "", "not an identifier")
        .replace("a", "/inputSchema", "Vec<")
        .derive("a", "/inputSchema", "serde Serialize")
        .attribute("a", "/inputSchema", "deprecated")
        .format("uuid", "")
        .runtime_path("a b")
        .file_name("../tools.rs");
    assert_eq!(
        errors_of(&config, tools.path()).to_string(),
        "the configuration: name `not an identifier` is not a Rust identifier\n\
         the configuration: type `Vec<` is not a Rust type\n\
         the configuration: type `` is not a Rust type\n\
         the configuration: derive `serde Serialize` is not a path\n\
         the configuration: attribute `deprecated` is not an attribute such as `#[deprecated]`\n\
         the configuration: runtime path `a b` is not a path\n\
         the configuration: file name `../tools.rs` is not the name of a file"
    );
}

#[test]
fn a_namespace_of_the_configuration_is_checked() {
    let tools = scratch();
    tools.write(
        "a.json",
        r#"{"name": "a", "inputSchema": {"type": "object"}}"#,
    );
    let errors = errors_of(&Config::new().namespace("a:b"), tools.path());
    let told = tools.seen_inside(&errors);
    assert!(told.starts_with("a.json:1:1: namespace"), "{errors}");
    let errors = errors_of(&Config::new().namespace(""), tools.path());
    assert_eq!(tools.seen_inside(&errors), "a.json:1:1: namespace is empty");
}
