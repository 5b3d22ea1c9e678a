//! Server-sent events: the messages in a stream.

use std::io::{self, BufRead, BufReader, Read};

/// Reads the data of events, one after the other.
pub(super) struct Events<R> {
    reader: BufReader<R>,
}

impl<R: Read> Events<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader: BufReader::new(reader),
        }
    }

    /// The data of the next event that has some, or `None` at the end. How much is read is limited
    /// by the reader.
    pub(super) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut data: Option<Vec<u8>> = None;
        loop {
            let mut line = Vec::new();
            if self.reader.read_until(b'\n', &mut line)? == 0 {
                // An event that is not ended by an empty line is not complete, but a server that
                // closes right after its answer has said everything.
                return Ok(data);
            }
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                if data.as_ref().is_some_and(|data| !data.is_empty()) {
                    return Ok(data);
                }
                data = None;
            } else if let Some(value) = line.strip_prefix(b"data:") {
                let value = value.strip_prefix(b" ").unwrap_or(value);
                match &mut data {
                    Some(data) => {
                        data.push(b'\n');
                        data.extend_from_slice(value);
                    }
                    None => data = Some(value.to_vec()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_joined_and_the_rest_is_passed_over() {
        let text = ": hello\r\nevent: message\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\nid: 3\ndata:\n\ndata:{}\n";
        let mut events = Events::new(text.as_bytes());
        assert_eq!(events.next().unwrap().unwrap(), b"{\"a\":\n1}");
        assert_eq!(events.next().unwrap().unwrap(), b"{}");
        assert_eq!(events.next().unwrap(), None);
    }
}
