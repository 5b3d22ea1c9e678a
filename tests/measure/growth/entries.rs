//! Everything that takes a tool from outside, at every shape of schema.

use std::path::PathBuf;

use serde_json::{Value, json};
use toolmodel_build::Config;
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::adapter::lint::{Target, lint};
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo,
};
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, Revision, SchemaValidator, Tool};

use crate::shapes::{self, tool};
use crate::{Family, Outcome, Work, amplified};

/// An entry point: makes work of the JSON text of a tool.
type Entry = fn(&str) -> Work;

const ENTRIES: [(&str, Entry); 9] = [
    ("Tool::from_mcp_json", read),
    ("Tool::validate_for", validate_for),
    ("check_schema", check_schema),
    ("validate_input", validate_input),
    ("SchemaInfo::of", schema_info),
    ("markdown", markdown),
    ("html", html),
    ("generate", generate),
    ("convert and restore", restore),
];

/// A tool with a schema, as it is on the wire.
type Wrap = fn(&Value) -> Value;

/// The wire formats, and what checks them.
const FORMATS: [(&str, Target, Wrap); 6] = [
    ("mcp", Target::Mcp, tool),
    (
        "openai",
        Target::OpenAiChat,
        |schema| json!({"type": "function", "function": {"name": "grow", "parameters": schema, "strict": true}}),
    ),
    (
        "openai-responses",
        Target::OpenAiResponses,
        |schema| json!({"type": "function", "name": "grow", "parameters": schema, "strict": false}),
    ),
    (
        "anthropic",
        Target::Anthropic,
        |schema| json!({"name": "grow", "input_schema": schema, "strict": true}),
    ),
    (
        "gemini",
        Target::Gemini,
        |schema| json!({"name": "grow", "description": "Grows.", "parameters": schema}),
    ),
    ("a2a", Target::A2a, |schema| {
        json!({
            "id": "grow", "name": "grow", "description": "Grows.", "tags": ["a"],
            "inputSchema": schema
        })
    }),
];

pub(crate) fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (shape, size, make) in shapes::SHAPES.into_iter().chain(amplified::SHAPES) {
        let mut add = |entry: &str, prepare: Box<dyn Fn(&Value) -> Work>| {
            families.push(Family {
                name: format!("{entry}: {shape}"),
                size,
                prepare: Box::new(move |n| prepare(&make(n))),
            });
        };
        for (name, entry) in ENTRIES {
            add(
                name,
                Box::new(move |schema| entry(&tool(schema).to_string())),
            );
        }
        let registry = Registry::default();
        for provider in registry.list().into_iter().map(str::to_owned) {
            let name = format!("convert to {provider}");
            let to = move |schema: &Value| convert(&tool(schema).to_string(), provider.clone());
            add(&name, Box::new(to));
        }
        for (format, target, wire) in FORMATS {
            let name = format!("convert from {format}");
            add(
                &name,
                Box::new(move |schema| convert_from(wire(schema), format)),
            );
            let name = format!("lint {format}");
            add(
                &name,
                Box::new(move |schema| lint_wire(wire(schema), target)),
            );
        }
    }
    families
}

/// Whether an answer is that a limit was exceeded.
pub(crate) fn outcome<T>(result: &Result<T, Error>) -> Outcome {
    match result {
        Err(error) if error.kind() == ErrorKind::LimitExceeded => Outcome::Refused,
        _ => Outcome::Answered,
    }
}

/// Errors of other types say so in words.
pub(crate) fn told<T, E: ToString>(result: &Result<T, E>) -> Outcome {
    match result {
        Err(error) if error.to_string().contains("limit") => Outcome::Refused,
        _ => Outcome::Answered,
    }
}

fn parsed(text: &str) -> Tool {
    Tool::from_mcp_json(text).expect("shapes are tools")
}

fn read(text: &str) -> Work {
    let text = text.to_owned();
    Box::new(move || outcome(&Tool::from_mcp_json(&text)))
}

fn validate_for(text: &str) -> Work {
    let tool = parsed(text);
    Box::new(move || outcome(&tool.validate_for(Revision::LATEST)))
}

fn check_schema(text: &str) -> Work {
    let tool = parsed(text);
    let validator = DefaultValidator::new();
    Box::new(move || outcome(&validator.check_schema(&tool.input_schema)))
}

/// Whether the schema is refused or the arguments are, a model is told.
fn validate_input(text: &str) -> Work {
    let tool = parsed(text);
    let validator = DefaultValidator::new();
    Box::new(move || {
        let result = validator.validate_input(&tool, &json!({"name1": 1, "a": {}, "first": []}));
        if let Err(error) = &result {
            std::hint::black_box((error.to_tool_error(), error.to_string()));
        }
        outcome(&result)
    })
}

fn schema_info(text: &str) -> Work {
    let tool = parsed(text);
    Box::new(move || {
        std::hint::black_box(SchemaInfo::of(&tool.input_schema));
        Outcome::Answered
    })
}

fn documented(text: &str) -> InMemoryDocs {
    let docs = InMemoryDocs::new();
    docs.register(parsed(text), DocEntry::new("Grows."))
        .expect("a tool");
    docs
}

fn markdown(text: &str) -> Work {
    let docs = documented(text);
    Box::new(move || {
        let described = docs.describe("grow", DetailLevel::Full);
        told(&described.map(|described| described.to_markdown()))
    })
}

fn html(text: &str) -> Work {
    let docs = documented(text);
    Box::new(move || {
        let catalogue = Catalogue::of("Grows", &docs, DetailLevel::Full);
        told(&catalogue.map(|catalogue| catalogue.to_html()))
    })
}

fn convert(text: &str, provider: String) -> Work {
    let tool = parsed(text);
    let registry = Registry::default();
    Box::new(move || told(&registry.convert_tool(&tool, &provider)))
}

fn convert_from(wire: Value, format: &'static str) -> Work {
    let registry = Registry::default();
    Box::new(move || told(&registry.convert(wire, format, "mcp")))
}

fn lint_wire(wire: Value, target: Target) -> Work {
    Box::new(move || {
        std::hint::black_box(lint(target, &wire));
        Outcome::Answered
    })
}

/// What a model answers, of whatever schema.
fn restore(text: &str) -> Work {
    let converted = Registry::default().convert_tool(&parsed(text), "openai-strict");
    let below = json!({"below": {"below": {"below": {"below": 1, "p0": null}}}, "p1": null});
    let answer = json!({"name1": 1, "a": below, "first": {"next": {"next": null}}, "down": {}});
    Box::new(move || match converted {
        Ok(converted) => told(&std::hint::black_box(converted.restore_arguments(answer))),
        Err(error) => told::<(), _>(&Err(error)),
    })
}

pub(crate) fn folder(kind: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("toolmodel-growth-{kind}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    folder
}

fn generate(text: &str) -> Work {
    let folder = folder("tools");
    let file = folder.join("grow.json");
    std::fs::write(&file, text).expect("a scratch file");
    Box::new(move || {
        let generated = Config::new().quiet().out_dir(&folder).generate(&file);
        let _ = std::fs::remove_dir_all(&folder);
        told(&generated)
    })
}
