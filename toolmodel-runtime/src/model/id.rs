//! Tool ids: `namespace:name`, or `name` alone.

use std::fmt;

use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Result, as_text};

/// The stable id of a tool: `namespace:name`, or `name` when there is no namespace.
///
/// ```
/// use toolmodel_runtime::ToolId;
///
/// let id: ToolId = "gh:get_repo".parse()?;
/// assert_eq!((id.namespace(), id.name()), (Some("gh"), "get_repo"));
/// assert_eq!(id.to_string(), "gh:get_repo");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId {
    namespace: Option<String>,
    name: String,
}

impl ToolId {
    /// An id from its parts.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidToolId`] when a part is empty or contains `:`.
    pub fn new(namespace: Option<&str>, name: &str) -> Result<Self> {
        for (part, text) in [("namespace", namespace), ("name", Some(name))] {
            let Some(text) = text else { continue };
            if text.is_empty() {
                return Err(invalid(format_args!("the {part} is empty")));
            }
            if text.contains(':') {
                let text = cut(text);
                return Err(invalid(format_args!("the {part} `{text}` contains `:`")));
            }
        }
        Ok(Self {
            namespace: namespace.map(str::to_owned),
            name: name.to_owned(),
        })
    }

    /// Reads `namespace:name` or `name`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidToolId`] when the text is empty, has more than one `:`, or a part is
    /// empty.
    pub fn parse(id: &str) -> Result<Self> {
        if id.is_empty() {
            return Err(invalid("the id is empty"));
        }
        match id.split_once(':') {
            None => Ok(Self {
                namespace: None,
                name: id.to_owned(),
            }),
            Some((_, name)) if name.contains(':') => {
                Err(invalid(format_args!("`{}` has more than one `:`", cut(id))))
            }
            Some((namespace, name)) if namespace.is_empty() || name.is_empty() => {
                let part = if namespace.is_empty() {
                    "namespace"
                } else {
                    "name"
                };
                Err(invalid(format_args!("`{}` has an empty {part}", cut(id))))
            }
            Some((namespace, name)) => Ok(Self {
                namespace: Some(namespace.to_owned()),
                name: name.to_owned(),
            }),
        }
    }

    /// The part before the `:`.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    /// The part after the `:`, or the whole id.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn invalid(message: impl fmt::Display) -> Error {
    Error::new(ErrorKind::InvalidToolId, message)
}

impl fmt::Display for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(namespace) = &self.namespace {
            write!(f, "{namespace}:")?;
        }
        f.write_str(&self.name)
    }
}

as_text!(ToolId);
