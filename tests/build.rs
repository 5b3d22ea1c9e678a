//! Tools that the tests and benchmarks use as generated types, and the snapshot cases, which must
//! compile.

use toolmodel_build::{Config, Errors, NamespaceFrom};

fn main() -> Result<(), Errors> {
    toolmodel_build::generate("codegen/tools")?;
    Config::new()
        .namespace_from(NamespaceFrom::Folder)
        .file_name("cases.rs")
        .quiet()
        .generate("codegen/cases")?;
    Config::new()
        .file_name("agreement_tools.rs")
        .generate("derive/definitions.json")?;
    Config::new()
        .file_name("bench_tools.rs")
        .generate("benches/tools")?;
    Ok(())
}
