//! Arrays: tuples become arrays of any of their items.

use serde_json::{Value, json};

use super::merge::Merged;
use super::node::{Node, Parts};
use super::{Blocker, Compiler, Lowering};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::describe::Description;
use crate::adapter::profile::Profile;
use crate::adapter::restore::Back;
use crate::adapter::warning::Outcome;

/// What items after a tuple's own have to match.
enum Rest {
    Unsaid,
    /// No such items are allowed.
    Nothing,
    Schema(Node),
}

impl<'a> Compiler<'a, '_> {
    /// The keywords of an array; `None` when no array matches.
    pub(super) fn array(
        &mut self,
        merged: &Merged<'a>,
        told: &mut Description,
    ) -> Result<Option<Parts>, Blocker> {
        let mut array = Vec::with_capacity(2);
        let place = merged.site.place;
        if merged.array.prefix.is_empty() && merged.array.items.is_empty() {
            if self.profile == Profile::AnthropicStrict {
                return Ok(Some(Parts::none()));
            }
            let note = "the array does not say what its items are";
            return Err(self.blocker(SchemaFeature::Items, place, note));
        }
        let rest = if merged.array.items.is_empty() {
            Rest::Unsaid
        } else {
            let schema = self.node(&merged.array.items)?;
            schema.map_or(Rest::Nothing, Rest::Schema)
        };
        let items = if merged.array.prefix.is_empty() {
            match rest {
                Rest::Schema(schema) => Some(schema),
                Rest::Unsaid | Rest::Nothing => None,
            }
        } else {
            self.tuple(merged, rest, &mut array, told)?
        };
        let Some(items) = items else {
            let note = "only the empty array fits";
            return Err(self.blocker(SchemaFeature::Items, place, note));
        };
        array.push(("items", Value::Object(items.schema)));
        Ok(Some(Parts {
            keywords: array,
            back: Back::array(items.back),
            size: items.size,
        }))
    }

    /// The items of a tuple in any position. The positions are described in words.
    fn tuple(
        &mut self,
        merged: &Merged<'a>,
        rest: Rest,
        array: &mut Vec<(&'static str, Value)>,
        told: &mut Description,
    ) -> Lowering {
        let site = merged.array.prefix_at.unwrap_or(merged.site);
        let mut alternatives: Vec<Node> = Vec::new();
        let mut length = 0usize;
        for fragments in &merged.array.prefix {
            let Some(node) = self.node(fragments)? else {
                break;
            };
            length += 1;
            self.add_distinct(&mut alternatives, node)?;
        }
        match rest {
            Rest::Schema(node) => {
                self.add_distinct(&mut alternatives, node)?;
            }
            Rest::Nothing if self.profile != Profile::AnthropicStrict => {
                let existing = merged.bound(SchemaFeature::MaxItems);
                let existing = existing.and_then(|max| max.value.as_u64());
                let most = existing.map_or(length, |max| {
                    length.min(usize::try_from(max).unwrap_or(length))
                });
                array.push(("maxItems", json!(most)));
            }
            Rest::Nothing => {}
            Rest::Unsaid => {
                let note = "the tuple does not say what further items are";
                return Err(self.blocker(SchemaFeature::PrefixItems, site.place, note));
            }
        }
        let exact = alternatives.len() == 1 && self.profile != Profile::AnthropicStrict;
        if exact {
            self.add(SchemaFeature::PrefixItems, site, Outcome::Rewritten);
        } else {
            let shown = alternatives
                .iter()
                .map(|node| Value::Object(node.schema.clone()));
            let positions = shown.collect::<Value>();
            self.tell(SchemaFeature::PrefixItems, &positions, site, told);
        }
        Ok(Node::any_of(alternatives))
    }
}
