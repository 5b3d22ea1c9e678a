//! Descriptions as doc comments.

use toolmodel_runtime::__private::is_hidden;

use super::layout::Code;
use crate::prose::doc_lines;

/// A description as a doc comment.
pub(super) fn comment(code: &mut Code, description: &str) {
    for line in comment_lines(description) {
        code.line(&line);
    }
}

/// The doc comment of a description, line by line.
pub(super) fn comment_lines(description: &str) -> Vec<String> {
    let lines = doc_lines(description).into_iter();
    lines
        .map(|line| {
            if line.is_empty() {
                "///".to_owned()
            } else {
                format!("/// {line}")
            }
        })
        .collect()
}

/// Text as a code span, whatever backticks it contains.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest > 0 {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// Whether a text between backticks is shown unchanged.
pub(super) fn is_plain(text: &str) -> bool {
    let plain = |c: char| c != '`' && !c.is_control() && !is_hidden(c);
    !text.is_empty() && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_code_whatever_backticks_it_has() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b``"), "``` a`b`` ```");
    }
}
