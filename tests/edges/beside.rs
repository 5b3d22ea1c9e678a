//! Tools of a set in a server that is written with the SDK's own macros.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::rmcp::{Checked, input_schema, routes};
use toolmodel_runtime::{Handler, Tool, ToolFailure, tool_set};

use crate::connect;
use crate::serve::{call, code};

/// Shout a text.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "text")]
struct Shout {
    #[schemars(length(max = 5))]
    text: String,
}

impl Handler<Existing> for Shout {
    async fn handle(self, server: &Existing) -> Result<Value, ToolFailure> {
        Ok((self.text.to_uppercase() + &server.end).into())
    }
}

tool_set![Shout];

#[derive(Deserialize, JsonSchema)]
struct Whisper {
    text: String,
}

struct Existing {
    end: String,
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Existing {
    fn new() -> Self {
        Self {
            end: "!".to_owned(),
            tool_router: Self::tool_router() + routes::<ToolCall, Self>(),
        }
    }

    /// Whisper a text.
    #[tool]
    async fn whisper(&self, Parameters(call): Parameters<Whisper>) -> String {
        call.text.to_lowercase()
    }

    /// Shout a text that has been checked.
    #[tool(input_schema = input_schema::<Shout>())]
    async fn shout_checked(&self, Checked(call): Checked<Shout>) -> String {
        call.text.to_uppercase()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Existing {}

#[tokio::test]
async fn tools_of_a_set_stand_beside_others() {
    let client = connect(Existing::new()).await;
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 3);
    let shout = tools.iter().find(|tool| tool.name == "shout").unwrap();
    let checked = tools.iter().find(|tool| tool.name == "shout_checked");
    assert_eq!(checked.unwrap().input_schema, shout.input_schema);
    let peer = client.peer();
    for (tool, said) in [
        ("shout", "HEY!"),
        ("shout_checked", "HEY"),
        ("whisper", "hey"),
    ] {
        let result = call(peer, tool, json!({"text": "Hey"})).await.unwrap();
        assert_eq!(result.content[0].as_text().unwrap().text, said);
    }
    for tool in ["shout", "shout_checked"] {
        let result = call(peer, tool, json!({"text": "too long"})).await.unwrap();
        let text = &result.content[0].as_text().unwrap().text;
        assert_eq!(result.is_error, Some(true));
        assert!(text.contains("/text"), "{text}");
    }
    let error = call(peer, "text:shout", json!({})).await.unwrap_err();
    assert_eq!(code(&error), rmcp::model::ErrorCode::INVALID_PARAMS);
}
