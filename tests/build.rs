//! Tools that the tests use as generated types.

use toolmodel_build::{Config, Errors};

fn main() -> Result<(), Errors> {
    Config::new()
        .file_name("agreement_tools.rs")
        .generate("derive/definitions.json")?;
    Ok(())
}
