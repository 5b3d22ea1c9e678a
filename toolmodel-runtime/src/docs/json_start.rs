//! Part of a value's JSON: its start, so that a huge value is not written out only to be cut, and its
//! length.

use std::io;

use serde::Serialize;
use serde_json::Serializer;

use super::indented::Indented;
use crate::error::excerpt::shortened;

/// The JSON of a value on one line or, if `pretty`, on many: at most `max` characters, with a mark
/// where it was cut.
pub(super) fn json_start(value: &impl Serialize, max: usize, pretty: bool) -> String {
    let mut start = Start {
        text: Vec::new(),
        // One character more than is shown indicates that there is more.
        room: max + 1,
    };
    // Running out of room is the only possible failure.
    let _ = if pretty {
        let formatter = Indented::default();
        value.serialize(&mut Serializer::with_formatter(&mut start, formatter))
    } else {
        value.serialize(&mut Serializer::new(&mut start))
    };
    shortened(&String::from_utf8_lossy(&start.text), max).into_owned()
}

/// How many bytes the JSON of a value has.
pub(super) fn json_len(value: &impl Serialize) -> usize {
    let mut length = Length(0);
    // Counting cannot fail.
    let _ = value.serialize(&mut Serializer::new(&mut length));
    length.0
}

struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0 += text.len();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Start {
    text: Vec<u8>,
    /// How many more characters fit.
    room: usize,
}

impl io::Write for Start {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.room == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        // A character has at most four bytes.
        let taken = &text[..text.len().min(self.room.saturating_mul(4))];
        self.text.extend_from_slice(taken);
        let characters = taken.iter().filter(|byte| !is_continuation(**byte));
        self.room = self.room.saturating_sub(characters.count());
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a byte of UTF-8 continues a character.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::{json_len, json_start};
    use serde_json::json;

    #[test]
    fn json_is_cut_between_characters() {
        let value = json!({"a": ["é", "道具"]});
        assert_eq!(json_start(&value, 100, false), value.to_string());
        assert_eq!(json_start(&value, 8, false), "{\"a\":[\"é…");
        assert_eq!(json_len(&value), value.to_string().len());
        assert_eq!(json_start(&json!([1]), 100, true), "[\n  1\n]");
        assert_eq!(json_start(&"🦀".repeat(9), 3, false), "\"🦀🦀…");
        assert_eq!(
            json_start(&"🦀".repeat(9), 11, false),
            "\"🦀🦀🦀🦀🦀🦀🦀🦀🦀\""
        );
        assert_eq!(json_start(&vec![0; 999], 9, false), "[0,0,0,0,…");
    }
}
