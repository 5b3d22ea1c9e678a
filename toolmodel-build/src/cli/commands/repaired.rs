//! Repairs arguments that are nearly right, on request, and reports every change.

use clap::{Arg, ArgMatches};
use serde_json::Value;
use toolmodel_runtime::{DefaultValidator, Error, SchemaValidator as _, Tool, repair};

use crate::cli::arguments::{flag, switch};
use crate::cli::finding::{Finding, Level};

pub(super) fn repair_option() -> Arg {
    switch("repair")
        .help("Repair arguments that are nearly right (a number in quotes, one value for a list, ...), and report each change")
}

/// Arguments that the schema accepts, and the changes made to achieve that.
pub(super) fn validated(
    tool: &Tool,
    arguments: Value,
    matches: &ArgMatches,
) -> Result<(Value, Vec<Finding>), Error> {
    if !flag(matches, "repair") {
        DefaultValidator::shared().validate_input(tool, &arguments)?;
        return Ok((arguments, Vec::new()));
    }
    let repaired = repair::arguments(tool, arguments).map_err(Error::from)?;
    let told = repaired
        .changes
        .iter()
        .map(|change| Finding::new("repaired", Level::Note, change).of_tool(&tool.name));
    let told = told.collect();
    Ok((repaired.arguments, told))
}
