//! `[tool, entry]`: documentation at every level, as Markdown and as a page without markup but ours.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::{
    Budget, Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, SchemaInfo,
};

toolmodel_fuzz::json_mutator!();

fuzz_target!(|data: &[u8]| {
    let Some([tool, entry]) = toolmodel_fuzz::parts::<2>(data) else {
        return;
    };
    let Ok(tool) = Tool::from_value(tool) else {
        return;
    };
    let entry: DocEntry = serde_json::from_value(entry).unwrap_or_default();
    let _ = SchemaInfo::of(&tool.input_schema);
    let docs = InMemoryDocs::new();
    if docs.register(tool, entry).is_err() {
        return;
    }
    for id in docs.ids() {
        let full = docs.describe(&id, DetailLevel::Full).expect("it is there");
        let json: Value = serde_json::from_str(&full.to_json()).expect("JSON");
        assert_eq!(json["id"], id.as_str());
        no_hidden(&full.to_markdown());
    }
    for level in [DetailLevel::Summary, DetailLevel::Schema, DetailLevel::Full] {
        let fitted = docs.describe_many(&docs.ids(), level, Budget::Bytes(2000));
        assert!(fitted.docs.is_empty() || fitted.to_json().len() <= 2000);
        let catalogue = Catalogue::of("Fuzz", &docs, level).expect("it is there");
        no_hidden(&catalogue.to_markdown());
        page(&catalogue.to_html());
    }
});

fn no_hidden(text: &str) {
    let hidden = ['\0', '\u{202e}', '\u{2066}', '\u{200b}', '\u{61c}'];
    assert!(!text.contains(hidden), "{text}");
}

fn page(html: &str) {
    no_hidden(html);
    assert_eq!(html.matches("<script").count(), 1, "{html}");
    assert_eq!(html.matches("<style").count(), 1, "{html}");
    for forbidden in [
        "<img",
        "<iframe",
        "<svg",
        "<object",
        "<base",
        "href=\"javascript",
    ] {
        assert!(!html.contains(forbidden), "{forbidden} in {html}");
    }
}
