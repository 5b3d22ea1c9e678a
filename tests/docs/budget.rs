//! Many tools in a given number of bytes or tokens.

use proptest::prelude::*;
use serde_json::json;
use toolmodel_runtime::docs::{
    Budget, DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, estimate_tokens,
};
use toolmodel_runtime::{Schema, Tool};

/// Tools `t0`, `t1`, ... with notes of these lengths.
fn store(lengths: &[usize]) -> (InMemoryDocs, Vec<String>) {
    let docs = InMemoryDocs::new();
    let mut ids = Vec::new();
    for (i, length) in lengths.iter().enumerate() {
        let schema =
            json!({"properties": {"q": {"type": "string", "description": "é".repeat(*length)}}});
        let tool = Tool::new(format!("t{i}"), Schema::try_from(schema).unwrap());
        let entry = DocEntry::new("Says \"hi\".").with_notes("n".repeat(*length));
        docs.register(tool, entry).unwrap();
        ids.push(format!("t{i}"));
    }
    (docs, ids)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_budget_is_kept_and_used(
        lengths in prop::collection::vec(0..300usize, 0..8),
        room in 0..4000usize,
        tokens in any::<bool>(),
        level in prop::sample::select(DetailLevel::ALL.to_vec()),
    ) {
        let (docs, ids) = store(&lengths);
        let budget = if tokens { Budget::Tokens(room) } else { Budget::Bytes(room) };
        let fitted = docs.describe_many(&ids, level, budget);
        let json = fitted.to_json();
        if fitted.docs.is_empty() {
            prop_assert_eq!((fitted.bytes, fitted.tokens), (0, 0));
        } else {
            prop_assert_eq!(fitted.bytes, json.len());
            prop_assert_eq!(fitted.tokens, estimate_tokens(&json));
            let used = if tokens { fitted.tokens } else { fitted.bytes };
            prop_assert!(used <= room);
        }
        let kept = fitted.docs.iter().map(|doc| &doc.id);
        prop_assert!(kept.chain(&fitted.omitted).eq(&ids));
        prop_assert!(fitted.failed.is_empty());
        // Detail only ever falls along the list, by one level, and nothing is left out before
        // everything is down to its summary.
        let levels: Vec<DetailLevel> = fitted.docs.iter().map(|doc| doc.level).collect();
        prop_assert!(levels.is_sorted_by(|a, b| a >= b));
        if let (Some(first), Some(last)) = (levels.first(), levels.last()) {
            prop_assert!(first == last || first.lower() == Some(*last));
            prop_assert!(fitted.omitted.is_empty() || *first == DetailLevel::Summary);
        }
        for doc in &fitted.docs {
            prop_assert_eq!(doc, &docs.describe(&doc.id, doc.level).unwrap());
        }
        let again = docs.describe_many(&ids, level, budget);
        prop_assert_eq!(again.to_json(), json);
    }
}

#[test]
fn enough_room_changes_nothing() {
    let (docs, _) = store(&[10, 20]);
    let wanted = ["t1", "t0", "t1"].map(str::to_owned);
    for level in DetailLevel::ALL {
        let fitted = docs.describe_many(&wanted, level, Budget::Bytes(100_000));
        assert!(fitted.is_complete_at(level));
        let ids: Vec<&str> = fitted.docs.iter().map(|doc| &*doc.id).collect();
        assert_eq!(ids, ["t1", "t0"]);
    }
}

#[test]
fn ids_that_cannot_be_described_are_named_with_the_reason() {
    let (docs, _) = store(&[10]);
    docs.register_doc("docs-only", DocEntry::new("s")).unwrap();
    let ids = ["nowhere", "t0", "docs-only"].map(str::to_owned);
    let fitted = docs.describe_many(&ids, DetailLevel::Full, Budget::Tokens(10_000));
    assert_eq!(fitted.docs.len(), 1);
    assert!(!fitted.is_complete_at(DetailLevel::Full));
    let [(first, not_found), (second, no_tool)] = &fitted.failed[..] else {
        panic!("{:?}", fitted.failed);
    };
    assert!(first == "nowhere" && matches!(not_found, DocsError::NotFound { .. }));
    assert!(second == "docs-only" && matches!(no_tool, DocsError::NoTool { .. }));
}

#[test]
fn the_corpus_fits_into_a_context() {
    let Some(docs) = crate::corpus::store() else {
        return;
    };
    let ids = docs.ids();
    let whole = docs.describe_many(&ids, DetailLevel::Full, Budget::Bytes(usize::MAX));
    let fitted = docs.describe_many(&ids, DetailLevel::Full, Budget::Tokens(100_000));
    println!(
        "all full: {} tokens; fitted: {}",
        whole.tokens, fitted.tokens
    );
    assert!(whole.tokens > 400_000, "{}", whole.tokens);
    assert!(fitted.tokens <= 100_000 && fitted.omitted.is_empty());
    assert_eq!(fitted.docs.len(), ids.len());
}
