//! A tool of any format: read by every adapter, written by every adapter, checked, and read again.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::lint::lint;
use toolmodel_runtime::adapter::{A2a, CanonicalTool, Registry};

toolmodel_fuzz::json_mutator!();

static REGISTRIES: LazyLock<[Registry; 2]> =
    LazyLock::new(|| [Registry::default(), Registry::baseline()]);

fuzz_target!(|data: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(data) else {
        return;
    };
    let _ = A2a::new().to_canonical_provider(value.clone());
    for registry in &*REGISTRIES {
        for name in registry.list() {
            let adapter = registry.get(name).expect("listed");
            if let Some(target) = adapter.target() {
                let _ = lint(target, &value);
            }
            if let Ok(canonical) = adapter.to_canonical(value.clone()) {
                write(registry, &canonical);
            }
        }
    }
    let tools = [value.clone(), value.clone()];
    for name in REGISTRIES[0].list() {
        let _ = REGISTRIES[0].convert_all(tools.clone(), "mcp", name);
    }
    if let Ok(tool) = Tool::from_value(value) {
        for name in REGISTRIES[0].list() {
            let _ = REGISTRIES[0].convert_tool(&tool, name);
        }
    }
});

fn write(registry: &Registry, canonical: &CanonicalTool) {
    for name in registry.list() {
        let adapter = registry.get(name).expect("listed");
        let Ok(converted) = adapter.from_canonical(canonical) else {
            continue;
        };
        let wire = converted.to_value();
        let again = adapter.from_canonical(canonical).expect("the same answer");
        assert_eq!(again.to_value(), wire, "{name} does not repeat itself");
        if let Err(error) = adapter.to_canonical(wire.clone()) {
            panic!("{name} cannot read what it wrote, {wire}: {error}");
        }
        if let Some(target) = adapter.target() {
            let _ = lint(target, &wire);
        }
        let _ = converted.restore_arguments(json!({"a": null, "b": {"a": null}}));
    }
}
