//! The parts of the runtime's kernel that the generator uses: shapes, and pointers as text.

pub(crate) use toolmodel_runtime::__private::kernel::join;
pub(crate) use toolmodel_runtime::__private::kernel::shape::{
    ArrayRule, Booleans, Bound, ByName, Document, Mode, NodeId, NodeSet, NumberRule, ObjectRule,
    Shape, Slot, StringRule,
};
