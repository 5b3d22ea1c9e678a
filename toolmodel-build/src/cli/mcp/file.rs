//! The file in which MCP clients keep their servers: `.mcp.json` and its kin.

use std::path::Path;

use serde_json::{Map, Value};

use super::{Address, Fault};
use crate::cli::exit::Failure;
use crate::cli::input::document_of;
use crate::cli::shell::Shell;

/// A server, and how it is reached, or why it cannot be.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) address: Result<Address, Fault>,
}

/// The servers of a file, in its order; those that are switched off are left out. An entry that cannot be used is
/// an error only where its server is.
pub(crate) fn servers(path: &Path, shell: &mut Shell) -> Result<Vec<Named>, Failure> {
    let (name, value) = document_of(path, shell)?;
    let file = &name;
    let keys = ["mcpServers", "servers"];
    let all = keys.iter().find_map(|key| value.get(key)?.as_object());
    let Some(all) = all else {
        let message = "expected an object `mcpServers` (or `servers`)";
        return Err(Failure::new(format_args!("{file}: {message}")));
    };
    let mut servers = Vec::new();
    for (name, entry) in all {
        let off = ["disabled", "disable"];
        if off
            .iter()
            .any(|key| entry.get(key) == Some(&Value::Bool(true)))
        {
            continue;
        }
        let told = |message| Fault::new(message).note(format_args!("its entry is in {file}"));
        servers.push(Named {
            name: name.clone(),
            address: address(entry).map_err(told),
        });
    }
    Ok(servers)
}

fn address(entry: &Value) -> Result<Address, String> {
    if let Some(url) = entry.get("url").or_else(|| entry.get("httpUrl")) {
        if entry.get("type").and_then(Value::as_str) == Some("sse") {
            return Err("the transport `sse` of 2024 is not spoken; expected `http`".to_owned());
        }
        return Ok(Address::Http {
            url: text("url", url)?,
            headers: pairs("headers", entry)?,
        });
    }
    let Some(command) = entry.get("command") else {
        return Err("has neither `command` nor `url`".to_owned());
    };
    let arguments = match entry.get("args") {
        Some(Value::Array(all)) => all
            .iter()
            .map(|one| text("args", one))
            .collect::<Result<_, _>>()?,
        None => Vec::new(),
        Some(_) => return Err("`args` is not an array".to_owned()),
    };
    Ok(Address::Stdio {
        program: text("command", command)?,
        arguments,
        environment: pairs("env", entry)?,
    })
}

fn pairs(key: &str, entry: &Value) -> Result<Vec<(String, String)>, String> {
    let none = Map::new();
    let map = match entry.get(key) {
        Some(Value::Object(map)) => map,
        None => &none,
        Some(_) => return Err(format!("`{key}` is not an object")),
    };
    let pair = |(name, value): (&String, &Value)| Ok((name.clone(), text(key, value)?));
    map.iter().map(pair).collect()
}

fn text(key: &str, value: &Value) -> Result<String, String> {
    let Some(text) = value.as_str() else {
        return Err(format!("`{key}` holds something that is not a string"));
    };
    expand(text, &|name| std::env::var(name).ok())
}

/// Substitutes environment variables: `${NAME}`, or `${NAME:-default}`.
fn expand(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((inside, after)) = after.split_once('}') else {
            out.push_str("${");
            rest = after;
            continue;
        };
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        // Editors prompt for these themselves: `${input:token}`.
        let value = variable(name.strip_prefix("env:").unwrap_or(name));
        match value.or_else(|| default.map(str::to_owned)) {
            Some(value) => out.push_str(&value),
            None => return Err(format!("the variable `{name}` is not set")),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_put_in() {
        let known = |name: &str| (name == "A").then(|| "a".to_owned());
        let put = |text: &str| expand(text, &known);
        assert_eq!(put("x${A}y${A}").unwrap(), "xaya");
        assert_eq!(put("${B:-b c}").unwrap(), "b c");
        assert_eq!(put("${env:A}").unwrap(), "a");
        assert_eq!(put("$A ${").unwrap(), "$A ${");
        assert_eq!(put("${B}").unwrap_err(), "the variable `B` is not set");
    }
}
