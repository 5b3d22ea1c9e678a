//! Text from anywhere as part of a Markdown document.

use super::prose::visible;

/// Text on one line, with nothing in it that is Markdown. Links and emphasis are taken apart, and
/// HTML is shown as text; code spans stay.
pub(super) fn inline(text: &str) -> String {
    let line = visible(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mut escaped = String::with_capacity(line.len());
    let mut rest = line.as_str();
    while let Some(at) = rest.find('`') {
        escape(&rest[..at], &mut escaped);
        let run = rest[at..].bytes().take_while(|byte| *byte == b'`').count();
        let after = &rest[at + run..];
        if let Some(end) = closing(after, run) {
            escaped.push_str(&rest[at..at + run + end + run]);
            rest = &after[end + run..];
        } else {
            escaped.push_str(&"\\`".repeat(run));
            rest = after;
        }
    }
    escape(rest, &mut escaped);
    escaped
}

/// Where a run of exactly `run` backticks starts.
fn closing(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(start) = text[at..].find('`').map(|found| at + found) {
        let length = text[start..]
            .bytes()
            .take_while(|byte| *byte == b'`')
            .count();
        if length == run {
            return Some(start);
        }
        at = start + length;
    }
    None
}

fn escape(text: &str, escaped: &mut String) {
    for c in text.chars() {
        if matches!(c, '\\' | '<' | '[' | ']' | '*' | '_') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
}

/// Text as a code span, whatever backticks it contains.
pub(super) fn code(text: &str) -> String {
    let text = visible(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if text.is_empty() {
        return "` `".to_owned();
    }
    let mut run = 1;
    while text.contains(&"`".repeat(run)) {
        run += 1;
    }
    let fence = "`".repeat(run);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Markdown on one line as a cell of a table.
pub(super) fn cell(markdown: &str) -> String {
    markdown.replace('|', "\\|")
}

/// Text as a fenced block.
pub(super) fn block(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// Text that may be Markdown, as a part of a document below a heading of `level`: headings go
/// down, HTML is shown as text, and a code block that is left open is closed.
pub(super) fn body(text: &str, level: usize) -> String {
    let text = visible(text);
    let mut body = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    let mut after_text = false;
    for line in text.lines() {
        let line = line.trim_end();
        let marker = fence_of(line.trim_start());
        match (fence, marker) {
            (Some(open), Some(marker)) if closes(open, marker, line) => fence = None,
            (None, Some(marker)) => fence = Some(marker),
            (None, None) => {
                push_line(&mut body, line, level, after_text);
                after_text = !line.is_empty();
                continue;
            }
            _ => {}
        }
        after_text = false;
        body.push_str(line);
        body.push('\n');
    }
    if let Some(open) = fence {
        body.push_str(open);
        body.push('\n');
    }
    body
}

fn fence_of(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let is_fence = length >= 3 && !(mark == '`' && line[length..].contains('`'));
    is_fence.then(|| &line[..length])
}

fn closes(open: &str, marker: &str, line: &str) -> bool {
    marker.starts_with(open) && line.trim() == marker
}

fn push_line(body: &mut String, line: &str, level: usize, after_text: bool) {
    let start = line.trim_start();
    let hashes = start.bytes().take_while(|byte| *byte == b'#').count();
    let is_heading = (1..=6).contains(&hashes) && start[hashes..].starts_with([' ', '\t']);
    // A line of dashes below text would turn the text into a heading.
    let underlines = after_text
        && (!start.is_empty())
        && (start.bytes().all(|byte| byte == b'=') || start.bytes().all(|byte| byte == b'-'));
    if is_heading {
        body.push_str(&"#".repeat((hashes + level).min(6)));
        escape_html(&start[hashes..], body);
    } else {
        body.push_str(&line[..line.len() - start.len()]);
        if underlines {
            body.push('\\');
        }
        escape_html(start, body);
    }
    body.push('\n');
}

/// Outside of code spans, escapes `<`, and takes links apart that lead anywhere but to the web.
fn escape_html(line: &str, escaped: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['<', '`', ']']) {
        escaped.push_str(&rest[..at]);
        let run = rest[at..].bytes().take_while(|byte| *byte == b'`').count();
        let after = &rest[at + run.max(1)..];
        if run == 0 {
            let is_text = rest[at..].starts_with('<') || leads_astray(after);
            escaped.push_str(if is_text { "\\" } else { "" });
            escaped.push_str(&rest[at..=at]);
            rest = after;
        } else if let Some(end) = closing(after, run) {
            escaped.push_str(&rest[at..at + run + end + run]);
            rest = &after[end + run..];
        } else {
            escaped.push_str(&"\\`".repeat(run));
            rest = after;
        }
    }
    escaped.push_str(rest);
}

/// Whether what follows a `]` makes a link of it that is not a plain web address.
fn leads_astray(after: &str) -> bool {
    let target = match after.strip_prefix(['(', ':']) {
        Some(target) => target.trim_start(),
        None => return false,
    };
    !target.starts_with("https://") && !target.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_text_is_one_line_without_markup() {
        assert_eq!(
            inline("a\n <b> *c* [d](e) `f|g` ` h"),
            "a \\<b> \\*c\\* \\[d\\](e) `f|g` \\` h"
        );
    }

    #[test]
    fn code_holds_backticks() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "` `");
        assert_eq!(block("json", "```"), "````json\n```\n````\n");
    }

    #[test]
    fn a_body_stays_below_its_heading() {
        let text = "# A <b>\ntext\n---\n\n```\n# <raw>\n";
        assert_eq!(
            body(text, 2),
            "### A \\<b>\ntext\n\\---\n\n```\n# <raw>\n```\n"
        );
        assert_eq!(body("a `<b>` ` <c>", 2), "a `<b>` \\` \\<c>\n");
    }

    #[test]
    fn links_lead_to_the_web_only() {
        let text = "[a](https://b) [c](javascript:d) [e]: data:f [g] é";
        assert_eq!(
            body(text, 2),
            "[a](https://b) [c\\](javascript:d) [e\\]: data:f [g] é\n"
        );
    }
}
