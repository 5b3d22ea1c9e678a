//! What a revision of the MCP specification demands of a tool, beyond [`Tool::validate`].

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::{IconTheme, TaskSupport, Tool};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::rules::{header::check_header, icon::check_icon_src, meta_key::check_meta_key};
use crate::schema::{Schema, kind_of, pointer::join, walk};

/// A revision of the MCP specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2025-11-25: `execution`, and `outputSchema` is an object schema.
    V2025_11_25,
    /// 2026-07-28: no `execution`, `outputSchema` of any type, `x-mcp-header`.
    V2026_07_28,
}

impl Revision {
    /// The newest revision this crate knows.
    pub const LATEST: Self = Self::V2026_07_28;
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        })
    }
}

impl Tool {
    /// Checks everything that a revision of the specification demands: [`Tool::validate`], the
    /// roots of both schemas, `x-mcp-header`, keys of `_meta`, icons and `execution`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidTool`], listing everything that is wrong with its JSON pointer.
    ///
    /// ```
    /// use toolmodel_runtime::{Revision, Tool};
    ///
    /// let tool = Tool::from_json(r#"{"name": "t", "inputSchema": {"type": "array"}}"#)?;
    /// assert!(tool.validate().is_ok());
    /// let error = tool.validate_for(Revision::LATEST).unwrap_err();
    /// assert_eq!(error.problems()[0].pointer, "/inputSchema/type");
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    pub fn validate_for(&self, revision: Revision) -> Result<()> {
        let mut problems = Vec::new();
        self.check_light(&mut problems);
        check_root(
            &self.input_schema,
            "/inputSchema",
            true,
            revision,
            &mut problems,
        );
        if revision >= Revision::V2026_07_28 {
            check_headers(&self.input_schema, &mut problems);
        }
        if let Some(schema) = &self.output_schema {
            let typed = revision == Revision::V2025_11_25;
            check_root(schema, "/outputSchema", typed, revision, &mut problems);
        }
        self.check_icons(&mut problems);
        if revision == Revision::V2025_11_25 {
            self.check_execution(&mut problems);
        }
        for key in self.meta.iter().flat_map(Map::keys) {
            if let Err(problem) = check_meta_key(key) {
                problems.push(Problem::new(join("/_meta", key), problem));
            }
        }
        Error::check(ErrorKind::InvalidTool, problems)
    }

    fn check_icons(&self, problems: &mut Vec<Problem>) {
        for (i, icon) in self.icons.iter().flatten().enumerate() {
            if let Err(problem) = check_icon_src(&icon.src) {
                problems.push(Problem::new(format!("/icons/{i}/src"), problem));
            }
            if let Some(IconTheme::Other(theme)) = &icon.theme {
                let message = format_args!("expected `light` or `dark`, found `{theme}`");
                problems.push(Problem::new(format!("/icons/{i}/theme"), message));
            }
        }
    }

    fn check_execution(&self, problems: &mut Vec<Problem>) {
        let support = self
            .execution
            .as_ref()
            .and_then(|e| e.task_support.as_ref());
        if let Some(TaskSupport::Other(name)) = support {
            let message =
                format_args!("expected `forbidden`, `optional` or `required`, found `{name}`");
            problems.push(Problem::new("/execution/taskSupport", message));
        }
    }
}

/// The root of a schema is an object; `typed` ones say `type: "object"`. Revision 2025-11-25 also
/// spells out that properties are objects and required names are strings.
fn check_root(
    schema: &Schema,
    pointer: &str,
    typed: bool,
    revision: Revision,
    problems: &mut Vec<Problem>,
) {
    let Some(root) = schema.as_object() else {
        if pointer != "/inputSchema" {
            problems.push(Problem::new(pointer, "expected an object, found a boolean"));
        }
        return;
    };
    if let Some(found) = root.get("$schema").filter(|value| !value.is_string()) {
        let message = format_args!("expected a string, found {}", kind_of(found));
        problems.push(Problem::new(join(pointer, "$schema"), message));
    }
    if !typed {
        return;
    }
    match root.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        None => problems.push(Problem::new(
            pointer,
            "the root must have `type: \"object\"`",
        )),
        Some(other) => {
            let message = format_args!("the root must have `type: \"object\"`, found `{other}`");
            problems.push(Problem::new(join(pointer, "type"), message));
        }
    }
    if revision == Revision::V2025_11_25 {
        check_plain_root(root, pointer, problems);
    }
}

