//! Where a walk stands, written out as a JSON pointer only when somebody wants to read it.

use crate::schema::pointer::push;

/// One step of a walk; the steps before it live on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(crate) fn key(&'a self, key: &'a str) -> Path<'a> {
        Path::Key(self, key)
    }

    pub(crate) fn index(&'a self, index: usize) -> Path<'a> {
        Path::Index(self, index)
    }

    /// The path below the keyword, and below its token if it has one.
    pub(crate) fn token(&'a self, token: Token<'a>) -> Path<'a> {
        match token {
            Token::None => *self,
            Token::Name(name) => self.key(name),
            Token::Index(index) => self.index(index),
        }
    }

    /// The JSON pointer, below `base`.
    pub(crate) fn pointer(&self, base: &str) -> String {
        match self {
            Self::Root => base.to_owned(),
            Self::Key(parent, key) => {
                let mut pointer = parent.pointer(base);
                push(&mut pointer, key);
                pointer
            }
            Self::Index(parent, index) => {
                let mut pointer = parent.pointer(base);
                pointer.push('/');
                pointer.push_str(&index.to_string());
                pointer
            }
        }
    }
}

/// Which of the subschemas of a keyword.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token<'a> {
    /// The only one.
    None,
    Name(&'a str),
    Index(usize),
}
