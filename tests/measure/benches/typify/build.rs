//! typify's types for the input schemas of the benchmark's tools.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=../tools");
    let mut types = typify::TypeSpace::default();
    // Not the union: typify panics on a bounded string in a tagged variant.
    let tools = [
        ("station", "FindStation"),
        ("parcels", "SearchParcels"),
        ("route", "PlanRoute"),
        ("list", "ListEvents"),
    ];
    for (file, name) in tools {
        let text = std::fs::read(format!("../tools/{file}.json"))?;
        let mut tool: serde_json::Value = serde_json::from_slice(&text)?;
        let mut schema = tool["inputSchema"].take();
        schema["title"] = name.into();
        types.add_root_schema(serde_json::from_value(schema)?)?;
    }
    let output = Path::new(&std::env::var("OUT_DIR")?).join("types.rs");
    std::fs::write(output, types.to_stream().to_string())?;
    Ok(())
}
