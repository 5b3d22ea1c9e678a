//! What is handed in and out are copies, also under many readers.

use std::sync::Arc;
use std::thread;

use proptest::prelude::*;
use serde_json::json;
use toolmodel_runtime::docs::{
    DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolDoc, ToolExample,
};
use toolmodel_runtime::{Schema, Tool};

fn sample(text: &str) -> (Tool, DocEntry) {
    let schema = json!({
        "properties": {"q": {"type": "string", "default": text, "enum": [text]}},
        "required": ["q"]
    });
    let mut tool = Tool::new("t", Schema::try_from(schema).unwrap());
    tool.description = Some(text.to_owned());
    tool.meta = json!({"inputModes": [text]}).as_object().cloned();
    let example = ToolExample::new(text).with_arg("q", json!({"nested": [text]}));
    let entry = DocEntry::new(text)
        .with_notes(text)
        .with_example(example)
        .with_reference(text);
    (tool, entry)
}

/// Changes everything that can be changed through a doc.
fn spoil(doc: &mut ToolDoc) {
    doc.summary.push('!');
    doc.notes.clear();
    doc.external_refs.push("x".to_owned());
    doc.input_modes.clear();
    if let Some(tool) = &mut doc.tool {
        tool.name.push('!');
        tool.input_schema = Schema::no_params();
    }
    if let Some(info) = &mut doc.schema_info {
        let info = Arc::make_mut(info);
        info.required.clear();
        info.defaults.clear();
    }
    for example in &mut doc.examples {
        example.title.clear();
        example.args["q"]["nested"][0] = json!("spoiled");
    }
}

proptest! {
    #[test]
    fn nothing_handed_out_leads_back_into_the_store(text in "[a-zé🦀]{1,20}") {
        let (tool, entry) = sample(&text);
        let docs = InMemoryDocs::new();
        docs.register(tool, entry).unwrap();
        for level in DetailLevel::ALL {
            let before = docs.describe("t", level).unwrap();
            spoil(&mut docs.describe("t", level).unwrap());
            prop_assert_eq!(docs.describe("t", level).unwrap(), before);
        }
        let before = docs.list_examples("t", 5).unwrap();
        docs.list_examples("t", 5).unwrap()[0].args["q"] = json!(0);
        prop_assert_eq!(docs.list_examples("t", 5).unwrap(), before);
    }

    #[test]
    fn nothing_handed_in_stays_in_the_callers_hand(text in "[a-zé🦀]{1,20}") {
        let (mut tool, mut entry) = sample(&text);
        let docs = InMemoryDocs::new();
        docs.register_tools([(&tool, entry.clone())]).unwrap();
        let before = docs.describe("t", DetailLevel::Full).unwrap();
        tool.description = None;
        tool.meta.as_mut().unwrap()["inputModes"] = json!([]);
        entry.examples[0].args["q"] = json!(0);
        prop_assert_eq!(docs.describe("t", DetailLevel::Full).unwrap(), before);
    }

    #[test]
    fn a_doc_survives_its_json(text in "[a-zé🦀]{1,20}") {
        let (mut tool, entry) = sample(&text);
        let annotations = json!({"readOnlyHint": true, "x": [1]});
        let mut record = tool.to_value();
        record["annotations"] = annotations;
        tool = Tool::from_value(record).unwrap();
        let docs = InMemoryDocs::new();
        docs.register(tool, entry.clone()).unwrap();
        for level in DetailLevel::ALL {
            let doc = docs.describe("t", level).unwrap();
            let back: ToolDoc = serde_json::from_str(&doc.to_json()).unwrap();
            prop_assert_eq!(back.to_json(), doc.to_json());
        }
        let json = serde_json::to_string(&entry).unwrap();
        prop_assert_eq!(serde_json::from_str::<DocEntry>(&json).unwrap(), entry);
    }
}

#[test]
fn readers_see_whole_entries_while_a_writer_writes() {
    let docs = Arc::new(InMemoryDocs::new());
    let (tool, _) = sample("0");
    let write = |docs: &InMemoryDocs, n: usize| {
        let text = n.to_string();
        let entry = DocEntry::new(text.clone())
            .with_notes(text.clone())
            .with_reference(text);
        docs.register(tool.clone(), entry).unwrap();
    };
    write(&docs, 0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut last = 0;
                while last < 500 {
                    let doc = docs.describe("t", DetailLevel::Full).unwrap();
                    assert_eq!(doc.summary, doc.notes);
                    assert_eq!(doc.external_refs, std::slice::from_ref(&doc.notes));
                    let now: usize = doc.notes.parse().unwrap();
                    assert!(now >= last, "time runs backwards");
                    last = now;
                }
            });
        }
        (1..=500).for_each(|n| write(&docs, n));
    });
}
