//! What a typed client makes of servers that keep their word, and of those that do not.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use toolmodel_runtime::ErrorKind;
use toolmodel_runtime::compare::{Fate, Verdict};
use toolmodel_runtime::rmcp::CallError;
use toolmodel_tests_edges::{Add, Crash, Echo, Sum};

use crate::{connect, server, typed};

#[tokio::test]
async fn a_call_gives_its_typed_output() {
    let client = connect(server()).await;
    let client = typed(&client);
    let sum = client.call(Add { a: 1, b: 2 }).await.unwrap();
    assert_eq!(*sum, Sum { sum: 3 });
    assert_eq!((sum.sum, sum.text().as_str()), (3, r#"{"sum":3}"#));
    assert_eq!(sum.result().structured_content, Some(json!({"sum": 3})));
    let echo = client
        .call(Echo {
            text: "hey".to_owned(),
        })
        .await
        .unwrap();
    assert_eq!(echo.into_output(), json!("hey"));
}

#[tokio::test]
async fn what_goes_wrong_is_told_apart() {
    let running = connect(server()).await;
    let client = typed(&running);
    let error = client.call(Add { a: 1001, b: 2 }).await.unwrap_err();
    assert!(
        matches!(&error, CallError::Arguments(error) if error.kind() == ErrorKind::InvalidArguments)
    );
    let error = client.call(Add { a: 1, b: i64::MAX }).await.unwrap_err();
    assert_eq!(error.to_string(), "the tool failed: the sum is too large");
    let error = client.call(Crash {}).await.unwrap_err();
    assert!(matches!(error, CallError::Service(_)), "{error}");
    running.cancel().await.unwrap();
    let error = client.call(Add { a: 1, b: 2 }).await.unwrap_err();
    assert!(matches!(error, CallError::Service(_)), "{error}");
}

#[tokio::test]
async fn a_foreign_call_is_validated_against_the_advertised_schema() {
    let client = connect(server()).await;
    let client = typed(&client);
    let sum = client
        .call_foreign("add", json!({"a": 1, "b": 2}))
        .await
        .unwrap();
    assert_eq!(*sum, json!({"sum": 3}));
    let error = client
        .call_foreign("add", json!({"a": "1"}))
        .await
        .unwrap_err();
    assert!(matches!(error, CallError::Arguments(_)), "{error}");
    let error = client.call_foreign("add", json!([1])).await.unwrap_err();
    assert!(matches!(error, CallError::Arguments(_)), "{error}");
    let error = client.call_foreign("ad", json!({})).await.unwrap_err();
    assert!(error.to_string().contains("did you mean `add`?"), "{error}");
}

#[tokio::test]
async fn a_server_that_has_not_changed_is_verified() {
    let client = connect(server().page_size(1)).await;
    let change = typed(&client).verify().await.unwrap();
    assert_eq!(
        (change.verdict, change.tools.len()),
        (Verdict::Compatible, 5)
    );
    assert!(change.is_unchanged(), "{change}");
}

/// Offers these tools, and answers every call with this.
struct Foreign {
    tools: Vec<Value>,
    result: CallToolResult,
    endless: bool,
}

impl ServerHandler for Foreign {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools: Vec<Tool> = serde_json::from_value(json!(self.tools)).unwrap();
        let mut page = ListToolsResult::with_all_items(tools);
        let cursor = request.and_then(|request| request.cursor);
        if self.endless {
            let next = cursor.map_or(0, |cursor| cursor.parse::<u32>().unwrap() + 1);
            page.next_cursor = Some(next.to_string());
        }
        Ok(page)
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(self.result.clone().into())
    }
}

fn foreign(tools: Vec<Value>, structured: Option<Value>) -> Foreign {
    let mut result = CallToolResult::success(vec![ContentBlock::text("a text")]);
    result.structured_content = structured;
    Foreign {
        tools,
        result,
        endless: false,
    }
}

#[tokio::test]
async fn a_result_that_breaks_its_schema_is_an_error() {
    let tool = json!({"name": "add", "inputSchema": {"type": "object"}, "outputSchema": {
        "type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}});
    for structured in [None, Some(Value::Null), Some(json!({"sum": "3"}))] {
        let running = connect(foreign(vec![tool.clone()], structured)).await;
        let client = typed(&running);
        let error = client.call(Add { a: 1, b: 2 }).await.unwrap_err();
        assert!(matches!(error, CallError::Output(_)), "{error}");
        let error = client.call_foreign("add", json!({})).await.unwrap_err();
        assert!(matches!(error, CallError::Output(_)), "{error}");
    }
}

#[tokio::test]
async fn what_has_drifted_is_an_error_that_names_it() {
    let object = json!({"type": "object"});
    let tools = vec![
        json!({"name": "add", "inputSchema": {"type": "object",
            "properties": {"a": {"type": "integer", "maximum": 10}, "b": {"type": "integer"}}}}),
        json!({"name": "echo", "inputSchema": object}),
        json!({"name": "wait", "inputSchema": object}),
        json!({"name": "brand_new", "inputSchema": object}),
    ];
    let client = connect(foreign(tools, None)).await;
    let error = typed(&client).verify().await.unwrap_err();
    let text = error.to_string();
    let CallError::Drifted(change) = error else {
        panic!("{error}");
    };
    let fate = |name: &str| {
        let tool = change
            .tools
            .iter()
            .find(|tool| tool.name() == name)
            .unwrap();
        (tool.fate, tool.verdict)
    };
    assert_eq!(fate("add"), (Fate::Kept, Verdict::Breaking));
    assert_eq!(fate("echo"), (Fate::Kept, Verdict::Compatible));
    assert_eq!(fate("crash"), (Fate::Gone, Verdict::Breaking));
    assert_eq!(fate("brand_new"), (Fate::New, Verdict::Compatible));
    assert!(text.contains("crash") && text.contains("add"), "{text}");
    assert!(!text.contains("brand_new"), "{text}");
}

#[tokio::test]
async fn a_list_without_an_end_is_not_read_to_it() {
    let mut server = foreign(Vec::new(), None);
    server.endless = true;
    let client = connect(server).await;
    let error = typed(&client).tools().await.unwrap_err();
    assert!(error.to_string().contains("does not end"), "{error}");
}
