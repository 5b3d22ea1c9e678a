//! Any bytes as a Markdown and as a JSON file of documentation.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use toolmodel_runtime::docs::{DetailLevel, DocEntry, DocStore, FileDocs};

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| toolmodel_fuzz::scratch("docs"));

fuzz_target!(|data: &[u8]| {
    for (name, other) in [("t.md", "t.json"), ("t.json", "t.md")] {
        let file = FOLDER.join(name);
        let _ = std::fs::remove_file(FOLDER.join(other));
        std::fs::write(&file, data).expect("a scratch file");
        let alone = DocEntry::from_file(&file);
        match FileDocs::load(&*FOLDER) {
            Ok(docs) => {
                assert_eq!(docs.ids(), ["t"]);
                let (_, entry) = docs.entries().next().expect("one");
                assert_eq!(alone.ok().as_ref(), Some(entry));
                let summary = docs
                    .describe("t", DetailLevel::Summary)
                    .expect("one")
                    .summary;
                assert!(summary.chars().count() <= toolmodel_runtime::docs::MAX_SUMMARY_LEN);
            }
            Err(error) => {
                let problems = alone.expect_err("the same answer");
                assert!(problems.problems().len() <= 101, "a flood of problems");
                assert!(error.to_string().contains(name), "{error}");
            }
        }
    }
});
