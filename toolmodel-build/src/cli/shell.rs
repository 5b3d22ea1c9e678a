//! The terminal: two streams, what they may show, and readers that stop early.

use std::io::{ErrorKind, IsTerminal as _, Read as _, Write};

use anstream::{AutoStream, ColorChoice};
use serde_json::{Map, Value};

use super::excerpt::Texts;
use super::exit::Failure;
use super::finding::Finding;
use super::format::{self, Format};
use crate::load::STDIN;

/// Most bytes read from standard input.
const LARGEST_INPUT: u64 = 16 * 1024 * 1024;

/// Where a command writes, and the texts that its findings quote.
#[derive(Debug)]
pub(crate) struct Shell {
    colour: ColorChoice,
    pub(crate) format: Format,
    pub(crate) texts: Texts,
}

impl Shell {
    pub(crate) fn new(colour: ColorChoice, format: Format) -> Self {
        Self {
            colour,
            format,
            texts: Texts::default(),
        }
    }

    /// Writes to standard output. The reader may stop early; that is not a failure.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = AutoStream::new(std::io::stdout(), self.colour).lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::new(format_args!("standard output: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Writes to standard error, ignoring failures.
    pub(crate) fn tell(&mut self, text: &str) {
        let mut out = AutoStream::new(std::io::stderr(), self.colour).lock();
        let _ = out.write_all(text.as_bytes());
    }

    /// Findings in the requested format; see [`format::render`].
    pub(crate) fn rendered(
        &mut self,
        findings: &[Finding],
        summary: &str,
        facts: Map<String, Value>,
    ) -> String {
        format::render(self.format, findings, summary, facts, &mut self.texts)
    }

    /// Prints findings as the result, on standard output.
    pub(crate) fn print_findings(
        &mut self,
        findings: &[Finding],
        summary: &str,
        facts: Map<String, Value>,
    ) -> Result<(), Failure> {
        let text = self.rendered(findings, summary, facts);
        self.print(&text)
    }

    /// Prints findings that are not the result, on standard error.
    pub(crate) fn tell_findings(&mut self, findings: &[Finding]) {
        let text = format::text::render(findings, &mut self.texts);
        self.tell(&text);
    }

    /// Whether a user watches standard error: progress is shown to nobody else.
    fn is_watched(&self) -> bool {
        self.format == Format::Text && std::io::stderr().is_terminal()
    }

    /// Shows progress on one line that is rewritten, for a watching user.
    pub(crate) fn progress(&mut self, text: &str) {
        if self.is_watched() {
            self.tell(&format!("\r\x1b[K{text}"));
        }
    }

    /// The text of standard input, for `-`.
    pub(crate) fn read_stdin(&mut self) -> Result<String, Failure> {
        if self.texts.get(STDIN).is_some() {
            return Err(Failure::usage("standard input can be read once only"));
        }
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .take(LARGEST_INPUT + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::new(format_args!("standard input: {error}")))?;
        if bytes.len() as u64 > LARGEST_INPUT {
            let message = format!("standard input: is larger than {LARGEST_INPUT} bytes");
            return Err(Failure::new(message));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::new("standard input: is not valid UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        self.texts.add(STDIN, &text);
        Ok(text)
    }
}
