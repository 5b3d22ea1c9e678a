//! Calls out of responses, and results into messages.

use serde_json::{Value, json};
use toolmodel_runtime::ErrorKind;
use toolmodel_runtime::adapter::{Call, ConvertedTools, Registry};

fn tools(to: &str) -> ConvertedTools {
    let tool = |name: &str, namespace: &str| {
        json!({
            "name": name, "namespace": namespace,
            "inputSchema": {
                "type": "object",
                "properties": {"e-mail": {"type": "string"}, "limit": {"type": "integer"}},
                "required": ["e-mail"],
            },
        })
    };
    let all = [tool("find", "crm"), tool("find", "web"), tool("now", "")];
    Registry::default().convert_all(all, "mcp", to).unwrap()
}

/// A response of each provider with two calls, and one in pieces with the same.
#[expect(clippy::too_many_lines, reason = "a table")]
fn responses(to: &str, property: &str) -> (Value, Vec<Value>) {
    let arguments = json!({property: "a@b.c", "limit": null});
    let text = arguments.to_string();
    let (head, tail) = text.split_at(7);
    match to {
        "openai" | "openai-strict" | "azure-strict" | "mistral" => {
            let call = |id: &str, name: &str, text: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": text}});
            let whole = json!({"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": [
                call("1", "crm_find", &text), call("2", "now", ""),
            ]}}]});
            let delta = |delta: Value| json!({"choices": [{"delta": {"tool_calls": [delta]}}]});
            let pieces = vec![
                json!({"choices": [{"delta": {"role": "assistant", "content": "so"}}]}),
                delta(
                    json!({"index": 0, "id": "1", "function": {"name": "crm_find", "arguments": head}}),
                ),
                delta(json!({"index": 1, "id": "2", "function": {"name": "now", "arguments": ""}})),
                delta(json!({"index": 0, "function": {"arguments": tail}})),
                json!({"choices": []}),
            ];
            (whole, pieces)
        }
        "openai-responses" | "openai-responses-strict" => {
            let item = |id: &str, name: &str, text: &str| json!({"type": "function_call", "id": "fc", "call_id": id, "name": name, "arguments": text});
            let whole = json!({"output": [{"type": "reasoning"}, item("1", "crm_find", &text), item("2", "now", "{}")]});
            let pieces = vec![
                json!({"type": "response.created"}),
                json!({"type": "response.output_item.added", "output_index": 1, "item": item("1", "crm_find", "")}),
                json!({"type": "response.function_call_arguments.delta", "output_index": 1, "delta": head}),
                json!({"type": "response.function_call_arguments.delta", "output_index": 1, "delta": tail}),
                json!({"type": "response.output_item.done", "output_index": 1, "item": item("1", "crm_find", &text)}),
                json!({"type": "response.output_item.added", "output_index": 2, "item": item("2", "now", "{}")}),
            ];
            (whole, pieces)
        }
        "anthropic" | "anthropic-strict" => {
            let whole = json!({"type": "message", "role": "assistant", "content": [
                {"type": "text", "text": "so"},
                {"type": "tool_use", "id": "1", "name": "crm_find", "input": arguments},
                {"type": "tool_use", "id": "2", "name": "now", "input": {}},
            ]});
            let start = |index: u64, id: &str, name: &str| json!({"type": "content_block_start", "index": index, "content_block": {"type": "tool_use", "id": id, "name": name, "input": {}}});
            let delta = |index: u64, text: &str| json!({"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text}});
            let pieces = vec![
                json!({"type": "message_start"}),
                json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "so"}}),
                start(1, "1", "crm_find"),
                delta(1, head),
                delta(1, tail),
                start(2, "2", "now"),
                delta(2, ""),
                json!({"type": "message_stop"}),
            ];
            (whole, pieces)
        }
        "gemini" | "vertex" | "gemini-json-schema" => {
            let call = |id: &str, name: &str, args: &Value| json!({"functionCall": {"id": id, "name": name, "args": args}});
            let response = |parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}}]});
            let (one, two) = (
                call("1", "crm_find", &arguments),
                call("2", "now", &json!({})),
            );
            (
                response(json!([{"text": "so"}, one, two])),
                vec![
                    response(json!([one])),
                    response(json!([two])),
                    json!({"usageMetadata": {}}),
                ],
            )
        }
        _ => {
            let whole = json!({"output": {"message": {"role": "assistant", "content": [
                {"text": "so"},
                {"toolUse": {"toolUseId": "1", "name": "crm_find", "input": arguments}},
                {"toolUse": {"toolUseId": "2", "name": "now", "input": {}}},
            ]}}, "stopReason": "tool_use"});
            let start = |index: u64, id: &str, name: &str| json!({"contentBlockStart": {"contentBlockIndex": index, "start": {"toolUse": {"toolUseId": id, "name": name}}}});
            let delta = |index: u64, text: &str| json!({"contentBlockDelta": {"contentBlockIndex": index, "delta": {"toolUse": {"input": text}}}});
            (
                whole,
                vec![
                    start(1, "1", "crm_find"),
                    delta(1, head),
                    delta(1, tail),
                    start(2, "2", "now"),
                ],
            )
        }
    }
}

