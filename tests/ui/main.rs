//! Compile errors of the derive: one mistake per file, the file named after the mistake.
//!
//! `TRYBUILD=overwrite` writes the expectations. They hold for one compiler; with any other, nothing is
//! compared, loudly, and in CI that is a failure.

#[test]
fn mistakes_are_compile_errors_at_the_right_place() {
    if toolmodel_tests_ui::expectations_hold() {
        trybuild::TestCases::new().compile_fail("cases/*/*.rs");
    }
}
