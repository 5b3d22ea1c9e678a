//! How large, deep and costly a schema or an instance may be before it is refused.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// Bounds for untrusted schemas and instances.
///
/// The defaults accept real tools with room to spare; whatever exceeds a limit is refused with
/// [`ErrorKind::LimitExceeded`], which names the limit and how to raise it.
///
/// ```
/// use toolmodel_runtime::{DefaultValidator, Limits};
///
/// let limits = Limits::default().with_instance_depth(16).with_violations(5);
/// let validator = DefaultValidator::builder().limits(limits).build()?;
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Size of a schema as compact JSON, approximately; 1 MiB. Subschemas duplicated because `$dynamicRef` has
    /// another target in them may take a sixteenth of this plus four times the schema.
    pub schema_bytes: usize,
    /// Levels of arrays and objects in a schema; 100. [`crate::MAX_NESTING`] applies as well.
    pub schema_depth: usize,
    /// Bytes of the JSON pointers to all subschemas and keywords of a schema together, each with the
    /// `$id`s above it; 16 MiB.
    pub schema_pointers: usize,
    /// Subschemas in a schema, before references are followed; 10,000.
    pub subschemas: usize,
    /// Subschemas that apply to one place of an instance once `$ref` and the like are followed,
    /// each as often as it is reached; and those that are compiled, supplied documents included; 100,000.
    pub unrolled: usize,
    /// The longest chain of references and in-place applicators such as `allOf`; 256.
    pub chain: usize,
    /// Memory of one compiled regular expression, in bytes; 1 MiB. All expressions of a schema together may
    /// take eight times as much, and 64 times as much while they are matched.
    pub regex_size: usize,
    /// How often a regular expression with look-around or back-references may backtrack; 100,000. All others
    /// never backtrack: they run in time linear in the text.
    pub regex_backtracking: usize,
    /// Levels of arrays and objects in an instance; 128.
    pub instance_depth: usize,
    /// Values in an instance, nested ones included; 250,000.
    pub instance_nodes: usize,
    /// Bytes of text in an instance, property names included; 16 MiB.
    pub instance_bytes: usize,
    /// Steps of one validation; 20 million. A step is about one keyword checked on one value, one name or
    /// option compared, or some hundred characters read, and takes some 50 nanoseconds. They are counted in
    /// advance, because the engine cannot be stopped once it has started.
    pub work: usize,
    /// Most violations listed; 32.
    pub violations: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            schema_bytes: 1 << 20,
            schema_depth: 100,
            schema_pointers: 16 << 20,
            subschemas: 10_000,
            unrolled: 100_000,
            chain: 256,
            regex_size: 1 << 20,
            regex_backtracking: 100_000,
            instance_depth: 128,
            instance_nodes: 250_000,
            instance_bytes: 16 << 20,
            work: 20_000_000,
            violations: 32,
        }
    }
}

macro_rules! setters {
    ($($name:ident $with:ident)*) => {
        impl Limits {
            $(
                #[doc = concat!("Sets [`Limits::", stringify!($name), "`](Limits#structfield.", stringify!($name), ").")]
                #[must_use]
                pub fn $with(mut self, limit: usize) -> Self {
                    self.$name = limit;
                    self
                }
            )*
        }
    };
}

setters! {
    schema_bytes with_schema_bytes
    schema_depth with_schema_depth
    schema_pointers with_schema_pointers
    subschemas with_subschemas
    unrolled with_unrolled
    chain with_chain
    regex_size with_regex_size
    regex_backtracking with_regex_backtracking
    instance_depth with_instance_depth
    instance_nodes with_instance_nodes
    instance_bytes with_instance_bytes
    work with_work
    violations with_violations
}

/// The error of an exceeded limit: `what` says what was found, as in "the schema is larger than".
pub(super) fn exceeded(
    pointer: impl Into<String>,
    what: impl fmt::Display,
    limit: usize,
    unit: &str,
    name: &str,
) -> Error {
    Error::at(
        ErrorKind::LimitExceeded,
        pointer,
        format_args!("{what} {limit} {unit}; raise `Limits::{name}` to allow more"),
    )
}
