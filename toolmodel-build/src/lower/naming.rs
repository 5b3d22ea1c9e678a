//! How types are named: by the user, after their definition, or after their place.

use toolmodel_runtime::__private::kernel::Step;

use super::{Hint, Lowering};
use crate::ir::{DefId, Kind, TypeDef};
use crate::names::{pascal, type_name};
use crate::schema::{NodeId, NodeSet};

impl Lowering<'_, '_> {
    /// Reserves a definition under the hinted name; its kind comes later.
    pub(super) fn define(&mut self, hint: &Hint) -> DefId {
        let id = DefId(self.defs.len());
        let is_root = id.0 == 0 && hint.parent.is_empty();
        let name = if is_root {
            hint.name.clone()
        } else {
            let wanted = self.wanted(hint);
            let name = self.scope.claim(&wanted);
            self.tell_changed("the type here", &wanted, &name, &hint.pointer);
            name
        };
        self.defs.push(TypeDef {
            name,
            pointer: hint.pointer.clone(),
            doc: hint.doc.clone(),
            kind: Kind::Pending,
        });
        id
    }

    /// The name that the user gave, or the hinted one, preceded by its parent's if it is taken.
    pub(super) fn wanted(&self, hint: &Hint) -> String {
        if let Some(name) = self.context.renames.get(hint.pointer.as_str()) {
            let name = type_name(name);
            // A union of several types and its content may be at one place.
            let is_used = |def: &TypeDef| def.pointer == hint.pointer && def.name == name;
            if !self.defs.iter().any(is_used) {
                return name;
            }
        }
        let name = self.without_tool(pascal(&hint.name));
        if self.scope.is_free(&name) || hint.parent.is_empty() {
            return name;
        }
        self.without_tool(pascal(&format!("{} {}", hint.parent, hint.name)))
    }

    /// The name of a type inside a result, without the name of the tool, which its module has already.
    fn without_tool(&self, name: String) -> String {
        let tool = self.context.output_of;
        match tool.and_then(|tool| name.strip_prefix(tool)) {
            Some(rest) if rest.starts_with("Output") && rest != "Output" => rest.to_owned(),
            _ => name,
        }
    }

    /// Whether a subschema is in `$defs`.
    pub(super) fn is_definition(&self, id: NodeId) -> bool {
        let steps = self.document.steps(id);
        matches!(
            steps.as_slice(),
            [Step::Key("$defs" | "definitions"), Step::Key(_)]
        )
    }

    /// Warns when a name was taken.
    pub(super) fn tell_changed(&mut self, what: &str, wanted: &str, name: &str, pointer: &str) {
        if let Some(message) = crate::names::changed(what, wanted, name) {
            let message = message + crate::names::RENAME;
            self.warnings.push((pointer.to_owned(), message));
        }
    }

    /// A type that several places refer to is named after its definition.
    pub(super) fn named_by_definition(&self, set: &NodeSet, hint: &Hint) -> Hint {
        if hint.parent.is_empty() {
            return hint.clone();
        }
        let [only] = set.as_slice() else {
            return hint.clone();
        };
        let pointer = self.document.pointer(*only);
        let mut named = Hint {
            pointer,
            ..hint.clone()
        };
        if let [Step::Key("$defs" | "definitions"), Step::Key(name)] =
            self.document.steps(*only).as_slice()
        {
            (*name).clone_into(&mut named.name);
            named.doc = self.describe(set).or(named.doc);
        }
        named
    }

    /// The description that subschemas give.
    pub(super) fn describe(&self, set: &[NodeId]) -> Option<String> {
        let text = |id: &NodeId| {
            let description = self.document.schema(*id).get("description")?;
            description.as_str().filter(|text| !text.trim().is_empty())
        };
        set.iter().find_map(text).map(str::to_owned)
    }
}
