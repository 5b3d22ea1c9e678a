//! Where the reader is, without an allocation until it is asked.

use crate::schema::pointer::push;

/// A place in the value, as a chain back to the root.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        self.write(&mut pointer);
        pointer
    }

    fn write(&self, pointer: &mut String) {
        match self {
            Self::Root => {}
            Self::Key(parent, key) => {
                parent.write(pointer);
                push(pointer, key);
            }
            Self::Index(parent, index) => {
                parent.write(pointer);
                push(pointer, &index.to_string());
            }
        }
    }
}
