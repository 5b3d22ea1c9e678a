//! A schema as rows of a table: each property with its type and what else is known about it.

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::Value;

use super::branches::{Label, labels};
use super::facts::{Facts, Walk};
use super::wording::{Detail, details, kind};
use crate::error::excerpt::shortened;
use crate::schema::Schema;

/// How deep properties inside properties are shown.
const MAX_DEPTH: usize = 5;
/// The most rows of a table.
const MAX_ROWS: usize = 200;
/// The longest name of a property, in characters.
const MAX_NAME_LEN: usize = 100;
/// The longest description of a property, in characters.
const MAX_TEXT_LEN: usize = 2000;

/// One row.
#[derive(Clone, Debug)]
pub(in crate::docs) enum Row<'a> {
    Property(Property<'a>),
    Branch(Branch<'a>),
}

/// One property.
#[derive(Clone, Debug)]
pub(in crate::docs) struct Property<'a> {
    /// The place of the property: `filter.state`, `labels[]`, `headers.*`.
    pub(in crate::docs) path: String,
    /// How deep it is nested; zero for the properties of the root.
    pub(in crate::docs) depth: usize,
    pub(in crate::docs) kind: String,
    pub(in crate::docs) required: bool,
    pub(in crate::docs) description: Option<Cow<'a, str>>,
    pub(in crate::docs) details: Vec<Detail<'a>>,
}

/// The heading of one branch of a union, above the properties that this branch has.
#[derive(Clone, Debug)]
pub(in crate::docs) struct Branch<'a> {
    /// The place of the union; empty for the root.
    pub(in crate::docs) path: String,
    pub(in crate::docs) depth: usize,
    pub(in crate::docs) label: Label,
    pub(in crate::docs) description: Option<Cow<'a, str>>,
}

/// A schema as rows of a table.
#[derive(Clone, Debug, Default)]
pub(in crate::docs) struct Table<'a> {
    pub(in crate::docs) rows: Vec<Row<'a>>,
    /// The type of the whole, unless it is an object with rows.
    pub(in crate::docs) kind: Option<String>,
    /// Whether the table does not show everything in the schema.
    pub(in crate::docs) partial: bool,
}

impl<'a> Table<'a> {
    pub(in crate::docs) fn of(schema: &'a Schema) -> Self {
        let mut builder = Builder {
            walk: Rc::new(Walk::new(schema.as_value())),
            table: Table::default(),
            open: Vec::new(),
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
    walk: Rc<Walk<'a>>,
    table: Table<'a>,
    /// The objects being unfolded, and their places.
    open: Vec<(Identity, String)>,
}

impl<'a> Builder<'a> {
    /// Rows of everything inside a value.
    fn inside(&mut self, facts: &Facts<'a>, path: &str, depth: usize) {
        self.table.partial |= facts.partial;
        if facts.has_parts() && (depth >= MAX_DEPTH || self.is_full()) {
            self.table.partial = true;
        } else if facts.has_parts() && self.above(facts).is_none() {
            let open = self.open.len();
            let known = identity(facts);
            self.open
                .extend(known.map(|known| (known, path.to_owned())));
            self.parts(facts, path, depth);
            self.open.truncate(open);
        }
    }

    /// The place of the same object further up, if these values are inside it.
    fn above(&self, facts: &Facts<'a>) -> Option<&str> {
        let same = identity(facts)?;
        let mut open = self.open.iter();
        let (_, path) = open.find(|(known, _)| *known == same)?;
        Some(path)
    }

    /// The text shown instead of unfolding an object inside itself.
    fn recursion(&self, facts: &Facts<'a>, items: Option<&Facts<'a>>) -> Option<Detail<'a>> {
        let (path, word) = match self.above(facts) {
            Some(path) => (path, "as"),
            None => (self.above(items?)?, "each as"),
        };
        Some(if path.is_empty() {
            Detail::new(format!("{word} the whole"), Vec::new())
        } else {
            Detail::new(word, vec![path.to_owned()])
        })
    }

    fn parts(&mut self, facts: &Facts<'a>, path: &str, depth: usize) {
        for (name, schemas) in facts.properties.iter() {
            if self.is_full() {
                return;
            }
            let property = self.walk.shared(schemas);
            let path = below(path, &shortened(name, MAX_NAME_LEN));
            let required = facts.required.get(name).is_some();
            self.property(&property, &path, depth, required);
        }
        if let Some(items) = facts.items {
            let items = self.walk.shared(&[items]);
            self.items(&items, &format!("{path}[]"), depth);
        }
        if let Some(additional) = facts.additional {
            let additional = self.walk.shared(&[additional]);
            self.property(&additional, &below(path, "*"), depth, false);
        }
        // Other branches are described in the row of the property itself.
        if !facts.variants.iter().all(Facts::is_leaf) {
            let branches = facts.variants.iter().zip(labels(&facts.variants));
            for (branch, label) in branches.filter(|(branch, _)| !branch.is_leaf()) {
                self.branch(branch, label, path, depth);
            }
        }
    }

    /// Items have their own row only if there is something to say: the row above already shows
    /// their types. So items of items of items, without end, may add no row; the meter
    /// counts how deep they go.
    fn items(&mut self, items: &Facts<'a>, path: &str, depth: usize) {
        if items.description.is_some() || !details(items).is_empty() {
            return self.property(items, path, depth, false);
        }
        let walk = Rc::clone(&self.walk);
        match walk.meter.enter() {
            Ok(_level) => self.inside(items, path, depth),
            Err(_) => self.table.partial = true,
        }
    }

    fn branch(&mut self, branch: &Facts<'a>, label: Label, path: &str, depth: usize) {
        if self.is_full() {
            return;
        }
        // A union inside a union has its own headings.
        if branch.is_named() || !branch.is_union() {
            self.table.rows.push(Row::Branch(Branch {
                path: path.to_owned(),
                depth,
                label,
                description: branch.description.map(|text| shortened(text, MAX_TEXT_LEN)),
            }));
        }
        let walk = Rc::clone(&self.walk);
        match walk.meter.enter() {
            Ok(_level) => self.inside(branch, path, depth),
            Err(_) => self.table.partial = true,
        }
    }

    fn property(&mut self, facts: &Facts<'a>, path: &str, depth: usize, required: bool) {
        if self.is_full() {
            return;
        }
        let items = facts.items.map(|items| self.walk.shared(&[items]));
        let description = facts.description.or(facts.title);
        let mut details = details(facts);
        details.extend(self.recursion(facts, items.as_deref()));
        self.table.rows.push(Row::Property(Property {
            path: path.to_owned(),
            depth,
            kind: kind(facts, items.as_deref()),
            required,
            description: description.map(|text| shortened(text, MAX_TEXT_LEN)),
            details,
        }));
        self.inside(facts, path, depth + 1);
    }

    /// Whether there is no room for another row that would be added.
    fn is_full(&mut self) -> bool {
        let is_full = self.table.rows.len() >= MAX_ROWS;
        self.table.partial |= is_full;
        is_full
    }
}

/// What identifies objects of one definition: the schema of the first property, and how many
/// properties, branches of a union, and unions inside unions there are.
type Identity = (*const Value, [usize; 3]);

fn identity(facts: &Facts<'_>) -> Option<Identity> {
    let (properties, branches) = (facts.properties.len(), facts.variants.len());
    let Some((_, schemas)) = facts.properties.iter().next() else {
        let (first, [_, _, levels]) = facts.variants.iter().find_map(identity)?;
        return Some((first, [properties, branches, levels + 1]));
    };
    let first = std::ptr::from_ref(*schemas.first()?);
    Some((first, [properties, branches, 0]))
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
