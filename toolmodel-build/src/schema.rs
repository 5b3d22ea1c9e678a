//! The runtime's kernel, as far as the generator uses it: shapes, and pointers as text.

pub(crate) use toolmodel_runtime::__private::kernel::shape::{
    ArrayRule, Booleans, Bound, ByName, Document, NodeId, NodeSet, NumberRule, ObjectRule, Shape,
    Slot, StringRule,
};

/// `pointer` with one more reference token.
pub(crate) fn join(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}
