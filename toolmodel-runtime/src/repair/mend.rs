//! The walk that repairs: a value and what its place accepts, type by type.
//!
//! A value is first kept as it is, with everything below it repaired. Only if that is not accepted is
//! the place itself repaired, by the first of a few changes whose result is accepted.

use serde_json::Value;

use super::Repaired;
use super::change::{Change, Mistake};
use super::names::{folding, only_match};
use super::rule::{matching, meets_text};
use crate::meter::{Allowance, Meter};
use crate::path::Path;
use crate::private::de::Patterns;
use crate::schema::Schema;
use crate::schema::shape::{ArrayRule, Document, NodeSet, Shape, StringRule};

/// What one repair may cost; branches of a union are tried one by one, which may multiply.
const ALLOWANCE: Allowance = Allowance {
    work: 1_000_000,
    depth: 128,
    bytes: 16 << 20,
};

/// A value that the shape of a schema accepts, made from one that it rejects.
pub(super) fn mend(schema: &Schema, value: &Value) -> Option<Repaired> {
    let dialect = schema.dialect().ok()?;
    let meter = Meter::new(ALLOWANCE);
    let mut document = Document::new(schema, dialect);
    let root = document.root();
    let mut mender = Mender {
        document,
        meter: &meter,
        changes: Vec::new(),
        patterns: Patterns::default(),
    };
    let arguments = mender.place(&vec![root], value, &Path::Root)?;
    Some(Repaired {
        arguments,
        changes: mender.changes,
    })
}

/// The walk, and the changes made so far.
pub(super) struct Mender<'a> {
    pub(super) document: Document<'a>,
    pub(super) meter: &'a Meter,
    pub(super) changes: Vec<Change>,
    pub(super) patterns: Patterns,
}

