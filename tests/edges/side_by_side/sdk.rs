use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
pub struct Log {
    #[schemars(range(max = 50))]
    limit: u32,
}

#[derive(Deserialize, JsonSchema)]
pub struct Divide {
    a: i64,
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
pub struct Shout {
    text: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Said {
    said: String,
}

pub struct Server {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Server {
    /// Show the first commits.
    #[tool]
    fn log(&self, Parameters(call): Parameters<Log>) -> Json<Said> {
        let said = format!("{} commits", call.limit);
        Json(Said { said })
    }

    /// Divide two numbers.
    #[tool]
    fn divide(&self, Parameters(call): Parameters<Divide>) -> Result<Json<Said>, String> {
        let quotient = call.a.checked_div(call.b).ok_or("no such number")?;
        let said = quotient.to_string();
        Ok(Json(Said { said }))
    }

    /// Shout a text.
    #[tool]
    fn shout(&self, Parameters(call): Parameters<Shout>) -> Json<Said> {
        let said = call.text.to_uppercase();
        Json(Said { said })
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}

pub fn server() -> Server {
    Server {
        tool_router: Server::tool_router(),
    }
}
