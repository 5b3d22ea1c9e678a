//! Gemini's subset: one type per schema, `nullable`, enums of strings, and nothing beside `anyOf`.

use serde_json::{Map, Number, Value, json};

use super::annotations::Annotations;
use super::merge::{Entry, Merged};
use super::node::{Node, Parts};
use super::types::Types;
use super::{Blocker, Compiler, FEW_KEYWORDS, Lowering};
use crate::adapter::feature::{Feature, SchemaFeature};
use crate::adapter::lower::describe::{Description, put_before};
use crate::adapter::restore::Back;
use crate::adapter::warning::Outcome;
use crate::schema::walk::keyword;

impl<'a> Compiler<'a, '_> {
    /// A plain node, whose types are alternatives.
    pub(super) fn gemini(
        &mut self,
        merged: &Merged<'a>,
        mut annotations: Annotations<'a>,
    ) -> Lowering {
        let null = merged.types.has(Types::NULL);
        let rest = merged.types.without(Types::NULL);
        if rest.is_empty() {
            let schema = Map::from_iter([("type".to_owned(), json!("NULL"))]);
            return Ok(Some(Node::leaf(annotations.assemble(schema), Types::NULL)));
        }
        let mut branches = Vec::new();
        let several = rest.count() > 1;
        for (one, name) in rest.each() {
            let mut apart = Description::default();
            let told = if several {
                &mut apart
            } else {
                &mut annotations.told
            };
            let mut nodes = self.gemini_type(merged, one, name, told)?;
            for node in &mut nodes {
                apart.clone().append_to(&mut node.schema);
            }
            branches.extend(nodes);
        }
        if merged.types.count() > 1 {
            self.add(SchemaFeature::Type, merged.site, Outcome::Rewritten);
        }
        if null {
            let schema = Map::from_iter([("type".to_owned(), json!("NULL"))]);
            branches.push(Node::leaf(schema, Types::NULL));
        }
        Ok(self.gemini_union(branches, annotations))
    }

    /// The schemas of one type: two if an empty string is among the listed values.
    fn gemini_type(
        &mut self,
        merged: &Merged<'a>,
        one: Types,
        name: &str,
        told: &mut Description,
    ) -> Result<Vec<Node>, Blocker> {
        let typed = || {
            let mut map = Map::with_capacity(FEW_KEYWORDS);
            map.insert("type".to_owned(), Value::String(name.to_ascii_uppercase()));
            map
        };
        let mut map = typed();
        let mut empty = None;
        if let Some(values) = &merged.values {
            let values: Vec<&Value> = values
                .iter()
                .copied()
                .filter(|value| one.admits(value))
                .collect();
            self.check_primitive(&values, merged)?;
            let feature = if merged.is_constant {
                SchemaFeature::Const
            } else {
                SchemaFeature::Enum
            };
            if one == Types::STRING {
                let (blank, texts): (Vec<&Value>, Vec<&Value>) =
                    values.iter().partition(|value| value.as_str() == Some(""));
                let fits = !is_longer(merged);
                // The service refuses an empty string in `enum`.
                if !blank.is_empty() && fits {
                    let mut only = typed();
                    only.insert("maxLength".to_owned(), json!(0));
                    self.bounds(merged, one, &mut only, told)?;
                    empty = Some(Node::leaf(only, one));
                    self.add(feature, merged.site, Outcome::Rewritten);
                }
                if texts.is_empty() {
                    return Ok(empty.into_iter().collect());
                }
                map.insert("enum".to_owned(), self.copy_all(&texts)?);
                if merged.is_constant {
                    self.add(feature, merged.site, Outcome::Rewritten);
                }
            } else {
                self.tell(feature, &json!(values), merged.site, told);
            }
        }
        self.bounds(merged, one, &mut map, told)?;
        let parts = match one {
            Types::OBJECT => self.object(merged, told)?,
            Types::ARRAY => self.array(merged, told)?,
            _ => Some(Parts::none()),
        };
        let node = parts.map(|parts| {
            Parts::write_to(parts.keywords, &mut map);
            Node {
                back: parts.back,
                size: 1 + parts.size,
                ..Node::leaf(map, one)
            }
        });
        Ok(node.into_iter().chain(empty).collect())
    }

    /// Inclusive bounds only: exact for integers, described in words for other numbers.
    pub(super) fn exclusive(
        &mut self,
        merged: &Merged<'a>,
        entry: &Entry<'a>,
        types: Types,
        map: &mut Map<String, Value>,
        told: &mut Description,
    ) {
        let below = entry.feature == SchemaFeature::ExclusiveMinimum;
        let inclusive = if below {
            SchemaFeature::Minimum
        } else {
            SchemaFeature::Maximum
        };
        let integers = types.and(Types::NUMBER) == Types::INTEGER;
        let bound = entry.value.as_i64().and_then(|n| {
            if below {
                n.checked_add(1)
            } else {
                n.checked_sub(1)
            }
        });
        let Some(bound) = bound.filter(|_| integers) else {
            return self.tell(entry.feature, entry.value, entry.site, told);
        };
        let other = merged
            .bound(inclusive)
            .and_then(|entry| entry.value.as_f64());
        #[expect(clippy::cast_precision_loss, reason = "only compared")]
        let tighter = other.is_none_or(|other| {
            if below {
                bound as f64 > other
            } else {
                (bound as f64) < other
            }
        });
        if tighter {
            let bound = Value::Number(Number::from(bound));
            map.insert(inclusive.keyword().to_owned(), bound);
        }
        self.add(entry.feature, entry.site, Outcome::Rewritten);
    }

    /// Alternatives: `nullable` instead of a null branch, and nothing beside `anyOf`.
    pub(super) fn gemini_union(
        &mut self,
        branches: Vec<Node>,
        mut annotations: Annotations<'a>,
    ) -> Option<Node> {
        let is_null = |node: &Node| node.types == Types::NULL;
        let null = branches.iter().any(is_null);
        if branches.iter().all(is_null) {
            return branches.into_iter().next().map(|mut node| {
                annotations.write_over(&mut node.schema);
                node
            });
        }
        if matches!(branches.as_slice(), [only] if !is_union(only)) {
            return branches.into_iter().next().map(|node| Node {
                schema: annotations.assemble(node.schema),
                ..node
            });
        }
        let mut rest: Vec<Node> = Vec::new();
        for node in branches.into_iter().filter(|node| !is_null(node)) {
            rest.extend(flattened(node));
        }
        if null {
            for node in &mut rest {
                node.types = node.types.or(Types::NULL);
                node.schema.insert("nullable".to_owned(), json!(true));
            }
        }
        if let [only] = rest.as_mut_slice() {
            let schema = std::mem::take(&mut only.schema);
            only.schema = annotations.assemble(schema);
            return rest.pop();
        }
        let mut texts = Map::new();
        for annotation in std::mem::take(&mut annotations.kept) {
            let feature = SchemaFeature::from_keyword(annotation.keyword);
            match (annotation.keyword, annotation.value) {
                ("title" | "description", text) => {
                    texts.insert(annotation.keyword.to_owned(), text);
                }
                (keyword, value) => {
                    let is_told = annotations.told.tell(keyword, &value);
                    let outcome = if is_told {
                        Outcome::MovedToDescription
                    } else {
                        Outcome::Dropped
                    };
                    let feature = match keyword {
                        "example" => SchemaFeature::Examples.into(),
                        _ => feature.map_or_else(|| Feature::of_keyword(keyword), Feature::from),
                    };
                    self.add(feature, annotation.site, outcome);
                }
            }
        }
        annotations.told.append_to(&mut texts);
        for node in &mut rest {
            if let Some(Value::String(text)) = texts.get("description") {
                put_before(&mut node.schema, text);
            }
            if let Some(title) = texts.get("title") {
                node.schema.entry("title").or_insert_with(|| title.clone());
            }
        }
        Node::any_of(rest)
    }
}

/// Whether the empty string is too short.
fn is_longer(merged: &Merged<'_>) -> bool {
    let least = merged.bound(SchemaFeature::MinLength);
    least.is_some_and(|least| least.value.as_f64() > Some(0.0))
}

fn is_union(node: &Node) -> bool {
    keyword(&node.schema, "anyOf").is_some()
}

/// The alternatives of a union inside another, each a node.
fn flattened(mut node: Node) -> Vec<Node> {
    if !is_union(&node) {
        return vec![node];
    }
    let Some(Value::Array(nested)) = node.schema.shift_remove("anyOf") else {
        return vec![node];
    };
    let branches = node.back.map_or_else(Vec::new, |back| back.branches);
    let mut backs = branches.into_iter();
    let nested = nested.into_iter().filter_map(|schema| match schema {
        Value::Object(schema) => {
            let types = Types::of_gemini(&schema);
            Some(Node {
                back: backs.next().and_then(Back::boxed),
                ..Node::leaf(schema, types)
            })
        }
        _ => None,
    });
    nested.collect()
}
