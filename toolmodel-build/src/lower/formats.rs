//! Formats that are asserted: where there is one, the validator decides.

use std::collections::BTreeSet;

use serde_json::Value;
use toolmodel_runtime::__private::kernel::format::is_asserted;
use toolmodel_runtime::__private::kernel::{Place, Places, walk};

use super::shapes::Shapes;
use crate::report::Reason;

/// Every place with a format that is asserted, according to the shapes. Lowering does not visit all of
/// them: a user's type replaces everything below its place.
pub(super) fn asserted(shapes: &Shapes<'_>) -> BTreeSet<Reason> {
    let mut reasons = BTreeSet::new();
    let Some(schema) = shapes.asserting else {
        return reasons;
    };
    let mut places = Places::default();
    let mut stack = vec![(Place::ROOT, schema.as_value())];
    while let Some((place, schema)) = stack.pop() {
        let Value::Object(map) = schema else { continue };
        let format = map.get("format").and_then(Value::as_str);
        if format.is_some_and(|format| is_asserted(format, shapes.dialect)) {
            reasons.insert(Reason {
                pointer: places.pointer(place),
                reason: "`format`".to_owned(),
            });
        }
        let below = walk::children(map).into_iter();
        stack.extend(below.map(|child| (places.child(place, &child), child.schema)));
    }
    reasons
}
