//! One tool for every provider, what is lost on the way, and the way back for arguments.

use serde_json::json;
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::adapter::lint::{Target, lint};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tool = json!({
        "name": "calendar.create",
        "description": "Create an event.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "title": {"type": "string", "maxLength": 80},
                "start": {"type": "string", "format": "date-time"},
                "minutes": {"type": "integer", "exclusiveMinimum": 0, "default": 30},
                "guests": {"type": "array", "items": {"$ref": "#/$defs/Guest"}},
                "link": {"type": "string", "format": "uri"}
            },
            "required": ["title", "start"],
            "additionalProperties": false,
            "$defs": {
                "Guest": {
                    "type": "object",
                    "properties": {"e-mail": {"type": "string"}, "optional": {"type": "boolean"}},
                    "required": ["e-mail"],
                    "additionalProperties": false
                }
            }
        }
    });

    let registry = Registry::default();
    for to in [
        "openai",
        "openai-strict",
        "anthropic-strict",
        "gemini",
        "a2a",
    ] {
        let converted = registry.convert(tool.clone(), "mcp", to)?;
        println!("{to}: {}", converted.to_json());
        for warning in &converted.warnings {
            println!("  {warning}");
        }
        println!();
    }

    let strict = registry.convert(tool.clone(), "mcp", "openai-strict")?;
    let answer = json!({
        "title": "Tea", "start": "2026-11-15T16:00:00Z", "minutes": null,
        "guests": [{"e-mail": "ada@example.com", "optional": null}], "link": null
    });
    println!("a strict model answers {answer}");
    println!(
        "the tool is called with {}",
        strict.restore_arguments(answer)?
    );

    let gemini = registry.convert(tool.clone(), "mcp", "gemini")?;
    let answer = json!({"title": "Tea", "guests": [{"e_mail": "ada@example.com"}]});
    println!("gemini answers {answer}");
    println!(
        "the tool is called with {}",
        gemini.restore_arguments(answer)?
    );

    println!("\nsent to Anthropic as it is, the tool would be refused:");
    let untouched =
        json!({"name": tool["name"], "input_schema": tool["inputSchema"], "strict": true});
    for complaint in lint(Target::Anthropic, &untouched) {
        println!("  {complaint}");
    }
    Ok(())
}
