//! Tag normalisation, compared with the Go originals.

use toolmodel_runtime::normalize_tags;

use crate::differences::{run, same};

#[test]
fn tags_are_normalised_as_in_go() {
    for path in ["tags.json", "legacy/tags.json"] {
        run(path, |vector| {
            let strings = |value: &serde_json::Value| -> Vec<String> {
                serde_json::from_value::<Option<_>>(value.clone())
                    .unwrap()
                    .unwrap_or_default()
            };
            let here = normalize_tags(strings(&vector["input"]));
            same(&strings(&vector["output"]), &here)
        });
    }
}