const FORMATS: [&str; 12] = [
    "anthropic",
    "anthropic-strict",
    "azure-strict",
    "bedrock",
    "gemini",
    "gemini-json-schema",
    "mistral",
    "openai",
    "openai-responses",
    "openai-responses-strict",
    "openai-strict",
    "vertex",
];

fn check(calls: &[Call], to: &str) {
    let found: Vec<(Option<&str>, &str, &str)> = calls
        .iter()
        .map(|call| (call.id.as_deref(), call.tool.as_str(), call.name.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (Some("1"), "crm:find", "crm_find"),
            (Some("2"), "now", "now")
        ],
        "{to}"
    );
    // Where null does not stand for an absent property it is the model's own, for the validator.
    let arguments = calls[0].arguments().unwrap();
    let strict = to.starts_with("openai") && to.ends_with("-strict") || to == "azure-strict";
    let expected = if strict {
        json!({"e-mail": "a@b.c"})
    } else {
        json!({"e-mail": "a@b.c", "limit": null})
    };
    assert_eq!(*arguments, expected, "{to}");
    assert_eq!(*calls[1].arguments().unwrap(), json!({}), "{to}");
}

#[test]
fn each_of_many_calls_finds_its_tool() {
    let tool = |i: usize| json!({"name": format!("t{i}"), "inputSchema": {"type": "object"}});
    let tools = Registry::default().convert_all((0..200).map(tool), "mcp", "anthropic");
    let tools = tools.unwrap();
    let call = |i: usize| json!({"type": "tool_use", "id": "c", "name": format!("t{i}"), "input": {"i": i}});
    let content: Vec<Value> = (0..400).map(call).collect();
    let calls = tools.read_calls(&json!({"content": content})).unwrap();
    for (i, call) in calls.iter().enumerate() {
        assert_eq!(call.tool, format!("t{i}"));
        match call.arguments() {
            Ok(arguments) => assert_eq!(arguments, &json!({"i": i})),
            Err(error) => assert_eq!(error.kind(), ErrorKind::UnknownTool),
        }
        assert_eq!(call.arguments().is_ok(), i < 200);
    }
}

#[test]
fn calls_of_every_provider_are_mapped_back() {
    for to in FORMATS {
        let tools = tools(to);
        let property = if matches!(to, "gemini" | "vertex") {
            "e_mail"
        } else {
            "e-mail"
        };
        let (whole, pieces) = responses(to, property);
        check(&tools.read_calls(&whole).unwrap(), to);
        let mut stream = tools.stream_calls();
        for piece in &pieces {
            stream.push(piece).unwrap();
        }
        check(&stream.finish(), to);
    }
}

