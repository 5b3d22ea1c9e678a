//! How a struct is read and written: a row per property, and rules about several of them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::Types;
use super::rules::{all_of, any_of, choice, length, longest, text_condition};
use crate::ir::{Constant, DefId, Field, Mode, Presence, Rest, Struct, TextRule, Type};
use crate::names::ident_text;

/// Longest row before it is broken.
const WIDTH: usize = 92;

impl Types<'_> {
    /// The table of a struct.
    pub(super) fn render_read(&self, id: DefId, name: &str, shape: &Struct) -> String {
        let mut text = format!("rt::object! {{\n    {name} {{\n");
        let row = |constant: &Constant| {
            let name = ident_text(&constant.name);
            format!("{name} = {:?} => {:?}", constant.json, constant.text)
        };
        // The tag of a union has been read by then.
        let tag = self.tags.get(&id).copied();
        let (tags, constants): (Vec<&Constant>, Vec<&Constant>) = shape
            .constants
            .iter()
            .partition(|constant| Some(constant.json.as_str()) == tag);
        for constant in tags {
            let _ = writeln!(text, "        tag: {},", row(constant));
        }
        let constants: Vec<String> = constants.into_iter().map(row).collect();
        block(&mut text, "constants", &constants, false);
        let rows: Vec<String> = shape.fields.iter().map(|field| self.row(field)).collect();
        block(&mut text, "fields", &rows, true);
        block(&mut text, "checks", &checks(shape), false);
        if let Rest::Kept { name, .. } = &shape.rest {
            let _ = writeln!(text, "        rest: {},", ident_text(name));
        }
        let others = broken("others: ", &self.others(shape));
        push_row(&mut text, "        ", &others);
        text.push_str("    }\n}");
        text
    }

    /// The row of a field: its name, the property, and how it is read.
    fn row(&self, field: &Field) -> String {
        let rule = self.boxed_rule(&field.ty, field.boxed);
        let how = match (&field.presence, &field.ty) {
            (Presence::Required, _) => format!("need({rule})"),
            (Presence::OptionalNull, Type::Nullable(inner)) if field.boxed => {
                format!("flat(de::nullable({}))", self.boxed_rule(inner, true))
            }
            (Presence::OptionalNull, Type::Nullable(_)) => format!("flat({rule})"),
            (Presence::Optional | Presence::OptionalNull, _) => format!("optional({rule})"),
            (Presence::Filled, _) => format!("or({rule}, {})", self.default(field)),
        };
        broken(
            &format!("{} = {:?} => ", ident_text(&field.name), field.json),
            &how,
        )
    }

    /// What happens to properties that are not declared.
    fn others(&self, shape: &Struct) -> String {
        let forbidden = (!shape.forbidden.is_empty()).then(|| {
            let names: Vec<String> = shape.forbidden.iter().map(|n| format!("{n:?}")).collect();
            format!("!matches!(text, {})", names.join(" | "))
        });
        match &shape.rest {
            Rest::Refused => "refuse".to_owned(),
            Rest::Ignored => forbidden.map_or_else(
                || "skip".to_owned(),
                |condition| format!("skip_if(|text| {condition})"),
            ),
            Rest::Kept { name, value, key } => {
                let (name, rule) = (ident_text(name), self.rule(value));
                let key = key.as_ref().filter(|key| **key != TextRule::default());
                let conditions: Vec<String> = forbidden
                    .into_iter()
                    .chain(key.map(text_condition))
                    .collect();
                if conditions.is_empty() {
                    format!("keep(&mut {name}, {rule})")
                } else {
                    let condition = conditions.join(" && ");
                    format!("keep_if(&mut {name}, {rule}, |text| {condition})")
                }
            }
        }
    }
}

/// A named list of rows; an empty one is left out unless it is required.
pub(super) fn block(text: &mut String, name: &str, rows: &[String], always: bool) {
    if rows.is_empty() {
        if always {
            let _ = writeln!(text, "        {name}: {{}},");
        }
        return;
    }
    let _ = writeln!(text, "        {name}: {{");
    for row in rows {
        push_row(text, "            ", row);
    }
    text.push_str("        },\n");
}

