//! Tools that the benchmarks and the growth measurement use as generated types.

use toolmodel_build::{Config, Errors};

fn main() -> Result<(), Errors> {
    Config::new()
        .file_name("bench_tools.rs")
        .generate("benches/tools")?;
    Config::new()
        .file_name("growth_tools.rs")
        .quiet()
        .generate("growth/tools")?;
    Ok(())
}