#[test]
fn what_a_model_got_wrong_is_told_per_call() {
    let tools = tools("openai");
    let call = |name: &str, arguments: &str| json!({"id": "x", "type": "function", "function": {"name": name, "arguments": arguments}});
    let response = json!({"role": "assistant", "tool_calls": [
        call("crm_find", "{\"e-mail\": "), call("nope", "{}"), call("now", "  "),
    ]});
    let calls = tools.read_calls(&response).unwrap();
    let kinds: Vec<Option<ErrorKind>> = calls
        .iter()
        .map(|call| call.arguments().err().map(toolmodel_runtime::Error::kind))
        .collect();
    assert_eq!(
        kinds,
        [
            Some(ErrorKind::InvalidArguments),
            Some(ErrorKind::UnknownTool),
            None
        ]
    );
    let text = calls[1].arguments().unwrap_err().to_string();
    assert!(
        text.contains("no tool is called `nope`") && text.contains("crm_find"),
        "{text}"
    );
    let written = tools.write_result(
        &calls[0],
        &calls[0].arguments().unwrap_err().to_tool_error(),
    );
    assert!(
        written["content"].as_str().unwrap().starts_with("Error: "),
        "{written}"
    );
}

#[test]
fn what_is_no_response_is_an_error_that_names_the_place() {
    for (to, response, place) in [
        ("openai", json!({"choices": []}), "/choices"),
        ("openai", json!({"error": {"message": "no"}}), ""),
        (
            "openai",
            json!({"role": "assistant", "tool_calls": [{"id": "1"}]}),
            "/tool_calls/0",
        ),
        ("openai-responses", json!({"error": null}), "/output"),
        ("anthropic", json!({"type": "error"}), "/content"),
        (
            "anthropic",
            json!({"content": [{"type": "tool_use", "id": "1"}]}),
            "/content/0/name",
        ),
        ("gemini", json!({"candidates": []}), "/candidates"),
        ("bedrock", json!({"output": {}}), "/content"),
    ] {
        let error = tools(to).read_calls(&response).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOutput, "{to}: {error}");
        assert_eq!(error.problems()[0].pointer, place, "{to}: {error}");
    }
    let none = json!({"role": "assistant", "content": "hello"});
    assert!(tools("openai").read_calls(&none).unwrap().is_empty());
    let stopped = json!({"candidates": [{"finishReason": "SAFETY"}]});
    assert!(tools("gemini").read_calls(&stopped).unwrap().is_empty());
    for to in ["mcp", "a2a"] {
        assert!(tools(to).read_calls(&json!({})).is_err(), "{to}");
    }
}

#[test]
fn results_are_written_as_each_provider_marks_them() {
    let call = Call::new(Some("1".to_owned()), "crm:find", "crm_find", json!({}));
    let fine =
        json!({"content": [{"type": "text", "text": "{\"n\":1}"}], "structuredContent": {"n": 1}});
    let failed = json!({"content": [{"type": "text", "text": "no such user"}], "isError": true});
    for (to, good, bad) in [
        (
            "openai",
            json!({"role": "tool", "tool_call_id": "1", "content": "{\"n\":1}"}),
            json!({"role": "tool", "tool_call_id": "1", "content": "Error: no such user"}),
        ),
        (
            "mistral",
            json!({"role": "tool", "tool_call_id": "1", "name": "crm_find", "content": "{\"n\":1}"}),
            json!({"role": "tool", "tool_call_id": "1", "name": "crm_find", "content": "Error: no such user"}),
        ),
        (
            "openai-responses",
            json!({"type": "function_call_output", "call_id": "1", "output": "{\"n\":1}"}),
            json!({"type": "function_call_output", "call_id": "1", "output": "Error: no such user"}),
        ),
        (
            "anthropic",
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "{\"n\":1}"}]}),
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "no such user", "is_error": true}]}),
        ),
        (
            "gemini",
            json!({"role": "user", "parts": [{"functionResponse": {"id": "1", "name": "crm_find", "response": {"output": {"n": 1}}}}]}),
            json!({"role": "user", "parts": [{"functionResponse": {"id": "1", "name": "crm_find", "response": {"error": "no such user"}}}]}),
        ),
        (
            "bedrock",
            json!({"role": "user", "content": [{"toolResult": {"toolUseId": "1", "content": [{"json": {"n": 1}}], "status": "success"}}]}),
            json!({"role": "user", "content": [{"toolResult": {"toolUseId": "1", "content": [{"text": "no such user"}], "status": "error"}}]}),
        ),
    ] {
        let tools = tools(to);
        assert_eq!(tools.write_result(&call, &fine), good, "{to}");
        assert_eq!(tools.write_result(&call, &failed), bad, "{to}");
        let both = tools.write_results(&[(&call, &fine), (&call, &failed)]);
        let in_one = matches!(to, "anthropic" | "gemini" | "bedrock");
        assert_eq!(both.len(), if in_one { 1 } else { 2 }, "{to}");
    }
    assert_eq!(
        tools("openai").write_result(&call, &json!([1]))["content"],
        "[1]"
    );
}

