//! A file that tools came from.

use std::rc::Rc;

/// A file that was read, shared by everything that came from it.
pub(crate) type Source = Rc<File>;

#[derive(Debug)]
pub(crate) struct File {
    /// The index of the file.
    pub(crate) number: usize,
    /// The path below the requested folder, with `/`: it is the same wherever the
    /// folder is.
    pub(crate) name: String,
    /// The path as requested, which can be opened from where the build runs.
    pub(crate) path: String,
    pub(crate) text: Box<str>,
}
