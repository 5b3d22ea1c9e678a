//! Generated code, byte for byte: `cases/<topic>/tool.json` gives `cases/<topic>/expected.rs`.
//! `UPDATE=1` accepts what is generated now.

use std::path::Path;

use toolmodel_build::{Config, WireNames};
use toolmodel_tests::fixture::{Scratch, compare, folders};

#[test]
fn generated_code_is_as_expected() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen/cases");
    let mut wrong = Vec::new();
    let cases = folders(&cases);
    assert!(cases.len() > 10, "the cases are gone");
    for case in cases {
        let out = Scratch::below(env!("CARGO_TARGET_TMPDIR"));
        // Two namespaces of this case have a tool of one name.
        let names = if case.ends_with("namespace") {
            WireNames::Prefixed
        } else {
            WireNames::Plain
        };
        let report = Config::new()
            .wire_names(names)
            .out_dir(out.path())
            .generate(case.join("tool.json"))
            .unwrap_or_else(|errors| panic!("{}: {errors}", case.display()));
        let text = std::fs::read_to_string(&report.output).unwrap();
        wrong.extend(compare(&case.join("expected.rs"), &text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
