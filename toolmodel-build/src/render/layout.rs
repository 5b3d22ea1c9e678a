//! How code is laid out: lines indented to their depth, items separated, long lists broken.

/// Longest line before it is broken.
pub(super) const WIDTH: usize = 89;

/// Longest inside of a struct expression before it is broken.
const EXPRESSION: usize = 34;

/// Code being written.
#[derive(Debug, Default)]
pub(super) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    pub(super) fn new(header: String) -> Self {
        Self {
            text: header,
            depth: 0,
        }
    }

    /// Code of one item, nested in this many blocks.
    pub(super) fn inside(depth: usize) -> Self {
        Self {
            text: String::new(),
            depth,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Inserts code that is laid out already, at its depth.
    pub(super) fn insert(&mut self, item: &str) {
        self.gap();
        self.text.push_str(item);
    }

    /// One line, or several that are laid out already, at this depth.
    pub(super) fn line(&mut self, text: &str) {
        for line in text.lines() {
            if !line.is_empty() {
                for _ in 0..self.depth {
                    self.text.push_str("    ");
                }
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// Lines whose contents must not change: a literal may span several.
    pub(super) fn verbatim(&mut self, text: &str) {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        self.line(first);
        if !rest.is_empty() {
            self.text.push_str(rest);
            self.text.push('\n');
        }
    }

    /// An empty line before an item, unless it is the first of its block.
    pub(super) fn gap(&mut self) {
        let is_start = self.text.is_empty() || self.text.ends_with("{\n");
        if !is_start && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Opens a block: `start {`.
    pub(super) fn open(&mut self, start: &str) {
        self.line(&format!("{start} {{"));
        self.depth += 1;
    }

    /// Closes a block, on the line that opened it when it is empty.
    pub(super) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.text.ends_with("{\n") {
            self.text.pop();
            self.text.push_str("}\n");
        } else {
            self.line("}");
        }
    }

    /// A list between a start and an end, on one line or with one line for each item.
    pub(super) fn list(&mut self, start: &str, items: &[String], end: &str) {
        let length: usize = items.iter().map(|item| item.len() + 2).sum();
        let length = self.depth * 4 + start.len() + length.saturating_sub(2) + end.len();
        let fits = length <= WIDTH && !items.iter().any(|item| item.contains('\n'));
        if fits {
            return self.line(&format!("{start}{}{end}", items.join(", ")));
        }
        self.line(start);
        self.depth += 1;
        for item in items {
            self.line(&format!("{item},"));
        }
        self.depth -= 1;
        self.line(end);
    }

    /// Opens a function: its parameters on one line, or on one line each.
    pub(super) fn open_function(&mut self, start: &str, parameters: &[String], result: &str) {
        self.list(
            &format!("{start}("),
            parameters,
            &format!(") -> {result} {{"),
        );
        self.depth += 1;
    }

    /// `Self { .. }` as the value of a function.
    pub(super) fn construct(&mut self, fields: &[String]) {
        let length: usize = fields.iter().map(|field| field.len() + 2).sum();
        let fits = "Self { ".len() + length <= EXPRESSION + 1;
        if fits && !fields.iter().any(|field| field.contains('\n')) {
            let inner = fields.join(", ");
            let inner = if inner.is_empty() {
                "Self {}".to_owned()
            } else {
                format!("Self {{ {inner} }}")
            };
            return self.line(&inner);
        }
        self.open("Self");
        for field in fields {
            self.line(&format!("{field},"));
        }
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_indented_and_items_stand_apart() {
        let mut code = Code::new(String::new());
        code.open("mod a");
        code.gap();
        code.open("struct Empty");
        code.close();
        code.gap();
        code.line("rt::object! {\n    Empty {}\n}");
        code.close();
        assert_eq!(
            code.finish(),
            "mod a {\n    struct Empty {}\n\n    rt::object! {\n        Empty {}\n    }\n}\n"
        );
    }

    #[test]
    fn long_lists_are_broken() {
        let mut code = Code::default();
        let short = ["a: A".to_owned(), "b: B".to_owned()];
        code.list("fn f(", &short, ") {}");
        let long = ["a".repeat(50), "b".repeat(50)];
        code.list("fn g(", &long, ") {}");
        code.construct(&short);
        code.construct(&long);
        let [a, b] = long;
        assert_eq!(
            code.finish(),
            format!(
                "fn f(a: A, b: B) {{}}\nfn g(\n    {a},\n    {b},\n) {{}}\n\
                 Self {{ a: A, b: B }}\nSelf {{\n    {a},\n    {b},\n}}\n"
            )
        );
    }
}
