//! Writes every conversion of the corpus as JSON lines:
//! `{"file", "tool", "to", "strict", "wire", "warnings": [[feature, path, outcome]]}`.

use std::io::Write;

use serde_json::json;
use toolmodel_runtime::adapter::Registry;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(tools) = toolmodel_tests::corpus() else {
        return Ok(());
    };
    let registry = Registry::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (file, tool) in tools {
        for to in registry.list() {
            let converted = registry.convert(tool.clone(), "mcp", to)?;
            let warnings = converted.warnings.iter().map(|warning| {
                json!([
                    warning.feature.to_string(),
                    warning.path,
                    warning.outcome.to_string(),
                    warning.note
                ])
            });
            let line = json!({
                "file": file,
                "tool": tool["name"],
                "to": to,
                "strict": converted.strict,
                "wire": converted.to_value(),
                "warnings": warnings.collect::<Vec<_>>(),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
