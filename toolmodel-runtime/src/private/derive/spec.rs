//! Everything a derived tool declares, as constants.

use super::entries::{Entries, Examples};
use super::source::Source;

/// Writes metadata or examples of fields.
pub(super) type EntriesWriter = fn(&mut Entries);

/// Writes examples.
pub(super) type ExamplesWriter = fn(&mut Examples);

/// The description of a derived tool. The derive has checked every literal in it.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    pub(super) name: &'static str,
    pub(super) input: fn() -> Source,
    pub(super) output: Option<fn() -> Source>,
    pub(super) namespace: Option<&'static str>,
    pub(super) title: Option<&'static str>,
    pub(super) description: Option<&'static str>,
    pub(super) replaced_doc: Option<&'static str>,
    pub(super) version: Option<&'static str>,
    pub(super) tags: &'static [&'static str],
    /// Read-only, destructive, idempotent, open world.
    pub(super) hints: [Option<bool>; 4],
    pub(super) icons: &'static [Icon],
    pub(super) task_support: Option<&'static str>,
    pub(super) meta: Option<EntriesWriter>,
    /// Property and header name.
    pub(super) headers: &'static [(&'static str, &'static str)],
    pub(super) field_examples: Option<EntriesWriter>,
    pub(super) examples: Option<ExamplesWriter>,
    pub(super) notes: &'static str,
    pub(super) references: &'static [&'static str],
    /// Whether the type has no fields that are read.
    pub(super) no_parameters: bool,
    /// Whether every `format` of the schemas is asserted.
    pub(super) formats: bool,
}

/// An icon of a derived tool.
#[derive(Clone, Copy, Debug)]
pub struct Icon {
    pub(super) src: &'static str,
    pub(super) mime_type: Option<&'static str>,
    pub(super) sizes: &'static [&'static str],
    pub(super) theme: Option<&'static str>,
}

impl Icon {
    /// An icon at a URI.
    #[must_use]
    pub const fn new(src: &'static str) -> Self {
        Self {
            src,
            mime_type: None,
            sizes: &[],
            theme: None,
        }
    }

    /// Overrides the media type.
    #[must_use]
    pub const fn mime_type(mut self, mime_type: &'static str) -> Self {
        self.mime_type = Some(mime_type);
        self
    }

    /// Sizes such as `48x48`.
    #[must_use]
    pub const fn sizes(mut self, sizes: &'static [&'static str]) -> Self {
        self.sizes = sizes;
        self
    }

    /// `light` or `dark`.
    #[must_use]
    pub const fn theme(mut self, theme: &'static str) -> Self {
        self.theme = Some(theme);
        self
    }
}

macro_rules! setters {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty $(=> $wrap:ident)?;)+) => {
        impl Spec {
            $(
                $(#[doc = $doc])+
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = setters!(@value $name $($wrap)?);
                    self
                }
            )+
        }
    };
    (@value $name:ident) => { $name };
    (@value $name:ident $wrap:ident) => { $wrap($name) };
}

setters! {
    /// The schema of the result.
    output: fn() -> Source => Some;
    /// The first part of the id.
    namespace: &'static str => Some;
    /// A name for people.
    title: &'static str => Some;
    /// The doc comment.
    description: &'static str => Some;
    /// The doc comment, when it is not the description.
    replaced_doc: &'static str => Some;
    /// A semantic version.
    version: &'static str => Some;
    /// Normalised tags.
    tags: &'static [&'static str];
    /// Read-only, destructive, idempotent, open world.
    hints: [Option<bool>; 4];
    /// Icons that a client may show.
    icons: &'static [Icon];
    /// `forbidden`, `optional` or `required`.
    task_support: &'static str => Some;
    /// The entries of `_meta`.
    meta: EntriesWriter => Some;
    /// Property and header name.
    headers: &'static [(&'static str, &'static str)];
    /// Property and example value.
    field_examples: EntriesWriter => Some;
    /// Calls that show how the tool is used.
    examples: ExamplesWriter => Some;
    /// What the docs say beyond the description.
    notes: &'static str;
    /// Links to read more.
    references: &'static [&'static str];
}

impl Spec {
    /// A tool with a name, whose arguments have the given schema.
    #[must_use]
    pub const fn new(name: &'static str, input: fn() -> Source) -> Self {
        Self {
            name,
            input,
            output: None,
            namespace: None,
            title: None,
            description: None,
            replaced_doc: None,
            version: None,
            tags: &[],
            hints: [None; 4],
            icons: &[],
            task_support: None,
            meta: None,
            headers: &[],
            field_examples: None,
            examples: None,
            notes: "",
            references: &[],
            no_parameters: false,
            formats: false,
        }
    }

    /// Every `format` of the schemas is asserted.
    #[must_use]
    pub const fn formats(mut self) -> Self {
        self.formats = true;
        self
    }

    /// The type has no fields that are read.
    #[must_use]
    pub const fn no_parameters(mut self) -> Self {
        self.no_parameters = true;
        self
    }
}
