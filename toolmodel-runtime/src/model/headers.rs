//! `x-mcp-header`: arguments that a client repeats in HTTP headers (MCP 2026-07-28).

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use crate::error::{Problem, excerpt::cut};
use crate::path::{Place, Places, Step};
use crate::rules::header::check_header;
use crate::schema::{Schema, expected, shown, walk};

/// A subschema of the input schema, during the search for `x-mcp-header`.
struct Found<'a> {
    schema: &'a Value,
    place: Place,
    /// Whether only `properties` lead here from the root.
    reachable: bool,
    is_root: bool,
}

/// Most problems with headers that are reported.
const MOST: usize = 100;

/// Checks every `x-mcp-header`: its name, its uniqueness, the type of its property, and that only
/// `properties` lead to it (MCP 2026-07-28, server/tools "x-mcp-header").
pub(super) fn check_headers(schema: &Schema, problems: &mut Vec<Problem>) {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut places = Places::default();
    let root = Found {
        schema: schema.as_value(),
        place: places.below(Place::ROOT, Step::Key("inputSchema")),
        reachable: true,
        is_root: true,
    };
    let mut stack = vec![root];
    while let Some(found) = stack.pop() {
        let Value::Object(map) = found.schema else {
            continue;
        };
        if let Some(header) = map.get("x-mcp-header") {
            if problems.len() >= MOST {
                return;
            }
            let place = places.below(found.place, Step::Key("x-mcp-header"));
            let pointer = places.pointer(place);
            check_header_at(&found, map, header, &pointer, &mut seen, problems);
        }
        for child in walk::children(map).into_iter().rev() {
            stack.push(Found {
                schema: child.schema,
                place: places.child(found.place, &child),
                reachable: found.reachable && child.keyword == "properties",
                is_root: false,
            });
        }
    }
}

fn check_header_at(
    found: &Found<'_>,
    schema: &Map<String, Value>,
    header: &Value,
    pointer: &str,
    seen: &mut BTreeMap<String, String>,
    problems: &mut Vec<Problem>,
) {
    let mut problem = |message: &dyn fmt::Display| {
        problems.push(Problem::new(pointer, message));
    };
    if found.is_root || !found.reachable {
        problem(&"a header belongs to a property that is reached through `properties` only");
    }
    match schema.get("type") {
        Some(Value::String(name)) if matches!(name.as_str(), "string" | "integer" | "boolean") => {}
        Some(found) => problem(&format_args!(
            "a header needs a parameter of type string, integer or boolean, found {}",
            shown(found)
        )),
        None => problem(&"a header needs a parameter of type string, integer or boolean"),
    }
    let Value::String(name) = header else {
        return problem(&expected("a string", header));
    };
    if let Err(broken) = check_header(name) {
        problem(&broken);
    }
    if let Some(first) = seen.get(&name.to_ascii_lowercase()) {
        let name = cut(name);
        problem(&format_args!("header `{name}` is already used at {first}"));
    } else {
        seen.insert(name.to_ascii_lowercase(), pointer.to_owned());
    }
}
