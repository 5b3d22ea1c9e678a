//! Types declared by typify, for tools chosen by the user: the validator decides what is
//! accepted, and the types only have to hold it.

mod strict;
mod translate;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use toolmodel_runtime::{Dialect, Schema};
use typify::{TypeSpace, TypeSpaceSettings};

use crate::config::Config;
use crate::error::Error;
use crate::ir::{Declared, DefId, Kind, SchemaTypes, Side, ToolTypes, Type, Typified};
use crate::problems::Problems;
use crate::report::Reason;
use translate::Translated;

/// Lets typify declare the types of the tools that the configuration names. Where it does not, there is a
/// warning.
pub(crate) fn declare_types(tools: &mut [ToolTypes], config: &Config, problems: &mut Problems) {
    for tool in tools {
        if !config.typified.contains(&tool.id) {
            continue;
        }
        let declared = declare_tool(tool, config);
        match &declared {
            Ok(_) => {
                replace(&mut tool.input);
                tool.output.as_mut().map(replace);
            }
            Err(reason) => {
                let what = "typify does not declare the types of tool";
                let message = format!("{what} `{}`: {reason}", tool.id);
                problems.warn(Error::in_file(&tool.file, message));
            }
        }
        tool.typified = Some(declared);
    }
}

/// Keeps the name of a schema's type, and records that the validator decides.
fn replace(types: &mut SchemaTypes) {
    let mut root = types.defs.swap_remove(types.root.0);
    root.kind = Kind::Newtype(Type::Replaced(root.name.clone()));
    *types = SchemaTypes {
        root: DefId(0),
        defs: vec![root],
        checked: vec![Reason {
            pointer: String::new(),
            reason: "types of typify".to_owned(),
        }],
    };
}

fn declare_tool(tool: &ToolTypes, config: &Config) -> Result<Typified, String> {
    let on = |side: Side, types: &SchemaTypes, schema: &Schema| {
        let declared = declare(schema, types.root_name(), config);
        declared.map_err(|reason| format!("{}: {reason}", side.pointer()))
    };
    let output = match (&tool.output, &tool.tool.output_schema) {
        (Some(types), Some(schema)) => Some(on(Side::Output, types, schema)?),
        _ => None,
    };
    Ok(Typified {
        input: on(Side::Input, &tool.input, &tool.tool.input_schema)?,
        output,
    })
}

/// Lets typify declare the types of a schema, with this name for the root, if its types hold everything that the
/// schema accepts.
///
/// # Errors
/// The reason why they are not used, in words.
fn declare(schema: &Schema, name: &str, config: &Config) -> Result<Declared, String> {
    let dialect = schema.dialect().map_err(|error| error.to_string())?;
    if let Some(found) = strict::find(schema.as_value(), config.assert_formats) {
        return Err(found);
    }
    let translated = translate::translate(schema.as_value(), dialect, name, config)?;
    // It panics on schemas that it does not expect, and has no state that could be left inconsistent.
    catch_unwind(AssertUnwindSafe(|| generate(translated, config)))
        .unwrap_or_else(|panic| Err(format!("typify panics: {}", message(&*panic))))
}

fn generate(translated: Translated, config: &Config) -> Result<Declared, String> {
    let mut settings = TypeSpaceSettings::default();
    settings
        .with_derive("PartialEq".to_owned())
        .with_struct_builder(true);
    let integer = format!("{}::Integer", config.runtime());
    for schema in translated.wide_integers {
        let schema = serde_json::from_value(schema).map_err(failed)?;
        settings.with_conversion(schema, &integer, std::iter::empty());
    }
    let mut types = TypeSpace::new(&settings);
    let root = serde_json::from_value(translated.schema).map_err(failed)?;
    let root = types.add_root_schema(root).map_err(failed)?;
    let root = root.ok_or("typify declares no type for the schema")?;
    let name = types.get_type(&root).map_err(failed)?.name();
    let file: syn::File = syn::parse2(types.to_stream()).map_err(failed)?;
    if let Some(name) = named_twice(&file) {
        return Err(format!("typify gives two types the name `{name}`"));
    }
    let uses = [
        ("serde", true),
        ("serde_json", types.uses_serde_json()),
        ("regress", types.uses_regress()),
        ("chrono", types.uses_chrono()),
        ("uuid", types.uses_uuid()),
    ];
    let crates = uses.into_iter().filter(|(_, used)| *used);
    Ok(Declared {
        name,
        code: prettyplease::unparse(&file),
        crates: crates.map(|(name, _)| name).collect(),
    })
}

/// A name that two types have, which does not compile.
fn named_twice(file: &syn::File) -> Option<String> {
    let mut names = BTreeSet::new();
    let mut types = file.items.iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    });
    types.find(|name| !names.insert(name.clone()))
}

fn failed(error: impl std::fmt::Display) -> String {
    format!("typify fails: {error}")
}

/// The message of a panic, cut and on one line.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    const SHOWN: usize = 200;
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    let line = text.unwrap_or_default().lines().next().unwrap_or_default();
    line.chars().take(SHOWN).collect()
}

/// Whether a schema is read as the older dialect.
fn is_old(dialect: Dialect) -> bool {
    dialect == Dialect::Draft07
}

/// The names of `type`.
fn types(schema: &serde_json::Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
