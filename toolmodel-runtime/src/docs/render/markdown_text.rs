//! Text from anywhere as part of a Markdown document.
//!
//! Renderers disagree on details of Markdown, above all on backslashes before `|` in tables. So what is written here
//! means the same to all of them; `tests/measure/judges/markdown.sh` checks that with three.

use super::blocks::{Block, Piece, blocks, pieces};
use super::shown::{one_line, visible};

/// Where text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Where a `|` is an ordinary character.
    Line,
    /// A cell of a table.
    Cell,
    /// Anywhere, a table included.
    Anywhere,
}

/// Text on one line, without any active Markdown. Links and emphasis are escaped, and
/// HTML is shown as text; code spans are kept.
pub(super) fn inline(text: &str, place: Place) -> String {
    let line = one_line(text);
    let mut escaped = String::with_capacity(line.len());
    for piece in pieces(&line, false) {
        match piece {
            Piece::Code(text) => escaped.push_str(&code(text, place)),
            Piece::Text(text) => escape(text, place, &mut escaped),
        }
    }
    escaped
}

/// Like [`inline`], for text at the start of a line: it starts no heading, list or quote.
pub(super) fn line(text: &str) -> String {
    let mut line = inline(text, Place::Line);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if line.starts_with(['#', '>', '+', '-', '=', ':', '|']) {
        line.insert(0, '\\');
    } else if digits > 0 && line[digits..].starts_with(['.', ')']) {
        line.insert(digits, '\\');
    }
    line
}

/// Text as the label of a link.
pub(super) fn label(text: &str) -> String {
    if !text.contains(['`', '[', ']', '\\', '<']) {
        return code(text, Place::Line);
    }
    let mut escaped = String::with_capacity(text.len());
    escape(&one_line(text), Place::Line, &mut escaped);
    escaped
}

fn escape(text: &str, place: Place, escaped: &mut String) {
    // One `$` is a price; text between two may be taken as a formula.
    let formula = text.bytes().filter(|byte| *byte == b'$').count() > 1;
    for (at, c) in text.char_indices() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '&' if is_entity(&text[at + 1..]) => escaped.push_str("&amp;"),
            // Renderers disagree on a bar after two backslashes.
            '|' if place != Place::Line && text[..at].ends_with('\\') => escaped.push_str("&#124;"),
            '|' if place != Place::Line => escaped.push_str("\\|"),
            '\\' | '[' | ']' | '*' | '_' | '~' | '`' => escaped.extend(['\\', c]),
            '$' if formula => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
}

/// Whether what follows a `&` makes it a character reference.
fn is_entity(after: &str) -> bool {
    let name = after.strip_prefix('#').unwrap_or(after);
    // No name is longer than `CounterClockwiseContourIntegral`.
    let length = name.bytes().take(33);
    let length = length.take_while(u8::is_ascii_alphanumeric).count();
    length > 0 && name[length..].starts_with(';')
}

/// Text as a code span, whatever backticks it contains.
pub(super) fn code(text: &str, place: Place) -> String {
    let text = one_line(text);
    match place {
        Place::Line => span(&text),
        // All renderers agree on `\|`, unless another backslash comes before it.
        Place::Cell if !text.contains("\\|") => span(&text).replace('|', "\\|"),
        Place::Cell | Place::Anywhere if !text.contains('|') => span(&text),
        Place::Cell | Place::Anywhere => {
            let parts = text.split('|').map(|part| match part {
                "" => String::new(),
                part => span(part),
            });
            parts.collect::<Vec<_>>().join("&#124;")
        }
    }
}

fn span(text: &str) -> String {
    if text.is_empty() {
        return "` `".to_owned();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn longest_run(text: &str) -> usize {
    let runs = text.as_bytes().split(|byte| *byte != b'`');
    runs.map(<[u8]>::len).max().unwrap_or(0)
}

/// Text as a fenced block.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// Text that may be Markdown, as a part of a document below a heading of `level`: headings are lowered, HTML is shown
/// as text, images are links, and links lead to the web.
///
/// Code is written anew, with fences and backticks of our own at the start of a line: inside it
/// nothing is escaped, so a renderer must see it exactly where this does.
pub(super) fn body(text: &str, level: usize) -> String {
    let text = visible(text);
    let mut body = String::with_capacity(text.len());
    for part in blocks(&text) {
        match part {
            Block::Code(info, lines) => {
                if !body.is_empty() && !body.ends_with("\n\n") {
                    body.push('\n');
                }
                body.push_str(&block(language(info), &lines.join("\n")));
                body.push('\n');
            }
            Block::Text(lines) => {
                let mut after_text = false;
                for line in lines {
                    push_line(&mut body, line, level, after_text);
                    after_text = !line.is_empty();
                }
            }
        }
    }
    body
}

/// The language of a code block, when it is a plain word.
fn language(info: &str) -> &str {
    let word = info.split_whitespace().next().unwrap_or_default();
    let is_plain = word.len() <= 20
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'_' | b'#'));
    if is_plain { word } else { "" }
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
        push_markdown(&start[hashes..], body);
    } else {
        body.push_str(&line[..line.len() - start.len()]);
        if underlines {
            body.push('\\');
        }
        push_markdown(start, body);
    }
    body.push('\n');
}

