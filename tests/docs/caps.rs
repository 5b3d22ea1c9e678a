//! Caps hold for any text, and count characters.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolmodel_runtime::docs::{
    ArgsSize, DetailLevel, DocEntry, DocStore, DocsError, InMemoryDocs, MAX_ARGS_DEPTH,
    MAX_ARGS_KEYS, MAX_DESCRIPTION_LEN, MAX_EXAMPLES, MAX_NOTES_LEN, MAX_RESULT_HINT_LEN,
    MAX_SUMMARY_LEN, ToolExample,
};
use toolmodel_runtime::{Schema, Tool};

/// Text of any characters, often as long as the cap, often a bit longer.
fn text(cap: usize) -> impl Strategy<Value = String> {
    let character = prop_oneof![
        prop::char::any(),
        prop::sample::select(vec!['a', 'é', '工', '🦀', '\u{301}', '\u{200d}']),
    ];
    let length = prop_oneof![0..20usize, cap - 2..cap + 3, cap + 3..cap * 2];
    length
        .prop_flat_map(move |n| prop::collection::vec(character.clone(), n))
        .prop_map(|chars| chars.into_iter().collect())
}

fn prefix(text: &str, cap: usize) -> String {
    text.chars().take(cap).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn texts_are_cut_to_exactly_their_cap(
        summary in text(MAX_SUMMARY_LEN),
        notes in text(MAX_NOTES_LEN),
        description in text(MAX_DESCRIPTION_LEN),
        hint in text(MAX_RESULT_HINT_LEN),
        title in text(MAX_SUMMARY_LEN),
    ) {
        let docs = InMemoryDocs::new();
        let example = ToolExample::new(title.clone())
            .with_description(description.clone())
            .with_result_hint(hint.clone());
        let entry = DocEntry::new(summary.clone()).with_notes(notes.clone()).with_example(example);
        docs.register(Tool::new("t", Schema::no_params()), entry.clone()).unwrap();
        let doc = docs.describe("t", DetailLevel::Full).unwrap();
        prop_assert_eq!(&doc.notes, &prefix(&notes, MAX_NOTES_LEN));
        prop_assert_eq!(&doc.summary, &prefix(&summary, MAX_SUMMARY_LEN));
        let listed = docs.list_examples("t", 9).unwrap();
        prop_assert_eq!(&listed, &doc.examples);
        prop_assert_eq!(&listed[0].description, &prefix(&description, MAX_DESCRIPTION_LEN));
        prop_assert_eq!(&listed[0].result_hint, &prefix(&hint, MAX_RESULT_HINT_LEN));
        prop_assert_eq!(&listed[0].title, &title);
    }

    #[test]
    fn a_description_as_summary_keeps_to_the_cap(description in text(MAX_SUMMARY_LEN)) {
        let mut tool = Tool::new("t", Schema::no_params());
        tool.description = Some(description);
        let index = [("t".to_owned(), tool)];
        let docs = InMemoryDocs::new().with_index(std::collections::HashMap::from(index));
        for level in DetailLevel::ALL {
            let doc = docs.describe("t", level).unwrap();
            prop_assert!(doc.summary.chars().count() <= MAX_SUMMARY_LEN);
        }
    }

    #[test]
    fn arguments_are_refused_exactly_beyond_the_caps(args in arguments()) {
        let size = ArgsSize::of(&args);
        prop_assert_eq!((size.depth, size.keys), measured(&args));
        let fits = size.depth <= MAX_ARGS_DEPTH && size.keys <= MAX_ARGS_KEYS;
        let entry = DocEntry::new("s").with_example(ToolExample::new("x").with_args(args.clone()));
        let docs = InMemoryDocs::new();
        match docs.register_doc("t", entry) {
            Ok(()) => {
                prop_assert!(fits);
                prop_assert_eq!(&docs.list_examples("t", 1).unwrap()[0].args, &args);
            }
            Err(DocsError::ArgsTooLarge { oversized }) => {
                prop_assert!(!fits);
                prop_assert_eq!(oversized[0].size, size);
                let missing = docs.list_examples("t", 1).unwrap_err();
                let is_missing = matches!(missing, DocsError::NotFound { .. });
                prop_assert!(is_missing);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from)
    ];
    let value = leaf.prop_recursive(6, 80, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,2}", inner, 0..8)
                .prop_map(|map| map.into_iter().collect::<Map<_, _>>().into()),
        ]
    });
    prop::collection::hash_map("[a-z]{1,2}", value, 0..8).prop_map(|map| map.into_iter().collect())
}

