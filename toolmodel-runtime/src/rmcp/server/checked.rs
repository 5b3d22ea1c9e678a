//! Checked arguments for functions of the SDK's own macro.

use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::JsonObject;
use serde_json::Value;

use crate::schema::Schema;
use crate::typed::TypedTool;

/// The SDK's router turns errors that start with this into a tool result, as the
/// specification requires for errors of arguments; any other is a protocol error.
const PREFIX: &str = "failed to deserialize parameters:";

/// Arguments validated against the tool's schema, for functions with the SDK's `#[tool]`.
///
/// The SDK knows only its own `Parameters`, so the schema has to be named:
///
/// ```ignore
/// #[tool(input_schema = toolmodel_runtime::rmcp::input_schema::<GetRepo>())]
/// async fn get_repo(&self, Checked(call): Checked<GetRepo>) -> String { .. }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::exhaustive_structs,
    reason = "a wrapper to take apart in a parameter"
)]
pub struct Checked<T>(pub T);

impl<S, T: TypedTool> FromContextPart<ToolCallContext<'_, S>> for Checked<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = Value::Object(context.arguments.take().unwrap_or_default());
        T::parse(&arguments).map(Self).map_err(|error| {
            let text = format!("{PREFIX} {}", error.to_model_text());
            ErrorData::invalid_params(text, None)
        })
    }
}

/// The input schema of a tool, as the SDK's `#[tool(input_schema = ..)]` takes it.
#[must_use]
pub fn input_schema<T: TypedTool>() -> Arc<JsonObject> {
    object(&T::definition().input_schema)
}

/// The output schema of a tool, as the SDK's `#[tool(output_schema = ..)]` takes it; empty when the
/// tool has none.
#[must_use]
pub fn output_schema<T: TypedTool>() -> Arc<JsonObject> {
    let schema = T::definition().output_schema.as_ref();
    schema.map(object).unwrap_or_default()
}

fn object(schema: &Schema) -> Arc<JsonObject> {
    Arc::new(schema.as_value().as_object().cloned().unwrap_or_default())
}
