//! What was changed, and where.

use std::fmt;

use serde::Serialize;

/// One change that was made to arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Change {
    /// JSON pointer to the changed value, in the repaired arguments; for a property that was left
    /// out, its former place.
    pub instance_path: String,
    /// The mistake that was repaired.
    pub mistake: Mistake,
}

/// A mistake that can be repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Mistake {
    /// A string with the JSON of the expected value: `"5"`, `"true"`, `"{\"a\": 1}"`.
    JsonInText,
    /// A number or boolean where a string is expected.
    NotText,
    /// One value where a list is expected.
    NotAList,
    /// Null for a property that may be left out.
    NullForAbsent,
    /// A listed value in a different case or style.
    Spelling {
        /// The value as the schema lists it.
        listed: String,
    },
    /// A property name in a different style.
    PropertyName {
        /// The name that was sent.
        sent: String,
        /// The name of the property.
        name: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.instance_path.is_empty() {
            write!(f, "{}: ", self.instance_path)?;
        }
        self.mistake.fmt(f)
    }
}

/// Values are not quoted, because they may be secret; names and listed values are the schema's.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::JsonInText => f.write_str("the text was read as JSON"),
            Self::NotText => f.write_str("the value was written as text"),
            Self::NotAList => f.write_str("the value was put in a list"),
            Self::NullForAbsent => f.write_str("null was left out"),
            Self::Spelling { listed } => write!(f, "the value is spelled `{listed}`"),
            Self::PropertyName { sent, name } => {
                write!(f, "the property `{sent}` is called `{name}`")
            }
        }
    }
}
