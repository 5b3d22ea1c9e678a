//! A schema as rows of a table: each property with its type and what else is known about it.

use super::facts::{Facts, Walk};
use super::wording::{Detail, details, kind};
use crate::schema::Schema;

/// How deep properties inside properties are shown.
const MAX_DEPTH: usize = 5;
/// The most rows of a table.
const MAX_ROWS: usize = 200;

/// One property.
#[derive(Clone, Debug)]
pub(in crate::docs) struct Row<'a> {
    /// Where the property stands: `filter.state`, `labels[]`, `headers.*`.
    pub(in crate::docs) path: String,
    /// How deep it stands; zero for the properties of the root.
    pub(in crate::docs) depth: usize,
    pub(in crate::docs) kind: String,
    pub(in crate::docs) required: bool,
    pub(in crate::docs) description: Option<&'a str>,
    pub(in crate::docs) details: Vec<Detail>,
}

/// A schema as rows of a table.
#[derive(Clone, Debug, Default)]
pub(in crate::docs) struct Table<'a> {
    pub(in crate::docs) rows: Vec<Row<'a>>,
    /// The type of the whole, unless it is an object with rows.
    pub(in crate::docs) kind: Option<String>,
    /// The table does not tell all that the schema says.
    pub(in crate::docs) partial: bool,
}

impl<'a> Table<'a> {
    pub(in crate::docs) fn of(schema: &'a Schema) -> Self {
        let mut builder = Builder {
            walk: Walk::new(schema.as_value()),
            table: Table::default(),
        };
        let root = builder.walk.root();
        builder.inside(&root, "", 0);
        let mut table = builder.table;
        if table.rows.is_empty() {
            let items = root.items.map(|items| builder.walk.facts(&[items]));
            let kind = kind(&root, items.as_ref());
            table.kind = (kind != "object").then_some(kind);
        }
        table
    }
}

struct Builder<'a> {
    walk: Walk<'a>,
    table: Table<'a>,
}

impl<'a> Builder<'a> {
    /// Rows of everything that stands inside a value.
    fn inside(&mut self, facts: &Facts<'a>, path: &str, depth: usize) {
        self.table.partial |= facts.partial;
        let leaf = facts.properties.is_empty()
            && facts.items.is_none()
            && facts.additional.is_none()
            && facts.variants.is_empty();
        if leaf {
            return;
        }
        if depth >= MAX_DEPTH {
            self.table.partial = true;
            return;
        }
        for (name, schemas) in &facts.properties {
            let property = self.walk.facts(schemas);
            let path = if path.is_empty() {
                (*name).to_owned()
            } else {
                format!("{path}.{name}")
            };
            let required = facts.required.contains(name);
            self.row(&property, &path, depth, required);
        }
        if let Some(items) = facts.items {
            let items = self.walk.facts(&[items]);
            self.part(&items, &format!("{path}[]"), depth);
        }
        if let Some(additional) = facts.additional {
            let additional = self.walk.facts(&[additional]);
            let path = if path.is_empty() {
                "*".to_owned()
            } else {
                format!("{path}.*")
            };
            self.row(&additional, &path, depth, false);
        }
        for (i, variant) in facts.variants.iter().enumerate() {
            self.part(variant, &format!("{path} ({})", i + 1), depth);
        }
    }

    /// Items and alternatives have a row of their own only when there is something to say: their
    /// types already stand in the row above.
    fn part(&mut self, facts: &Facts<'a>, path: &str, depth: usize) {
        let silent = facts.description.is_none() && details(facts).is_empty();
        if silent && facts.variants.is_empty() {
            self.inside(facts, path, depth);
        } else {
            self.row(facts, path, depth, false);
        }
    }

    fn row(&mut self, facts: &Facts<'a>, path: &str, depth: usize, required: bool) {
        if self.table.rows.len() >= MAX_ROWS {
            self.table.partial = true;
            return;
        }
        let items = facts.items.map(|items| self.walk.facts(&[items]));
        self.table.rows.push(Row {
            path: path.trim_start().to_owned(),
            depth,
            kind: kind(facts, items.as_ref()),
            required,
            description: facts.description.or(facts.title),
            details: details(facts),
        });
        self.inside(facts, path, depth + 1);
    }
}