/// A macro call whose body is a list of rows.
pub(super) fn table(start: &str, rows: impl Iterator<Item = String>) -> String {
    let mut text = format!("{start} {{\n");
    for row in rows {
        push_row(&mut text, "        ", &row);
    }
    text.push_str("    }\n}");
    text
}

/// A row at its depth, with a comma after its last line.
fn push_row(text: &mut String, indent: &str, row: &str) {
    let row = row.replace('\n', &format!("\n{indent}"));
    let _ = writeln!(text, "{indent}{row},");
}

/// A start and an expression, laid out over several lines where one would be too long.
pub(super) fn broken(start: &str, expression: &str) -> String {
    if start.len() + expression.len() <= WIDTH {
        return format!("{start}{expression}");
    }
    let Ok(parsed) = syn::parse_str::<syn::Expr>(expression) else {
        return format!("{start}{expression}");
    };
    let file = syn::parse_quote!(const BROKEN: () = #parsed;);
    let formatted = prettyplease::unparse(&file);
    let body = formatted
        .trim_start_matches("const BROKEN: () =")
        .trim_end()
        .trim_end_matches(';')
        .trim_start();
    let first = body.lines().next().unwrap_or_default();
    if start.len() + first.len() <= WIDTH {
        return format!("{start}{body}");
    }
    format!("{}\n    {}", start.trim_end(), body.replace('\n', "\n    "))
}

/// Rules about several properties: their number, dependencies, and choices of required names.
fn checks(shape: &Struct) -> Vec<String> {
    let fields: HashMap<&str, &Field> = shape
        .fields
        .iter()
        .map(|field| (field.json.as_str(), field))
        .collect();
    let constants = shape
        .constants
        .iter()
        .map(|constant| constant.json.as_str());
    let constants: HashSet<&str> = constants.collect();
    let is_there = |json: &String| match fields.get(json.as_str()) {
        _ if constants.contains(json.as_str()) => "true".to_owned(),
        None => "false".to_owned(),
        Some(field) if field.presence == Presence::Required => "true".to_owned(),
        Some(field) => format!("{}.is_some()", ident_text(&field.name)),
    };
    let is_absent = |json: &String| match is_there(json).as_str() {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        there => there.replace(".is_some()", ".is_none()"),
    };
    let all = |names: &[String]| match names {
        [] => "true".to_owned(),
        names => all_of(&names.iter().map(is_there).collect::<Vec<_>>()),
    };
    let mut rows = Vec::new();
    let mut row = |condition: &str, message: &str| {
        rows.push(broken(&format!("{message:?} => "), condition));
    };
    if shape.min > 0 || shape.max.is_some() {
        let slots = shape.fields.iter();
        let slots = slots.map(|field| format!("{}.is_some()", ident_text(&field.name)));
        let constants = shape.constants.iter().map(|_| "true".to_owned());
        let slots = slots.chain(constants);
        let mut count = format!("de::count([{}])", slots.collect::<Vec<_>>().join(", "));
        if let Rest::Kept { name, .. } = &shape.rest {
            count = format!("({count} + {}.len())", ident_text(name));
        }
        let (min, max) = (length(shape.min), longest(shape.max));
        let condition = format!("({min}..={max}).contains(&{count})");
        row(&condition, "the number of properties is out of bounds");
    }
    for (name, needs) in &shape.dependent {
        let condition = format!("{} || {}", is_absent(name), all(needs));
        row(&condition, "a property needs another that is missing");
    }
    if let Some((mode, lists)) = &shape.required_choice {
        let lists = lists.iter().map(|names| all(names));
        let condition = match mode {
            Mode::Any => any_of(lists),
            Mode::ExactlyOne => choice(*mode, lists),
        };
        row(
            &condition,
            "none of the alternatives of required properties is met",
        );
    }
    rows
}