fn push_markdown(line: &str, body: &mut String) {
    for piece in pieces(line, true) {
        match piece {
            Piece::Code(text) => body.push_str(&code(text, Place::Anywhere)),
            Piece::Text(text) => push_tamed(text, body),
        }
    }
}

/// Writes Markdown without code spans: HTML is text, and links that lead anywhere but to the web are
/// escaped, as are images, which would be loaded without a click.
fn push_tamed(text: &str, body: &mut String) {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = &text[at + c.len_utf8()..];
        match c {
            // A character that is already escaped stays escaped; with another backslash in front it
            // would not.
            '\\' => match chars.next_if(|(_, next)| next.is_ascii_punctuation()) {
                Some((_, '<')) => body.push_str("&lt;"),
                Some((_, next)) => body.extend(['\\', next]),
                None => body.push('\\'),
            },
            '<' => body.push_str("&lt;"),
            '`' => body.push_str("\\`"),
            ']' if leads_astray(after) => body.push_str("\\]"),
            '!' if after.starts_with('[') => body.push_str("\\!"),
            c => body.push(c),
        }
    }
}

/// Whether what follows a `]` makes it a link that is not a plain web address.
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
            inline("a\n <b> *c* [d](e) `f|g` ` h ~i~ &lt; R&D $j$", Place::Line),
            "a &lt;b> \\*c\\* \\[d\\](e) `f|g` \\` h \\~i\\~ &amp;lt; R&D \\$j\\$"
        );
        assert_eq!(inline("a|`b|c`\\|", Place::Cell), "a\\|`b\\|c`\\\\&#124;");
    }

    #[test]
    fn text_at_the_start_of_a_line_is_text() {
        assert_eq!(line("# a"), "\\# a");
        assert_eq!(line("12. a"), "12\\. a");
        assert_eq!(line("- a"), "\\- a");
        assert_eq!(line("> a"), "\\> a");
        assert_eq!(line("12 a"), "12 a");
        assert_eq!(line(""), "");
    }

    #[test]
    fn code_holds_backticks_and_bars() {
        assert_eq!(code("a`b", Place::Line), "``a`b``");
        assert_eq!(code("`", Place::Line), "`` ` ``");
        assert_eq!(code("", Place::Cell), "` `");
        assert_eq!(code("a|b", Place::Line), "`a|b`");
        assert_eq!(code("a|b", Place::Cell), "`a\\|b`");
        assert_eq!(code("a|b", Place::Anywhere), "`a`&#124;`b`");
        assert_eq!(code("a\\|<b>|", Place::Cell), "`a\\`&#124;`<b>`&#124;");
        assert_eq!(label("a`](b)"), "a\\`\\](b)");
        assert_eq!(block("json", "```"), "````json\n```\n````\n");
    }

    #[test]
    fn a_body_stays_below_its_heading() {
        let text = "# A <b>\ntext\n---\n\n```\n# <raw>\n";
        assert_eq!(
            body(text, 2),
            "### A &lt;b>\ntext\n\\---\n\n```\n# <raw>\n```\n\n"
        );
        assert_eq!(body("a `<b>` ` <c>", 2), "a `<b>` \\` &lt;c>\n");
    }

    #[test]
    fn code_is_where_a_renderer_sees_it() {
        // Four spaces make this a code block of one line, not a fence.
        let indented = body("    ```\n<b>", 2);
        assert_eq!(indented, "```\n<b>\n```\n\n");
        assert_eq!(body("\\`<b>`", 2), "\\`&lt;b>\\`\n");
        assert_eq!(body("| `a|<b>` |", 2), "| `a`&#124;`<b>` |\n");
        assert_eq!(body("\\<b>", 2), "&lt;b>\n");
    }

    #[test]
    fn links_lead_to_the_web_only() {
        let text = "[a](https://b) [c](javascript:d) [e]: data:f [g] é";
        assert_eq!(
            body(text, 2),
            "[a](https://b) [c\\](javascript:d) [e\\]: data:f [g] é\n"
        );
        assert_eq!(body("[c\\](javascript:d)", 2), "[c\\](javascript:d)\n");
        assert_eq!(body("![a](https://b)", 2), "\\![a](https://b)\n");
    }
}
