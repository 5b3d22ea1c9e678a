//! What expansions and generated code name. Not a public interface: it changes without notice.

pub mod de;
pub mod derive;
mod macros;
pub mod parse;
pub mod ser;

pub use serde;
pub use serde_json;

pub use crate::{
    __deserialize_object as deserialize_object, __text_enum as text_enum,
    __typed_tool as typed_tool,
};

pub use crate::docs::DocEntry;
pub use crate::error::Error;
pub use crate::model::Tool;
pub use crate::typed::{Integer, ToolHandler, TypedTool};

/// The number of the interface that generated code is written against; a generated file asserts
/// it, so that a runtime of another release is one clear error.
pub const CODEGEN: u32 = 1;
