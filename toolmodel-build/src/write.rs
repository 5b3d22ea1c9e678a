//! Writes the file, and informs cargo.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::error::{Error, Errors};
use crate::report::Warning;

/// Writes a text unless the file has it already, so that cargo sees no change where there is none.
pub(crate) fn write_if_changed(path: &Path, text: &str) -> Result<bool, Errors> {
    if has_text(path, text).is_ok_and(|has| has) {
        return Ok(false);
    }
    let failed = |error: std::io::Error| {
        let name = path.display().to_string();
        Errors::from(Error::in_file(
            &name,
            format_args!("cannot be written: {error}"),
        ))
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)?;
    Ok(true)
}

/// Whether a file contains exactly a text. Only a regular file of that length is read: a pipe would never
/// end.
pub(crate) fn has_text(path: &Path, text: &str) -> std::io::Result<bool> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() != text.len() as u64 {
        return Ok(false);
    }
    Ok(std::fs::read(path)? == text.as_bytes())
}

/// Checks that a file has a text.
pub(crate) fn compare(path: &Path, text: &str) -> Result<(), Errors> {
    let message = match has_text(path, text) {
        Ok(true) => return Ok(()),
        Ok(false) => "is stale: generate it again".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
    };
    Err(Error::in_file(&path.display().to_string(), message).into())
}

/// Asks cargo to run the build script again when a path that exists changes.
pub(crate) fn cargo_watches(path: &Path) {
    // A path that does not exist would make cargo run the build script every time.
    if in_build_script() && path.exists() {
        directive("rerun-if-changed", path.display());
    }
}

/// Tells cargo what to watch and which warnings to print.
pub(crate) fn tell_cargo(watched: &[PathBuf], warnings: &[Warning]) {
    if in_build_script() {
        for path in watched {
            directive("rerun-if-changed", path.display());
        }
        for warning in warnings {
            directive("warning", warning);
        }
    }
}

/// Only a build script has both variables: a library that merely runs under cargo prints nothing.
pub(crate) fn in_build_script() -> bool {
    std::env::var_os("OUT_DIR").is_some() && std::env::var_os("CARGO_CFG_TARGET_OS").is_some()
}

#[allow(
    clippy::print_stdout,
    reason = "cargo reads build scripts' standard output"
)]
fn directive(key: &str, value: impl Display) {
    println!("cargo::{key}={}", one_line(&value.to_string()));
}

/// A text on one line: another line would be a directive under the control of whoever named the file.
fn one_line(text: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn only_regular_files_are_compared() {
        assert_eq!(has_text(Path::new("/dev/zero"), "").ok(), Some(false));
        assert!(has_text(Path::new("/dev/zero/none"), "").is_err());
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/src/write.rs");
        assert_eq!(
            has_text(Path::new(own), include_str!("write.rs")).ok(),
            Some(true)
        );
        assert_eq!(has_text(Path::new(own), "other").ok(), Some(false));
    }

    #[test]
    fn what_cargo_is_told_stays_on_one_line() {
        let name = "a\ncargo::rustc-env=X=1\r.json\u{85}";
        assert_eq!(one_line(name), "a cargo::rustc-env=X=1 .json ");
    }
}
