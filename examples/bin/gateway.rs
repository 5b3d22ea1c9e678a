//! Foreign tools, met at run time, offered to two providers; what the providers' models answered, turned
//! back into calls that are valid against the tools' schemas, and the results into messages.

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{Call, Registry};
use toolmodel_runtime::{Answer, DefaultValidator, SchemaValidator as _, Tool, ToolList};

/// What some server answered to `tools/list`.
const LIST: &str = r#"{"tools": [{
    "name": "calendar.find",
    "description": "Find events.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1},
            "days": {"type": "integer", "minimum": 1, "maximum": 31}
        },
        "required": ["text"],
        "additionalProperties": false
    }
}]}"#;

/// What the models answered, as it was recorded.
fn recorded() -> [(&'static str, Value); 2] {
    let arguments = |text: &str| json!({"name": "calendar_find", "arguments": text});
    let call =
        |id: &str, text: &str| json!({"id": id, "type": "function", "function": arguments(text)});
    let openai = json!({"choices": [{"message": {"role": "assistant", "tool_calls": [
        call("call_1", r#"{"text": "tea", "days": null}"#),
        call("call_2", r#"{"text": "", "days": 90}"#),
    ]}}]});
    let anthropic = json!({"role": "assistant", "content": [
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_1", "name": "calendar_find", "input": {"text": "tea", "days": 7}},
    ]});
    [("openai-strict", openai), ("anthropic", anthropic)]
}

/// Passes a call on to the server, which is not here: it is answered with what it would have been sent.
fn pass_on(tools: &[Tool], call: &Call) -> Result<Answer, toolmodel_runtime::Error> {
    let Some(tool) = tools.iter().find(|tool| tool.name == call.tool) else {
        return Ok(Answer::from_text(format!(
            "there is no tool `{}`",
            call.tool
        )));
    };
    let arguments = match call.arguments() {
        Ok(arguments) => arguments,
        Err(error) => return Ok(Answer::from_text(error.to_model_text())),
    };
    DefaultValidator::shared().validate_input(tool, arguments)?;
    Ok(Answer::from_text(format!(
        "called {} with {arguments}",
        tool.name
    )))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tools = ToolList::from_mcp_json(LIST)?.into_result()?;
    let registry = Registry::default();
    for (provider, response) in recorded() {
        let offered = registry.convert_tools(&tools, provider)?;
        println!("{provider} is offered {}", offered.to_value());
        for call in offered.read_calls(&response)? {
            let answer = pass_on(&tools, &call).unwrap_or_else(Answer::from);
            println!("  {}", offered.write_result(&call, &answer.to_value()));
        }
    }
    Ok(())
}
