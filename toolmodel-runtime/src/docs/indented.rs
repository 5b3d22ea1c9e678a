//! JSON on many lines, whose length grows with its content, not with its depth.

use std::io;

use serde_json::ser::Formatter;

/// Deeper levels are not indented further: the spaces alone would grow with the square of the
/// levels.
const MAX_INDENTED: usize = 16;

/// Formats like the pretty printer of `serde_json`, except for the deepest levels.
#[derive(Debug, Default)]
pub(super) struct Indented {
    level: usize,
    has_value: bool,
}

impl Indented {
    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.level -= 1;
        if self.has_value {
            self.line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        for _ in 0..self.level.min(MAX_INDENTED) {
            writer.write_all(b"  ")?;
        }
        Ok(())
    }
}

impl Formatter for Indented {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.line(writer)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.begin_array_value(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end_array_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Indented, MAX_INDENTED};
    use serde::Serialize as _;
    use serde_json::{Serializer, Value, json};

    fn indented(value: &Value) -> String {
        let mut text = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut text, Indented::default());
        value.serialize(&mut serializer).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn it_is_as_people_know_it() {
        let value = json!({"a": [], "b": {}, "c": [1, {"d": [null, "x"]}, []], "e": {"f": {}}});
        assert_eq!(
            indented(&value),
            serde_json::to_string_pretty(&value).unwrap()
        );
    }

    #[test]
    fn deep_values_are_indented_no_further() {
        let value = (0..100).fold(json!(1), |below, _| json!([below]));
        let text = indented(&value);
        let most = text
            .lines()
            .map(|line| line.len() - line.trim_start().len());
        assert_eq!(most.max(), Some(2 * MAX_INDENTED));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
