//! Crates that are written into the target folder and compiled there.

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// The folder for scratch crates of a kind, beside the build.
pub(crate) fn scratch(kind: &str) -> Fallible<PathBuf> {
    let own = std::env::current_exe()?;
    let profile = own.parent().ok_or("no target folder")?;
    Ok(profile.parent().unwrap_or(profile).join(kind))
}

/// Where all of them are compiled.
pub(crate) fn target() -> Fallible<PathBuf> {
    Ok(scratch("exactness")?.join("target"))
}

/// Makes a workspace of crates that depend on packages of ours.
pub(crate) fn write_workspace(folder: &Path, members: &[&str]) -> Fallible<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let path = |folder: &str| root.join(folder).display().to_string();
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n\
         [profile.dev]\ndebug = 0\nincremental = false\n\n[workspace.dependencies]\n\
         toolmodel-runtime = {{ path = {:?}, default-features = false }}\n\
         toolmodel-tests = {{ path = {:?} }}\n",
        path("toolmodel-runtime"),
        path("tests"),
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// Untouched when equal, so that a second run compiles nothing.
pub(crate) fn write(path: &Path, text: &str) -> Fallible<()> {
    if std::fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    Ok(std::fs::write(path, text)?)
}

/// Has cargo build or check a workspace.
pub(crate) fn cargo(command: &str, folder: &Path) -> Fallible<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([command, "--quiet", "--offline", "--workspace"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target()?)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err("the code does not compile".into())
    }
}