/// The definition of depth and keys, written the plain recursive way.
fn measured(map: &Map<String, Value>) -> (usize, usize) {
    fn inside(values: &[&Value]) -> (usize, usize) {
        values.iter().fold((1, 0), |(depth, keys), value| {
            let (below, more) = match value {
                Value::Array(items) => inside(&items.iter().collect::<Vec<_>>()),
                Value::Object(map) => inside(&map.values().collect::<Vec<_>>()),
                _ => (0, 0),
            };
            (depth.max(below + 1), keys + more + 1)
        })
    }
    inside(&map.values().collect::<Vec<_>>())
}

#[test]
fn the_caps_are_those_of_the_contract() {
    let texts = [
        MAX_SUMMARY_LEN,
        MAX_NOTES_LEN,
        MAX_DESCRIPTION_LEN,
        MAX_RESULT_HINT_LEN,
    ];
    assert_eq!(texts, [200, 2000, 300, 200]);
    assert_eq!([MAX_ARGS_DEPTH, MAX_ARGS_KEYS], [5, 50]);
}

#[test]
fn every_example_that_is_too_large_is_named() {
    let deep = json!({"a": {"a": {"a": {"a": {"a": {}}}}}});
    let wide: Map<String, Value> = (0..51).map(|i| (format!("k{i}"), json!(i))).collect();
    let entry = DocEntry::new("s")
        .with_example(ToolExample::new("deep").with_args(deep.as_object().unwrap().clone()))
        .with_example(ToolExample::new("fine"))
        .with_example(ToolExample::new("wide").with_args(wide));
    let error = InMemoryDocs::new().register_doc("ns:t", entry).unwrap_err();
    assert_eq!(
        error.to_string(),
        "arguments of examples are too large: \
         example 0 of `ns:t` (`deep`) has 6 levels and 5 keys, at most 5 levels and 50 keys are \
         allowed; \
         example 2 of `ns:t` (`wide`) has 1 levels and 51 keys, at most 5 levels and 50 keys are \
         allowed"
    );
}

#[test]
fn arguments_deeper_than_any_stack_are_refused() {
    let deep = (0..200_000).fold(Value::Null, |value, _| Value::Array(vec![value]));
    let entry = DocEntry::new("s").with_example(ToolExample::new("x").with_arg("deep", deep));
    let error = InMemoryDocs::new().register_doc("t", entry).unwrap_err();
    assert!(matches!(error, DocsError::ArgsTooLarge { .. }));
}

#[test]
fn a_tool_keeps_a_capped_number_of_examples() {
    let examples = (0..MAX_EXAMPLES + 5).map(|i| ToolExample::new(format!("t{i}")));
    let entry = examples
        .clone()
        .fold(DocEntry::new("s"), DocEntry::with_example);
    let count = |docs: &InMemoryDocs| docs.list_examples("t", usize::MAX).unwrap().len();
    let docs = InMemoryDocs::new();
    docs.register_doc("t", entry.clone()).unwrap();
    assert_eq!(count(&docs), MAX_EXAMPLES);
    docs.register_examples("t", examples).unwrap();
    assert_eq!(count(&docs), MAX_EXAMPLES);
    docs.register(Tool::new("t", Schema::no_params()), entry.clone())
        .unwrap();
    assert_eq!(count(&docs), MAX_EXAMPLES);
    let more = InMemoryDocs::new().with_max_examples(MAX_EXAMPLES + 1);
    more.register_doc("t", entry).unwrap();
    assert_eq!(count(&more), MAX_EXAMPLES + 1);
}
