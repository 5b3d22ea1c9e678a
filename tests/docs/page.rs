//! The HTML page; what it does in a browser is tested by `tests/measure/browser/run.sh`.

use std::path::Path;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolExample,
};

/// The hash of a text as a security policy writes it.
fn base64_of(text: &str) -> String {
    data_encoding::BASE64.encode(&Sha256::digest(text))
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

fn small() -> InMemoryDocs {
    let docs = InMemoryDocs::new();
    for (namespace, name, summary) in [
        (Some("gh"), "get_repo", "Fetch repository metadata."),
        (
            Some("gh"),
            "list_issues",
            "List the issues of a repository.",
        ),
        (Some("weather"), "forecast", "The weather of the next days."),
        (None, "ping", "Answers."),
    ] {
        let mut tool = Tool::from_value(json!({
            "name": name,
            "inputSchema": {
                "type": "object",
                "properties": {"limit": {"type": "integer", "minimum": 1, "default": 10}},
                "required": ["limit"]
            }
        }))
        .unwrap();
        tool.namespace = namespace.map(str::to_owned);
        let example = ToolExample::new("Ten").with_arg("limit", 10);
        docs.register(tool, DocEntry::new(summary).with_example(example))
            .unwrap();
    }
    docs
}

#[test]
fn the_policy_admits_exactly_the_style_and_the_script_of_the_page() {
    let html = Catalogue::of("Tools", &small(), DetailLevel::Full)
        .unwrap()
        .to_html();
    let style = base64_of(between(&html, "<style>", "</style>"));
    let script = base64_of(between(&html, "<script>", "</script>"));
    let policy = between(
        &html,
        "http-equiv=\"Content-Security-Policy\" content=\"",
        "\"",
    );
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; \
             base-uri 'none'; form-action 'none'"
        )
    );
}

#[test]
fn the_page_needs_nothing_else() {
    let html = Catalogue::of("Tools", &small(), DetailLevel::Full)
        .unwrap()
        .to_html();
    for external in [
        "src=", "<link", "@import", "url(", "fetch(", "http://", "https://",
    ] {
        assert!(!html.contains(external), "{external}");
    }
    assert!(html.contains("<option value=\"n:gh\">gh (2)</option>"));
    assert!(html.contains("<option value=\"-\">(none) (1)</option>"));
    assert!(html.contains("<li>at least <code>1</code></li>"));
    assert!(html.contains("<span class=\"required\">required</span>"));
    assert_eq!(
        Catalogue::of("Tools", &small(), DetailLevel::Full)
            .unwrap()
            .to_html(),
        html
    );
}

#[test]
fn an_empty_catalogue_is_a_page() {
    let html = Catalogue::new("Nothing", []).to_html();
    assert!(html.contains("<p id=\"status\" role=\"status\">0 tools</p>"));
}

/// Leaves the page of all corpus tools, or of a few when there is no corpus, for the browser.
#[test]
fn the_page_is_written_for_the_browser() {
    let docs = crate::corpus::store().unwrap_or_else(small);
    let html = Catalogue::of("Tool catalogue", &docs, DetailLevel::Full)
        .unwrap()
        .to_html();
    let count = docs.ids().len();
    assert_eq!(html.matches("<details class=\"tool\"").count(), count);
    println!("{count} tools, {} bytes", html.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("catalogue.html"), html).unwrap();
}
