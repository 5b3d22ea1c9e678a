//! Every word of `#[tool(...)]`, in one place; "did you mean" chooses among them.

pub(crate) const TOOL: &str = "tool";

pub(crate) const CRATE: &str = "crate";
pub(crate) const DESCRIPTION: &str = "description";
pub(crate) const DESTRUCTIVE: &str = "destructive";
pub(crate) const EXAMPLE: &str = "example";
pub(crate) const FORMATS: &str = "formats";
pub(crate) const HEADER: &str = "header";
pub(crate) const ICON: &str = "icon";
pub(crate) const ID: &str = "id";
pub(crate) const IDEMPOTENT: &str = "idempotent";
pub(crate) const META: &str = "meta";
pub(crate) const MIME_TYPE: &str = "mime_type";
pub(crate) const NAME: &str = "name";
pub(crate) const NAMESPACE: &str = "namespace";
pub(crate) const NOTES: &str = "notes";
pub(crate) const OPEN_WORLD: &str = "open_world";
pub(crate) const OUTPUT: &str = "output";
pub(crate) const READ_ONLY: &str = "read_only";
pub(crate) const REFERENCE: &str = "reference";
pub(crate) const RESULT_HINT: &str = "result_hint";
pub(crate) const SIZES: &str = "sizes";
pub(crate) const SRC: &str = "src";
pub(crate) const TAGS: &str = "tags";
pub(crate) const TASK_SUPPORT: &str = "task_support";
pub(crate) const THEME: &str = "theme";
pub(crate) const TITLE: &str = "title";
pub(crate) const VERSION: &str = "version";

/// What `#[tool(...)]` on the type may contain.
pub(crate) const ON_TYPE: &[&str] = &[
    NAME,
    TITLE,
    DESCRIPTION,
    NAMESPACE,
    VERSION,
    TAGS,
    READ_ONLY,
    IDEMPOTENT,
    DESTRUCTIVE,
    OPEN_WORLD,
    ICON,
    META,
    OUTPUT,
    TASK_SUPPORT,
    FORMATS,
    EXAMPLE,
    NOTES,
    REFERENCE,
    CRATE,
];

/// What `#[tool(...)]` on a field may contain.
pub(crate) const ON_FIELD: &[&str] = &[HEADER, EXAMPLE];

/// What `icon(...)` may contain.
pub(crate) const IN_ICON: &[&str] = &[SRC, MIME_TYPE, SIZES, THEME];

/// What `example(...)` may contain after the value.
pub(crate) const IN_EXAMPLE: &[&str] = &[ID, TITLE, DESCRIPTION, RESULT_HINT];

pub(crate) const TASK_SUPPORTS: &[&str] = &["forbidden", "optional", "required"];

pub(crate) const THEMES: &[&str] = &["light", "dark"];
