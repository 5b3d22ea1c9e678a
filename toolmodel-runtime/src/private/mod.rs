//! What expansions and generated code refer to. Not a public interface: it changes without notice.

pub mod de;
pub mod declared;
pub mod derive;
mod key;
mod macros;
pub mod parse;
mod refusal;
pub mod ser;
pub mod set;
mod unexpected;
pub mod value;
mod write;

pub use serde;
pub use serde_json;

pub use crate::{
    __by_type as by_type, __choice as choice, __from_variants as from_variants,
    __methods as methods, __object as object, __pattern as pattern, __tagged as tagged,
    __text_enum as text_enum, __tool_call as tool_call, __tuple as tuple,
    __typed_tool as typed_tool, __wrapper as wrapper,
};

/// The kernel, for the generator.
pub mod kernel {
    pub use crate::error::excerpt::{first_of, visible_json};
    pub use crate::meter::{Allowance, Meter};
    pub use crate::path::pointer::join;
    pub use crate::path::{Place, Places, Step};
    pub use crate::schema::components::components;
    pub use crate::schema::contradiction::contradictions;
    pub use crate::schema::copies::Copies;
    pub use crate::schema::format;
    pub use crate::schema::reference::{References, Spot, Target, refers};
    pub use crate::schema::scan;
    pub use crate::schema::shape;
    pub use crate::schema::walk;

    /// The candidate nearest to a mistyped word, if it is near enough to be meant.
    pub fn nearest<'a>(
        word: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        crate::rules::nearest::nearest(word, candidates)
    }
}

pub use crate::typed::Integer;

/// The version of the interface that generated code is written against; a generated file asserts
/// it, so that a runtime of another release gives one clear error.
pub const CODEGEN: u32 = 2;

/// Whether a character has to be spelled out where text from anywhere is shown; the generator uses
/// this too, for doc comments.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    crate::rules::hidden::is_hidden(c)
}
