//! Which compilers the expectations in `cases` are written for.

use std::io::Write as _;
use std::process::Command;

/// The compilers whose messages the expectations hold, as `rustc --version` begins.
const COMPILERS: [&str; 1] = ["rustc 1.95."];

/// Whether the messages of this compiler are the expected ones. When they are not, says so where
/// `cargo test` cannot hide it.
///
/// # Panics
/// When `CI` is `true` and the compiler is another one: there, nothing is skipped.
#[must_use]
pub fn expectations_hold() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map_or_else(
        |error| error.to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    if COMPILERS.iter().any(|known| version.starts_with(known)) {
        return true;
    }
    let message = format!(
        "skipped: compile errors of the derive: their texts are written for {COMPILERS:?}, this is {version}"
    );
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!in_ci, "{message}");
    // Not `eprintln!`, which the test harness keeps to itself when a test passes.
    let _ = writeln!(std::io::stderr(), "{message}");
    false
}
