//! Security requirements: A2A 1.0 has `{"schemes": {"oauth": {"list": ["read"]}}}` where OpenAPI
//! and earlier versions have `{"oauth": ["read"]}`. Both are read.

use serde_json::{Map, Value, json};

use crate::adapter::canonical::SecurityRequirement;
use crate::schema::walk::texts;

pub(super) fn read(items: &[Value]) -> Vec<SecurityRequirement> {
    let items = items.iter().filter_map(Value::as_object);
    items
        .map(|item| match item.get("schemes") {
            Some(Value::Object(schemes)) => {
                scopes(schemes, |scheme| scheme.get("list").unwrap_or(&Value::Null))
            }
            _ => scopes(item, |scheme| scheme),
        })
        .collect()
}

fn scopes(schemes: &Map<String, Value>, list: impl Fn(&Value) -> &Value) -> SecurityRequirement {
    let texts = |list| texts(Some(list)).map(str::to_owned).collect();
    schemes
        .iter()
        .map(|(name, scheme)| (name.clone(), texts(list(scheme))))
        .collect()
}

pub(super) fn write(requirements: &[SecurityRequirement], flat: bool) -> Vec<Value> {
    let nested = |requirement: &SecurityRequirement| {
        let schemes = requirement
            .iter()
            .map(|(name, scopes)| (name.clone(), json!({"list": scopes})));
        json!({"schemes": schemes.collect::<Map<_, _>>()})
    };
    let write = |requirement| {
        if flat {
            json!(requirement)
        } else {
            nested(requirement)
        }
    };
    requirements.iter().map(write).collect()
}