#[test]
fn the_text_of_an_embedded_resource_is_told() {
    let result = json!({"content": [
        {"type": "text", "text": "the file:"},
        {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "content of a"}},
        {"type": "resource", "resource": {"uri": "file:///b.png", "blob": "AA=="}},
        {"type": "image", "data": "AA==", "mimeType": "image/png"},
    ]});
    let told = "the file:\ncontent of a\n[resource: file:///b.png]\n[image]";
    for to in FORMATS {
        let call = Call::new(Some("1".to_owned()), "now", "now", json!({}));
        let message = tools(to).write_result(&call, &result);
        let escaped = json!(told).to_string();
        assert!(message.to_string().contains(&escaped), "{to}: {message}");
    }
}

#[test]
fn an_empty_id_or_name_in_a_later_piece_says_nothing_new() {
    let tools = tools("openai");
    let mut stream = tools.stream_calls();
    let piece = |id: Value, name: Value, arguments: &str| {
        json!({"choices": [{"index": 0, "delta": {"tool_calls": [
            {"index": 0, "id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
        ]}}]})
    };
    for piece in [
        piece(json!("1"), json!("crm_find"), ""),
        piece(json!(""), json!(""), "{\"e-m"),
        piece(json!(null), json!(null), "ail\": \"a@b.c\""),
        piece(json!(""), json!(null), "}"),
    ] {
        stream.push(&piece).unwrap();
    }
    let calls = stream.finish();
    assert_eq!(calls.len(), 1, "{calls:?}");
    assert_eq!(
        (calls[0].id.as_deref(), &*calls[0].tool),
        (Some("1"), "crm:find")
    );
    assert_eq!(*calls[0].arguments().unwrap(), json!({"e-mail": "a@b.c"}));
}

#[test]
fn endless_pieces_are_refused() {
    let tools = tools("anthropic");
    let mut stream = tools.stream_calls();
    let start = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "1", "name": "now"}});
    stream.push(&start).unwrap();
    let piece = json!({"type": "content_block_delta", "index": 0, "delta": {"partial_json": "x".repeat(1_000_000)}});
    let error = (0..100).find_map(|_| stream.push(&piece).err()).unwrap();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}

#[test]
fn ids_without_end_are_refused() {
    let tools = tools("anthropic");
    let mut stream = tools.stream_calls();
    let begun = |i: usize| {
        let id = format!("{i}{}", "x".repeat(1_000_000));
        let block = json!({"type": "tool_use", "id": id, "name": "now"});
        json!({"type": "content_block_start", "index": 0, "content_block": block})
    };
    let error = (0..100).find_map(|i| stream.push(&begun(i)).err()).unwrap();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}

/// Each path is short, and makes as many objects as half its length.
#[test]
fn paths_that_make_objects_without_end_are_refused() {
    let tools = tools("vertex");
    let mut stream = tools.stream_calls();
    let pieces = |i: usize| {
        let paths = (0..1000).map(|j| {
            let path = format!("$.n{i}-{j}{}", ".a".repeat(100));
            json!({"jsonPath": path, "numberValue": 1})
        });
        let call =
            json!({"name": "now", "partialArgs": paths.collect::<Vec<_>>(), "willContinue": true});
        json!({"candidates": [{"content": {"parts": [{"functionCall": call}]}}]})
    };
    let error = (0..20).find_map(|i| stream.push(&pieces(i)).err()).unwrap();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}

