//! Generates the tools that the tests and benchmarks use.

use toolmodel_build::{Config, Errors};

fn main() -> Result<(), Errors> {
    Config::new()
        .file_name("bench_tools.rs")
        .generate("benches/tools")?;
    Ok(())
}
