//! A property of a struct: its type, its name, and what its absence means.

use serde_json::Value;

use super::default::can_write;
use super::{Hint, Lowering};
use crate::ir::{DefId, Field, Presence, Type};
use crate::names::{Scope, field_name, snake};
use crate::schema::{NodeId, NodeSet};

/// A declared property.
pub(super) struct Named<'r> {
    pub(super) json: &'r str,
    pub(super) required: bool,
    /// What is required of it.
    pub(super) set: NodeSet,
    /// Where it is declared: description and default are there.
    pub(super) declared: Vec<NodeId>,
}

impl Lowering<'_, '_> {
    /// Where a property is first declared.
    pub(super) fn place_of(&self, property: &Named<'_>) -> String {
        let first = property.declared.first();
        first.map_or_else(String::new, |id| self.document.pointer(*id))
    }

    pub(super) fn lower_field(
        &mut self,
        property: Named<'_>,
        scope: &mut Scope,
        parent: DefId,
        sensitive: bool,
    ) -> Field {
        let pointer = self.place_of(&property);
        let Named {
            json,
            required,
            set,
            declared,
        } = property;
        let doc = self.describe(&declared).or_else(|| self.describe(&set));
        let hint = Hint {
            name: json.to_owned(),
            parent: self.defs[parent.0].name.clone(),
            pointer: pointer.clone(),
            doc: doc.clone(),
        };
        let ty = self.lower_set(set.clone(), &hint);
        let default = if required {
            None
        } else {
            self.default(&declared, &set, &pointer)
        };
        let writable = |default: &Value| can_write(&self.defs, &ty, default);
        let (default, told_default) = match default {
            Some(default) if writable(&default) => (Some(default), None),
            default => (None, default),
        };
        let presence = if required {
            Presence::Required
        } else {
            self.presence(default.as_ref(), &ty, sensitive)
        };
        let wanted = self.context.renames.get(pointer.as_str());
        let wanted = match wanted {
            Some(name) if !pointer.is_empty() => field_name(name),
            _ => snake(json),
        };
        let name = scope.claim(&wanted);
        self.tell_changed(&format!("property `{json}`"), &wanted, &name, &pointer);
        Field {
            json: json.to_owned(),
            name,
            doc,
            ty,
            presence,
            default,
            told_default,
            boxed: false,
            pointer,
        }
    }

    /// How an optional property is stored. Presence is never lost, unless the user requests that.
    fn presence(&self, default: Option<&Value>, ty: &Type, sensitive: bool) -> Presence {
        match (default, ty) {
            (None, _) => Presence::Optional,
            _ if sensitive || !self.context.fill_defaults => Presence::Optional,
            (Some(Value::Null), Type::Nullable(_)) => Presence::OptionalNull,
            _ => Presence::Filled,
        }
    }

    /// The default of a property, if it is valid.
    fn default(&mut self, declared: &[NodeId], set: &NodeSet, pointer: &str) -> Option<Value> {
        let default = declared
            .iter()
            .chain(set)
            .find_map(|id| self.document.schema(*id).get("default"));
        let default = default?.clone();
        // What is beside a `$ref` counts too.
        let mut own: NodeSet = declared.iter().chain(set).copied().collect();
        own.sort_unstable();
        own.dedup();
        let valid = self.meets(&own, &default);
        if valid == Some(false) && !default.is_null() {
            let message = format!("the default `{default}` does not meet its schema");
            self.warnings.push((format!("{pointer}/default"), message));
        }
        (valid == Some(true)).then_some(default)
    }
}
