//! Which files are read, and how much of them: regular ones, of bounded size, below the requested
//! folder.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::problems::Problems;

/// Larger files are refused. JSON in memory takes many times as much space as its
/// text; real lists of tools have a few megabytes at most.
pub(super) const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Most folders below the requested one.
const MOST_FOLDERS: usize = 10_000;

/// The files to read and what cargo should watch.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The folder that names are relative to.
    pub(super) base: PathBuf,
    /// The files to read, sorted by path.
    pub(super) paths: Vec<PathBuf>,
    pub(super) watched: Vec<PathBuf>,
}

/// A file itself, or every `*.json` below a folder that is not hidden.
pub(super) fn find(path: &Path, problems: &mut Problems) -> Files {
    let mut found = Files::default();
    let kind = match std::fs::metadata(path) {
        Ok(metadata) => metadata.file_type(),
        Err(error) => {
            let message = match error.kind() {
                std::io::ErrorKind::NotFound => "no such file or folder".to_owned(),
                _ => format!("cannot be read: {error}"),
            };
            problems.error(Error::in_file(&shown(path), message));
            return found;
        }
    };
    if kind.is_dir() {
        path.clone_into(&mut found.base);
        collect(path, &mut found, problems);
        found.paths.sort();
    } else if kind.is_file() {
        path.parent().unwrap_or(path).clone_into(&mut found.base);
        found.watched.push(path.to_owned());
        found.paths.push(path.to_owned());
    } else {
        problems.error(Error::in_file(&shown(path), NEITHER));
    }
    found
}

const NEITHER: &str = "is neither a regular file nor a folder";

/// Walks folders without recursion. Links to folders are not followed, so each folder is visited once.
fn collect(top: &Path, found: &mut Files, problems: &mut Problems) {
    let mut folders = vec![top.to_owned()];
    while let Some(folder) = folders.pop() {
        found.watched.push(folder.clone());
        if found.watched.len() > MOST_FOLDERS + found.paths.len() {
            let message = format!("has more than {MOST_FOLDERS} folders");
            problems.error(Error::in_file(&shown(top), message));
            return;
        }
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("cannot be read: {error}");
                problems.error(Error::in_file(&shown(&folder), message));
                continue;
            }
        };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let is_json = path.extension().is_some_and(|ending| ending == "json");
            if name.starts_with('.') || !(is_folder || is_json) {
                continue;
            }
            if name.contains(char::is_control) {
                let message = "has a control character in its name";
                problems.error(Error::in_file(&shown(&path), message));
            } else if is_folder {
                folders.push(path);
            } else {
                found.watched.push(path.clone());
                found.paths.push(path);
            }
        }
    }
    found.watched.sort();
}

/// The text of a regular file. A link must not lead out of the folder, unless the file itself was
/// requested.
pub(super) fn read(path: &Path, within: Option<&Path>, largest: u64) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {error}");
    if let Some(folder) = within
        && path.is_symlink()
    {
        let inside = std::fs::canonicalize(folder).map_err(cannot)?;
        let target = std::fs::canonicalize(path).map_err(cannot)?;
        if !target.starts_with(&inside) {
            return Err("is a link that leads out of the folder".to_owned());
        }
    }
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if !metadata.is_file() {
        return Err("is not a regular file".to_owned());
    }
    let too_large =
        || format!("is larger than {largest} bytes (`Config::largest_file` allows more)");
    if metadata.len() > largest {
        return Err(too_large());
    }
    let file = std::fs::File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    file.take(largest.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(cannot)?;
    if bytes.len() as u64 > largest {
        return Err(too_large());
    }
    if let Some(encoding) = other_encoding(&bytes) {
        return Err(format!("is {encoding}, where UTF-8 is expected"));
    }
    String::from_utf8(bytes)
        .map_err(|error| not_utf8(error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The encoding of a text that begins with a byte order mark other than that of UTF-8, or with zeros.
fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    let start = bytes.get(..4).unwrap_or(bytes);
    match start {
        [0xff, 0xfe, 0, 0] | [0, 0, 0xfe, 0xff] | [_, 0, 0, 0] | [0, 0, 0, _] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        start if start.contains(&0) => Some("UTF-16"),
        _ => None,
    }
}

/// What is said of a text that is no UTF-8 from a byte on.
fn not_utf8(bytes: &[u8], from: usize) -> String {
    let before = bytes.get(..from).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    let byte = bytes.get(from).copied().unwrap_or_default();
    format!("is not UTF-8: byte {byte:#04x} at offset {from}, in line {line}")
}

/// A path as it is reported, on one line.
pub(super) fn shown(path: &Path) -> String {
    let mut text = String::new();
    for c in path.display().to_string().chars() {
        if c.is_control() {
            text.extend(c.escape_unicode());
        } else {
            text.push(c);
        }
    }
    text
}

/// The name of a file below the folder, with `/`.
pub(super) fn name(path: &Path, base: &Path) -> String {
    let below = path.strip_prefix(base).unwrap_or(path);
    shown(below).replace(std::path::MAIN_SEPARATOR, "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_named() {
        let utf16 = |order: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        for (bytes, encoding) in [
            (utf16(u16::to_le_bytes, "\u{feff}{}"), Some("UTF-16")),
            (utf16(u16::to_be_bytes, "\u{feff}{}"), Some("UTF-16")),
            (utf16(u16::to_le_bytes, "{}"), Some("UTF-16")),
            (b"\xff\xfe\0\0{\0\0\0".to_vec(), Some("UTF-32")),
            (b"\0\0\0{".to_vec(), Some("UTF-32")),
            (b"\xef\xbb\xbf{}".to_vec(), None),
            (b"{}".to_vec(), None),
            (Vec::new(), None),
        ] {
            assert_eq!(other_encoding(&bytes), encoding, "{bytes:?}");
        }
        let told = not_utf8(b"{\n \"\xe9\"}", 4);
        assert_eq!(told, "is not UTF-8: byte 0xe9 at offset 4, in line 2");
    }
}
