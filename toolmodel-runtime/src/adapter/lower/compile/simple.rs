//! Schemas that a mode takes as they are: texts, numbers and flags, as most properties have them.
//!
//! They are copied whole, which is several times cheaper than to merge them and write them anew.
//! Whatever is not known to come out the same is left to that.

use serde_json::{Map, Value};

use super::emit::about;
use super::node::Node;
use super::site::Fragment;
use super::types::Types;
use super::{Blocker, Compiler};
use crate::adapter::facts::Support;
use crate::adapter::feature::SchemaFeature;
use crate::adapter::lower::weight;

/// More keywords than that are not looked at.
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

impl<'a> Compiler<'a, '_> {
    /// A copy of the schema; none when it has to be written anew.
    pub(super) fn simple(&mut self, fragment: &Fragment<'a>) -> Result<Option<Node>, Blocker> {
        let Some(map) = fragment.map() else {
            return Ok(None);
        };
        if fragment.without_annotations || map.is_empty() || map.len() > FEW {
            return Ok(None);
        }
        let Some((types, bytes)) = self.is_simple(map) else {
            return Ok(None);
        };
        self.meter.work(map.len())?;
        self.meter.write(bytes)?;
        let mut copy = map.clone();
        if self.profile.is_openapi()
            && let Some((_, Value::String(name))) = copy.iter_mut().next()
        {
            name.make_ascii_uppercase();
        }
        Ok(Some(Node::leaf(copy, types)))
    }

    /// The type, and how much is copied, of a schema that would be written as it stands.
    fn is_simple(&self, map: &Map<String, Value>) -> Option<(Types, usize)> {
        use SchemaFeature as F;
        let mut keywords = map.iter();
        let types = match keywords.next()? {
            (keyword, types @ Value::String(_)) if keyword == "type" => Types::of_keyword(types),
            _ => return None,
        };
        if ![Types::STRING, Types::INTEGER, Types::NUMBER, Types::BOOLEAN].contains(&types) {
            return None;
        }
        let mut bytes = 0;
        let mut stage = Stage::Type;
        for (keyword, value) in keywords {
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
                F::Default if !value.is_null() => Stage::Annotations,
                _ => return None,
            };
            // Bounds keep their order, of the others there is one each.
            if next < stage || next == stage && stage != Stage::Bounds {
                return None;
            }
            stage = next;
            let is_taken = match stage {
                Stage::Bounds => {
                    types.has(about(feature)) && self.accepts_bound(feature, value, types)
                }
                _ => self.facts.support(feature) != Support::Refused,
            };
            if !is_taken {
                return None;
            }
            bytes += weight(value);
        }
        Some((types, bytes))
    }
}

/// Whether all listed values are texts, and none is empty, which Gemini refuses.
fn are_texts(values: &Value) -> bool {
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let values = values.as_array();
    values.is_some_and(|values| !values.is_empty() && values.iter().all(is_text))
}
