//! What revision 2026-07-28 repeats in headers, so that gateways need not read bodies.

use std::fmt::Write as _;

use serde_json::Value;

/// The headers of a request: its method, the tool's name, and the arguments that the tool's schema
/// marks for headers.
pub(super) fn of_request(
    method: &str,
    params: &Value,
    schema: Option<&Value>,
) -> Vec<(String, String)> {
    let mut headers = vec![("Mcp-Method".to_owned(), method.to_owned())];
    if method == "tools/call"
        && let Some(name) = params.get("name").and_then(Value::as_str)
    {
        headers.push(("Mcp-Name".to_owned(), encoded(name)));
    }
    if let (Some(schema), Some(arguments)) = (schema, params.get("arguments")) {
        let mut stack = vec![(schema, arguments)];
        while let Some((schema, value)) = stack.pop() {
            if let Some(header) = schema.get("x-mcp-header").and_then(Value::as_str)
                && let Some(text) = primitive(value)
            {
                headers.push((format!("Mcp-Param-{header}"), encoded(&text)));
            }
            let properties = schema.get("properties").and_then(Value::as_object);
            for (name, schema) in properties.into_iter().flatten() {
                if let Some(value) = value.get(name) {
                    stack.push((schema, value));
                }
            }
        }
    }
    headers
}

fn primitive(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A value that a header cannot hold unchanged is sent as base64 between markers.
fn encoded(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
        && text.trim_matches([' ', '\t']).len() == text.len()
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if is_plain {
        return text.to_owned();
    }
    format!("=?base64?{}?=", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = (bits >> (18 - 6 * at) & 63) as usize;
            let c = DIGITS.get(digit).map_or('=', |digit| char::from(*digit));
            let _ = write!(out, "{}", if at <= chunk.len() { c } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_encoded_where_headers_cannot_carry_them() {
        assert_eq!(encoded("get_repo"), "get_repo");
        assert_eq!(encoded("ü"), "=?base64?w7w=?=");
        assert_eq!(encoded(" a"), "=?base64?IGE=?=");
        assert_eq!(encoded("=?base64?x?="), "=?base64?PT9iYXNlNjQ/eD89?=");
        assert_eq!(base64(b"abc"), "YWJj");
    }

    #[test]
    fn arguments_go_where_the_schema_says() {
        let schema = json!({"properties": {
            "region": {"x-mcp-header": "Region"},
            "deep": {"properties": {"n": {"x-mcp-header": "N"}}},
            "absent": {"x-mcp-header": "Absent"},
        }});
        let params = json!({"name": "t", "arguments": {"region": "eu", "deep": {"n": 5}}});
        let headers = of_request("tools/call", &params, Some(&schema));
        let headers: Vec<String> = headers.iter().map(|(k, v)| format!("{k}: {v}")).collect();
        assert_eq!(
            headers,
            [
                "Mcp-Method: tools/call",
                "Mcp-Name: t",
                "Mcp-Param-N: 5",
                "Mcp-Param-Region: eu"
            ]
        );
    }
}
