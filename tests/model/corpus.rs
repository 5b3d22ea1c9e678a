//! Real tools survive reading and writing.

use toolmodel_runtime::Tool;

#[test]
fn every_corpus_tool_is_written_as_it_was_read() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    assert!(tools.len() >= 1000, "only {} tools", tools.len());
    for (file, json) in tools {
        let tool = Tool::from_mcp_value(json.clone()).unwrap();
        assert_eq!(tool.to_mcp_json(), json.to_string(), "{file}");
        assert_eq!(tool.validate().map_err(|e| e.to_string()), Ok(()), "{file}");
    }
}
