//! Writes every conversion of the corpus as JSON lines:
//! `{"file", "tool", "to", "strict", "wire", "warnings": [[feature, path, outcome, note]]}`.
//!
//! Asked to `lint`, it reads lines `{"to", "tool"}` instead and answers each with the number of rules
//! of the provider that the tool breaks.

use std::io::{BufRead, Write};

use serde_json::{Value, json};
use toolmodel_runtime::adapter::lint::lint;
use toolmodel_runtime::adapter::{Adapter, Registry};

fn lint_lines() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let adapter = registry.get(request["to"].as_str().unwrap_or_default());
        let target = adapter.and_then(Adapter::target);
        let target = target.ok_or("there are no rules for that format")?;
        writeln!(out, "{}", lint(target, &request["tool"]).len())?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("lint") {
        return lint_lines();
    }
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
