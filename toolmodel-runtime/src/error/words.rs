//! Types that are written as text, and need no other description, and lists of them.

/// Writes each variant of an enum as a text.
macro_rules! in_words {
    ($($type:ident { $($variant:ident => $text:literal,)+ })+) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $text,)+
                })
            }
        }
    )+};
}

/// Reads a type with its `parse` wherever text is read, and writes it with its `Display`.
macro_rules! as_text {
    ($type:ident) => {
        impl std::str::FromStr for $type {
            type Err = $crate::error::Error;

            fn from_str(text: &str) -> $crate::error::Result<Self> {
                Self::parse(text)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: String = serde::Deserialize::deserialize(deserializer)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Writes items one after another.
pub(crate) fn join<T: std::fmt::Display>(
    f: &mut std::fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    separator: &str,
) -> std::fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        let separator = if i == 0 { "" } else { separator };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

pub(crate) use {as_text, in_words};
