//! One document, and the ways to turn it into a typed and validated value.

use std::hint::black_box;

use serde::de::DeserializeOwned;
use serde_json::Value;
use toolmodel_runtime::TypedTool;

/// A way to read, by name.
pub(crate) type Way = (&'static str, Box<dyn Fn()>);

/// One document, read in several ways.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) ways: Vec<Way>,
}

/// Reads `json` into the generated type `G` and into `P`, the same shape with plain derives.
pub(crate) fn workload<G, P>(name: &'static str, json: &str) -> Workload
where
    G: TypedTool + 'static,
    P: DeserializeOwned + 'static,
{
    let text: &'static [u8] = json.to_owned().leak().as_bytes();
    let value: Value = serde_json::from_slice(text).expect("a document is JSON");
    let value: &'static Value = Box::leak(Box::new(value));
    let schema = G::definition().input_schema.to_value();
    let schema = jsonschema::options()
        .should_validate_formats(false)
        .build(&schema)
        .expect("a tool has a schema");
    let schema: &'static jsonschema::Validator = Box::leak(Box::new(schema));
    assert!(schema.is_valid(value), "{name}: the document is invalid");
    let ways: Vec<Way> = vec![
        way("bytes/generated", move || {
            G::from_slice(black_box(text)).ok()
        }),
        way("bytes/plain", move || {
            serde_json::from_slice::<P>(black_box(text)).ok()
        }),
        way("bytes/validator", move || {
            let value: Value = serde_json::from_slice(black_box(text)).ok()?;
            schema
                .is_valid(&value)
                .then(|| P::deserialize(&value).ok())?
        }),
        way("value/generated", move || G::parse(black_box(value)).ok()),
        way("value/plain", move || P::deserialize(black_box(value)).ok()),
        way("value/validator", move || {
            let value = black_box(value);
            schema.is_valid(value).then(|| P::deserialize(value).ok())?
        }),
    ];
    Workload { name, ways }
}

fn way<T: 'static>(name: &'static str, read: impl Fn() -> Option<T> + 'static) -> Way {
    let run = move || {
        let value = read();
        assert!(
            black_box(&value).is_some(),
            "{name} refuses a valid document"
        );
    };
    (name, Box::new(run))
}
