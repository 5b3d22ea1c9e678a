//! Generates the tools of the code generation tests: those with tests of their behaviour, and the
//! snapshot cases, which must compile.

use toolmodel_build::{Config, Errors, NamespaceFrom};

fn main() -> Result<(), Errors> {
    toolmodel_build::generate("codegen/tools")?;
    Config::new()
        .namespace_from(NamespaceFrom::Folder)
        .file_name("cases.rs")
        .generate("codegen/cases")?;
    Ok(())
}
