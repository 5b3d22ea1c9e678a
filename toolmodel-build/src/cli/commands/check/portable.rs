//! What providers' formats would lose.

use toolmodel_runtime::adapter::Registry;

use crate::cli::commands::convert::{is_of_tool, loss_finding};
use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;

pub(super) fn check(input: &Input, target: &str, findings: &mut Vec<Finding>) {
    let registry = Registry::default();
    for tool in &input.tools {
        let converted = match registry.convert_tool(&tool.loaded.tool, target) {
            Ok(converted) => converted,
            Err(error) => {
                let message = format!("`{}` cannot be converted to {target}: {error}", tool.id);
                let finding = Finding::new("portability", Level::Error, message).help(
                    format_args!("`toolmodel convert --to {target}` tells where"),
                );
                findings.push(input.finding(tool, "", finding));
                continue;
            }
        };
        let value = tool.loaded.tool.to_value();
        for warning in &converted.warnings {
            let mut finding = loss_finding(input, tool, &value, warning);
            let is_metadata = is_of_tool(warning) && warning.feature.to_string() != "strict";
            if warning.outcome.keeps_meaning() || is_metadata {
                finding.level = Level::Note;
            } else if warning.loosens() {
                finding.help = Some(
                    "arguments that break it can come back: validate them before use".to_owned(),
                );
            } else {
                finding.help = Some(format!("say it otherwise, or do without {target}"));
            }
            findings.push(finding);
        }
    }
}
