//! Arrays: lists, tuples, and choices between them.

use super::{Hint, Keep, Lowering};
use crate::ir::{Kind, Type, Variant};
use crate::names::{Scope, singular};
use crate::schema::{ArrayRule, Slot};

impl Lowering<'_, '_> {
    pub(super) fn lower_arrays(&mut self, slot: &Slot<ArrayRule>, hint: &Hint) -> Type {
        let (mode, rules) = match slot {
            Slot::Never => return Type::Any,
            Slot::Just(rule) => return self.lower_array(rule, hint),
            Slot::AnyOf(rules) | Slot::OneOf(rules) => (slot.mode(), rules),
        };
        let id = self.define(hint);
        // Dropping a property could make a second branch of a `oneOf` accept, and lose what another one declares.
        let keep = std::mem::replace(&mut self.keep, Keep::Everything);
        let mut scope = Scope::default();
        let mut variants = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            let name = format!("{} list {}", hint.name, i + 1);
            let inner = Hint {
                name,
                parent: hint.name.clone(),
                ..hint.clone()
            };
            let ty = self.lower_array(rule, &inner);
            variants.push(Variant {
                key: (),
                name: scope.claim(&self.variant_name(&ty, "List")),
                ty,
                boxed: false,
            });
        }
        self.keep = keep;
        self.set_kind(id, Kind::Choice { mode, variants });
        Type::Named(id)
    }

    fn lower_array(&mut self, rule: &ArrayRule, hint: &Hint) -> Type {
        let longest = rule
            .parts
            .iter()
            .map(|part| part.prefix.len())
            .max()
            .unwrap_or(0);
        let max = self.longest_array(rule, longest);
        if longest > 0 && rule.min > 0 && max == Some(rule.min) && rule.min <= 16 {
            return self.lower_tuple(rule, hint);
        }
        let item = Self::item_hint(hint, "item");
        let name = match singular(&hint.name) {
            Some(one) => one,
            // An item of an item, in a list of lists.
            None if hint.name.ends_with(" item") => hint.name.clone(),
            None => item.name,
        };
        let item = Hint { name, ..item };
        let keep = self.keep;
        self.keep = keep.inside(rule.is_described);
        let ty = if longest > 0 {
            self.leave(&hint.pointer, "a tuple of varying length");
            Type::Any
        } else if max == Some(0) {
            Type::Any
        } else {
            self.lower_set(rule.item(0), &item)
        };
        self.keep = keep;
        let comparable = self.compares_as_json(&ty);
        if rule.unique && max.is_none_or(|max| max > 1) && !comparable {
            self.leave(&hint.pointer, "`uniqueItems` on values of several types");
        }
        Type::List {
            item: Box::new(ty),
            min: rule.min,
            max,
            // What cannot be ordered here is only compared by the validator.
            unique: rule.unique && comparable,
        }
    }

    fn lower_tuple(&mut self, rule: &ArrayRule, hint: &Hint) -> Type {
        let id = self.define(hint);
        let mut items = Vec::new();
        let keep = self.keep;
        self.keep = keep.inside(rule.is_described);
        for i in 0..usize::try_from(rule.min).unwrap_or(0) {
            let inner = Self::item_hint(hint, &format!("item {}", i + 1));
            items.push(self.lower_set(rule.item(i), &inner));
        }
        self.keep = keep;
        if rule.unique {
            self.leave(&hint.pointer, "`uniqueItems` on a tuple");
        }
        self.set_kind(id, Kind::Tuple(items));
        Type::Named(id)
    }

    /// The longest array: `maxItems`, or the position of an item that accepts nothing.
    fn longest_array(&mut self, rule: &ArrayRule, longest: usize) -> Option<u64> {
        let closed = (0..=longest).find(|i| self.document.shape(&rule.item(*i)).is_never());
        let closed = closed.map(|i| i as u64);
        rule.max.into_iter().chain(closed).min()
    }

    fn item_hint(hint: &Hint, suffix: &str) -> Hint {
        Hint {
            name: format!("{} {suffix}", hint.name),
            parent: hint.outer().to_owned(),
            pointer: format!("{}/items", hint.pointer),
            doc: None,
        }
    }

    /// Whether two values of the type are equal in Rust when they are equal in JSON.
    fn compares_as_json(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool(_)
            | Type::Int { .. }
            | Type::Wide { .. }
            | Type::Number(_)
            | Type::Text(_)
            | Type::Null => true,
            Type::Nullable(inner) => self.compares_as_json(inner),
            Type::Named(id) => matches!(self.defs[id.0].kind, Kind::TextEnum(_)),
            _ => false,
        }
    }
}
