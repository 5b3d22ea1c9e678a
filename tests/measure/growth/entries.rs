//! Everything that takes a tool from outside, at every shape of schema.

use std::path::PathBuf;

use toolmodel_build::Config;
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, FileDocs, InMemoryDocs, SchemaInfo,
};
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, Revision, Tool};

use crate::shapes::{SHAPES, tool};
use crate::{Family, Outcome, Work};

/// An entry point: makes work of the JSON text of a tool.
type Entry = fn(&str) -> Work;

const ENTRIES: [(&str, Entry); 8] = [
    ("Tool::from_mcp_json", read),
    ("Tool::validate_for", validate_for),
    ("check_schema", check_schema),
    ("SchemaInfo::of", schema_info),
    ("markdown", markdown),
    ("html", html),
    ("FileDocs", file_docs),
    ("generate", generate),
];

pub(crate) fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (shape, size, make) in SHAPES {
        let mut add = |entry: &str, prepare: Box<dyn Fn(&str) -> Work>| {
            families.push(Family {
                name: format!("{entry}: {shape}"),
                size,
                prepare: Box::new(move |n| prepare(&tool(&make(n)).to_string())),
            });
        };
        for (name, entry) in ENTRIES {
            add(name, Box::new(entry));
        }
        let registry = Registry::default();
        for provider in registry.list().into_iter().map(str::to_owned) {
            let name = format!("convert to {provider}");
            add(&name, Box::new(move |text| convert(text, provider.clone())));
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
fn told<T, E: ToString>(result: &Result<T, E>) -> Outcome {
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

fn folder(kind: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("toolmodel-growth-{kind}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    folder
}

/// The text as the notes and the keys of a document.
fn file_docs(text: &str) -> Work {
    let folder = folder("docs");
    let document = serde_json::json!({"summary": "Grows.", "notes": text, "extra": text});
    std::fs::write(folder.join("grow.json"), document.to_string()).expect("a scratch file");
    Box::new(move || {
        let loaded = told(&FileDocs::load(&folder));
        let _ = std::fs::remove_dir_all(&folder);
        loaded
    })
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
