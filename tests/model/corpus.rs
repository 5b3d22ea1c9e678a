//! Real tools survive reading and writing.

use toolmodel_runtime::{Tool, ToolList};

#[test]
fn every_corpus_tool_is_written_as_it_was_read() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    assert!(tools.len() >= 1000, "only {} tools", tools.len());
    for (file, json) in tools {
        let text = json.to_string();
        let tool = Tool::from_mcp_json(&text).unwrap();
        assert_eq!(tool.to_mcp_json(), text, "{file}");
        assert_eq!(tool.to_mcp_value().to_string(), text, "{file}");
        assert_eq!(Tool::from_json(&text).unwrap().to_json(), text, "{file}");
        assert_eq!(tool.validate().map_err(|e| e.to_string()), Ok(()), "{file}");
        let again: Tool = serde_json::from_str(&serde_json::to_string(&tool).unwrap()).unwrap();
        assert_eq!(again, tool, "{file}");
    }
}

#[test]
fn every_corpus_file_is_a_tool_list() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let mut read = Vec::new();
    let mut files: Vec<&String> = tools.iter().map(|(file, _)| file).collect();
    files.dedup();
    for file in files {
        let path = toolmodel_tests::shared().unwrap().join("corpus").join(file);
        let list = ToolList::from_mcp_json(std::fs::read(path).unwrap()).unwrap();
        read.extend(list.into_result().unwrap());
    }
    let expected: Vec<String> = tools.iter().map(|(_, json)| json.to_string()).collect();
    let read: Vec<String> = read.iter().map(Tool::to_mcp_json).collect();
    assert_eq!(read, expected);
}
