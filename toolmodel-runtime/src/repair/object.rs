//! Objects: members are repaired, left out or renamed.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::change::Mistake;
use super::mend::Mender;
use super::names::{folded, folding, only_match};
use super::rule::{matches, matching};
use crate::path::Path;
use crate::schema::shape::{ByName, NodeSet, ObjectRule};

/// Most characters of an undeclared name that a change quotes.
const LONGEST_NAME: usize = 64;

impl Mender<'_> {
    /// Repairs the members of an object that one rule describes.
    pub(super) fn object(
        &mut self,
        rule: &ObjectRule,
        map: &Map<String, Value>,
        path: &Path<'_>,
    ) -> Option<Value> {
        let declared = rule.declared();
        self.meter.work(declared.len()).ok()?;
        let members = Members {
            by_name: rule.by_name(),
            is_declared: declared.iter().copied().collect(),
            declared,
            required: rule.required.iter().map(String::as_str).collect(),
            map,
            styles: OnceCell::new(),
            declared_styles: OnceCell::new(),
        };
        let mut mended = Map::new();
        for (sent, value) in map {
            let steps = members.by_name.steps(1) * matching(sent);
            self.meter.work(1 + steps).ok()?;
            let (name, set) = self.name_of(&members, sent, path)?;
            let here = path.key(name);
            if let Some(value) = self.attempt(|it| it.place(&set, value, &here)) {
                mended.insert(name.to_owned(), value);
            } else if value.is_null() && !members.required.contains(name) {
                self.note(&here, Mistake::NullForAbsent)?;
            } else {
                return None;
            }
        }
        let count = mended.len() as u64;
        let is_complete = rule.required.iter().all(|name| mended.contains_key(name))
            && rule.min <= count
            && rule.max.is_none_or(|max| count <= max);
        is_complete.then_some(Value::Object(mended))
    }

    /// The name of a member, and what it must satisfy; `None` if it is not allowed.
    fn name_of<'n>(
        &mut self,
        members: &Members<'n>,
        sent: &'n str,
        path: &Path<'_>,
    ) -> Option<(&'n str, NodeSet)> {
        let matched = |pattern: &str, name: &str| matches(&self.patterns, pattern, name);
        let wanted = members.by_name.property(sent, matched);
        let is_declared = members.is_declared.contains(sent);
        if is_declared || members.by_name.is_matched(sent, matched) {
            return Some((sent, wanted));
        }
        let is_forbidden = self.document.shared_shape(&wanted).is_never();
        self.meter
            .work(members.map.len().min(8) + sent.len() / 8)
            .ok()?;
        let alike = members.alike(sent);
        self.meter.work(alike.len() / 8).ok()?;
        if let Some(name) = members.meant(sent, alike, is_forbidden) {
            let mistake = Mistake::PropertyName {
                sent: sent.chars().take(LONGEST_NAME).collect(),
                name: name.to_owned(),
            };
            self.note(&path.key(name), mistake)?;
            let matched = |pattern: &str, name: &str| matches(&self.patterns, pattern, name);
            return Some((name, members.by_name.property(name, matched)));
        }
        (!is_forbidden).then_some((sent, wanted))
    }

    /// Whether a member shows that another branch of a union is meant: it has a string that this branch
    /// does not list.
    pub(super) fn is_ruled_out(&mut self, rule: &ObjectRule, map: &Map<String, Value>) -> bool {
        let properties = rule.parts.iter().flat_map(|part| &part.properties);
        for property in properties {
            // Running out is detected by the next charge.
            if self.meter.work(1).is_err() {
                return true;
            }
            let Some(Value::String(text)) = map.get(&property.name) else {
                continue;
            };
            let shape = self.document.node_shape(property.schema);
            if let [only] = shape.string.rules()
                && let [value] = only.listed()
                && shape.number.is_never()
            {
                let steps = folding(value) + folding(text);
                if self.meter.work(steps).is_err() || folded(value) != folded(text) {
                    return true;
                }
            }
        }
        false
    }
}

/// The members of an object, and the names that they may have.
struct Members<'n> {
    by_name: ByName<'n>,
    declared: Vec<&'n str>,
    is_declared: HashSet<&'n str>,
    required: HashSet<&'n str>,
    map: &'n Map<String, Value>,
    /// How many members have each name, regardless of style; computed at the first use.
    styles: OnceCell<HashMap<String, usize>>,
    /// The declared names that no member has, by their form regardless of style.
    declared_styles: OnceCell<HashMap<String, Vec<&'n str>>>,
}

impl<'n> Members<'n> {
    /// The declared names that equal a name apart from its style, and that no member has.
    fn alike(&self, sent: &str) -> &[&'n str] {
        let declared = self.declared_styles.get_or_init(|| {
            let mut styles: HashMap<String, Vec<&str>> = HashMap::new();
            let free = self.declared.iter();
            for name in free.filter(|name| !self.map.contains_key(**name)) {
                styles.entry(folded(name)).or_default().push(name);
            }
            styles
        });
        declared.get(&folded(sent)).map_or(&[], Vec::as_slice)
    }

    /// The declared property meant by a name in a different style, of those alike. Where other names are
    /// allowed, only a required property is considered.
    fn meant(&self, sent: &str, alike: &[&'n str], is_forbidden: bool) -> Option<&'n str> {
        let alike = alike.iter().copied();
        let name = only_match(
            sent,
            alike.filter(|name| is_forbidden || self.required.contains(name)),
        )?;
        // If two members would get one name, it is unclear which was meant.
        (self.with_style_of(sent) == 1).then_some(name)
    }

    fn with_style_of(&self, sent: &str) -> usize {
        let styles = self.styles.get_or_init(|| {
            let mut styles = HashMap::new();
            for name in self.map.keys() {
                *styles.entry(folded(name)).or_default() += 1;
            }
            styles
        });
        styles.get(&folded(sent)).copied().unwrap_or(0)
    }
}
