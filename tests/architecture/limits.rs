//! What SECURITY.md says of the limits: every one is in its tables, with the value that it has.

use std::collections::BTreeMap;
use std::path::Path;

use crate::workspace;

/// Constants that limit something are called so.
const PREFIXES: [&str; 5] = ["MAX_", "MOST", "LARGEST", "LONGEST", "DEEPEST"];

/// Called so, but no limits on what comes from outside: what the formats of others say.
const OTHERS: [&str; 2] = ["adapter/facts/", "rules/"];
const NO_LIMITS: [&str; 3] = ["MAX_SAFE_INTEGER", "MAX_TAG_LEN", "MAX_TAGS"];

/// A limit by its place in the source, `docs/caps.rs: MAX_EXAMPLES`, and its value.
type Found = BTreeMap<String, u64>;

/// Values are numbers, shifts, products, sums and differences of them, and names of constants of the same file or of the
/// crate's root.
fn value(expression: &str, known: &BTreeMap<String, u64>) -> Option<u64> {
    let expression = expression.trim();
    if let Some((left, right)) = expression.rsplit_once("<<") {
        return Some(value(left, known)? << value(right, known)?);
    }
    if let Some((left, right)) = expression.rsplit_once('-') {
        return Some(value(left, known)? - value(right, known)?);
    }
    if let Some((left, right)) = expression.rsplit_once('+') {
        return Some(value(left, known)? + value(right, known)?);
    }
    if let Some((left, right)) = expression.rsplit_once('*') {
        return Some(value(left, known)? * value(right, known)?);
    }
    let digits = expression.replace('_', "");
    let name = expression.rsplit("::").next()?;
    digits.parse().ok().or_else(|| known.get(name).copied())
}

fn is_limit(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && !NO_LIMITS.contains(&name)
}

/// The text before the tests of a file.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

fn files(folder: &Path, found: &mut Vec<(String, String)>, prefix: &str) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), found, &format!("{name}/"));
        } else if entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "rs")
        {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            found.push((name, text));
        }
    }
}

/// All limits of the source.
fn limits() -> Found {
    let mut sources = Vec::new();
    for (name, prefix) in [("toolmodel-runtime", ""), ("toolmodel-build", "build/")] {
        files(&workspace().join(name).join("src"), &mut sources, prefix);
    }
    let mut found = Found::new();
    let nesting = constants_of(&sources, "schema/mod.rs").find(|(name, _)| *name == "MAX_NESTING");
    let (name, expression) = nesting.expect("the limit that others are made of");
    let nesting = value(expression, &BTreeMap::new()).expect("a number");
    let root = BTreeMap::from([(name.to_owned(), nesting)]);
    for (file, text) in &sources {
        let text = without_tests(text);
        let mut known = root.clone();
        for (name, expression) in constants(text) {
            if let Some(number) = value(expression, &known) {
                known.insert(name.to_owned(), number);
            }
            let is_others = OTHERS.iter().any(|folder| file.starts_with(folder));
            if expression.trim().starts_with("Allowance {") {
                for (field, number) in allowance(expression, &known) {
                    found.insert(format!("{file}: {name}.{field}"), number);
                }
            } else if is_limit(name) && !is_others {
                let number = known.get(name).copied();
                let number = number.unwrap_or_else(|| panic!("{file}: {name} = {expression}"));
                found.insert(format!("{file}: {name}"), number);
            }
        }
        if let Some((_, rest)) = text.split_once("impl Default for Limits") {
            for (field, number) in allowance(rest, &known) {
                found.insert(format!("Limits::{field}"), number);
            }
        }
    }
    found
}

fn constants_of<'a>(
    sources: &'a [(String, String)],
    file: &str,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let source = sources.iter().find(|(name, _)| name == file);
    source.into_iter().flat_map(|(_, text)| constants(text))
}

/// Names and expressions of the constants of a text.
fn constants(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("const ").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(':')?;
        let (_, rest) = rest.split_once('=')?;
        let (expression, _) = rest.split_once(';')?;
        let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        is_name.then_some((name, expression))
    })
}

/// The fields of a struct of numbers, unless they are without a limit or of no use there.
fn allowance<'a>(text: &'a str, known: &BTreeMap<String, u64>) -> Vec<(&'a str, u64)> {
    let fields = text.lines().filter_map(|line| {
        let (field, expression) = line.trim().strip_suffix(',')?.split_once(": ")?;
        Some((field, value(expression, known)?))
    });
    fields.filter(|(_, number)| *number > 0).collect()
}

/// The rows of SECURITY.md that name a limit: its place, and the value told.
fn told() -> Found {
    let text = std::fs::read_to_string(workspace().join("SECURITY.md")).unwrap();
    let mut told = Found::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, default, place, _] = cells.as_slice() else {
            continue;
        };
        let (Some(place), Some(number)) = (
            place
                .strip_prefix('`')
                .and_then(|place| place.strip_suffix('`')),
            number(default),
        ) else {
            continue;
        };
        let twice = told.insert(place.to_owned(), number);
        assert_eq!(twice, None, "`{place}` has two rows");
    }
    told
}

/// `1,000`, `16 KiB` or `64 MiB`.
fn number(text: &str) -> Option<u64> {
    let (digits, unit) = text.split_once(' ').unwrap_or((text, ""));
    let number: u64 = digits.replace(',', "").parse().ok()?;
    match unit {
        "" => Some(number),
        "KiB" => Some(number << 10),
        "MiB" => Some(number << 20),
        _ => None,
    }
}

#[test]
fn every_limit_is_told_with_its_value() {
    let (source, told) = (limits(), told());
    let mut wrong = Vec::new();
    for (place, number) in &source {
        match told.get(place) {
            None => wrong.push(format!("`{place}` is {number} and has no row")),
            Some(other) if other != number => {
                wrong.push(format!("`{place}` is {number}, not {other}"));
            }
            Some(_) => {}
        }
    }
    for place in told.keys().filter(|place| !source.contains_key(*place)) {
        wrong.push(format!("there is no `{place}`"));
    }
    assert!(wrong.is_empty(), "SECURITY.md:\n{}", wrong.join("\n"));
    assert!(source.len() > 40, "only {} limits were found", source.len());
}
