//! The original's behaviour: a keyword that the matrix does not have is left out.

use serde_json::{Map, Value};

use crate::adapter::facts::{Facts, Support};
use crate::adapter::feature::Feature;
use crate::adapter::report::Report;
use crate::adapter::warning::Outcome;
use crate::path::Path;
use crate::schema::walk::{holds, map_of};

/// The schema without the keywords that the facts refuse. Losses are reported everywhere, even
/// below a keyword that is itself lost.
pub(crate) fn filter(facts: &Facts, schema: &Value, report: &mut Report) -> Value {
    node(facts, schema, &Path::Root, report)
}

/// Reports every feature of a schema that is lost entirely.
pub(crate) fn report_all(facts: &Facts, schema: &Value, report: &mut Report) {
    node(facts, schema, &Path::Root, report);
}

fn node(facts: &Facts, schema: &Value, path: &Path<'_>, report: &mut Report) -> Value {
    let Value::Object(map) = schema else {
        return schema.clone();
    };
    let mut kept = Map::new();
    for (keyword, value) in map {
        let is_kept = facts.support_of(keyword) != Support::Refused;
        if !is_kept {
            report.add_at(Feature::of_keyword(keyword), schema, path, Outcome::Dropped);
        }
        let keyword_path = path.key(keyword);
        let filtered = map_of(holds(keyword), value, |token, child| {
            node(facts, child, &keyword_path.token(token), report)
        });
        if is_kept {
            kept.insert(keyword.clone(), filtered);
        }
    }
    Value::Object(kept)
}