fn check_plain_root(root: &Map<String, Value>, pointer: &str, problems: &mut Vec<Problem>) {
    let properties = join(pointer, "properties");
    match root.get("properties") {
        None => {}
        Some(Value::Object(map)) => {
            for (name, schema) in map.iter().filter(|(_, schema)| !schema.is_object()) {
                let message = format_args!(
                    "revision 2025-11-25 wants an object, found {}",
                    kind_of(schema)
                );
                problems.push(Problem::new(join(&properties, name), message));
            }
        }
        Some(other) => {
            let message = format_args!("expected an object, found {}", kind_of(other));
            problems.push(Problem::new(properties, message));
        }
    }
    let names = |value: &Value| {
        value
            .as_array()
            .is_some_and(|names| names.iter().all(Value::is_string))
    };
    if root
        .get("required")
        .is_some_and(|required| !names(required))
    {
        problems.push(Problem::new(
            join(pointer, "required"),
            "expected an array of strings",
        ));
    }
}

/// A subschema of the input schema, while looking for `x-mcp-header`.
struct Place<'a> {
    schema: &'a Value,
    pointer: String,
    /// Whether only `properties` lead here from the root.
    reachable: bool,
    is_root: bool,
}

/// Every `x-mcp-header`: its name, its uniqueness, the type it stands on, and that only
/// `properties` lead to it (MCP 2026-07-28, server/tools "x-mcp-header").
fn check_headers(schema: &Schema, problems: &mut Vec<Problem>) {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let root = Place {
        schema: schema.as_value(),
        pointer: "/inputSchema".to_owned(),
        reachable: true,
        is_root: true,
    };
    let mut stack = vec![root];
    while let Some(place) = stack.pop() {
        let Value::Object(map) = place.schema else {
            continue;
        };
        if let Some(header) = map.get("x-mcp-header") {
            check_header_at(&place, map, header, &mut seen, problems);
        }
        for child in walk::children(map).into_iter().rev() {
            stack.push(Place {
                schema: child.schema,
                pointer: child.pointer(&place.pointer),
                reachable: place.reachable && child.keyword == "properties",
                is_root: false,
            });
        }
    }
}

fn check_header_at(
    place: &Place<'_>,
    schema: &Map<String, Value>,
    header: &Value,
    seen: &mut BTreeMap<String, String>,
    problems: &mut Vec<Problem>,
) {
    let pointer = join(&place.pointer, "x-mcp-header");
    let mut problem = |message: &dyn fmt::Display| {
        problems.push(Problem::new(pointer.clone(), message));
    };
    if place.is_root || !place.reachable {
        problem(&"a header may only stand on a property that `properties` alone lead to");
    }
    match schema.get("type") {
        Some(Value::String(name)) if matches!(name.as_str(), "string" | "integer" | "boolean") => {}
        Some(found) => problem(&format_args!(
            "a header needs a parameter of type string, integer or boolean, found `{found}`"
        )),
        None => problem(&"a header needs a parameter of type string, integer or boolean"),
    }
    let Value::String(name) = header else {
        problem(&format_args!(
            "expected a string, found {}",
            kind_of(header)
        ));
        return;
    };
    if let Err(broken) = check_header(name) {
        problem(&broken);
    }
    if let Some(first) = seen.get(&name.to_ascii_lowercase()) {
        problem(&format_args!("header `{name}` is already used at {first}"));
    } else {
        seen.insert(name.to_ascii_lowercase(), pointer.clone());
    }
}