impl Mender<'_> {
    /// Repairs the value of a place that subschemas describe.
    pub(super) fn place(&mut self, set: &NodeSet, value: &Value, path: &Path<'_>) -> Option<Value> {
        let meter = self.meter;
        let _level = meter.enter().ok()?;
        meter.work(1 + set.len()).ok()?;
        let shape = self.document.shared_shape(set);
        if shape.is_any() {
            return self.kept(value);
        }
        if let Some(kept) = self.attempt(|it| it.below(&shape, value, path)) {
            return Some(kept);
        }
        match value {
            Value::String(text) => self
                .attempt(|it| it.spelled(&shape, text, path))
                .or_else(|| self.attempt(|it| it.read_as_json(&shape, text, path)))
                .or_else(|| self.attempt(|it| it.in_a_list(&shape, value, path))),
            Value::Number(_) | Value::Bool(_) => self
                .attempt(|it| it.written_as_text(&shape, value, path))
                .or_else(|| self.attempt(|it| it.in_a_list(&shape, value, path))),
            Value::Object(_) => self.attempt(|it| it.in_a_list(&shape, value, path)),
            Value::Null | Value::Array(_) => None,
        }
    }

    /// Tries something; the changes of a failed attempt are undone.
    pub(super) fn attempt(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<Value> {
        let before = self.changes.len();
        let mended = attempt(self);
        if mended.is_none() {
            self.changes.truncate(before);
        }
        mended
    }

    /// Records a change; its place is as long as it is deep.
    pub(super) fn note(&mut self, path: &Path<'_>, mistake: Mistake) -> Option<()> {
        self.changed(path, mistake, |_| Some(()))
    }

    /// Makes a change and goes on with its result. Most of what is tried fails, and only what does not has its
    /// place written.
    fn changed<T>(
        &mut self,
        path: &Path<'_>,
        mistake: Mistake,
        go_on: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let at = self.changes.len();
        let instance_path = String::new();
        self.changes.push(Change {
            instance_path,
            mistake,
        });
        let result = go_on(self)?;
        self.meter.work(self.meter.depth() / 8).ok()?;
        self.changes.get_mut(at)?.instance_path = path.pointer();
        Some(result)
    }

    /// A copy of a value, charged to the meter by its size.
    pub(super) fn kept(&self, value: &Value) -> Option<Value> {
        self.charge(value)?;
        Some(value.clone())
    }

    fn charge(&self, value: &Value) -> Option<()> {
        let _level = self.meter.enter().ok()?;
        self.meter.work(1).ok()?;
        match value {
            Value::String(text) => self.meter.write(text.len()).ok(),
            Value::Array(items) => items.iter().try_for_each(|item| self.charge(item)),
            Value::Object(map) => map.iter().try_for_each(|(name, member)| {
                self.meter.write(name.len()).ok()?;
                self.charge(member)
            }),
            _ => Some(()),
        }
    }

    /// The value as it is, with everything below it repaired; `None` when its own type is not accepted.
    fn below(&mut self, shape: &Shape, value: &Value, path: &Path<'_>) -> Option<Value> {
        let accepted = match value {
            Value::Null => shape.null,
            Value::Bool(true) => shape.boolean.yes,
            Value::Bool(false) => shape.boolean.no,
            Value::Number(number) => {
                let rules = shape.number.rules();
                let listed = rules.iter().filter_map(|rule| rule.values.as_ref());
                let listed: usize = listed.map(Vec::len).sum();
                self.meter.work(rules.len() + listed / 8).ok()?;
                rules.iter().any(|rule| rule.accepts(number))
            }
            Value::String(text) => {
                let rules = shape.string.rules();
                let listed: usize = rules.iter().map(|rule| rule.listed().len()).sum();
                let patterns: usize = rules.iter().map(|rule| rule.patterns.len()).sum();
                let steps = rules.len() * (1 + text.len() / 64) + patterns * matching(text);
                self.meter.work(steps + listed / 8).ok()?;
                let patterns = &self.patterns;
                rules.iter().any(|rule| meets_text(rule, text, patterns))
            }
            Value::Array(items) => {
                let rules = shape.array.rules();
                return self.best(rules, |it, rule| it.list(rule, items, path));
            }
            Value::Object(map) => {
                let rules = shape.object.rules();
                let is_union = rules.len() > 1;
                return self.best(rules, |it, rule| {
                    if is_union && it.is_ruled_out(rule, map) {
                        return None;
                    }
                    it.object(rule, map, path)
                });
            }
        };
        if accepted { self.kept(value) } else { None }
    }

    /// The attempt with the fewest changes, the first if there are several.
    fn best<R>(
        &mut self,
        rules: &[R],
        mut mend: impl FnMut(&mut Self, &R) -> Option<Value>,
    ) -> Option<Value> {
        let before = self.changes.len();
        let mut best: Option<(Value, Vec<Change>)> = None;
        for rule in rules {
            let mended = mend(self, rule);
            let changes = self.changes.split_off(before);
            if let Some(mended) = mended
                && best
                    .as_ref()
                    .is_none_or(|(_, least)| changes.len() < least.len())
            {
                let is_kept = changes.is_empty();
                best = Some((mended, changes));
                if is_kept {
                    break;
                }
            }
        }
        let (mended, changes) = best?;
        self.changes.extend(changes);
        Some(mended)
    }

    fn list(&mut self, rule: &ArrayRule, items: &[Value], path: &Path<'_>) -> Option<Value> {
        let count = items.len() as u64;
        if count < rule.min || rule.max.is_some_and(|max| count > max) {
            return None;
        }
        let mut mended = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            self.meter.work(rule.parts.len()).ok()?;
            mended.push(self.place(&rule.item(i), item, &path.index(i))?);
        }
        Some(Value::Array(mended))
    }

    /// A listed value that is written in a different case.
    fn spelled(&mut self, shape: &Shape, text: &str, path: &Path<'_>) -> Option<Value> {
        let rules = shape.string.rules();
        let listed = || rules.iter().flat_map(StringRule::listed);
        let steps = listed().map(|text| folding(text)).sum::<usize>();
        self.meter.work(steps + text.len()).ok()?;
        let listed = only_match(text, listed().map(String::as_str))?.to_owned();
        let mended = Value::String(listed.clone());
        self.note(path, Mistake::Spelling { listed })?;
        Some(mended)
    }

    /// Text that is the JSON of something else.
    fn read_as_json(&mut self, shape: &Shape, text: &str, path: &Path<'_>) -> Option<Value> {
        self.meter.work(1 + text.len() / 64).ok()?;
        let text = text.trim();
        let read = match text.as_bytes().first()? {
            b'{' | b'[' | b'-' | b'0'..=b'9' => serde_json::from_str(text).ok()?,
            // Python writes `True`.
            _ if text.eq_ignore_ascii_case("true") => Value::Bool(true),
            _ if text.eq_ignore_ascii_case("false") => Value::Bool(false),
            b'n' if text == "null" => Value::Null,
            _ => return None,
        };
        self.changed(path, Mistake::JsonInText, |it| {
            it.attempt(|it| it.below(shape, &read, path))
                .or_else(|| match read {
                    Value::Array(_) | Value::Null => None,
                    _ => it.attempt(|it| it.in_a_list(shape, &read, path)),
                })
        })
    }

    /// A number or boolean as a string, where its own type is not accepted at all.
    fn written_as_text(&mut self, shape: &Shape, value: &Value, path: &Path<'_>) -> Option<Value> {
        let is_wanted = match value {
            Value::Number(_) => !shape.number.is_never(),
            _ => shape.boolean.yes || shape.boolean.no,
        };
        if is_wanted {
            return None;
        }
        let text = Value::String(value.to_string());
        self.changed(path, Mistake::NotText, |it| it.below(shape, &text, path))
    }

    fn in_a_list(&mut self, shape: &Shape, value: &Value, path: &Path<'_>) -> Option<Value> {
        if shape.array.is_never() {
            return None;
        }
        let list = Value::Array(vec![self.kept(value)?]);
        self.changed(path, Mistake::NotAList, |it| it.below(shape, &list, path))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_is_only_written_for_a_change_that_holds() -> Result<(), crate::Error> {
        let schema = Schema::try_from(json!({}))?;
        let meter = Meter::new(ALLOWANCE);
        let mut mender = Mender {
            document: Document::new(&schema, schema.dialect()?),
            meter: &meter,
            changes: Vec::new(),
            patterns: Patterns::default(),
        };
        let place = Path::Root.key("a");
        let held = mender.changed(&place, Mistake::NotAList, |it| {
            it.attempt(|it| it.changed(&place, Mistake::NotText, |_| None::<Value>));
            it.changes[0].instance_path.clone().into()
        });
        assert_eq!(held, Some(String::new()));
        let [change] = mender.changes.as_slice() else {
            panic!("{:?}", mender.changes);
        };
        assert_eq!(change.instance_path, "/a");
        assert_eq!(change.mistake, Mistake::NotAList);
        Ok(())
    }
}
