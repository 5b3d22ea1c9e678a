//! Icons of a tool.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::named::named;
use super::record::{Field, KeyOrder, Reader, Writer};

/// An icon that a client may show for a tool.
///
/// ```
/// use toolmodel_runtime::{Icon, IconTheme};
///
/// let icon = Icon::new("https://example.org/icon.png")
///     .with_sizes(["48x48"])
///     .with_theme(IconTheme::Dark);
/// assert_eq!(icon.mime_type, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Icon {
    /// An `https:`, `http:` or base64 `data:` URI.
    pub src: String,
    /// Overrides the media type that the source is served with.
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: Option<Vec<String>>,
    /// The background the icon is made for.
    pub theme: Option<IconTheme>,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

/// The background an icon is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IconTheme {
    /// For light backgrounds.
    Light,
    /// For dark backgrounds.
    Dark,
    /// A theme no revision of the specification names.
    Other(String),
}

named! {
    IconTheme {
        Light => "light",
        Dark => "dark",
    }
}

impl Icon {
    /// An icon at a URI.
    #[must_use]
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            ..Self::default()
        }
    }

    /// The same icon with a media type.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The same icon for some sizes, such as `48x48`, or `any`.
    #[must_use]
    pub fn with_sizes<S: Into<String>>(mut self, sizes: impl IntoIterator<Item = S>) -> Self {
        self.sizes = Some(sizes.into_iter().map(Into::into).collect());
        self
    }

    /// The same icon for one background.
    #[must_use]
    pub fn with_theme(mut self, theme: IconTheme) -> Self {
        self.theme = Some(theme);
        self
    }

    pub(super) fn read(mut reader: Reader<'_>) -> Self {
        let mut icon = Self {
            src: reader.required_string("src"),
            mime_type: reader.string("mimeType"),
            sizes: reader.strings("sizes"),
            theme: reader.string("theme").map(IconTheme::from),
            ..Self::default()
        };
        (icon.extra, icon.order) = reader.finish();
        icon
    }
}

impl Serialize for Icon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = [
            ("src", Some(Field::Text(&self.src))),
            ("mimeType", self.mime_type.as_deref().map(Field::Text)),
            ("sizes", self.sizes.as_deref().map(Field::Texts)),
            (
                "theme",
                self.theme.as_ref().map(|theme| Field::Text(theme.as_str())),
            ),
        ];
        Writer::new(&fields, &self.extra, &self.order).serialize(serializer)
    }
}
