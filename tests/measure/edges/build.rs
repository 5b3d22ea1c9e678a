//! Types of the conformance suite's tool, and of the tools of public servers where their lists are.

use std::path::Path;

use toolmodel_build::{Config, Errors};

fn main() -> Result<(), Errors> {
    let quiet = Config::new().authoring_warnings(false);
    quiet.generate("tools/conformance.json")?;
    println!("cargo::rerun-if-env-changed=TOOLMODEL_LISTS");
    let Some(lists) = std::env::var_os("TOOLMODEL_LISTS") else {
        return Ok(());
    };
    for server in ["everything", "filesystem", "git", "memory"] {
        let list = Path::new(&lists).join(format!("{server}.json"));
        let config = Config::new().file_name(format!("{server}.rs")).quiet();
        let report = config.generate(list)?;
        let exact = report
            .tools
            .iter()
            .filter(|tool| tool.input.is_exact())
            .count();
        println!(
            "cargo::warning={server}: {} tools, {exact} exact",
            report.tools.len()
        );
    }
    Ok(())
}
