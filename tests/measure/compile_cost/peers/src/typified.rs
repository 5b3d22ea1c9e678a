//! typify's types, formatted.

use std::fmt::Write as _;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use crate::{Fallible, functions};

/// The name of every root: typify takes it from the title.
const ROOT: &str = "Arguments";

pub(crate) fn write(tools: &Path, folder: &Path, skipped: &[&str]) -> Fallible<()> {
    let tools: Vec<Value> = serde_json::from_slice(&std::fs::read(tools)?)?;
    std::fs::create_dir_all(folder)?;
    std::panic::set_hook(Box::new(|_| ()));
    let started = Instant::now();
    let code: Vec<Option<String>> = tools
        .iter()
        .map(|tool| {
            let schema = tool["inputSchema"].clone();
            let code = catch_unwind(|| types(schema)).ok()?.ok()?;
            Some(code)
        })
        .collect();
    let milliseconds = started.elapsed().as_millis();
    let mut library = "#![allow(warnings)]\n".to_owned();
    let mut kept = Vec::new();
    for (number, (tool, code)) in tools.iter().zip(code).enumerate() {
        let module = format!("tool_{number}");
        let Some(code) = code else { continue };
        if skipped.contains(&module.as_str()) {
            continue;
        }
        let code = format!("{code}\n{}", functions(ROOT));
        std::fs::write(folder.join(format!("{module}.rs")), code)?;
        writeln!(library, "pub mod {module};")?;
        kept.push(tool);
    }
    std::fs::write(folder.join("lib.rs"), library)?;
    std::fs::write(folder.join("kept.json"), serde_json::to_string(&kept)?)?;
    println!(
        "{} of {} tools in {milliseconds} ms",
        kept.len(),
        tools.len()
    );
    Ok(())
}

fn types(mut schema: Value) -> Result<String, String> {
    schema["title"] = ROOT.into();
    let schema = serde_json::from_value(schema).map_err(|error| error.to_string())?;
    let mut types = typify::TypeSpace::default();
    types
        .add_root_schema(schema)
        .map_err(|error| error.to_string())?;
    let file = syn::parse2(types.to_stream()).map_err(|error| error.to_string())?;
    let code = prettyplease::unparse(&file);
    let has_root = code.contains(&format!("pub struct {ROOT}"));
    has_root.then_some(code).ok_or_else(|| "no root".to_owned())
}