#[test]
fn arguments_that_vertex_streams_one_by_one_are_put_together() {
    let tools = tools("vertex");
    let piece =
        |call: Value| json!({"candidates": [{"content": {"parts": [{"functionCall": call}]}}]});
    let mut stream = tools.stream_calls();
    for call in [
        json!({"id": "1", "name": "crm_find", "willContinue": true}),
        json!({"partialArgs": [
            {"jsonPath": "$.e_mail", "stringValue": "a@", "willContinue": true},
        ], "willContinue": true}),
        json!({"partialArgs": [
            {"jsonPath": "$.e_mail", "stringValue": "b.c"},
            {"jsonPath": "$.limit", "numberValue": 3.0},
            {"jsonPath": "$['of them'][0].deep", "boolValue": true},
            {"jsonPath": "$['of them'][1]", "nullValue": "NULL_VALUE"},
        ], "willContinue": true}),
        json!({}),
        json!({"id": "2", "name": "now", "args": {}}),
    ] {
        stream.push(&piece(call)).unwrap();
    }
    let calls = stream.finish();
    let ids: Vec<_> = calls.iter().map(|call| call.id.as_deref()).collect();
    assert_eq!(ids, [Some("1"), Some("2")]);
    assert_eq!(
        *calls[0].arguments().unwrap(),
        json!({"e-mail": "a@b.c", "limit": 3, "of them": [{"deep": true}, null]})
    );
    for path in ["", "$", "e_mail", "$.limit[1]", "$[x]", "$.e_mail.x", "$[0"] {
        let mut stream = tools.stream_calls();
        let begun = json!({"name": "crm_find", "willContinue": true, "args": {"e_mail": "x"}});
        stream.push(&piece(begun)).unwrap();
        let bad =
            json!({"partialArgs": [{"jsonPath": path, "numberValue": 1}], "willContinue": true});
        let error = stream.push(&piece(bad)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOutput, "{path}");
    }
    let lost = json!({"partialArgs": [{"jsonPath": "$.a", "numberValue": 1}]});
    let error = tools.stream_calls().push(&piece(lost)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOutput);
}

#[test]
fn another_id_is_another_call_whatever_the_index() {
    let tools = tools("mistral");
    let mut stream = tools.stream_calls();
    for (id, name, arguments) in [
        ("1", "crm_find", json!({"e-mail": "a@b.c"})),
        ("2", "now", json!("{}")),
    ] {
        let call = json!({"id": id, "function": {"name": name, "arguments": arguments}});
        let chunk = json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
        stream.push(&chunk).unwrap();
    }
    let calls = stream.finish();
    assert_eq!(calls.len(), 2);
    assert_eq!(*calls[0].arguments().unwrap(), json!({"e-mail": "a@b.c"}));
    assert_eq!(calls[1].tool, "now");
}

#[test]
fn another_name_is_another_call_where_nobody_gives_ids() {
    let tools = tools("openai");
    let mut stream = tools.stream_calls();
    for (name, arguments) in [
        (Some("crm_find"), "{\"e-mail\": "),
        (Some(""), "\"a@b.c\""),
        (Some("crm_find"), "}"),
        (Some("now"), "{"),
        (None, "}"),
    ] {
        let call = json!({"index": 0, "function": {"name": name, "arguments": arguments}});
        let chunk = json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]});
        stream.push(&chunk).unwrap();
    }
    let calls = stream.finish();
    assert_eq!(calls.len(), 2);
    assert_eq!(*calls[0].arguments().unwrap(), json!({"e-mail": "a@b.c"}));
    assert_eq!(calls[1].tool, "now");
    assert_eq!(*calls[1].arguments().unwrap(), json!({}));
}

