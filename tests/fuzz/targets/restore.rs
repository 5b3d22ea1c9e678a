//! `[tool, answer]`: what a model answered to a converted tool, mapped back.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use toolmodel_runtime::Tool;
use toolmodel_runtime::adapter::Registry;

toolmodel_fuzz::json_mutator!();

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

fuzz_target!(|data: &[u8]| {
    let Some([tool, answer]) = toolmodel_fuzz::parts(data) else {
        return;
    };
    let Ok(tool) = Tool::from_value(tool) else {
        return;
    };
    for name in REGISTRY.list() {
        let Ok(converted) = REGISTRY.convert_tool(&tool, name) else {
            continue;
        };
        let restored = converted
            .restore_arguments(answer.clone())
            .map_err(|error| error.to_string());
        let again = converted
            .restore_arguments(answer.clone())
            .map_err(|error| error.to_string());
        assert_eq!(again, restored);
        let _ = converted.property_names();
    }
});
