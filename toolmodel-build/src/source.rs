//! A file that tools came from.

use std::rc::Rc;

/// A file that was read, shared by everything that came from it.
#[derive(Clone, Debug)]
pub(crate) struct Source(Rc<File>);

#[derive(Debug)]
struct File {
    number: usize,
    name: String,
    path: String,
    text: Box<str>,
}

impl Source {
    pub(crate) fn new(number: usize, name: String, path: String, text: Box<str>) -> Self {
        Self(Rc::new(File {
            number,
            name,
            path,
            text,
        }))
    }

    /// The index of the file.
    pub(crate) fn number(&self) -> usize {
        self.0.number
    }

    /// The path below the requested folder, with `/`: it is the same wherever the
    /// folder is.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    /// The path as requested, which can be opened from where the build runs.
    pub(crate) fn path(&self) -> &str {
        &self.0.path
    }

    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }
}
