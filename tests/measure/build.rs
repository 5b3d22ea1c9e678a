//! Tools that the benchmarks use as generated types.

use toolmodel_build::{Config, Errors};

fn main() -> Result<(), Errors> {
    Config::new()
        .file_name("bench_tools.rs")
        .generate("benches/tools")?;
    Ok(())
}
