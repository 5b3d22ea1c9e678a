//! Folders of documentation.

use std::path::Path;

use serde_json::json;
use toolmodel_runtime::docs::FileDocs;

use crate::Family;
use crate::entries::{folder, told};

/// Fills a folder, by name, with the smallest size to try.
type Shape = (&'static str, usize, fn(&Path, usize));

const SHAPES: [Shape; 18] = [
    ("many files", 50, |folder, n| {
        (0..n).for_each(|i| write(folder, &format!("t{i}.md"), "Does it."));
    }),
    ("many folders", 20, |folder, n| {
        for i in 0..n {
            let inside = folder.join(format!("n{i}"));
            std::fs::create_dir_all(&inside).expect("a folder");
            write(&inside, "t.md", "Does it.");
        }
    }),
    ("many files of one id", 20, |folder, n| {
        for i in 0..n {
            write(folder, &format!("t{i}.md"), "x");
            write(folder, &format!("t{i}.json"), "{}");
        }
    }),
    ("many unknown keys", 500, |folder, n| {
        let keys: Vec<String> = (0..n).map(|i| format!("\"k{i}\": 1")).collect();
        write(folder, "t.json", &format!("{{{}}}", keys.join(",\n")));
    }),
    ("many duplicates", 500, |folder, n| {
        let keys = vec!["\"summary\": \"s\""; n];
        write(folder, "t.json", &format!("{{{}}}", keys.join(",\n")));
    }),
    ("many examples", 200, |folder, n| {
        let examples: Vec<_> = (0..n).map(|i| json!({"title": format!("t{i}")})).collect();
        write(folder, "t.json", &json!({"examples": examples}).to_string());
    }),
    ("many wrong examples", 200, |folder, n| {
        let document = json!({"examples": vec![json!({"titel": 1}); n]});
        write(folder, "t.json", &format!("{document:#}"));
    }),
    ("wide arguments", 500, |folder, n| {
        let args: serde_json::Map<_, _> = (0..n).map(|i| (format!("k{i}"), json!(i))).collect();
        let document = json!({"examples": [{"title": "t", "args": args}]});
        write(folder, "t.json", &document.to_string());
    }),
    ("deep arguments", 20, |folder, n| {
        let args = (0..n).fold(json!({}), |below, _| json!({"a": below}));
        let document = json!({"examples": [{"title": "t", "args": args}]});
        write(folder, "t.json", &document.to_string());
    }),
    ("long notes", 20_000, |folder, n| {
        write(folder, "t.md", &format!("s\n\n{}", "word ".repeat(n / 5)));
    }),
    ("many paragraphs", 2000, |folder, n| {
        write(folder, "t.md", &"a\n\n".repeat(n));
    }),
    ("front matter that does not end", 2000, |folder, n| {
        let lines = "{\"a\": \"---\"}\n".repeat(n);
        write(folder, "t.md", &format!("---\n{lines}"));
    }),
    ("long key", 20_000, |folder, n| {
        write(folder, "t.json", &json!({"k".repeat(n): 1}).to_string());
    }),
    ("many empty examples", 5000, |folder, n| {
        let examples = vec!["{}"; n].join(",");
        write(folder, "t.json", &format!("{{\"examples\": [{examples}]}}"));
    }),
    ("many references", 5000, |folder, n| {
        let references = vec!["\"\""; n].join(",");
        write(
            folder,
            "t.json",
            &format!("{{\"references\": [{references}]}}"),
        );
    }),
    ("arguments of many objects", 5000, |folder, n| {
        let items = vec!["{}"; n].join(",");
        let example = format!("{{\"args\": {{\"a\": [{items}]}}}}");
        write(folder, "t.json", &format!("{{\"examples\": [{example}]}}"));
    }),
    ("an unknown key of many objects", 2000, |folder, n| {
        let items = vec!["{\"a\": 1}"; n].join(",");
        write(folder, "t.json", &format!("{{\"k\": [{items}]}}"));
    }),
    ("many files of many values", 20, |folder, n| {
        let example = json!({"args": {"a": vec![0; 49]}});
        let text = json!({"examples": vec![example; 10]}).to_string();
        (0..n).for_each(|i| write(folder, &format!("t{i}.json"), &text));
    }),
];

pub(crate) fn families() -> Vec<Family> {
    let families = SHAPES.map(|(shape, size, fill)| Family {
        name: format!("FileDocs: {shape}"),
        size,
        prepare: Box::new(move |n| {
            let folder = folder("docs");
            fill(&folder, n);
            Box::new(move || {
                let loaded = FileDocs::load(&folder);
                if let Err(error) = &loaded {
                    std::hint::black_box(error.to_string());
                }
                let _ = std::fs::remove_dir_all(&folder);
                told(&loaded)
            })
        }),
    });
    families.into()
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a scratch file");
}