#[test]
fn arguments_that_stand_at_the_beginning_of_a_block_are_read_unless_pieces_follow() {
    let tools = tools("anthropic");
    let start = json!({"type": "content_block_start", "index": 0, "content_block": {
        "type": "tool_use", "id": "toolu_1", "name": "crm_find", "input": {"e-mail": "a@b.c"},
    }});
    let piece = json!({"type": "content_block_delta", "index": 0, "delta": {
        "type": "input_json_delta", "partial_json": json!({"e-mail": "d@e.f"}).to_string(),
    }});
    for (events, expected) in [(vec![&start], "a@b.c"), (vec![&start, &piece], "d@e.f")] {
        let mut stream = tools.stream_calls();
        for event in events {
            stream.push(event).unwrap();
        }
        let calls = stream.finish();
        assert_eq!(calls.len(), 1);
        assert_eq!(calls[0].arguments().unwrap()["e-mail"], expected);
    }
}

/// A value that a program built may be deeper than any stack.
#[test]
fn deep_responses_events_and_results_are_refused() {
    let deep = |levels: usize| {
        (0..levels).fold(json!({}), |below, _| {
            Value::Object([("a".to_owned(), below)].into_iter().collect())
        })
    };
    let around = |pointer: &[&str], value: Value| {
        let steps = pointer.iter().rev();
        steps.fold(value, |value, step| match *step {
            "0" => Value::Array(vec![value]),
            key => Value::Object([(key.to_owned(), value)].into_iter().collect()),
        })
    };
    let responses: [(&str, &[&str]); 5] = [
        (
            "openai",
            &[
                "choices",
                "0",
                "message",
                "tool_calls",
                "0",
                "function",
                "arguments",
            ],
        ),
        ("openai-responses", &["output", "0", "arguments"]),
        ("anthropic", &["content", "0", "input"]),
        (
            "gemini",
            &[
                "candidates",
                "0",
                "content",
                "parts",
                "0",
                "functionCall",
                "args",
            ],
        ),
        (
            "bedrock",
            &["output", "message", "content", "0", "toolUse", "input"],
        ),
    ];
    let call = Call::new(None, "f", "f", json!({}));
    let test = move || {
        for (to, pointer) in responses {
            let tools = tools(to);
            for levels in [130, 100_000] {
                let response = around(pointer, deep(levels));
                let error = tools.read_calls(&response).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{to}");
                let error = tools.stream_calls().push(&response).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{to}");
                let message = tools.write_result(&call, &response).to_string();
                assert!(
                    message.contains("nested deeper than 128 levels"),
                    "{to}: {message}"
                );
                // Dropping them would recurse.
                std::mem::forget(response);
            }
            let error = tools
                .stream_calls()
                .push(&around(&["content_block", "input"], deep(130)));
            assert_eq!(error.unwrap_err().kind(), ErrorKind::LimitExceeded, "{to}");
            let fine = tools.write_result(&call, &deep(100)).to_string();
            assert!(!fine.contains("nested deeper"), "{to}: {fine}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(test);
    thread.unwrap().join().unwrap();
}

#[test]
fn an_original_name_stands_for_the_property_that_was_renamed() {
    let tool = json!({"name": "f", "inputSchema": {
        "type": "object",
        "properties": {"user.näme": {"type": "string"}, "limit": {"type": "integer"}},
    }});
    let converted = Registry::default()
        .convert(tool, "mcp", "anthropic")
        .unwrap();
    let [mapping] = converted.property_names().try_into().unwrap();
    let restore = |arguments: Value| converted.restore_arguments(arguments).unwrap();
    let restored = json!({"limit": 1, "user.näme": "a"});
    assert_eq!(
        restore(json!({"limit": 1, mapping.wire.as_str(): "a"})),
        restored
    );
    assert_eq!(restore(json!({"user.näme": "a", "limit": 1})), restored);
    // What the model was told of wins, wherever it stands.
    assert_eq!(
        restore(json!({"user.näme": 5, "limit": 1, mapping.wire.as_str(): "a"})),
        restored
    );
    assert_eq!(
        restore(json!({mapping.wire.as_str(): "a", "limit": 1, "user.näme": 5})),
        restored
    );
}
