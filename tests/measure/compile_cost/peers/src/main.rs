//! Writes the peers of generated tools as crates.
//!
//! `peers typify TOOLS FOLDER [SKIPPED ...]` writes typify's types for the input schemas of tools, one
//! module per tool, and says which tools it made and how long that took. `peers plain FILE FOLDER`
//! writes the types of a generated file with plain derives instead of what was generated.

mod plain;
mod typified;

use std::path::Path;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["typify", tools, folder, skipped @ ..] => {
            typified::write(Path::new(tools), Path::new(folder), skipped)
        }
        ["plain", file, folder] => plain::write(Path::new(file), Path::new(folder)),
        _ => Err("usage: peers typify TOOLS FOLDER [SKIPPED ...] | peers plain FILE FOLDER".into()),
    }
}

/// What reads and writes a type, as a generated tool does.
fn functions(root: &str) -> String {
    format!(
        "pub fn from_slice(json: &[u8]) -> Result<{root}, ::serde_json::Error> {{\n    \
             ::serde_json::from_slice(json)\n}}\n\
         pub fn parse(value: &::serde_json::Value) -> Result<{root}, ::serde_json::Error> {{\n    \
             ::serde::Deserialize::deserialize(value)\n}}\n\
         pub fn to_value(arguments: &{root}) -> Result<::serde_json::Value, ::serde_json::Error> {{\n    \
             ::serde_json::to_value(arguments)\n}}\n"
    )
}
