//! The keys of `_meta` that are fields of a canonical tool.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::adapter::canonical::{CanonicalTool, SecurityRequirement};
use crate::schema::walk;

/// Reads the fields; values of the wrong type count as absent.
pub(super) fn read(meta: &Map<String, Value>, tool: &mut CanonicalTool) {
    let text = |key: &str| meta.get(key).and_then(Value::as_str).map(str::to_owned);
    let flag = |key: &str| meta.get(key).and_then(Value::as_bool);
    let object = |key: &str| {
        meta.get(key)
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default()
    };
    tool.summary = text("summary");
    tool.category = text("category");
    tool.input_modes = texts(meta.get("inputModes"));
    tool.output_modes = texts(meta.get("outputModes"));
    tool.examples = texts(meta.get("examples"));
    tool.deterministic = flag("deterministic");
    tool.streaming = flag("streaming");
    tool.security_schemes = object("securitySchemes")
        .into_iter()
        .filter(|(_, scheme)| scheme.is_object())
        .collect();
    tool.security_requirements = requirements(meta.get("securityRequirements"));
    tool.ui_hints = object("uiHints");
    let seconds = meta.get("timeout").and_then(Value::as_f64);
    tool.timeout = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    tool.required_scopes = texts(meta.get("requiredScopes"));
}

fn texts(value: Option<&Value>) -> Vec<String> {
    walk::texts(value).map(str::to_owned).collect()
}

fn requirements(value: Option<&Value>) -> Vec<SecurityRequirement> {
    let scopes = |scopes: &Value| match scopes {
        Value::Null => Some(Vec::new()),
        Value::Array(_) => Some(texts(Some(scopes))),
        _ => None,
    };
    walk::items(value)
        .filter_map(Value::as_object)
        .map(|item| {
            let schemes = item.iter();
            schemes
                .filter_map(|(name, value)| Some((name.clone(), scopes(value)?)))
                .collect::<BTreeMap<_, _>>()
        })
        .filter(|requirement| !requirement.is_empty())
        .collect()
}

/// `_meta` as it was, with the fields that changed since; `None` if it is empty.
pub(super) fn write(
    tool: &CanonicalTool,
    raw: Option<&Map<String, Value>>,
) -> Option<Map<String, Value>> {
    let mut before = CanonicalTool::default();
    if let Some(raw) = raw {
        read(raw, &mut before);
    }
    let mut meta = raw.cloned().unwrap_or_default();
    let (old, new) = (values(&before), values(tool));
    for ((key, old), (_, new)) in old.into_iter().zip(new) {
        if old == new {
            continue;
        }
        match new {
            Some(value) => {
                meta.insert(key.to_owned(), value);
            }
            None => {
                meta.shift_remove(key);
            }
        }
    }
    (raw.is_some() || !meta.is_empty()).then_some(meta)
}

/// A duration in seconds.
fn seconds(time: Duration) -> Value {
    match time.subsec_nanos() {
        0 => json!(time.as_secs()),
        _ => json!(time.as_secs_f64()),
    }
}

/// The fields as `_meta` has them; empty ones are absent.
fn values(tool: &CanonicalTool) -> [(&'static str, Option<Value>); 12] {
    let texts = |texts: &[String]| (!texts.is_empty()).then(|| json!(texts));
    let object = |map: &Map<String, Value>| (!map.is_empty()).then(|| Value::Object(map.clone()));
    let requirements = &tool.security_requirements;
    [
        ("summary", tool.summary.as_ref().map(|text| json!(text))),
        ("category", tool.category.as_ref().map(|text| json!(text))),
        ("inputModes", texts(&tool.input_modes)),
        ("outputModes", texts(&tool.output_modes)),
        ("examples", texts(&tool.examples)),
        ("deterministic", tool.deterministic.map(Value::Bool)),
        ("streaming", tool.streaming.map(Value::Bool)),
        ("securitySchemes", object(&tool.security_schemes)),
        (
            "securityRequirements",
            (!requirements.is_empty()).then(|| json!(requirements)),
        ),
        ("uiHints", object(&tool.ui_hints)),
        ("timeout", tool.timeout.map(seconds)),
        ("requiredScopes", texts(&tool.required_scopes)),
    ]
}
