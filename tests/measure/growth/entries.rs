//! Everything that takes a tool from outside, at every shape of schema.

use std::path::PathBuf;

use serde_json::{Value, json};
use toolmodel_build::Config;
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::adapter::lint::{Complaint, Target, lint};
use toolmodel_runtime::compare::{self, Side};
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo,
};
use toolmodel_runtime::{
    DefaultValidator, Error, ErrorKind, Revision, Schema, SchemaValidator, Tool, example, repair,
};

use crate::shapes::{self, tool};
use crate::{Family, Outcome, Work, amplified};

/// An entry point: makes work of the JSON text of a tool.
type Entry = fn(&str) -> Work;

const ENTRIES: [(&str, Entry); 13] = [
    ("Tool::from_mcp_json", read),
    ("Tool::validate_for", validate_for),
    ("check_schema", check_schema),
    ("validate_input", validate_input),
    ("SchemaInfo::of", schema_info),
    ("markdown", markdown),
    ("html", html),
    ("generate", generate),
    ("convert and restore", restore),
    ("example::minimal", example_minimal),
    ("example::full", example_full),
    ("compare", compare),
    ("repair", repair),
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

/// The work to do with a tool, or none when a tool so large is not read.
fn parsed(text: &str, work: impl FnOnce(Tool) -> Work) -> Work {
    match Tool::from_mcp_json(text) {
        Ok(tool) => work(tool),
        Err(error) => {
            // The reader of JSON has a limit of its own.
            let is_deep = error.to_string().contains("recursion limit");
            let is_limit = error.kind() == ErrorKind::LimitExceeded;
            assert!(is_deep || is_limit, "shapes are tools: {error}");
            Box::new(|| Outcome::Refused)
        }
    }
}

fn read(text: &str) -> Work {
    let text = text.to_owned();
    Box::new(move || outcome(&Tool::from_mcp_json(&text)))
}

fn validate_for(text: &str) -> Work {
    parsed(text, |tool| {
        Box::new(move || outcome(&tool.validate_for(Revision::LATEST)))
    })
}

fn check_schema(text: &str) -> Work {
    parsed(text, |tool| {
        let validator = DefaultValidator::new();
        Box::new(move || outcome(&validator.check_schema(&tool.input_schema)))
    })
}

/// Whether the schema is refused or the arguments are, a model is told.
fn validate_input(text: &str) -> Work {
    parsed(text, |tool| {
        let validator = DefaultValidator::new();
        Box::new(move || {
            let arguments = json!({"name1": 1, "a": {}, "first": []});
            let result = validator.validate_input(&tool, &arguments);
            if let Err(error) = &result {
                std::hint::black_box((error.to_tool_error(), error.to_string()));
            }
            outcome(&result)
        })
    })
}

fn schema_info(text: &str) -> Work {
    parsed(text, |tool| {
        Box::new(move || {
            std::hint::black_box(SchemaInfo::of(&tool.input_schema));
            Outcome::Answered
        })
    })
}

fn documented(tool: Tool) -> InMemoryDocs {
    let docs = InMemoryDocs::new();
    docs.register(tool, DocEntry::new("Grows."))
        .expect("a tool");
    docs
}

fn markdown(text: &str) -> Work {
    parsed(text, |tool| {
        let docs = documented(tool);
        Box::new(move || {
            let described = docs.describe("grow", DetailLevel::Full);
            told(&described.map(|described| described.to_markdown()))
        })
    })
}

fn html(text: &str) -> Work {
    parsed(text, |tool| {
        let docs = documented(tool);
        Box::new(move || {
            let catalogue = Catalogue::of("Grows", &docs, DetailLevel::Full);
            told(&catalogue.map(|catalogue| catalogue.to_html()))
        })
    })
}

/// The schema as nobody has seen it before: what is asked of the shared validator is compiled anew.
fn unseen(tool: &Tool, by: &str) -> Schema {
    let mut schema = tool.input_schema.to_value();
    schema["$comment"] = json!(by);
    Schema::try_from(schema).expect("a schema")
}

fn example_minimal(text: &str) -> Work {
    parsed(text, |tool| {
        let schema = unseen(&tool, "minimal");
        Box::new(move || outcome(&example::minimal(&schema)))
    })
}

fn example_full(text: &str) -> Work {
    parsed(text, |tool| {
        let schema = unseen(&tool, "full");
        Box::new(move || outcome(&example::full(&schema)))
    })
}

/// With a version that says something else at the root, so that all of it is looked at.
fn compare(text: &str) -> Work {
    parsed(text, |tool| {
        let schema = unseen(&tool, "compare");
        let mut changed = schema.to_value();
        changed["minProperties"] = json!(1);
        let changed = Schema::try_from(changed).expect("a schema");
        Box::new(move || {
            let change = compare::schemas(&schema, &changed, Side::Input);
            std::hint::black_box(serde_json::to_string(&change).is_ok());
            Outcome::Answered
        })
    })
}

/// What a model answers, with mistakes that can be mended and others.
fn repair(text: &str) -> Work {
    parsed(text, |tool| {
        let answer = json!({"name1": "1", "a": "{\"p1\": 5}", "first": "[]", "NAME2": 7});
        let schema = unseen(&tool, "repair");
        Box::new(move || {
            let repaired = repair::instance(&schema, &DefaultValidator::new(), answer);
            outcome(&repaired.map_err(Error::from))
        })
    })
}

fn convert(text: &str, provider: String) -> Work {
    parsed(text, |tool| {
        let registry = Registry::default();
        Box::new(move || told(&registry.convert_tool(&tool, &provider)))
    })
}

fn convert_from(wire: Value, format: &'static str) -> Work {
    let registry = Registry::default();
    Box::new(move || told(&registry.convert(wire, format, "mcp")))
}

fn lint_wire(wire: Value, target: Target) -> Work {
    Box::new(move || {
        let complaints = lint(target, &wire);
        let is_limit = |complaint: &Complaint| complaint.message.contains("nested deeper");
        if complaints.iter().any(is_limit) {
            Outcome::Refused
        } else {
            Outcome::Answered
        }
    })
}

/// What a model answers, of whatever schema.
fn restore(text: &str) -> Work {
    parsed(text, |tool| {
        let converted = Registry::default().convert_tool(&tool, "openai-strict");
        let below = json!({"below": {"below": {"below": {"below": 1, "p0": null}}}, "p1": null});
        let answer = json!({"name1": 1, "a": below, "first": {"next": {"next": null}}, "down": {}});
        Box::new(move || match converted {
            Ok(converted) => told(&std::hint::black_box(converted.restore_arguments(answer))),
            Err(error) => told::<(), _>(&Err(error)),
        })
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
