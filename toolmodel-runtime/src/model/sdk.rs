//! Conversions to and from the official SDK's `rmcp::model::Tool`.

use std::sync::Arc;

use rmcp::model as sdk;
use serde_json::{Map, Value};

use super::{Icon, IconTheme, Tool, ToolAnnotations};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::{Schema, kind_of, pointer::join};

/// A tool of the SDK, and what it could not hold of the original.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SdkTool {
    /// The tool, as far as the SDK's type can hold it.
    pub tool: sdk::Tool,
    /// One problem per field that is left out. `namespace`, `version` and `tags` are not among
    /// them, as in [`Tool::to_mcp_json`].
    pub dropped: Vec<Problem>,
}

impl Tool {
    /// Converts to the SDK's type, and reports what that type has no place for: `execution`, unknown
    /// fields at any level, icon themes beyond light and dark, and boolean schemas.
    ///
    /// ```
    /// use toolmodel_runtime::Tool;
    ///
    /// let json = r#"{"name":"t","inputSchema":{"type":"object"},"execution":{}}"#;
    /// let converted = Tool::from_mcp_json(json)?.to_sdk();
    /// assert_eq!(converted.tool.name, "t");
    /// assert_eq!(converted.dropped[0].pointer, "/execution");
    /// # Ok::<(), toolmodel_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn to_sdk(&self) -> SdkTool {
        let mut dropped = Vec::new();
        let input = object(Some(&self.input_schema), "/inputSchema", &mut dropped);
        let mut tool = sdk::Tool::new_with_raw(
            self.name.clone(),
            self.description.clone().map(Into::into),
            Arc::new(input.unwrap_or_default()),
        );
        tool.title.clone_from(&self.title);
        tool.output_schema =
            object(self.output_schema.as_ref(), "/outputSchema", &mut dropped).map(Arc::new);
        let annotations = self.annotations.as_ref();
        tool.annotations = annotations.map(|hints| annotations_to_sdk(hints, &mut dropped));
        let icons = self.icons.as_ref();
        tool.icons = icons.map(|icons| {
            let icons = icons.iter().enumerate();
            icons
                .map(|(i, icon)| icon_to_sdk(icon, &format!("/icons/{i}"), &mut dropped))
                .collect()
        });
        tool.meta = self.meta.clone().map(sdk::MetaObject);
        if self.execution.is_some() {
            dropped.push(no_place("/execution".to_owned()));
        }
        let additions = ["namespace", "version", "tags"];
        let is_ours = |key: &String| additions.contains(&key.as_str());
        unknown(
            self.extra.keys().filter(|key| !is_ours(key)),
            "",
            &mut dropped,
        );
        SdkTool { tool, dropped }
    }
}

fn no_place(pointer: String) -> Problem {
    Problem::new(pointer, "the SDK's type has no place for this field")
}

fn unknown<K: AsRef<str>>(
    keys: impl Iterator<Item = K>,
    pointer: &str,
    dropped: &mut Vec<Problem>,
) {
    dropped.extend(keys.map(|key| no_place(join(pointer, key.as_ref()))));
}

fn object(
    schema: Option<&Schema>,
    pointer: &str,
    dropped: &mut Vec<Problem>,
) -> Option<Map<String, Value>> {
    let value = schema?.as_value();
    if value.as_object().is_none() {
        let found = kind_of(value);
        let message = format!("the SDK's type holds only objects, found {found}");
        dropped.push(Problem::new(pointer, message));
    }
    value.as_object().cloned()
}

fn annotations_to_sdk(hints: &ToolAnnotations, dropped: &mut Vec<Problem>) -> sdk::ToolAnnotations {
    unknown(hints.extra.keys(), "/annotations", dropped);
    sdk::ToolAnnotations::from_raw(
        hints.title.clone(),
        hints.read_only_hint,
        hints.destructive_hint,
        hints.idempotent_hint,
        hints.open_world_hint,
    )
}

fn icon_to_sdk(icon: &Icon, pointer: &str, dropped: &mut Vec<Problem>) -> sdk::Icon {
    unknown(icon.extra.keys(), pointer, dropped);
    let mut converted = sdk::Icon::new(icon.src.clone());
    converted.mime_type.clone_from(&icon.mime_type);
    converted.sizes.clone_from(&icon.sizes);
    converted.theme = match &icon.theme {
        Some(IconTheme::Light) => Some(sdk::IconTheme::Light),
        Some(IconTheme::Dark) => Some(sdk::IconTheme::Dark),
        Some(IconTheme::Other(_)) => {
            dropped.push(no_place(join(pointer, "theme")));
            None
        }
        None => None,
    };
    converted
}

/// Fails rather than lose anything; [`Tool::to_sdk`] converts in any case.
impl TryFrom<&Tool> for sdk::Tool {
    type Error = Error;

    fn try_from(tool: &Tool) -> Result<Self> {
        let SdkTool { tool, dropped } = tool.to_sdk();
        Error::check(ErrorKind::InvalidTool, dropped)?;
        Ok(tool)
    }
}

/// Loses nothing; fails when a schema or the metadata is nested deeper than
/// [`crate::MAX_NESTING`].
impl TryFrom<sdk::Tool> for Tool {
    type Error = Error;

    fn try_from(tool: sdk::Tool) -> Result<Self> {
        let value = |map: Arc<Map<String, Value>>| Value::Object(Arc::unwrap_or_clone(map));
        let below = |pointer: &'static str| {
            move |error: Error| error.below(pointer).with_kind(ErrorKind::InvalidTool)
        };
        let input = Schema::try_from(value(tool.input_schema)).map_err(below("/inputSchema"))?;
        let mut converted = Self::new(tool.name, input);
        converted.title = tool.title;
        converted.description = tool.description.map(Into::into);
        if let Some(schema) = tool.output_schema {
            let schema = Schema::try_from(value(schema)).map_err(below("/outputSchema"))?;
            converted.output_schema = Some(schema);
        }
        converted.annotations = tool.annotations.map(annotations_from_sdk);
        converted.icons = tool
            .icons
            .map(|icons| icons.into_iter().map(icon_from_sdk).collect());
        converted.meta = tool.meta.map(|meta| meta.0);
        Ok(converted)
    }
}

fn annotations_from_sdk(hints: sdk::ToolAnnotations) -> ToolAnnotations {
    let mut converted = ToolAnnotations::default();
    converted.title = hints.title;
    converted.read_only_hint = hints.read_only_hint;
    converted.destructive_hint = hints.destructive_hint;
    converted.idempotent_hint = hints.idempotent_hint;
    converted.open_world_hint = hints.open_world_hint;
    converted
}

fn icon_from_sdk(icon: sdk::Icon) -> Icon {
    let theme = icon.theme.map(|theme| match theme {
        sdk::IconTheme::Light => IconTheme::Light,
        sdk::IconTheme::Dark => IconTheme::Dark,
        other => match serde_json::to_value(other) {
            Ok(Value::String(name)) => IconTheme::from(name),
            _ => IconTheme::Other(String::new()),
        },
    });
    let mut converted = Icon::new(icon.src);
    converted.mime_type = icon.mime_type;
    converted.sizes = icon.sizes;
    converted.theme = theme;
    converted
}
