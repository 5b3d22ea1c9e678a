//! Arrays: tuples become arrays of any of their items.

use serde_json::{Map, Value, json};

use super::merge::Merged;
use super::{Blocker, Compiler, Node};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lint::Profile;
use crate::adapter::lower::describe::Description;
use crate::adapter::warning::Outcome;

/// What items behind a tuple's own have to fit.
enum Rest {
    Unsaid,
    /// There may be none.
    Nothing,
    Schema(Map<String, Value>),
}

impl<'a> Compiler<'a> {
    /// The keywords of an array; none when no array fits.
    pub(super) fn array(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
        depth: usize,
    ) -> Node {
        let mut array = Map::new();
        if merged.array.prefix.is_empty() && merged.array.items.is_empty() {
            if self.profile == Profile::AnthropicStrict {
                return Ok(Some(array));
            }
            let note = "the array does not say what its items are";
            return Err(Blocker::new(SchemaFeature::Items, &merged.pointer, note));
        }
        let rest = if merged.array.items.is_empty() {
            Rest::Unsaid
        } else {
            let schema = self.node(merged.array.items.clone(), depth + 1)?;
            schema.map_or(Rest::Nothing, Rest::Schema)
        };
        let items = if merged.array.prefix.is_empty() {
            match rest {
                Rest::Schema(schema) => Some(schema),
                Rest::Unsaid | Rest::Nothing => None,
            }
        } else {
            self.tuple(merged, rest, &mut array, told, depth)?
        };
        let Some(items) = items else {
            let note = "only the empty array fits";
            return Err(Blocker::new(SchemaFeature::Items, &merged.pointer, note));
        };
        array.insert("items".to_owned(), Value::Object(items));
        Ok(Some(array))
    }

    /// The items of a tuple, whatever their position. The positions are told in words.
    fn tuple(
        &mut self,
        merged: &Merged<'a>,
        rest: Rest,
        array: &mut Map<String, Value>,
        told: &mut Description,
        depth: usize,
    ) -> Node {
        let path = merged.array.prefix_at.as_deref().unwrap_or(&merged.pointer);
        let mut alternatives: Vec<Map<String, Value>> = Vec::new();
        let mut length = 0usize;
        for fragments in &merged.array.prefix {
            let Some(schema) = self.node(fragments.clone(), depth + 1)? else {
                break;
            };
            length += 1;
            if !alternatives.contains(&schema) {
                alternatives.push(schema);
            }
        }
        match rest {
            Rest::Schema(schema) => {
                if !alternatives.contains(&schema) {
                    alternatives.push(schema);
                }
            }
            Rest::Nothing if self.profile != Profile::AnthropicStrict => {
                let existing = merged
                    .bound(SchemaFeature::MaxItems)
                    .and_then(|max| max.value.as_u64());
                let most = existing.map_or(length, |max| {
                    length.min(usize::try_from(max).unwrap_or(length))
                });
                array.insert("maxItems".to_owned(), json!(most));
            }
            Rest::Nothing => {}
            Rest::Unsaid => {
                let note = "the tuple does not say what further items are";
                return Err(Blocker::new(SchemaFeature::PrefixItems, path, note));
            }
        }
        let shown: Vec<&Map<String, Value>> = alternatives.iter().collect();
        let exact = alternatives.len() == 1 && self.profile != Profile::AnthropicStrict;
        if exact {
            self.report
                .add(SchemaFeature::PrefixItems, path, Outcome::Rewritten);
        } else {
            let positions = json!(shown);
            self.tell(SchemaFeature::PrefixItems, &positions, path, told);
        }
        Ok(match alternatives.len() {
            0 => None,
            1 => Some(alternatives.swap_remove(0)),
            _ => Some(Map::from_iter([("anyOf".to_owned(), json!(alternatives))])),
        })
    }
}
