//! Folders that tests write tools into, and texts that are compared with files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for one test, removed when dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// An empty folder below `parent`, which is a test binary's `CARGO_TARGET_TMPDIR`.
    ///
    /// # Panics
    /// When the folder cannot be made.
    #[must_use]
    pub fn below(parent: &str) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = Path::new(parent).join(format!("scratch-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        Self(folder)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What is told about files below the folder, as it would be told inside of it.
    #[must_use]
    pub fn seen_inside(&self, told: &impl ToString) -> String {
        let folder = format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR);
        told.to_string().replace(&folder, "")
    }

    /// Writes a file below the folder, and the folders on the way.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        let folder = path.parent().unwrap_or(&self.0);
        std::fs::create_dir_all(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays behind does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a text is the one in a file; with `UPDATE=1` the file becomes the text.
///
/// # Errors
/// The first line that differs, or that the file is missing.
pub fn compare(path: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE").is_some_and(|v| v == "1") {
        return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    }
    let name = path.display();
    let expected = std::fs::read_to_string(path)
        .map_err(|error| format!("{name}: {error}; UPDATE=1 writes it"))?;
    if expected == text {
        return Ok(());
    }
    let (mut was, mut is) = (expected.lines(), text.lines());
    for number in 1.. {
        match (was.next(), is.next()) {
            (a, b) if a == b && a.is_some() => {}
            (a, b) => {
                return Err(format!(
                    "{name}:{number} differs; UPDATE=1 accepts it\n  was: {}\n  is:  {}",
                    a.unwrap_or("(end of file)"),
                    b.unwrap_or("(end of file)")
                ));
            }
        }
    }
    Ok(())
}

/// The folders below one, sorted by name.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}
