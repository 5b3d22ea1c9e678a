//! Entries of the configuration that name a place where they have no effect.

use crate::config::{Config, Kind};
use crate::error::Error;
use crate::ir::{self, Side, ToolTypes};
use crate::problems::Problems;

pub(crate) fn warn_of_unused_places(config: &Config, tools: &[ToolTypes], problems: &mut Problems) {
    let mut warn = |pointer: &str, message: String| {
        problems.warn(Error {
            pointer: pointer.to_owned(),
            ..Error::in_file("the configuration", message)
        });
    };
    for tool in config.named_tools() {
        if !tools.iter().any(|known| known.id == *tool) {
            warn("", format!("names nothing: there is no tool `{tool}`"));
        }
    }
    for ((tool, pointer), kind) in config.places() {
        let known = tools
            .binary_search_by(|known| known.id.as_str().cmp(tool))
            .ok()
            .map(|at| &tools[at]);
        let message = match known {
            None => format!("names nothing: there is no tool `{tool}`"),
            Some(known) if known.tool.to_value().pointer(pointer).is_none() => {
                format!("names nothing: tool `{tool}` has no such place")
            }
            Some(known) if !has_effect(known, pointer, kind) => {
                format!("has no effect: no type of tool `{tool}` is generated from this place")
            }
            Some(_) => continue,
        };
        warn(pointer, message);
    }
}

/// Whether there is a type at a place, or a field or a value where one is sufficient.
fn has_effect(tool: &ToolTypes, pointer: &str, kind: Kind) -> bool {
    if kind == Kind::Any || (pointer.is_empty() && kind != Kind::Type) {
        return true;
    }
    let sides = [
        (Side::Input, Some(&tool.input)),
        (Side::Output, tool.output.as_ref()),
    ];
    sides.into_iter().any(|(side, types)| {
        let Some(pointer) = pointer.strip_prefix(side.pointer()) else {
            return false;
        };
        types.is_some_and(|types| {
            let mut defs = types.defs.iter();
            defs.any(|def| {
                def.pointer == pointer
                    || kind != Kind::Type && has_field(def, pointer)
                    || kind == Kind::Name && has_value(def, pointer)
            })
        })
    })
}

fn has_field(def: &ir::TypeDef, pointer: &str) -> bool {
    match &def.kind {
        ir::Kind::Struct(shape) => shape.fields.iter().any(|field| field.pointer == pointer),
        _ => false,
    }
}

fn has_value(def: &ir::TypeDef, pointer: &str) -> bool {
    match &def.kind {
        ir::Kind::TextEnum(variants) => variants.iter().any(|value| value.pointer == pointer),
        ir::Kind::ByType(variants) => variants.iter().any(|value| value.key.pointer == pointer),
        _ => false,
    }
}
