//! What a revision of the MCP specification requires of a tool, beyond [`Tool::validate`].

use serde_json::{Map, Value};

use super::headers::check_headers;
use super::{IconTheme, TaskSupport, Tool};
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result, in_words};
use crate::rules::{icon::check_icon_src, meta_key::check_meta_key};
use crate::schema::{Schema, expected, kind_of, pointer::join, shown};

/// A revision of the MCP specification.
///
/// ```
/// use serde_json::json;
/// use toolmodel_runtime::{Revision, Schema, Tool};
///
/// let mut tool = Tool::new("count", Schema::no_params());
/// tool.output_schema = Some(Schema::try_from(json!({"type": "integer"}))?);
/// assert!(tool.validate_for(Revision::V2025_11_25).is_err(), "results were objects only");
/// tool.validate_for(Revision::V2026_07_28)?;
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
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

in_words! {
    Revision {
        V2025_11_25 => "2025-11-25",
        V2026_07_28 => "2026-07-28",
    }
}

impl Tool {
    /// Checks everything that a revision of the specification requires: [`Tool::validate`], the
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
        self.check_stray(revision, &mut problems);
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
                let theme = cut(theme);
                let message = format!("expected `light` or `dark`, found `{theme}`");
                problems.push(Problem::new(format!("/icons/{i}/theme"), message));
            }
        }
    }

    /// Reports known fields of the wrong type among the unknown ones: reading leaves nulls there.
    fn check_stray(&self, revision: Revision, problems: &mut Vec<Problem>) {
        let text = "a string";
        let mut fields = vec![
            ("title", self.title.is_some(), text),
            ("description", self.description.is_some(), text),
            ("outputSchema", self.output_schema.is_some(), "an object"),
            ("annotations", self.annotations.is_some(), "an object"),
            ("icons", self.icons.is_some(), "an array"),
            ("_meta", self.meta.is_some(), "an object"),
        ];
        if revision == Revision::V2025_11_25 {
            fields.push(("execution", self.execution.is_some(), "an object"));
            if let Some(execution) = &self.execution {
                let fields = [("taskSupport", execution.task_support.is_some(), text)];
                check_stray(&execution.extra, &fields, "/execution", problems);
            }
        }
        check_stray(&self.extra, &fields, "", problems);
        if let Some(hints) = &self.annotations {
            let flag = "a boolean";
            let fields = [
                ("title", hints.title.is_some(), text),
                ("readOnlyHint", hints.read_only_hint.is_some(), flag),
                ("destructiveHint", hints.destructive_hint.is_some(), flag),
                ("idempotentHint", hints.idempotent_hint.is_some(), flag),
                ("openWorldHint", hints.open_world_hint.is_some(), flag),
            ];
            check_stray(&hints.extra, &fields, "/annotations", problems);
        }
        for (i, icon) in self.icons.iter().flatten().enumerate() {
            let fields = [
                ("mimeType", icon.mime_type.is_some(), text),
                ("sizes", icon.sizes.is_some(), "an array"),
                ("theme", icon.theme.is_some(), text),
            ];
            check_stray(&icon.extra, &fields, &format!("/icons/{i}"), problems);
        }
    }

    fn check_execution(&self, problems: &mut Vec<Problem>) {
        let support = self
            .execution
            .as_ref()
            .and_then(|e| e.task_support.as_ref());
        if let Some(TaskSupport::Other(name)) = support {
            let name = cut(name);
            let message = format!("expected `forbidden`, `optional` or `required`, found `{name}`");
            problems.push(Problem::new("/execution/taskSupport", message));
        }
    }
}

/// Each field is its name, whether the typed one is set and so hides the stray one, and its type.
fn check_stray(
    extra: &Map<String, Value>,
    fields: &[(&str, bool, &str)],
    pointer: &str,
    problems: &mut Vec<Problem>,
) {
    for (key, is_set, what) in fields {
        if let Some(found) = extra.get(*key).filter(|_| !is_set) {
            problems.push(Problem::new(join(pointer, key), expected(what, found)));
        }
    }
}

/// Checks that the root of a schema is an object; `typed` ones need `type: "object"`. Revision 2025-11-25 also
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
        let message = expected("a string", found);
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
            let found = shown(other);
            let message = format!("the root must have `type: \"object\"`, found {found}");
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
                let message = format!(
                    "revision 2025-11-25 wants an object, found {}",
                    kind_of(schema)
                );
                problems.push(Problem::new(join(&properties, name), message));
            }
        }
        Some(other) => problems.push(Problem::new(properties, expected("an object", other))),
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
