//! Subschemas whose type is another's: a definition or null, or a user's type.

use serde_json::{Value, json};
use toolmodel_runtime::__private::kernel::Step;

use super::{Hint, Lowering};
use crate::ir::Type;
use crate::schema::NodeSet;

impl Lowering<'_, '_> {
    /// `anyOf` a definition or null, which is how most schemas express that something may be null: uses the
    /// definition's own type, with its name.
    pub(super) fn nullable_definition(&mut self, set: &NodeSet, hint: &Hint) -> Option<Type> {
        let [only] = set.as_slice() else { return None };
        if hint.parent.is_empty() {
            return None;
        }
        let map = self.document.schema(*only).as_object()?;
        let mut says = map.iter().filter(|(key, _)| !is_annotation(key));
        let ((keyword @ ("anyOf" | "oneOf"), Value::Array(branches)), None) = (
            says.next().map(|(key, value)| (key.as_str(), value))?,
            says.next(),
        ) else {
            return None;
        };
        let is_null = |schema: &Value| *schema == json!({"type": "null"});
        let at = match branches.as_slice() {
            [_, null] if is_null(null) => 0,
            [null, _] if is_null(null) => 1,
            _ => return None,
        };
        let steps = [Step::Key(keyword), Step::Index(at)];
        let branch = self.document.child(*only, &steps, &branches[at]);
        let target = self.document.resolve(branch);
        if !self.is_definition(target) {
            return None;
        }
        // Null would be accepted twice, which a `oneOf` rejects.
        if self.document.shape(&vec![target]).null {
            return None;
        }
        match self.lower_set(vec![target], hint) {
            Type::Any | Type::Null | Type::Nullable(_) | Type::Replaced(_) => None,
            ty => Some(Type::Nullable(Box::new(ty))),
        }
    }

    /// The user's type for a place, or for what the place refers to.
    pub(super) fn replacement(&self, set: &NodeSet, place: &str) -> Option<String> {
        let at = |pointer: &str| self.context.replacements.get(pointer).copied();
        let referred = || {
            let mut ids = set.iter();
            ids.find_map(|id| at(&self.document.pointer(*id)))
        };
        let by_pointer = at(place).or_else(referred);
        let by_format = || {
            let [only] = set.as_slice() else { return None };
            let schema = self.document.schema(*only);
            let is_string = schema.get("type") == Some(&Value::String("string".to_owned()));
            let format = schema.get("format").and_then(Value::as_str)?;
            self.context
                .formats
                .get(format)
                .filter(|_| is_string)
                .map(String::as_str)
        };
        by_pointer.or_else(by_format).map(str::to_owned)
    }
}

/// Keywords that do not affect what is accepted.
fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "$comment"
            | "default"
            | "deprecated"
            | "description"
            | "examples"
            | "readOnly"
            | "title"
            | "writeOnly"
    )
}
