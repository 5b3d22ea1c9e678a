//! Compile errors of the derive: one mistake per file, the file named after the mistake.
//!
//! `TRYBUILD=overwrite` writes the expectations. They hold for one compiler, so the test says so and
//! skips with any other.

use std::process::Command;

/// The compiler whose messages the expectations hold.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn mistakes_are_compile_errors_at_the_right_place() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stdout);
    if !version.starts_with(COMPILER) {
        eprintln!("skipped: the expectations are written for {COMPILER}x, this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("ui/cases/*/*.rs");
}
