//! Reading tools: nothing is lost on the way through, and every refusal can be told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use toolmodel_runtime::{Error, Revision, Tool, ToolBackend, ToolId, ToolList};

toolmodel_fuzz::json_mutator!();

fuzz_target!(|data: &[u8]| {
    if let Ok(tool) = Tool::from_json(data).map_err(tell) {
        let read: Value = serde_json::from_slice(data).expect("a tool is JSON");
        assert_eq!(tool.to_value(), read, "something was lost");
        assert_eq!(Tool::from_json(tool.to_json()).ok().as_ref(), Some(&tool));
        let _ = tool.validate().map_err(tell);
        if let Ok(id) = tool.id().map_err(tell) {
            assert_eq!(ToolId::parse(&id.to_string()).ok(), Some(id));
        }
        for revision in [Revision::LATEST, Revision::V2025_11_25] {
            let _ = tool.validate_for(revision).map_err(tell);
        }
    }
    if let Ok(tool) = Tool::from_mcp_json(data).map_err(tell) {
        // Namespace, version and tags are not written, wherever they came from.
        let written = tool.to_mcp_value();
        let again = Tool::from_mcp_json(tool.to_mcp_json()).expect("it was read before");
        assert_eq!(again.to_mcp_value(), written);
    }
    if let Ok(list) = ToolList::from_mcp_json(data).map_err(tell) {
        list.errors.into_iter().for_each(tell);
    }
    if let Ok(backend) = ToolBackend::from_json(data).map_err(tell) {
        assert_eq!(
            ToolBackend::from_json(backend.to_json()).ok(),
            Some(backend)
        );
    }
});

fn tell(error: Error) {
    assert!(!error.to_string().is_empty());
    let _ = error.to_tool_error();
}
