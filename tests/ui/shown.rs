//! Messages of the compiler without what differs from machine to machine.

/// The messages with places of other files shortened: whose they are is shown, their lines are not.
pub(crate) fn shown(messages: &str) -> String {
    let mut text = String::new();
    let mut is_foreign = false;
    for line in messages.lines() {
        if is_of_this_run(line) {
            continue;
        }
        let place = line.trim_start();
        let line = if place.starts_with("--> ") || place.starts_with("::: ") {
            let shortened = foreign_place(line);
            is_foreign = shortened.is_some();
            shortened.unwrap_or_else(|| line.to_owned())
        } else if is_foreign && line.contains('|') {
            without_number(line)
        } else {
            without_count(line)
        };
        text.push_str(&line);
        text.push('\n');
    }
    let messages: Vec<String> = text.trim_end().split("\n\n").map(narrowed).collect();
    messages.join("\n\n") + "\n"
}

/// A message whose margin is as wide as the line numbers that are left.
fn narrowed(message: &str) -> String {
    let arrow = message
        .lines()
        .find(|line| line.trim_start().starts_with("--> "));
    let width = arrow.map_or(0, |line| line.len() - line.trim_start().len());
    let number_len = |line: &str| {
        let (number, _) = line.split_once(" |")?;
        number
            .trim()
            .parse::<u32>()
            .ok()
            .map(|_| number.trim().len())
    };
    let needed = message.lines().filter_map(number_len).max().unwrap_or(0);
    let margin = " ".repeat(width.saturating_sub(needed));
    let lines = message
        .lines()
        .map(|line| line.strip_prefix(&margin).unwrap_or(line));
    lines.collect::<Vec<&str>>().join("\n")
}

/// Lines that sum up, and those that name files which the compiler has written.
fn is_of_this_run(line: &str) -> bool {
    let starts = [
        "error: aborting due to",
        "For more information about this error",
        "Some errors have detailed",
    ];
    let notes = [
        "the full name for the type has been written to",
        "consider using `--verbose`",
    ];
    starts.iter().any(|start| line.starts_with(start))
        || notes.iter().any(|note| line.contains(note))
}

/// A place in a file of the workspace or of the standard library, without line and column.
fn foreign_place(line: &str) -> Option<String> {
    let (arrow, path) = line.split_at(line.find("> ").or_else(|| line.find(": "))? + 2);
    let path = path.split(':').next()?;
    if path.starts_with("toolmodel-") {
        return Some(format!("{arrow}$WORKSPACE/{path}"));
    }
    let (_, file) = path.split_once("/library/")?;
    Some(format!("{arrow}$RUST/{file}"))
}

/// A line of code with spaces in place of its number.
fn without_number(line: &str) -> String {
    let (number, code) = line.split_once('|').unwrap_or(("", line));
    format!(
        "{}|{code}",
        number.replace(|c: char| c.is_ascii_digit(), " ")
    )
}

/// `and 12 others` depends on what other crates implement.
fn without_count(line: &str) -> String {
    match line.trim_start().split(' ').collect::<Vec<_>>().as_slice() {
        ["and", count, "others"] => line.replace(count, "$N"),
        _ => line.to_owned(),
    }
}
