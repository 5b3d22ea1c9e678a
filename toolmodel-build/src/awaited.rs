//! Docs that may be put beside a single generated file later.
//!
//! Cargo treats a missing watched file as changed, so a file that does not exist cannot be watched, and watching its
//! folder is too much if that is the package. But cargo follows links in a folder that it watches, and ignores those
//! that lead nowhere: so it is given a folder of links, each to a place where a file may appear.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// What cargo should watch for files that do not exist yet, all beside `file`.
pub(crate) fn watched_for(file: &Path, awaited: &[PathBuf]) -> Option<PathBuf> {
    let out_dir = PathBuf::from(std::env::var_os("OUT_DIR")?);
    if awaited.is_empty() {
        return None;
    }
    // A build script may generate several files.
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    let links = out_dir.join(format!("awaited-{:016x}", hasher.finish()));
    match link(&links, awaited) {
        Ok(()) => Some(links),
        Err(_) => folder_of_docs(file),
    }
}

/// Creates a folder of links anew. Cargo compares times with the start of the build script, so the
/// folder is given an old time. The links keep theirs: a file that appears counts as changed, however
/// old it is.
#[cfg(unix)]
fn link(links: &Path, awaited: &[PathBuf]) -> std::io::Result<()> {
    if links.exists() {
        std::fs::remove_dir_all(links)?;
    }
    std::fs::create_dir_all(links)?;
    for path in awaited {
        let Some(name) = path.file_name() else {
            continue;
        };
        let target = std::path::absolute(path)?;
        match std::os::unix::fs::symlink(target, links.join(name)) {
            // Two namespaces may have tools with the same name.
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    std::fs::File::open(links)?.set_modified(std::time::SystemTime::UNIX_EPOCH)
}

/// Other platforms do not let everyone create links.
#[cfg(not(unix))]
fn link(_: &Path, _: &[PathBuf]) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// The folder of a file, where links cannot be created; except a folder that the build itself writes to, and
/// the whole package, which changes for other reasons.
fn folder_of_docs(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let at = std::fs::canonicalize(folder).ok()?;
    let is_above = |variable: &str| {
        let path = std::env::var_os(variable).map(PathBuf::from);
        let path = path.and_then(|path| std::fs::canonicalize(path).ok());
        path.is_some_and(|path| path.starts_with(&at))
    };
    let is_named = !folder.as_os_str().is_empty();
    (is_named && !is_above("OUT_DIR") && !is_above("CARGO_MANIFEST_DIR")).then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_links_the_folder_is_watched_unless_it_is_the_package() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let inside = package.join("src/load/mod.rs");
        assert_eq!(folder_of_docs(&inside), Some(package.join("src/load")));
        assert_eq!(folder_of_docs(&package.join("Cargo.toml")), None);
        assert_eq!(folder_of_docs(Path::new("Cargo.toml")), None);
    }
}
