//! Records as text: what a schema is not, such as names that come twice and lists of tools.

use toolmodel_build::Config;
use toolmodel_runtime::docs::{Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs};
use toolmodel_runtime::version::Version;
use toolmodel_runtime::{Revision, Tool, ToolBackend, ToolId, ToolList};

use crate::entries::{folder, outcome, told};
use crate::{Family, Outcome, Work};

/// A text that grows with a number, by name, with the smallest size to try.
type Shape = (&'static str, usize, fn(usize) -> String);

const SHAPES: [Shape; 16] = [
    ("many duplicates", 200, |n| {
        with(&format!(
            r#""inputSchema": {{"properties": {{{}}}}}"#,
            list(n, |i| format!(r#""a{i}": {{}}, "a{i}": {{}}"#))
        ))
    }),
    ("one key often", 500, |n| {
        with(&format!(
            r#""inputSchema": {{"properties": {{{}}}}}"#,
            list(n, |_| r#""a": {}"#.to_owned())
        ))
    }),
    ("many unknown fields", 200, |n| {
        with(&list(n, |i| format!(r#""field{i}": [{i}]"#)))
    }),
    ("wide _meta", 200, |n| {
        with(&format!(
            r#""_meta": {{{}}}"#,
            list(n, |i| format!(r#""com.example/k{i}": {i}"#))
        ))
    }),
    ("wrong _meta", 200, |n| {
        with(&format!(
            r#""_meta": {{{}}}"#,
            list(n, |i| format!(r#""com..example/k{i}": {i}"#))
        ))
    }),
    ("many tags", 200, |n| {
        with(&format!(
            r#""tags": [{}]"#,
            list(n, |i| format!(r#""Tag {i}""#))
        ))
    }),
    ("many icons", 100, |n| {
        with(&format!(
            r#""icons": [{}]"#,
            list(n, |i| format!(r#"{{"src": "javascript:{i}"}}"#))
        ))
    }),
    ("wrong fields of icons", 100, |n| {
        with(&format!(
            r#""icons": [{}]"#,
            list(n, |i| format!(r#"{{"src": {i}}}"#))
        ))
    }),
    ("long name", 5000, |n| {
        format!(
            r#"{{"name": "{}", "inputSchema": {{"type": "object"}}}}"#,
            "n ".repeat(n)
        )
    }),
    ("long description", 5000, |n| {
        with(&format!(
            r#""description": "{}""#,
            "[a](b) `c` <d> ".repeat(n / 10)
        ))
    }),
    ("long escapes", 2000, |n| {
        with(&format!(r#""description": "{}""#, r"\u202e\n".repeat(n)))
    }),
    ("long number", 2000, |n| {
        with(&format!(r#""extra": {}"#, "7".repeat(n)))
    }),
    ("many tools", 50, |n| {
        let one = |i| format!(r#"{{"name": "t{i}", "inputSchema": {{"type": "object"}}}}"#);
        format!("[{}]", list(n, one))
    }),
    ("many tools of one name", 500, |n| {
        let one = |_| r#"{"name": "t", "inputSchema": {"type": "object"}}"#.to_owned();
        format!("[{}]", list(n, one))
    }),
    ("many wrong tools", 200, |n| {
        format!("[{}]", list(n, |_| r#"{"title": 1}"#.to_owned()))
    }),
    ("many lines before a mistake", 2000, |n| {
        format!("{}{{\"name\": }}", "\n".repeat(n))
    }),
];

type Entry = fn(String) -> Work;

const ENTRIES: [(&str, Entry); 5] = [
    ("Tool::from_json and validate_for", |text| {
        Box::new(move || outcome(&Tool::from_json(&text).and_then(|tool| told_of(&tool))))
    }),
    ("ToolList::from_mcp_json", |text| {
        Box::new(move || {
            let list = ToolList::from_mcp_json(&text);
            outcome(&list.map(|list| list.into_result().map_err(|error| error.to_string())))
        })
    }),
    ("ToolBackend::from_json", |text| {
        Box::new(move || outcome(&ToolBackend::from_json(&text)))
    }),
    ("generate a file", |text| {
        let folder = folder("texts");
        let file = folder.join("grow.json");
        std::fs::write(&file, text).expect("a scratch file");
        Box::new(move || {
            let generated = Config::new().quiet().out_dir(&folder).generate(&file);
            let _ = std::fs::remove_dir_all(&folder);
            if let Err(errors) = &generated {
                std::hint::black_box(errors.to_string());
            }
            told(&generated)
        })
    }),
    ("catalogue", |text| Box::new(move || catalogue(&text))),
];

/// Words of their own, which are no records.
const WORDS: [(&str, usize, Entry); 3] = [
    ("ToolId::parse: long", 5000, |text| {
        Box::new(move || outcome(&ToolId::parse(&text)))
    }),
    ("Version::parse: long", 5000, |text| {
        Box::new(move || told(&text.parse::<Version>()))
    }),
    ("markdown: notes of blocks", 500, |text| {
        Box::new(move || {
            let docs = InMemoryDocs::new();
            let tool = r#"{"name": "t", "inputSchema": {"type": "object"}}"#;
            let tool = Tool::from_json(tool).expect("a tool");
            let entry = DocEntry::new("s").with_notes(text);
            docs.register(tool, entry).expect("a tool");
            let described = docs.describe("t", DetailLevel::Full);
            told(&described.map(|described| described.to_markdown()))
        })
    }),
];

pub(crate) fn families() -> Vec<Family> {
    let mut families = Vec::new();
    for (shape, size, make) in SHAPES {
        for (name, entry) in ENTRIES {
            families.push(Family {
                name: format!("{name}: {shape}"),
                size,
                prepare: Box::new(move |n| entry(make(n))),
            });
        }
    }
    families.extend(WORDS.map(|(name, size, entry)| Family {
        name: name.to_owned(),
        size,
        prepare: Box::new(move |n| entry("1.0-a:\n```\n> b | c\n\n".repeat(n / 10 + 1))),
    }));
    families
}

/// A tool with more fields.
fn with(fields: &str) -> String {
    format!(r#"{{"name": "grow", "inputSchema": {{"type": "object"}}, {fields}}}"#)
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",\n")
}

fn told_of(tool: &Tool) -> toolmodel_runtime::Result<()> {
    let result = tool.validate_for(Revision::LATEST);
    if let Err(error) = &result {
        std::hint::black_box((error.to_string(), error.to_tool_error()));
    }
    std::hint::black_box(tool.to_json());
    result
}

fn catalogue(text: &str) -> Outcome {
    let Ok(tool) = Tool::from_json(text) else {
        return Outcome::Answered;
    };
    let docs = InMemoryDocs::new();
    if docs.register(tool, DocEntry::default()).is_err() {
        return Outcome::Answered;
    }
    let catalogue = Catalogue::of("Grows", &docs, DetailLevel::Full);
    told(&catalogue.map(|catalogue| (catalogue.to_html(), catalogue.to_markdown())))
}
