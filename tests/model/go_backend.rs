//! Backends, compared with the Go originals.

use serde_json::Value;
use toolmodel_runtime::{ErrorKind, ToolBackend};

use crate::differences::{Outcome, run, same};

#[test]
fn backends_are_validated_as_in_go() {
    for path in ["backend_validate.json", "legacy/backend_validate.json"] {
        run(path, judge);
    }
}

fn judge(vector: &Value) -> Outcome {
    let input = &vector["input"];
    let argument = |i: usize| input[i].as_str().unwrap();
    let backend = match vector["op"].as_str().unwrap() {
        "ToolBackend.Validate" => ToolBackend::from_value(input.clone()),
        "NewMCPBackend" => Ok(ToolBackend::mcp(argument(0))),
        "NewLocalBackend" => Ok(ToolBackend::local(argument(0))),
        "NewProviderBackend" => Ok(ToolBackend::provider(argument(0), argument(1))),
        other => panic!("unknown operation {other}"),
    };
    if let (Ok(backend), true) = (&backend, input.is_object()) {
        assert_eq!(backend.to_json(), input.to_string(), "nothing is lost");
    }
    let here = backend.and_then(|backend| {
        backend.validate()?;
        Ok(backend.to_value())
    });
    let here = here.map_err(|error| {
        assert_eq!(error.kind(), ErrorKind::InvalidBackend);
        "refused"
    });
    // Go refuses wrong JSON types with an error of its JSON package.
    let go = match vector["error"].as_str() {
        Some("ErrInvalidBackend" | "json") => Err("refused"),
        Some(other) => panic!("unknown error {other}"),
        None => Ok(vector["detail"]["json"].clone()),
    };
    same(&go, &here)
}

#[test]
fn an_unknown_kind_is_kept_and_refused() {
    let json = r#"{"zone":1,"http":{"url":"https://example.org"},"kind":"http"}"#;
    let backend = ToolBackend::from_json(json).unwrap();
    assert_eq!(backend.to_json(), json);
    assert_eq!(backend.kind(), "http");
    let error = backend.validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid backend: /kind: expected `mcp`, `provider` or `local`, found `http`"
    );
}

#[test]
fn everything_wrong_with_a_backend_is_listed() {
    let error = ToolBackend::from_json(r#"{"kind":"provider","provider":{"toolId":5}}"#);
    let error = error.unwrap_err();
    let problems: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "/provider/providerId: is required",
            "/provider/toolId: expected a string, found a number"
        ]
    );
    let error = ToolBackend::provider("", "").validate().unwrap_err();
    assert_eq!(error.problems().len(), 2);
    assert!(ToolBackend::from_json("{").is_err());
    assert!(serde_json::from_str::<ToolBackend>("[]").is_err());
}
