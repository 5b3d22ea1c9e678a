//! Splits a description: the first paragraph is the summary, the rest are notes.

/// The first paragraph on one line, and the rest without its common indentation.
pub(super) fn split(description: &str) -> (String, String) {
    let lines = description.lines().skip_while(|line| is_blank(line));
    let rest = lines.skip_while(|line| !is_blank(line));
    (first(description), dedented(&rest.collect::<Vec<_>>()))
}

/// The first paragraph on one line.
pub(super) fn first(description: &str) -> String {
    let paragraph = description
        .lines()
        .skip_while(|line| is_blank(line))
        .take_while(|line| !is_blank(line));
    let words: Vec<&str> = paragraph.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Text without the indentation that all its lines share, and without blank lines around it.
pub(super) fn dedent(text: &str) -> String {
    // The first line of a docstring follows its quotes, so its indentation means nothing.
    let (head, below) = text.split_once('\n').unwrap_or((text, ""));
    let tail = dedented(&below.lines().collect::<Vec<_>>());
    match (head.trim(), tail.as_str()) {
        ("", _) => tail,
        (head, "") => head.to_owned(),
        (head, tail) if below.lines().next().is_some_and(is_blank) => format!("{head}\n\n{tail}"),
        (head, tail) => format!("{head}\n{tail}"),
    }
}

fn dedented(lines: &[&str]) -> String {
    let indent = lines
        .iter()
        .filter(|line| !is_blank(line))
        .map(|line| indentation(line))
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or("").trim_end())
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn indentation(line: &str) -> usize {
    line.bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_is_the_summary() {
        let text =
            "\n    Fetch a repository,\n    by name.\n\n    Args:\n      owner: who\n\n    x\n";
        let (summary, notes) = split(text);
        assert_eq!(summary, "Fetch a repository, by name.");
        assert_eq!(notes, "Args:\n  owner: who\n\nx");
        assert_eq!(first(text), summary);
        assert_eq!(split(""), (String::new(), String::new()));
        assert_eq!(split(" \n\t\n"), (String::new(), String::new()));
    }

    #[test]
    fn text_loses_its_common_indentation_only() {
        assert_eq!(dedent("One.\n\n    a\n      b\n    "), "One.\n\na\n  b");
        assert_eq!(dedent("One.\n    two"), "One.\ntwo");
        assert_eq!(dedent("\n  é\n  x\n"), "é\nx");
        assert_eq!(dedent(""), "");
    }
}
