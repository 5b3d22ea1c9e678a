//! Schemas that a mode accepts as they are: strings, numbers and booleans, like those of most properties.
//!
//! They are copied, which is several times cheaper than merging them and writing them anew; bounds that the
//! mode refuses are described in words. Any schema not known to give the same result is merged and written.

use serde_json::{Map, Value};

use super::annotations::is_container;
use super::emit::about;
use super::node::Node;
use super::site::{Fragment, Site};
use super::types::Types;
use super::{Blocker, Compiler};
use crate::adapter::facts::Support;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::describe::Description;
use crate::adapter::lower::weight;
use crate::schema::walk::keyword;

/// Schemas with more keywords than this are not examined.
const FEW: usize = 8;

/// The order in which keywords are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Type,
    Title,
    Description,
    Values,
    Bounds,
    Annotations,
}

/// What is known of a schema that is copied.
pub(super) struct Simple {
    types: Types,
    /// How many bytes are copied.
    bytes: usize,
    /// Which of the keywords are bounds that the mode refuses, by their place.
    refused: [bool; FEW],
}

impl Simple {
    /// Whether nothing changes.
    pub(super) fn is_kept(&self) -> bool {
        !self.refused.contains(&true)
    }
}

impl<'a> Compiler<'a, '_> {
    /// A copy of the schema, with refused bounds described in words; `None` if it has to be written anew.
    pub(super) fn simple(&mut self, fragment: &Fragment<'a>) -> Result<Option<Node>, Blocker> {
        let Some(map) = fragment.map().filter(|_| !fragment.without_annotations) else {
            return Ok(None);
        };
        let Some(simple) = self.is_simple(map) else {
            return self.flat(map);
        };
        self.meter.work(map.len())?;
        self.meter.write(simple.bytes)?;
        let mut copy = if simple.is_kept() {
            map.clone()
        } else {
            self.told(map, simple.refused, fragment.site)
        };
        if self.profile.is_openapi()
            && let Some((_, Value::String(name))) = copy.iter_mut().next()
        {
            name.make_ascii_uppercase();
        }
        Ok(Some(Node::leaf(copy, simple.types)))
    }

    /// The properties of a schema that would be written unchanged, except for refused bounds.
    pub(super) fn is_simple(&self, map: &Map<String, Value>) -> Option<Simple> {
        use SchemaFeature as F;
        if map.len() > FEW {
            return None;
        }
        let mut keywords = map.iter().enumerate();
        let types = match keywords.next()? {
            (_, (keyword, types @ Value::String(_))) if keyword == "type" => {
                Types::of_keyword(types)
            }
            _ => return None,
        };
        if ![Types::STRING, Types::INTEGER, Types::NUMBER, Types::BOOLEAN].contains(&types) {
            return None;
        }
        let mut bytes = 0;
        let mut refused = [false; FEW];
        let mut stage = Stage::Type;
        for (i, (keyword, value)) in keywords {
            let feature = F::from_keyword(keyword)?;
            let next = match feature {
                F::Title if value.is_string() => Stage::Title,
                F::Description if value.is_string() => Stage::Description,
                F::Enum if types == Types::STRING && are_texts(value) => Stage::Values,
                F::Minimum
                | F::Maximum
                | F::MinLength
                | F::MaxLength
                | F::MultipleOf
                | F::Pattern
                | F::Format => Stage::Bounds,
                F::Default if !value.is_null() && !is_container(value) => Stage::Annotations,
                _ => return None,
            };
            // Bounds keep their order; of the other stages there is one keyword each.
            if next < stage || next == stage && stage != Stage::Bounds {
                return None;
            }
            stage = next;
            if stage == Stage::Bounds {
                if !types.has(about(feature)) {
                    return None;
                }
                refused[i] = !self.accepts_bound(feature, value, types);
            } else if self.facts.support(feature) == Support::Refused {
                return None;
            }
            bytes += weight(value);
        }
        Some(Simple {
            types,
            bytes,
            refused,
        })
    }

    /// The schema without its refused bounds, which its description states.
    fn told(
        &mut self,
        map: &'a Map<String, Value>,
        refused: [bool; FEW],
        site: Site<'a>,
    ) -> Map<String, Value> {
        let mut told = Description::default();
        for ((keyword, value), _) in map.iter().zip(refused).filter(|(_, refused)| *refused) {
            if let Some(feature) = SchemaFeature::from_keyword(keyword) {
                self.tell(feature, value, site, &mut told);
            }
        }
        let own = keyword(map, "description").and_then(Value::as_str);
        let mut text = told.text(own).or_else(|| own.map(str::to_owned));
        let mut copy = Map::with_capacity(map.len());
        for ((keyword, value), _) in map.iter().zip(refused).filter(|(_, refused)| !*refused) {
            let is_in_front = matches!(keyword.as_str(), "type" | "title");
            if !is_in_front && let Some(text) = text.take() {
                copy.insert("description".to_owned(), Value::String(text));
            }
            if keyword != "description" {
                copy.insert(keyword.clone(), value.clone());
            }
        }
        copy.extend(text.map(|text| ("description".to_owned(), Value::String(text))));
        copy
    }
}

/// Whether all listed values are strings, and none is empty, which Gemini refuses.
fn are_texts(values: &Value) -> bool {
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let values = values.as_array();
    values.is_some_and(|values| !values.is_empty() && values.iter().all(is_text))
}
