//! Reading and writing tools, compared with the Go originals.

use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Tool};

use crate::differences::{Outcome, run, same};

#[test]
fn tools_are_read_and_written_as_in_go() {
    for path in ["tool_json.json", "legacy/tool_json.json"] {
        run(path, judge);
    }
}

fn judge(vector: &Value) -> Outcome {
    let input = match vector["case"].as_str() {
        // The vector only describes its text.
        Some("deep nesting 9999") => {
            let (open, close) = ("[".repeat(9999), "]".repeat(9999));
            format!(r#"{{"name":"t","inputSchema":{open}{close}}}"#)
        }
        _ => vector["input"].as_str().unwrap().to_owned(),
    };
    for (operations, go) in vector["output"].as_object().unwrap() {
        let mut steps = operations.split('.');
        let tool = match steps.next() {
            Some("FromJSON") => Tool::from_json(&input),
            Some("FromMCPJSON") => Tool::from_mcp_json(&input),
            other => panic!("unknown operation {other:?}"),
        };
        let here = tool.map(|tool| {
            let text = match steps.next_back() {
                Some("ToJSON") => tool.clone().to_json(),
                Some("ToMCPJSON") => tool.clone().to_mcp_json(),
                other => panic!("unknown operation {other:?}"),
            };
            serde_json::from_str::<Value>(&text).unwrap()
        });
        let here = here.unwrap_or_else(|error| {
            let is_deep = input.contains(&"[".repeat(121));
            let kind = if is_deep {
                ErrorKind::LimitExceeded
            } else {
                ErrorKind::InvalidTool
            };
            assert_eq!(error.kind(), kind);
            json!({"error": "json"})
        });
        let go = match go.get("error") {
            Some(error) => json!({"error": error}),
            None => go.clone(),
        };
        same(&with_plain_numbers(go), &with_plain_numbers(here))
            .map_err(|how| format!("{operations}: {how}"))?;
    }
    Ok(())
}

/// Go writes every number as a double, so `1.0` comes back as `1`: the same value.
fn with_plain_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(double) if number.is_f64() && double.fract() == 0.0 && double.abs() < 1e15 => {
                #[allow(clippy::cast_possible_truncation, reason = "the bound is above")]
                let whole = double as i64;
                json!(whole)
            }
            Some(double) if number.is_f64() => json!(double),
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(with_plain_numbers).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (key, with_plain_numbers(value)))
            .collect(),
        other => other,
    }
}
