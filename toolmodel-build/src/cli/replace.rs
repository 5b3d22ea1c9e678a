//! Files are replaced atomically: a reader sees the old text or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::write::has_text;

/// Makes a text the content of a file, creating missing folders. Returns whether anything changed.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<bool> {
    // A link stays a link: its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if has_text(&path, text).is_ok_and(|has| has) {
        return Ok(false);
    }
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder)?;
    }
    let beside = beside(&path)?;
    let written = write(&beside, &path, text);
    if written.is_err() {
        // The reason why it failed is what matters.
        let _ = fs::remove_file(&beside);
    }
    written.map(|()| true)
}

fn write(beside: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(beside)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    fs::rename(beside, path)
}

/// A name in the same folder, where renaming is one step.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "is not the name of a file",
        ));
    };
    let mut own = OsString::from(".");
    own.push(name);
    own.push(format!(".{}", std::process::id()));
    Ok(path.with_file_name(own))
}
